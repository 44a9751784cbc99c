// The opening hours of a listing, and the dates of an event.

import { encoded, request } from '../base/api.js';
import { h } from '../base/dom.js';
import { plusDays } from '../base/dates.js';
import { day, moment, t } from '../base/text.js';
import { clock, dateAt } from '../state/answer.js';
import { repeatsText } from './repeats.js';
import { toCalendar } from './tocalendar.js';

/** @typedef {import('./listing.js').Listing} Listing */

/**
 * The state with its next changes, and the intervals of a week; those of the last night to their end.
 *
 * @param {Listing} listing
 * @param {number} now
 * @param {AbortSignal} signal
 */
export async function hours({ id }, now, signal) {
  const report = await request(`/v1/listings/${encoded(id)}/hours`, { signal, patience: 1 });
  const first = dateAt(report.at, now);
  const ofWeek = `/v1/listings/${encoded(id)}/hours?from=${first}&to=${plusDays(first, 8)}`;
  const window = await request(ofWeek, { signal, patience: 0 }).catch(() => report);
  return { ...report, intervals: window.intervals };
}

/**
 * @param {string} id
 * @param {AbortSignal} signal
 */
export async function occurrences(id, signal) {
  return (await request(`/v1/listings/${encoded(id)}/occurrences?limit=12`, { signal })).results;
}

/**
 * The next dates, each with a button that gives it to the calendar of the reader.
 *
 * @param {{starts: string, ends?: string}[]} list
 * @param {number} now
 * @param {Listing} listing
 */
export function dates(list, now, listing) {
  const rule = repeatsText(listing.recurrence, listing.starts);
  const words = rule && h('p', { class: 'repeats' }, rule);
  if (!list.length) return h('div', {}, words, h('p', { class: 'soft' }, t('no more dates')));
  return h('div', {}, words, h('ul', { class: 'plain dates-list' }, list.map(({ starts, ends }) => {
    const text = `${day(moment(starts).date)} ${moment(starts).time}`;
    return h('li', {}, h('span', {}, h('time', { datetime: starts }, text), ends && ` – ${endText(starts, ends, now)}`),
      toCalendar(text, () => entryOf(listing, starts, ends), listing.id));
  })));
}

/**
 * @param {Listing} listing
 * @param {string} starts
 * @param {string} [ends]
 */
const entryOf = ({ id, name = id, address, lat, lon, allDay }, starts, ends) => ({
  uid: `${id}/${starts}`, name, place: address, lat, lon,
  ...(allDay ? wholeDays(starts, ends) : { starts, ends }),
});

/**
 * The days of an event that takes whole days; in a calendar the day after the last one ends it.
 *
 * @param {string} starts
 * @param {string} [ends]
 */
function wholeDays(starts, ends = starts) {
  const [first, last] = [starts.slice(0, 10), ends.slice(0, 10)];
  return { starts: first, ends: ends.slice(11, 16) === '00:00' && last > first ? last : plusDays(last, 1) };
}

/**
 * The time alone when it ends on the same day, or before six in the morning.
 *
 * @param {string} starts
 * @param {string} ends
 * @param {number} now
 */
function endText(starts, ends, now) {
  const { date, time } = moment(ends);
  const isSameDay = date === moment(starts).date;
  return isSameDay || time < '06:00' ? time : clock(ends, now);
}
