// Marks on the map: pins of listings, counts of cells. All are buttons.

import { h, set } from '../base/dom.js';
import { number, t } from '../base/text.js';
import { openState, pinPrice, stateWord } from '../state/answer.js';

/**
 * @typedef {import('../state/answer.js').Result} Result
 * @typedef {import('../state/answer.js').Cluster} Cluster
 */

/**
 * A pin: its shape is the kind, its color and its text are the opening state.
 *
 * @param {Result} result
 * @param {{now: number, rank: number, label: string, isFavourite: boolean, isSeen: boolean, choose: () => void}}
 *   options label: what a screen reader says
 */
export function pin(result, { now, rank, label, isFavourite, isSeen, choose }) {
  const state = openState(result, now);
  const classes = ['pin', `pin-${result.kind}`, `state-${state}`];
  if (isFavourite) classes.push('is-favourite');
  if (isSeen) classes.push('is-seen');
  return h('button', {
    type: 'button', class: classes.join(' '), 'aria-label': label, 'data-id': result.id,
    'data-rank': rank, title: result.name ?? result.id, onclick: choose,
  },
  h('span', { class: 'pin-body', 'aria-hidden': true },
    h('span', { class: 'pin-shape' }),
    isFavourite && h('span', { class: 'pin-heart' }, '♥'),
    h('span', { class: 'pin-label' }, pinPrice(result) || result.name || result.id),
    h('span', { class: 'pin-state' }, stateWord(result, now))));
}

/**
 * The number of matches in a cell.
 *
 * @param {Cluster} cluster
 * @param {() => void} choose
 */
export function clusterMark({ count }, choose) {
  const mark = h('button', {
    type: 'button', class: count === 1 ? 'cluster is-one' : 'cluster', 'aria-label': t('listings here', { n: count }),
    onclick: choose,
  }, h('span', { 'aria-hidden': true }, count === 1 ? '' : compact(count)));
  mark.style.setProperty('--size', `${Math.round(28 + 9 * Math.log10(count))}px`);
  return mark;
}

/**
 * Exact up to 9999, then 12k with the exact number in the label.
 *
 * @param {number} count
 */
function compact(count) {
  if (count < 10_000) return number(count, 0);
  return count < 1_000_000 ? `${Math.floor(count / 1000)}k` : `${(Math.floor(count / 100_000) / 10).toFixed(1)}M`;
}

/**
 * Lets pins that would cover better ones become dots, and moves pins of one place apart.
 *
 * @param {{element: HTMLElement, x: number, y: number}[]} pins the best first, with their positions in pixels
 * @param {string | null} active the pin that is always whole
 */
export function arrange(pins, active) {
  /** @type {Map<string, number>} */
  const crowded = new Map();
  /** @type {{x: number, y: number, width: number}[]} */
  const whole = [];
  const rank = (/** @type {HTMLElement} */ element) => Number(element.dataset.id === active);
  const ordered = [...pins].sort((a, b) => rank(b.element) - rank(a.element));
  for (const { element, x, y } of ordered) {
    const texts = [...element.querySelectorAll('.pin-label, .pin-state')];
    const width = 30 + 7 * Math.max(...texts.map((part) => Math.min(12, part.textContent?.length ?? 0)));
    const isFree = whole.every((other) =>
      Math.abs(other.x - x) > (other.width + width) / 2 || Math.abs(other.y - y) > 40);
    element.classList.toggle('is-dot', !isFree);
    if (isFree) whole.push({ x, y, width });
    const place = `${Math.round(x / 6)},${Math.round(y / 6)}`;
    const others = crowded.get(place) ?? 0;
    crowded.set(place, others + 1);
    element.style.setProperty('--shift', `${others ? (others % 2 ? 1 : -1) * Math.ceil(others / 2) * 16 : 0}px`);
  }
}

/**
 * Marks the pin that the list points at.
 *
 * @param {HTMLElement} element
 * @param {boolean} isActive
 */
export function highlight(element, isActive) {
  element.classList.toggle('is-active', isActive);
  set(element, { 'aria-current': isActive ? 'true' : null });
}
