// Why a listing has its rank, and why it is not among the results.

import { request } from '../base/api.js';
import { english, fill, h } from '../base/dom.js';
import { distance, has, number, price, t } from '../base/text.js';
import { pageSize } from '../state/query.js';
import { searchResults } from '../state/results.js';
import { whyNot } from './whynot.js';

/** @typedef {import('./listing.js').Listing} Listing */

const partNames = ['words', 'distance', 'open', 'rating'];

/**
 * @param {Listing} listing
 * @param {AbortSignal} signal
 */
export function ranking(listing, signal) {
  const element = h('section', { class: 'part ranking' });
  const show = () => {
    const hadFocus = element.contains(document.activeElement);
    fillRanking(element, listing, signal);
    // The button is another one from now on.
    if (hadFocus) element.querySelector('button')?.focus({ preventScroll: true });
  };
  document.addEventListener('vicinity-answer', show, { signal });
  show();
  return element;
}

/**
 * @param {HTMLElement} element
 * @param {Listing} listing
 * @param {AbortSignal} signal
 */
function fillRanking(element, listing, signal) {
  const rank = searchResults.answer?.results.findIndex(({ id }) => id === listing.id) ?? -1;
  const verdict = h('div', { 'aria-live': 'polite' });
  if (rank < 0) {
    fill(element, h('h3', {}, t('not among results')), h('button', {
      type: 'button', onclick: async () => fill(verdict, await whyNot(listing.id)),
    }, t('why not')), verdict);
    return;
  }
  const total = number(searchResults.answer?.total ?? 0, 0);
  const button = h('button', {
    type: 'button', 'aria-expanded': false, onclick: async () => {
      button.setAttribute('aria-expanded', 'true');
      fill(verdict, await reasons(listing.id, rank, signal));
    },
  }, t('why this rank'));
  fill(element, h('h3', {}, t('rank', { n: rank + 1, total })), button, verdict);
}

/**
 * @param {string} id
 * @param {number} rank
 * @param {AbortSignal} signal
 * @returns {Promise<Node[]>}
 */
async function reasons(id, rank, signal) {
  /** @type {import('../state/query.js').Query} */
  const query = { ...searchResults.query, limit: Math.min(rank + 1, pageSize) };
  if (query.sort === 'best') {
    const { results } = await request('/v1/query', { body: { ...query, fields: ['id', 'score', 'parts'] }, signal });
    const own = results.find((/** @type {{id: string}} */ result) => result.id === id);
    if (!own) return [h('p', {}, t('has changed'))];
    const score = h('p', {}, t('score', { score: number(own.score * 100, 0) }));
    const rows = partNames.filter((name) => own.parts[name] !== undefined).map((name) => {
      const bar = h('meter', { min: 0, max: 0.4, value: own.parts[name], 'aria-hidden': true });
      const points = number(own.parts[name] * 100, 0);
      return h('tr', {}, h('th', { scope: 'row' }, t(`part ${name}`)), h('td', {}, bar), h('td', {}, points));
    });
    return [score, h('table', { class: 'meters' }, h('tbody', {}, rows))];
  }
  const { reasons: list } = await request('/v1/why', { body: query, signal });
  const own = list.find((/** @type {{id: string}} */ reason) => reason.id === id);
  if (!own) return [h('p', {}, t('has changed'))];
  if (own.rank === 1) return [h('p', {}, t('is first'))];
  const first = own.firstIf;
  const values = first && { distance: distance(first.by), price: price(first.by, first.currency), n: first.by };
  const key = first ? `first if ${first.key.replace('nightPrice', 'price')}` : 'cannot be first';
  return [h('p', {}, has(key) ? t(key, values) : english(first.words))];
}
