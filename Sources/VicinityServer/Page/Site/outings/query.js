// From the parameters of the plans to the requests, and the types of their answers.

import { plusDays } from '../base/dates.js';
import { readTags } from '../base/tags.js';
import { fields, filterQuery } from '../state/query.js';

/**
 * @typedef {import('../state/address.js').Coordinate} Coordinate
 * @typedef {Record<string, string>} Words what is said, by the names of parameters of the address
 * @typedef {import('../state/query.js').Query} Query
 * @typedef {import('../base/settings.js').Kind} Kind
 * @typedef {{
 *   id: string, name?: string, lat: number, lon: number, walk: number, price?: number, currency?: string,
 *   starts?: string, ends?: string, countsAsOver?: string, arrival?: string, departure?: string, closes?: string,
 * }} Place one place of an answer
 * @typedef {Place & {kind: Kind}} Stop
 * @typedef {{
 *   score: number, walk: number, price?: number, currency?: string, evening?: string, wayBack?: number,
 *   couch?: Place, event?: Place, bar?: Place, stops?: Place[],
 * }} Outing an evening has a couch, an event, a bar and a way back, without a couch the two others; a crawl has stops
 * @typedef {{
 *   near: Coordinate, evening: string, people: number, walk: number, maxPrice?: number, currency?: string, tags?: any,
 * }} HomePlan an evening without a couch
 */

/** How far off a route, in meters. */
export const widths = [50, 75, 100, 150, 200, 250, 300, 400, 500, 750, 1000, 1500, 2000];
/** How far from one place to the next, in meters. */
export const walks = [500, 750, 1000, 1250, 1500, 2000, 2500, 3000];

/** With more stops a request takes longer than the server allows. */
export const mostStops = 6;

/** The defaults of the parameters. */
export const usual = { width: 250, walk: { evening: 1500, crawl: 1000 }, start: '20:00', stops: 3, pause: 60 };

/**
 * A number of the address within its bounds; the default for other texts.
 *
 * @param {string | undefined} text
 * @param {number} otherwise
 * @param {number} least
 * @param {number} most
 */
function bounded(text, otherwise, least, most) {
  const value = Number(text || NaN);
  return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : otherwise;
}

/**
 * The filters, if requested with opening on arrival. A single time remains as the time of departure; spans such as
 * tonight cannot be combined with arrival.
 *
 * @param {Words} filters
 * @param {Words} outing
 */
function filtered(filters, { arriving }) {
  if (!['walking', 'cycling', 'driving'].includes(arriving)) return filterQuery(filters);
  const { open } = filters;
  const isMoment = /\d\d:\d\d/.test(open ?? '') && !open.includes('..');
  return { ...filterQuery({ ...filters, open: 'now' }), open: isMoment ? { at: open, arriving } : { arriving } };
}

/**
 * A place to meet.
 *
 * @param {Coordinate[]} near
 * @param {Words} filters
 * @param {Words} outing
 * @returns {Query}
 */
export function groupQuery(near, filters, outing) {
  return {
    ...filtered(filters, outing), near, group: { by: outing.by === 'sum' ? 'sum' : 'worst' },
    sort: 'distance', limit: 20, fields: [...fields, 'distances', 'spread'],
  };
}

/**
 * Listings along a route, in its order.
 *
 * @param {Coordinate[]} line
 * @param {Words} filters
 * @param {Words} outing
 * @returns {Query}
 */
export function routeQuery(line, filters, outing) {
  const coordinates = line.map(({ lat, lon }) => [+lon.toFixed(6), +lat.toFixed(6)]);
  return {
    ...filtered(filters, outing), along: { line: { type: 'LineString', coordinates }, width: widthOf(outing) },
    sort: 'route', limit: 100, fields: [...fields, 'routePosition', 'offset', 'detour'],
  };
}

/** @param {Words} outing */
export const widthOf = ({ width }) => bounded(width, usual.width, widths[0], 2000);

