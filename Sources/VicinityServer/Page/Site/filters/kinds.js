// The kinds and categories that are looked for, which decide which filters have a meaning.

import { settings } from '../base/settings.js';
import { searchResults } from '../state/results.js';
import { store } from '../state/store.js';

/** @typedef {import('../base/settings.js').Kind} Kind */

/** @type {Kind[]} */
export const kinds = ['bar', 'event', 'couch'];

/**
 * The groups of the filters, in their order.
 *
 * @typedef {'when' | 'price' | 'rating' | 'tags' | 'more'} GroupName
 * @type {GroupName[]}
 */
export const groupNames = ['when', 'price', 'rating', 'tags', 'more'];

/** The kinds of the filter. */
export const chosenKinds = () => kinds.filter((kind) => words('kind').has(kind));

export const chosenCategories = () => words('category');

/** @param {string} name */
const words = (name) => new Set((store.state.filters[name] ?? '').split(',').filter(Boolean));

/**
 * The kind of each category, in the order of the server.
 *
 * @type {Map<string, Kind>}
 */
export const kindOf = new Map(kinds.flatMap((kind) =>
  (settings.categories?.[kind] ?? []).map((category) => /** @type {[string, Kind]} */ ([category, kind]))));

/**
 * The kinds that were there before filters on times, which leave only the kinds that have such times.
 *
 * @type {Kind[]}
 */
let kindsHere = [];

/** The kinds that are looked for: those chosen, or those of the categories chosen, or those that are there. */
export function presentKinds() {
  if (chosenKinds().length) return chosenKinds();
  const byCategory = kinds.filter((kind) => [...chosenCategories()].some((category) => kindOf.get(category) === kind));
  if (byCategory.length) return byCategory;
  const { open, during, stay } = store.state.filters;
  if (open || during || stay) return kindsHere.length ? kindsHere : kinds.filter((kind) => settings.counts[kind] > 0);
  // A search under way knows nothing yet.
  if (searchResults.isLoading && kindsHere.length) return kindsHere;
  const counted = searchResults.facet('kind').filter(({ count }) => count > 0).map(({ value }) => value);
  kindsHere = counted.length ? kinds.filter((kind) => counted.includes(kind)) : kinds;
  return kindsHere;
}
