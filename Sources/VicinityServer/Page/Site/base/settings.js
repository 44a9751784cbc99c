// The settings that the server writes into `map.html`.

/**
 * @typedef {{lat: number, lon: number, zoom: number}} View
 * @typedef {'bar' | 'event' | 'couch'} Kind
 * @typedef {{
 *   kind: 'raster' | 'vector', tiles: string, attribution: string, minZoom: number, maxZoom: number,
 * }} BaseMap tiles: a template with `{z}`, `{x}` and `{y}`
 * @typedef {{name: string, key: string, choices: string[]}} PlainFilter a filter whose text is its value in a query.
 *   name: of the parameter. key: in a query. choices: what the page offers
 * @typedef {{
 *   title: string,
 *   languages: string[],
 *   addedLanguages: string[],
 *   baseMap: BaseMap | null,
 *   start: View | null,
 *   counts: Record<Kind, number>,
 *   listingFields: string[],
 *   filters?: PlainFilter[],
 *   switches?: boolean,
 *   openRatings?: boolean,
 *   terms?: string,
 *   termsURL?: string,
 * }} Settings addedLanguages: those of the operator. start: where most listings are; null for an empty catalog.
 *   listingFields: the keys that a listing has by itself; others are custom fields. switches: whether couches may have
 *   switches with rules by the weather. openRatings: whether all members rate couches, and not only guests. terms: the
 *   version that new members must accept
 */

/** @type {Settings} */
export const settings = JSON.parse(globalThis.document?.getElementById('settings')?.textContent ?? '{}');

/** The filters that the page takes from the server's table of query parts. */
export const plainFilters = settings.filters ?? [];

export const isCatalogEmpty = () => Object.values(settings.counts).every((count) => count === 0);
