// What answers hold, and what follows from it.

import { day, distance, duration, moment, number, price, t, zero } from '../base/text.js';

/**
 * @typedef {import('../base/settings.js').Kind} Kind
 * @typedef {{
 *   id: string, kind: Kind, category?: string, name?: string, lat: number, lon: number, distance?: number, tags?: string[],
 *   price?: number, currency?: string, rating?: number, ratingCount?: number,
 *   open?: 'open' | 'closed' | 'unknown', opensOrCloses?: string, openComment?: string,
 *   starts?: string, ends?: string, allDay?: boolean,
 *   status?: 'cancelled' | 'postponed', guests?: number, stayPrice?: number, nightPrice?: number, image?: string,
 *   distances?: number[], routePosition?: number, offset?: number, detour?: number,
 * }} Result
 * @typedef {{cell: string, lat: number, lon: number, count: number, bbox: number[], id?: string}} Cluster
 * @typedef {{value: string | number | null, count: number}} FacetValue
 * @typedef {{
 *   filter: string, change?: number, unit?: string, value?: any, currency?: string, results: number, words: string,
 *   unknown?: string[], nearest?: string[],
 * }} Relaxation
 * @typedef {{
 *   now: string, total: number, results: Result[], next?: string, clusters?: Cluster[],
 *   facets?: Record<string, FacetValue[]>, relaxations?: Relaxation[],
 *   understood?: Record<string, {from?: string, to?: string}>,
 *   corrected?: {typed: string, words: string[]}[], partial?: boolean,
 * }} Answer partial: whether counting the matches took too long, so that there are no counts
 * @typedef {'open' | 'soon' | 'later' | 'closed' | 'unknown' | 'free'} OpenState soon: it closes within the hour.
 *   later: an event that has not begun. free: a couch
 */

/**
 * Hours such as `18:00+`: the closing time is unknown.
 *
 * @param {Result} result
 */
const isOpenEnd = ({ openComment }) => /open end/i.test(openComment ?? '');

/** Minutes before closing from which on a bar *closes soon*. */
const soonMinutes = 60;

/**
 * @param {Result} result
 * @param {number} now in milliseconds
 * @returns {OpenState}
 */
export function openState(result, now) {
  if (result.kind === 'couch') return 'free';
  if (result.status) return 'closed';
  if (result.kind === 'event' && result.starts && Date.parse(result.starts) > now) return 'later';
  if (result.open !== 'open') return result.open ?? 'unknown';
  const closes = result.opensOrCloses ?? (result.kind === 'event' ? result.ends : undefined);
  const isSoon = closes && (Date.parse(closes) - now) / 60_000 <= soonMinutes;
  return isSoon ? 'soon' : 'open';
}

/**
 * The clock time of a moment, with its day when that is another one.
 *
 * @param {string} text RFC 3339, with the offset of the place
 * @param {number} now in milliseconds
 */
export function clock(text, now) {
  const { date, time } = moment(text);
  const today = dateAt(text, now);
  if (date === today) return time;
  const hours = (Date.parse(text) - now) / 3_600_000;
  // What ends before six in the morning belongs to this night.
  if (hours > 0 && hours < 12 && time < '06:00') return time;
  if (Math.abs(hours) > 330 * 24) return `${day(date, 'long')} ${time}`;
  return `${hours > 0 && hours < 6 * 24 ? day(date, 'weekday') : day(date, 'short')} ${time}`;
}

/**
 * The date of an instant where the offset of `text` holds.
 *
 * @param {string} text
 * @param {number} now
 */
export const dateAt = (text, now) => moment(localTime(now, offsetOf(text) ?? 0)).date;

/**
 * @param {string} text RFC 3339
 * @returns {number | undefined} minutes; undefined without an offset
 */
export function offsetOf(text) {
  const offset = /([+-])(\d\d):(\d\d)$/.exec(text);
  return offset ? (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3])) : undefined;
}

/**
 * What clocks show at an instant, such as `2026-11-27T21:00:00.000Z` for nine in the evening.
 *
 * @param {number} now
 * @param {number} [offset] minutes; those of the reader's zone, if nothing else is said
 */
export const localTime = (now, offset = -new Date(now).getTimezoneOffset()) =>
  new Date(now + offset * 60_000).toISOString();

/**
 * One or two words for a pin.
 *
 * @param {Result} result
 * @param {number} now
 */
export function stateWord(result, now) {
  if (result.status) return t(result.status);
  const state = openState(result, now);
  if (state === 'later') return shortStart(result.starts ?? '', now);
  if (result.kind === 'event' && state === 'closed') return t('over');
  if (state === 'soon') return t('until', { time: moment(result.opensOrCloses ?? result.ends ?? '').time });
  if (result.kind === 'event' && state === 'open') return t('on');
  // An unknown state has no word, and the shape of a couch says enough.
  if (state === 'unknown' || state === 'free') return '';
  return t(`state ${state}`);
}

