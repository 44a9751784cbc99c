// The settings that the server writes into `map.html`.

/**
 * @typedef {{lat: number, lon: number, zoom: number}} View
 * @typedef {'bar' | 'event' | 'couch'} Kind
 * @typedef {{
 *   kind: 'raster' | 'vector', tiles: string, attribution: string, minZoom: number, maxZoom: number,
 * }} BaseMap tiles: a template with `{z}`, `{x}` and `{y}`
 * @typedef {{
 *   name: string, path: string, form: string, words?: string[], least?: number, most?: number, of?: string,
 *   choices?: string[],
 * }} Filter name: in an address. path: in a query, such as `price.max`. form: see `state/query.js`. words: the only
 *   ones that are valid. least, most: bounds of a number. of: the filter without which it has no meaning. choices: what
 *   the page offers, where it has no control of its own for it
 * @typedef {{
 *   title: string,
 *   languages: string[],
 *   addedLanguages: string[],
 *   baseMap: BaseMap | null,
 *   start: View | null,
 *   counts: Record<Kind, number>,
 *   listingFields: string[],
 *   filters: Filter[],
 *   categories?: Record<Kind, string[]>,
 *   switches?: boolean,
 *   openRatings?: boolean,
 *   gazetteer?: boolean,
 *   terms?: string,
 *   termsURL?: string,
 * }} Settings addedLanguages: those of the operator. start: where most listings are; null for an empty catalog.
 *   listingFields: the keys that a listing has by itself; others are custom fields. filters: in the order of an
 *   address.
 *   switches: whether couches may have switches with rules by the weather. openRatings: whether all members rate
 *   couches, and not only guests. gazetteer: whether the server knows places by name. terms: the version that new
 *   members must accept
 */

/** @type {Settings} */
export const settings = JSON.parse(globalThis.document?.getElementById('settings')?.textContent ?? '{}');

/**
 * The distance around `near`, in meters: other parts of the page have circles of their own.
 *
 * @type {Filter}
 */
const radius = { name: 'radius', path: 'radius', form: 'number', least: 1, most: 50_000, of: 'near' };

/** The filters that an address may hold, from the server's table of query parts. */
export const allFilters = [...(settings.filters ?? []), radius];

export const isCatalogEmpty = () => Object.values(settings.counts).every((count) => count === 0);
