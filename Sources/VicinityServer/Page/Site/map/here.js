// The listings at one place, as a list over the map: dots of the same place cannot be told apart.

import { problemMessage, request } from '../base/api.js';
import { fill, h, icon } from '../base/dom.js';
import { t } from '../base/text.js';
import { categoryText, instantOf, isStateKnown, priceText, stateText } from '../state/answer.js';
import { linkTo } from '../state/navigation.js';
import { fields, pageSize } from '../state/query.js';
import { searchResults } from '../state/results.js';

/**
 * @typedef {import('../state/answer.js').Result} Result
 * @typedef {import('./layout.js').Count} Count
 */

/** A list that is closed with Esc, and gives the focus back. */
export class HereList {
  /** @type {HTMLElement | null} */
  element = null;
  /** @type {HTMLElement | null} */
  #opener = null;

  /** @param {HTMLElement} map the element beside which it lies */
  constructor(map) {
    this.map = map;
  }

  /**
   * @param {Count} count
   * @param {HTMLElement} opener
   */
  async open(count, opener) {
    this.close();
    const rows = h('ul', { class: 'plain here-rows', 'aria-busy': true });
    const title = t('listings at one place', { n: count.count });
    const close = h('button', {
      type: 'button', class: 'here-close', 'aria-label': t('close'), onclick: () => this.close(),
    }, icon('cross'));
    const element = h('section', {
      class: 'here', role: 'dialog', 'aria-label': title, tabindex: -1,
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        this.close();
      },
    }, h('h2', {}, title), close, rows);
    [this.element, this.#opener] = [element, opener];
    this.map.after(element);
    element.focus({ preventScroll: true });
    const results = count.results ?? await listed(count.bbox).catch((error) => problemMessage(error));
    fill(rows, typeof results === 'string' ? h('li', {}, results) : results.map(row));
    rows.removeAttribute('aria-busy');
    const first = rows.querySelector('a');
    if (document.activeElement === element) first?.focus({ preventScroll: true });
  }

  /** Closes it; the focus, if it has it, goes back to the mark. */
  close() {
    const hadFocus = this.element?.contains(document.activeElement);
    this.element?.remove();
    this.element = null;
    if (hadFocus) (this.#opener?.isConnected ? this.#opener : this.map).focus({ preventScroll: true });
  }
}

/** @param {Result} result */
function row(result) {
  const now = instantOf(searchResults.answer);
  const facts = [categoryText(result), isStateKnown(result, now) && stateText(result, now), priceText(result)];
  return h('li', {}, h('a', linkTo(result.id),
    h('bdi', {}, result.name ?? result.id), h('span', { class: 'soft' }, facts.filter(Boolean).join(' · '))));
}

/**
 * The matches in a box.
 *
 * @param {number[]} bbox
 * @returns {Promise<Result[]>}
 */
async function listed(bbox) {
  const { query } = searchResults;
  const body = { ...query, within: { ...query.within, bbox }, fields, limit: pageSize };
  return (await request('/v1/query', { body, patience: 1 })).results;
}