/**
 * @param {string} starts
 * @param {number} now
 */
function shortStart(starts, now) {
  const { date, time } = moment(starts);
  return date === dateAt(starts, now) ? time : day(date, 'day');
}

/**
 * The category of a listing in words, else its kind.
 *
 * @param {{kind: string, category?: string}} listing
 */
export const categoryText = ({ kind, category }) => t(category ? `category ${category}` : `kind ${kind}`);

/**
 * Whether there is anything to say about the hours.
 *
 * @param {Result} result
 * @param {number} now
 */
export const isStateKnown = (result, now) =>
  openState(result, now) !== 'unknown' || Boolean(result.openComment) || Boolean(result.status);

/**
 * A sentence about the opening or the dates.
 *
 * @param {Result} result
 * @param {number} now
 */
export function stateText(result, now) {
  if (result.status) return t(result.status);
  if (result.kind === 'couch') return t('sleeps', { n: result.guests ?? 1 });
  const state = openState(result, now);
  if (result.kind === 'event') return eventText(result, state, now);
  const next = result.opensOrCloses;
  /** @type {Record<string, string>} */
  const values = next ? { time: clock(next, now), duration: duration((Date.parse(next) - now) / 60_000) } : {};
  switch (state) {
    case 'open': return next ? t('open, closes', values) : t('open all day');
    case 'soon': return t('closes soon', values);
    case 'closed': return next ? t('closed, opens', values) : t('state closed');
    default: return t(isOpenEnd(result) ? 'open end' : 'hours unknown');
  }
}

/**
 * @param {Result} result
 * @param {OpenState} state
 * @param {number} now
 */
function eventText({ starts, ends, allDay }, state, now) {
  if (!starts) return t('date unknown');
  if (state === 'open' || state === 'soon') return ends ? t('on until', { time: clock(ends, now) }) : t('on');
  if (allDay) return day(moment(starts).date, 'short');
  const start = moment(starts);
  const date = start.date === dateAt(starts, now) ? t('today') : day(start.date, 'short');
  if (ends) return t('from to', { date, from: start.time, to: moment(ends).time });
  return t('starts', { date, time: start.time });
}

/**
 * What it costs: of a stay a night, by which it is filtered and sorted, and the whole stay.
 *
 * @param {Result} result
 */
export function priceText(result) {
  const { stayPrice, nightPrice, currency } = result;
  if (stayPrice) {
    const total = t('for the stay', { price: price(stayPrice, currency) });
    return nightPrice ? `${t('a night', { price: price(nightPrice, currency) })} · ${total}` : total;
  }
  const value = result.price;
  if (value === undefined) return '';
  const amount = price(value, result.currency);
  return result.kind === 'couch' && value > 0 ? t('a night', { price: amount }) : amount;
}

/**
 * The price in a pin.
 *
 * @param {Result} result
 */
export function pinPrice(result) {
  const amount = result.nightPrice ?? result.stayPrice ?? result.price;
  if (amount === undefined) return '';
  if (amount !== 0) return price(amount, result.currency);
  // Of a couch *free* also means available.
  return result.kind === 'couch' && result.currency ? zero(result.currency) : t('free pin');
}

/** @param {Result} result */
export function ratingText({ rating, ratingCount }) {
  if (rating === undefined || rating === null) return '';
  return ratingCount ? t('rated', { rating: number(rating), n: ratingCount }) : number(rating);
}

/**
 * Everything about a listing in one line, for labels.
 *
 * @param {Result} result
 * @param {number} now
 */
export function description(result, now) {
  const parts = [
    result.name ?? result.id, categoryText(result), isStateKnown(result, now) ? stateText(result, now) : '', priceText(result), ratingText(result),
    result.distance === undefined ? '' : distance(result.distance),
  ];
  return parts.filter(Boolean).join(', ');
}

/**
 * How a time was understood, such as *Fr 27 Nov 22:30*.
 *
 * @param {{from?: string, to?: string}} span
 */
export function understoodText({ from, to }) {
  const text = (/** @type {string} */ at) => `${day(at.slice(0, 10))}${at.length > 10 ? ` ${at.slice(11, 16)}` : ''}`;
  return [from, to].map((at) => (at ? text(at) : '')).filter(Boolean).join(' – ');
}

/**
 * Date and time where the results are; without results those of the reader.
 *
 * @param {Answer | null} answer
 */
export function placeNow(answer) {
  const texts = (answer?.results ?? []).map(({ opensOrCloses, starts }) => opensOrCloses ?? starts ?? '');
  const offset = texts.map(offsetOf).find((minutes) => minutes !== undefined);
  return moment(localTime(instantOf(answer), offset));
}

/**
 * The instant of an answer in milliseconds; without one the present.
 *
 * @param {Answer | null} answer
 */
export const instantOf = (answer) => Date.parse(answer?.now ?? '') || Date.now();
