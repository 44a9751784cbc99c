// Rows of the filter panel that are filled again while they are used.

import { chip } from '../base/chip.js';
import { fill, h } from '../base/dom.js';
import { store } from '../state/store.js';

/**
 * What shows one filter: `show` takes over what has been chosen elsewhere, and new counts.
 *
 * @typedef {{element: HTMLElement, show: () => void}} Part
 */

/**
 * Fills a row again; the focus stays on its chip.
 *
 * @param {Element} row
 * @param {(HTMLElement | false)[]} chips
 */
export function fillChips(row, chips) {
  const focused = document.activeElement instanceof HTMLElement && row.contains(document.activeElement)
    ? document.activeElement.dataset.chip : undefined;
  fill(row, chips);
  if (focused) /** @type {HTMLElement | null} */ (row.querySelector(`[data-chip="${CSS.escape(focused)}"]`))?.focus();
}

/**
 * Sets a field, unless it has the focus.
 *
 * @param {HTMLInputElement} input
 * @param {string} value
 */
export function write(input, value) {
  if (input !== document.activeElement) input.value = value;
}

/**
 * Chips for a single choice.
 *
 * @param {string} name of the filter
 * @param {() => {value: string, label: string, count?: number, others?: Record<string, string>}[]} choices
 * @returns {Part}
 */
export function choicePart(name, choices) {
  const element = h('div', { class: 'chips' });
  const show = () => {
    const present = store.state.filters[name] ?? '';
    fillChips(element, choices().map(({ value, label, count, others }) => chip(label, {
      key: `${name} ${value}`, isOn: present === value, count,
      choose: () => (present === value ? store.replaceFilter(name, '') : store.replaceFilter(name, value, others)),
    })));
  };
  return { element, show };
}
