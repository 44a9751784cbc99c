// Where the map looks, in words: *in Stuttgart*.

import { request } from '../base/api.js';
import { settings } from '../base/settings.js';
import { countryName, t } from '../base/text.js';

/**
 * @typedef {import('../base/settings.js').View} View
 * @typedef {{name: string, country?: string, region?: string | null, population?: number, distance: number}} Place
 *   distance: in meters
 * @typedef {{country?: string | null, city?: Place | null, nearest?: Place | null}} Zone what surrounds a coordinate
 */

/** Zooms of the map from which on a place of the kind is what one looks at. */
const from = { country: 5, region: 8, city: 10, quarter: 15 };
/** Within so many meters one is at a place that is not a city. */
const near = { quarter: 1500, town: 15_000 };

/**
 * How far a city reaches, in meters.
 *
 * @param {Place} city
 */
const reachOf = ({ population = 0 }) => 2000 + 12 * Math.sqrt(population);

/**
 * What a map shows, such as *in Stuttgart*; empty text if there is no name for it.
 *
 * @param {Zone} zone of its middle
 * @param {number} zoom
 */
export function wording({ country, city, nearest }, zoom) {
  if (zoom < from.country || !country) return '';
  if (zoom >= from.city) {
    const isQuarter = zoom >= from.quarter && nearest && nearest.distance < near.quarter;
    if (isQuarter) return t('in place', { place: nearest.name });
    if (city && city.distance < reachOf(city)) return t('in place', { place: city.name });
    if (nearest && nearest.distance < near.town) return t('near place', { place: nearest.name });
  }
  const region = nearest?.country === country ? nearest.region : '';
  // Some gazetteers have only the code of a region.
  if (zoom >= from.region && region && /\p{Ll}/u.test(region)) return t('in place', { place: region });
  return t('in place', { place: inflected(country) });
}

/**
 * The name of a country as it is after *in*: some need an article.
 *
 * @param {string} code
 */
function inflected(code) {
  const found = t('in countries').split(', ').find((each) => each.startsWith(`${code}: `));
  return found?.slice(4) ?? countryName(code);
}

/** @type {Map<string, Promise<Zone | null>>} */
const known = new Map();
/** The most answers that are kept. */
const mostKnown = 200;

/**
 * The name of what a map shows; asked for once for about the same middle.
 *
 * @param {View} view
 * @returns {Promise<string>} empty text if nothing is known
 */
export async function whereabouts({ lat, lon, zoom }) {
  if (!settings.gazetteer || zoom < from.country) return '';
  const digits = zoom >= from.quarter ? 3 : zoom >= from.city ? 2 : 1;
  const key = `${lat.toFixed(digits)},${lon.toFixed(digits)}`;
  const asked = known.get(key) ?? request(`/v1/zone?near=${key}`, { patience: 1 }).catch(() => null);
  if (known.size > mostKnown) known.clear();
  known.set(key, asked);
  const zone = await asked;
  if (!zone) known.delete(key);
  return zone ? wording(zone, zoom) : '';
}
