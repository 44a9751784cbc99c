// What the server tells the page, in a block of data inside `map.html`.

/**
 * @typedef {{lat: number, lon: number, zoom: number}} View
 * @typedef {'bar' | 'event' | 'couch'} Kind
 * @typedef {{
 *   kind: 'raster' | 'vector', tiles: string, attribution: string, minZoom: number, maxZoom: number,
 * }} BaseMap tiles: a template with `{z}`, `{x}` and `{y}`
 * @typedef {{
 *   title: string,
 *   languages: string[],
 *   addedLanguages: string[],
 *   baseMap: BaseMap | null,
 *   start: View | null,
 *   counts: Record<Kind, number>,
 *   openRatings?: boolean,
 *   terms?: string,
 *   termsURL?: string,
 * }} Settings terms: the version that new members must accept. addedLanguages: those of the operator. start: where most listings are; null for an empty catalog. openRatings: whether all members rate couches, and not guests alone
 */

/** @type {Settings} */
export const settings = JSON.parse(globalThis.document?.getElementById('settings')?.textContent ?? '{}');
