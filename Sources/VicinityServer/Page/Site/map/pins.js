// Marks on the map: pins and dots of listings, counts. All are buttons.

import { h, set } from '../base/dom.js';
import { number, t } from '../base/text.js';
import { openState, pinPrice, stateWord } from '../state/answer.js';
import { sizeOf } from './layout.js';

/** @typedef {import('../state/answer.js').Result} Result */

/** @param {Result} result */
const nameOf = ({ name, id }) => name ?? id;

/** @param {Result} result */
const labelOf = (result) => pinPrice(result) || nameOf(result);

/**
 * A pin: its shape is the kind, its color and its text are the opening state.
 *
 * @param {Result} result
 * @param {{
 *   now: number, rank: number, label: string, isDot: boolean, isFavourite: boolean, isSeen: boolean,
 *   choose: () => void,
 * }} options label: what a screen reader says. isDot: whether its name is only seen with the pointer or the focus on it
 */
export function pin(result, { now, rank, label, isDot, isFavourite, isSeen, choose }) {
  const state = openState(result, now);
  const classes = ['pin', `pin-${result.kind}`, `state-${state}`];
  if (isDot) classes.push('is-dot');
  if (isFavourite) classes.push('is-favourite');
  if (isSeen) classes.push('is-seen');
  const text = labelOf(result);
  return h('button', {
    type: 'button', class: classes.join(' '), 'aria-label': label, 'data-id': result.id, 'data-rank': rank,
    onclick: choose,
  },
  h('span', { class: 'pin-body', 'aria-hidden': true },
    h('span', { class: 'pin-shape' }),
    isFavourite && h('span', { class: 'pin-heart' }, '♥'),
    h('span', { class: 'pin-label' }, text),
    h('span', { class: 'pin-state' }, stateWord(result, now))),
  (isDot || text !== nameOf(result)) && h('bdi', { class: 'pin-name', 'aria-hidden': true }, nameOf(result)));
}

/**
 * The width of a pin that is not a dot, in pixels.
 *
 * @param {Result} result
 * @param {number} now
 */
export function widthOf(result, now) {
  const longest = Math.max(labelOf(result).length, stateWord(result, now).length);
  return Math.min(140, 24 + 8 * longest);
}

/**
 * The number of listings at a place.
 *
 * @param {import('./layout.js').Count} count
 * @param {{isHere: boolean, choose: (mark: HTMLElement) => void}} options isHere: whether it opens a list, and does
 *   not zoom
 */
export function countMark({ count, isLower }, { isHere, choose }) {
  const mark = h('button', {
    type: 'button', class: isLower ? 'cluster is-lower' : 'cluster',
    'aria-label': t(isHere ? 'listings at one place' : 'listings here', { n: count }),
    'aria-haspopup': isHere ? 'dialog' : null, onclick: () => choose(mark),
  }, h('span', { 'aria-hidden': true }, compact(count)));
  mark.style.setProperty('--size', `${sizeOf(count)}px`);
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
 * Marks the pin that the list points at.
 *
 * @param {HTMLElement} element
 * @param {boolean} isActive
 */
export function highlight(element, isActive) {
  element.classList.toggle('is-active', isActive);
  set(element, { 'aria-current': isActive ? 'true' : null });
}
