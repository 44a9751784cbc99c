// The query of an alert, to and from the filters of the page. It does not depend on the page, for its tests.

import { plainFilters } from '../base/settings.js';
import { writeTags } from '../base/tags.js';
import { filterQuery } from '../state/query.js';

/**
 * @typedef {import('../state/query.js').Query} Query
 * @typedef {{lat: number, lon: number}} Coordinate
 * @typedef {{near: Coordinate, radius: number} | {bbox: number[]} | {}} Place where an alert looks; everywhere without
 */

/** Circles that can be chosen, in meters. */
export const radii = [1000, 2000, 5000, 10_000, 25_000, 50_000];

/**
 * The query of an alert.
 *
 * @param {Record<string, string>} filters
 * @param {Place} place
 * @returns {Query}
 */
export function alertQuery(filters, place) {
  const query = filterQuery(filters);
  if ('bbox' in place) return { ...query, within: { ...query.within, bbox: place.bbox } };
  return { ...query, ...place };
}

/**
 * How each part of a query is written as filters; null for what no filter says.
 *
 * @type {Record<string, (value: any) => Record<string, string> | null>}
 */
const readers = {
  kinds: (value) => ({ kind: value.join(',') }),
  text: (value) => ({ text: value }),
  tags: (value) => (isAlone(value, 'all') ? { tag: writeTags(value.all) } : null),
  open: (value) => {
    if (typeof value === 'string') return { open: value };
    if (isAlone(value, 'sometime')) return { open: `${value.sometime.from}~${value.sometime.to}` };
    return isAlone(value, 'at') ? { open: value.at } : null;
  },
  during: (value) => (typeof value === 'string' ? { during: value } : null),
  stay: ({ from, to, on, guests }) => (on || to
    ? { stay: on ?? `${from}..${to}`, ...(guests && { guests: String(guests) }) } : null),
  price: ({ max, currency, ...others }) => (max === undefined || Object.keys(others).length
    ? null : { 'max-price': String(max), ...(currency && { currency }) }),
  nightPrice: (value) => readers.price(value),
  rating: (value) => (isAlone(value, 'min') ? { 'min-rating': String(value.min) } : null),
  accessible: (value) => ({ accessible: value.join(',') }),
  notHost: (value) => ({ 'not-host': [value].flat().join(',') }),
  ...Object.fromEntries(plainFilters.map(({ name, key }) =>
    [key, (/** @type {string} */ value) => ({ [name]: value })])),
};

/** Where it looks, and in which order: no filter. */
const others = ['near', 'radius', 'within', 'sort', 'limit', 'fields'];

/**
 * @param {any} value
 * @param {string} key
 */
const isAlone = (value, key) => Object.keys(value).join() === key;

/**
 * The filters with the same meaning, as far as they exist.
 *
 * @param {Query} query
 * @returns {{filters: Record<string, string>, isAll: boolean}} isAll: whether they say everything
 */
export function filtersOf(query) {
  /** @type {Record<string, string>} */
  const filters = {};
  let isAll = true;
  for (const [key, value] of Object.entries(query)) {
    if (others.includes(key)) continue;
    const read = readers[key]?.(value);
    if (read) Object.assign(filters, read);
    else isAll = false;
  }
  const { area, bbox: _, ...more } = query.within ?? {};
  if (typeof area === 'string') filters.area = area;
  else if (area) isAll = false;
  return { filters, isAll: isAll && !Object.keys(more).length };
}

/** Meters of a degree of latitude. */
const degree = 111_195;

/**
 * The box in which an alert looks: west, south, east, north; null without one.
 *
 * @param {Query} query with a coordinate
 * @returns {number[] | null}
 */
export function boxOf({ within, near, radius }) {
  if (within?.bbox) return within.bbox;
  if (typeof near?.lat !== 'number' || !radius) return null;
  const high = radius / degree;
  const wide = high / Math.max(0.01, Math.cos((near.lat * Math.PI) / 180));
  return [near.lon - wide, near.lat - high, near.lon + wide, near.lat + high];
}

/**
 * Meters from west to east in the middle of a box.
 *
 * @param {number[]} box
 */
export function widthOf([west, south, east, north]) {
  const degrees = east < west ? east - west + 360 : east - west;
  return degrees * degree * Math.cos((((south + north) / 2) * Math.PI) / 180);
}