/**
 * @param {Words} outing
 * @param {'evening' | 'crawl'} kind
 */
export const walkOf = ({ walk }, kind) => bounded(walk, usual.walk[kind], walks[0], 3000);

/**
 * The nights of an evening: those that are said, else those of the filter, else the first night.
 *
 * @param {Words} outing
 * @param {Words} filters
 * @param {string} today
 * @returns {string[]} arrival and departure
 */
export function nightsOf({ nights }, { stay }, today) {
  for (const span of [nights, stay]) {
    const [from, to] = (span ?? '').split('..');
    if (isDate(from) && isDate(to) && from < to) return [from, to];
  }
  return [today, plusDays(today, 1)];
}

/** @param {string | undefined} text */
const isDate = (text) => /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));

/** @param {Words} outing */
function budget({ budget: most, money }) {
  if (!(Number(most) >= 0) || !most) return {};
  return { maxPrice: Number(most), ...(/^[A-Za-z]{3}$/.test(money ?? '') ? { currency: money.toUpperCase() } : {}) };
}

/** @param {Words} filters */
const tagsOf = ({ tag }) => (tag ? { all: readTags(tag) } : undefined);

/**
 * A couch, an event and a bar. The tags that are chosen are those of the event.
 *
 * @param {Coordinate} near
 * @param {Words} filters
 * @param {Words} outing
 * @param {string} today
 * @returns {Query}
 */
export function planQuery(near, filters, outing, today) {
  const [from, to] = nightsOf(outing, filters, today);
  const guests = Math.round(bounded(outing.people ?? filters.guests, 1, 1, 99));
  return {
    near, stay: { from, to, guests }, walk: walkOf(outing, 'evening'), ...budget(outing), eventTags: tagsOf(filters),
    limit: 6,
  };
}

/**
 * Whether no couch is looked for: as it is said, else if there are none.
 *
 * @param {Words} outing
 * @param {number} couches of the catalog
 */
export const isAtHome = ({ bed }, couches) => (bed === 'home' || bed === 'couch' ? bed === 'home' : couches === 0);

/**
 * An event and a bar on the first evening.
 *
 * @param {Coordinate} near
 * @param {Words} filters
 * @param {Words} outing
 * @param {string} today
 * @returns {HomePlan}
 */
export function homePlan(near, filters, outing, today) {
  const [evening] = nightsOf(outing, filters, today);
  const people = Math.round(bounded(outing.people ?? filters.guests, 1, 1, 99));
  return { near, evening, people, walk: walkOf(outing, 'evening'), ...budget(outing), tags: tagsOf(filters) };
}

/**
 * Several bars in a row.
 *
 * @param {Coordinate} near
 * @param {Words} filters
 * @param {Words} outing
 * @returns {Query}
 */
export function crawlQuery(near, filters, outing) {
  const rating = Number(filters['min-rating']);
  return {
    near, start: /^(now|\d\d:\d\d)$/.test(outing.start ?? '') ? outing.start : usual.start,
    stops: Math.round(bounded(outing.stops, usual.stops, 1, mostStops)),
    stay: Math.round(bounded(outing.pause, usual.pause, 0, 1440)), walk: walkOf(outing, 'crawl'), ...budget(outing),
    tags: tagsOf(filters), rating: rating ? { min: rating } : undefined, limit: 3,
  };
}

/**
 * The places of an outing in their order.
 *
 * @param {Outing} outing
 * @returns {Stop[]}
 */
export function stopsOf({ couch, event, bar, stops }) {
  if (stops) return stops.map((stop) => ({ ...stop, kind: 'bar' }));
  /** @type {[Place | undefined, Kind][]} */
  const all = [[couch, 'couch'], [event, 'event'], [bar, 'bar']];
  return all.flatMap(([place, kind]) => (place ? [{ ...place, kind }] : []));
}
