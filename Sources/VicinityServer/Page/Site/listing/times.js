// The opening hours of a listing, and the dates of an event.

import { encoded, request } from '../base/api.js';
import { h } from '../base/dom.js';
import { plusDays } from '../base/dates.js';
import { day, moment, t } from '../base/text.js';
import { clock, dateAt } from '../state/answer.js';

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
 * @param {{starts: string, ends?: string}[]} list
 * @param {number} now
 */
export function dates(list, now) {
  if (!list.length) return h('p', { class: 'soft' }, t('no more dates'));
  return h('ul', { class: 'plain dates-list' }, list.map(({ starts, ends }) => h('li', {},
    h('time', { datetime: starts }, `${day(moment(starts).date)} ${moment(starts).time}`),
    ends && ` – ${endText(starts, ends, now)}`)));
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
