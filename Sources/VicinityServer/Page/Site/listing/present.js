// Listings by their ids, as they are now.

import { request } from '../base/api.js';
import { origin } from '../state/place.js';
import { fields } from '../state/query.js';

/** @typedef {import('../state/answer.js').Result} Result */

/**
 * @param {string[]} ids
 * @param {boolean} [isToday] only those that are open or take place at some time of the day
 * @returns {Promise<Map<string, Result>>} by id
 */
export async function present(ids, isToday = false) {
  const filter = { op: 'in', args: [{ property: 'id' }, ids] };
  const time = isToday ? { open: { at: 'today' } } : { during: 'any' };
  const kinds = isToday ? ['bar', 'event'] : ['bar', 'event', 'couch'];
  const body = { filter, kinds, ...time, near: origin(), fields, limit: ids.length };
  const { results } = await request('/v1/query', { body, patience: 0 });
  return new Map(results.map((/** @type {Result} */ result) => [result.id, result]));
}
