// A listing as the server has it, and as a result with its state and price.

import { encoded, request } from '../base/api.js';
import { origin } from '../state/place.js';
import { fields, filterQuery } from '../state/query.js';
import { searchResults } from '../state/results.js';
import { store } from '../state/store.js';

/**
 * @typedef {import('../state/answer.js').Result} Result
 * @typedef {Result & {
 *   address?: string, phone?: string, url?: string, links?: Record<string, string>, description?: string,
 *   cancellationNotice?: number, operatingStatus?: 'temporarily closed' | 'closed' | 'planned',
 *   host?: string, venue?: string, timezone?: string, openingHours?: string, recurrence?: string,
 *   minNights?: number, maxNights?: number, capacity?: number, accessible?: string, images?: string[],
 *   [custom: string]: any,
 * }} Listing
 */

/**
 * The listing with all its fields, and as a result, with its state and price now.
 *
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {Promise<{listing: Listing, result: Result}>}
 */
export async function loadListing(id, signal) {
  const patience = navigator.onLine ? 2 : 0;
  const listing = await request(`/v1/listings/${encoded(id)}`, { signal, patience });
  const shown = searchResults.result(id);
  if (shown) return { listing, result: shown };
  const filter = { op: '=', args: [{ property: 'id' }, id] };
  const query = { filter, near: origin(), kinds: [listing.kind], fields, limit: 1 };
  for (const when of times(listing, store.state.filters)) {
    const answer = await request('/v1/query', { body: { ...query, ...when }, signal, patience }).catch(() => null);
    if (answer?.results.length) return { listing, result: answer.results[0] };
  }
  return { listing, result: listing };
}

/**
 * The times for which a listing is asked for, until one fits: with a stay for its price, else as it is.
 *
 * @param {Listing} listing
 * @param {Record<string, string>} filters
 * @returns {import('../state/query.js').Query[]}
 */
function times({ kind }, { stay, guests = '' }) {
  if (kind === 'event') return [{ during: 'any' }];
  return kind === 'couch' && stay ? [filterQuery({ stay, guests }), {}] : [{}];
}
