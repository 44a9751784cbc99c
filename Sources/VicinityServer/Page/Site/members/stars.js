// Choosing and showing stars.

import { h, set } from '../base/dom.js';
import { number, t } from '../base/text.js';

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
 * A slider over half stars; its form needs `starsOf` after it. At first no stars are chosen, and the form is not sent.
 *
 * @param {number} [stars] that were chosen before
 */
export function starsInput(stars = 0) {
  const input = h('input', { type: 'range', min: 0.5, max: 5, step: 0.5, value: stars || 0.5 });
  const showStars = () => {
    const isChosen = Number(input.value) >= 1;
    set(input, { 'aria-valuetext': isChosen ? starsText(Number(input.value)) : t('no stars') });
    input.setCustomValidity(isChosen ? '' : t('no stars'));
  };
  input.addEventListener('input', showStars);
  showStars();
  return input;
}

/**
 * The stars that a slider has, as a picture.
 *
 * @param {HTMLInputElement} input
 */
export function starsOf(input) {
  const element = h('span', { class: 'stars', 'aria-hidden': true }, five);
  const show = () => fillStars(element, Number(input.value) >= 1 ? Number(input.value) : 0);
  input.addEventListener('input', show);
  show();
  return element;
}
