// The query of an alert, to and from the filters of the page. It does not depend on the page, for its tests.

import { boxAround, degree } from '../base/geometry.js';
import { allFilters } from '../base/settings.js';
import { writeTags } from '../base/tags.js';
import { filterQuery, sometime } from '../state/query.js';

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

/** @param {any} value @param {string[]} keys in their order */
const hasOnly = (value, ...keys) => String(Object.keys(value).sort()) === String(keys);

/**
 * The text with the meaning of a value, by the form of the filter; null without one.
 *
 * @type {Record<string, (value: any) => string | null>}
 */
const textsByForm = {
  words: (value) => writeTags([value].flat()),
  number: String,
  integer: String,
  flag: (value) => (value === true ? 'true' : null),
  dates: (value) => [value].flat().join('..'),
  moment: (value) => {
    if (typeof value === 'string') return value;
    if (hasOnly(value, 'sometime')) return `${value.sometime.from}${sometime}${value.sometime.to}`;
    return hasOnly(value, 'at') ? value.at : null;
  },
  nights: (value) => {
    if (hasOnly(value, 'on')) return value.on;
    return hasOnly(value, 'from', 'to') ? `${value.from}..${value.to}` : null;
  },
};

/**
 * @param {import('../base/settings.js').Filter} filter
 * @param {any} value
 */
function textOf({ form }, value) {
  if (form in textsByForm) return textsByForm[form](value);
  return typeof value === 'string' ? value : null;
}

/**
 * A part of a query as filters; null if they do not say all of it.
 *
 * @param {string} key
 * @param {any} value
 * @returns {Record<string, string> | null}
 */
function textsOf(key, value) {
  /** @type {Record<string, string | null>} */
  const texts = {};
  let rest = value;
  for (const filter of allFilters) {
    const [first, step] = filter.path.split('.');
    if (first !== key || !step || rest[step] === undefined) continue;
    const { [step]: part, ...others } = rest;
    texts[filter.name] = textOf(filter, part);
    rest = others;
  }
  const whole = allFilters.find(({ path }) => path === key);
  if (whole) texts[whole.name] = textOf(whole, rest);
  const isAll = (whole || !Object.keys(rest).length) && Object.values(texts).every(Boolean)
    && allFilters.every(({ name, of }) => !(of && name in texts) || of in texts);
  return isAll && Object.keys(texts).length ? /** @type {Record<string, string>} */ (texts) : null;
}

/** Where it looks, and in which order: no filter. */
const others = ['near', 'radius', 'sort', 'limit', 'fields'];

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
  const { bbox: _, ...within } = query.within ?? {};
  for (const [key, value] of Object.entries({ ...query, within })) {
    if (others.includes(key) || value === within && !Object.keys(within).length) continue;
    // The page has one limit for both prices.
    const texts = textsOf(key === 'nightPrice' ? 'price' : key, value);
    if (texts) Object.assign(filters, texts);
    else isAll = false;
  }
  return { filters, isAll };
}

/**
 * The box in which an alert looks: west, south, east, north; null without one.
 *
 * @param {Query} query with a coordinate
 * @returns {number[] | null}
 */
export function boxOf({ within, near, radius }) {
  if (within?.bbox) return within.bbox;
  if (typeof near?.lat !== 'number' || !radius) return null;
  return boxAround(near, radius);
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
