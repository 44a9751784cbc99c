// The ratings of a listing, and its reviews.

import { encoded, request } from '../base/api.js';
import { fill, h } from '../base/dom.js';
import { number, t } from '../base/text.js';
import { ratingText } from '../state/answer.js';
import { section } from './section.js';

/**
 * @typedef {import('../state/answer.js').Result} Result
 * @typedef {import('./listing.js').Listing} Listing
 * @typedef {() => Promise<{
 *   reviews: (id: string, element: HTMLElement, signal: AbortSignal) => Promise<void>,
 * }>} LoadReviews loads what writes the texts of members into an element
 */

/**
 * The ratings with the reviews; read again after a new rating.
 *
 * @param {Listing} listing
 * @param {Result} result
 * @param {LoadReviews} loadReviews
 * @param {AbortSignal} signal
 */
export function ratings(listing, result, loadReviews, signal) {
  const path = `/v1/listings/${encoded(listing.id)}/rating`;
  const load = () => section(t('ratings'), request(path, { signal, patience: 1 }), (summary) => {
    const texts = h('div', {});
    if (Object.values(summary.distribution ?? {}).some((count) => count > 0)) {
      loadReviews().then(({ reviews }) => reviews(listing.id, texts, signal)).catch(() => {});
    }
    return h('div', {}, rating({ ...result, ...summary }, summary), texts);
  });
  const element = h('div', { class: 'ratings', onrated: () => fill(element, load()) }, load());
  return element;
}

/**
 * @param {Result} result
 * @param {{distribution?: Record<string, number> | number[]}} summary
 */
function rating(result, { distribution = {} }) {
  if (!result.rating) return h('p', { class: 'soft' }, t('not rated'));
  // Keys of objects that are whole numbers come first, whatever their order was.
  const rows = Object.entries(distribution).filter(([, count]) => count > 0).sort(([a], [b]) => Number(b) - Number(a));
  const most = Math.max(...rows.map(([, count]) => count), 1);
  return h('div', {},
    h('p', { class: 'rating' }, `★ ${ratingText(result)}`),
    rows.length > 0 && h('table', { class: 'meters distribution' },
      h('caption', { class: 'visually-hidden' }, t('distribution')),
      h('tbody', {}, rows.map(([stars, count]) => {
        const title = h('th', { scope: 'row' }, `${number(Number(stars))} ★`);
        const bar = h('meter', { min: 0, max: most, value: count, 'aria-hidden': true });
        return h('tr', {}, title, h('td', {}, bar), h('td', {}, number(count, 0)));
      }))));
}
