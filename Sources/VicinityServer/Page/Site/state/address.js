// The state of the page as its address has it, so that a link shows the same.

import { zooms } from '../base/geometry.js';
import { allFilters, settings } from '../base/settings.js';
import { formOf } from './query.js';

/**
 * @typedef {import('../base/settings.js').View} View
 * @typedef {{lat: number, lon: number}} Coordinate
 * @typedef {'account' | 'mine' | 'hosting' | 'messages' | 'offer' | 'alerts' | 'reports' | 'admin'} OwnPlace what
 *   members alone see; the last two are for editors and admins
 * @typedef {'' | 'favourites' | 'meet' | 'route' | 'evening' | 'crawl' | OwnPlace} Place the panel next to the
 *   map: '' is the list of results
 * @typedef {{
 *   view: View,
 *   filters: Record<string, string>,
 *   sort: string,
 *   near: Coordinate | null,
 *   id: string | null,
 *   show: Place,
 *   item: string,
 *   points: Coordinate[],
 *   isAtReader?: boolean,
 *   origin: Coordinate | null,
 *   outing: Record<string, string>,
 *   follow: boolean,
 * }} State filters: by the names of `settings.filters`. near: where distances are measured
 *   from; null for the middle of the map. id: the listing that is shown. item: the conversation that is open, the
 *   listing or the alert that is edited, `new` for an alert, `copy:` with the listing that is copied, `*` for the
 *   calendar of all couches, or the reports that are listed. points: origins of a
 *   group, or a drawn line. origin: where an evening or a crawl begins; null for where distances are measured from.
 *   outing: the parameters of plans, see `outings/query.js`. follow: whether moving the map searches.
 *   isAtReader: the map is where the reader is, which an address says to a kilometer only.
 */

/** The orders of the list; the first one is the usual one. */
export const sorts = ['', 'distance', 'price', '-rating', 'open', 'start', 'name'];

/** The most letters of a filter. */
const longest = 2000;

/** The parameters of plans in an address. */
export const outingNames = [
  'by', 'arriving', 'width', 'nights', 'people', 'walk', 'budget', 'money', 'start', 'stops', 'pause', 'bed',
];

/** @type {View} */
const world = { lat: 30, lon: 10, zoom: 2 };

/** @type {Place[]} */
export const ownPlaces = ['account', 'mine', 'hosting', 'messages', 'offer', 'alerts', 'reports', 'admin'];

/** @type {Place[]} */
const outings = ['meet', 'route', 'evening', 'crawl'];

/** @type {Place[]} */
const places = ['favourites', ...outings, ...ownPlaces];

/**
 * @param {string | undefined} text
 * @returns {Coordinate | null}
 */
function coordinate(text) {
  const [lat, lon] = (text ?? '').split(',').map((part) => Number(part || NaN));
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}

/**
 * Five decimals are about a meter.
 *
 * @param {Coordinate} coordinate
 * @returns {Coordinate}
 */
export const rounded = ({ lat, lon }, digits = 5) => ({ lat: +lat.toFixed(digits), lon: +lon.toFixed(digits) });

/**
 * As an address has it.
 *
 * @param {Coordinate} at
 */
function written(at, digits = 5) {
  const { lat, lon } = rounded(at, digits);
  return `${lat},${lon}`;
}

/** @param {number} zoom */
const level = (zoom) => Math.max(zooms.least, Math.min(zooms.most, Math.round(zoom)));

/**
 * Reads an address. Missing and unreadable parts have their defaults.
 *
 * @param {string} query the part after `?`
 * @param {View | null} [usual] the view of an address without one
 * @returns {State}
 */
export function readState(query, usual = null) {
  const parameters = new URLSearchParams(query);
  const text = (/** @type {string} */ name) => parameters.get(name) ?? '';
  const [lat, lon, zoom] = text('view').split(',').map(Number);
  const isView = Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && zoom >= 0 && zoom <= 22;
  /** @type {Record<string, string>} */
  const filters = {};
  for (const filter of allFilters) {
    const value = text(filter.name);
    const valid = value.length > longest ? '' : formOf(filter).read(value, filter);
    if (valid) filters[filter.name] = valid;
  }
  /** @type {Record<string, string>} */
  const outing = {};
  for (const name of outingNames) if (text(name)) outing[name] = text(name);
  const show = places.find((place) => place === text('show')) ?? '';
  const points = text('points').split(';').map(coordinate).filter((point) => point !== null);
  const near = coordinate(text('near') || undefined);
  const nearView = near && { ...near, zoom: 15 };
  return {
    view: isView ? { lat, lon, zoom: level(zoom) } : nearView ?? usual ?? settings.start ?? world,
    filters, sort: sorts.find((sort) => sort === text('sort')) ?? '', near, id: text('id') || null, show,
    item: text('item'),
    points: /** @type {Coordinate[]} */ (points), origin: coordinate(text('origin') || undefined), outing,
    follow: text('follow') !== 'no',
  };
}

/**
 * The address that `readState` reads as the same.
 *
 * @param {State} state
 * @returns {string} beginning with `?`
 */
export function writeState(state) {
  const parameters = new URLSearchParams();
  parameters.set('view', `${written(state.view, state.isAtReader ? 2 : 5)},${state.view.zoom}`);
  for (const { name } of allFilters) if (state.filters[name]) parameters.set(name, state.filters[name]);
  if (state.sort) parameters.set('sort', state.sort);
  if (state.near) parameters.set('near', written(state.near));
  if (state.show) parameters.set('show', state.show);
  if (state.item && ownPlaces.includes(state.show)) parameters.set('item', state.item);
  if (outings.includes(state.show)) {
    if (state.points.length) parameters.set('points', state.points.map((point) => written(point)).join(';'));
    if (state.origin) parameters.set('origin', written(state.origin));
    for (const name of outingNames) if (state.outing[name]) parameters.set(name, state.outing[name]);
  }
  if (state.id) parameters.set('id', state.id);
  if (!state.follow) parameters.set('follow', 'no');
  // These characters are allowed in a query, and are easier to read.
  return `?${parameters}`.replaceAll('%2C', ',').replaceAll('%3B', ';').replaceAll('%3A', ':').replaceAll('%7E', '~');
}
