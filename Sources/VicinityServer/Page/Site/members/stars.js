// Choosing and showing stars.

import { h, set } from '../dom.js';
import { number, t } from '../text.js';

const five = '★★★★★';

/** @param {number} stars */
const starsText = (stars) => t('of five stars', { stars: number(stars) });

/**
 * @param {HTMLElement} element
 * @param {number} stars
 */
const fillStars = (element, stars) => element.style.setProperty('--stars', `${stars * 20}%`);

/**
 * Stars as a picture, with a text for screen readers.
 *
 * @param {number} stars
 */
export function starsPicture(stars) {
  const element = h('span', { class: 'stars', role: 'img', 'aria-label': starsText(stars) }, five);
  fillStars(element, stars);
  return element;
}

/**
 * A slider over half stars, to be followed by `starsOf` in its form.
 *
 * @param {number} stars that are chosen at first
 */
export function starsInput(stars) {
  const input = h('input', { type: 'range', min: 1, max: 5, step: 0.5, value: stars });
  const tell = () => set(input, { 'aria-valuetext': starsText(Number(input.value)) });
  input.addEventListener('input', tell);
  tell();
  return input;
}

/**
 * The stars that a slider has, as a picture.
 *
 * @param {HTMLInputElement} input
 */
export function starsOf(input) {
  const element = h('span', { class: 'stars', 'aria-hidden': true }, five);
  const show = () => fillStars(element, Number(input.value));
  input.addEventListener('input', show);
  show();
  return element;
}
