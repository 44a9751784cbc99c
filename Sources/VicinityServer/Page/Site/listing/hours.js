// The opening hours of a week, in the time of the place.

import { h } from '../base/dom.js';
import { plusDays } from '../base/dates.js';
import { day, t } from '../base/text.js';
import { dateAt, localTime, offsetOf, stateText } from '../state/answer.js';

/**
 * @typedef {'open' | 'closed' | 'unknown'} HoursState
 * @typedef {[string, string, HoursState, string | null]} Interval from, to, state, comment
 * @typedef {{
 *   hours: string, timezone: string, at: string, state: HoursState, rule?: string, comment?: string,
 *   next: {at: string, state: HoursState, comment?: string}[], intervals: Interval[],
 *   warnings: {position: number, found: string, problem: string, correction?: string}[], lacks: string[],
 * }} HoursReport the answer of `/v1/listings/{id}/hours`
 */

/**
 * @param {HoursReport} report
 * @param {number} now in milliseconds
 * @returns {HTMLElement}
 */
export function weekHours(report, now) {
  const today = dateAt(report.at, now);
  const first = report.at.slice(0, 10);
  const days = Array.from({ length: 7 }, (_, index) => plusDays(first, index));
  const zone = zoneText(report, now);
  const notes = [
    ...report.lacks.map((lack) => t(`hours lack ${lack}`)),
    ...report.warnings.map(({ found, problem }) => t('hours warning', { found, problem })),
  ];
  const presence = present(report, now);
  // Hours of the night before that are over are not shown.
  const intervals = report.intervals.filter(([, to]) => Date.parse(to) > now || to.slice(0, 10) > first);
  return h('div', { class: 'hours' },
    // The state itself stands above all parts of the listing.
    presence.comment && h('p', { class: `hours-now state-${presence.state}` }, nowText(presence, now)),
    h('table', { class: 'hours-week', 'aria-label': t('opening hours') }, h('tbody', {}, days.map((date) => h('tr', {
      'aria-current': date === today ? 'date' : null,
    }, h('th', { scope: 'row' }, day(date)), h('td', {}, dayTexts(date, first, intervals)))))),
    zone && h('p', { class: 'hours-zone' }, zone),
    notes.length > 0 && h('ul', { class: 'hours-notes' }, notes.map((note) => h('li', { dir: 'auto' }, note))));
}

// MARK: Now

/**
 * The state at a time after that of the report.
 *
 * @param {HoursReport} report
 * @param {number} now
 */
function present({ state, comment, next }, now) {
  const index = next.findIndex(({ at }) => Date.parse(at) > now);
  const passed = index < 0 ? next : next.slice(0, index);
  const last = passed[passed.length - 1] ?? { state, comment };
  return { state: last.state, comment: last.comment, change: index < 0 ? undefined : next[index] };
}

/** @param {ReturnType<typeof present>} presence @param {number} now */
function nowText({ state, comment, change }, now) {
  // A change to unknown is neither opening nor closing.
  const isSure = change !== undefined && change.state !== 'unknown';
  const text = change && !isSure ? t(`hours state ${state}`) : stateText(
    { id: '', kind: 'bar', lat: 0, lon: 0, open: state, opensOrCloses: isSure ? change.at : undefined }, now);
  return withComment(text, comment);
}

/** @param {string} text @param {string | null | undefined} comment */
const withComment = (text, comment) => (comment ? `${text} (${comment})` : text);

// MARK: Days

/**
 * The hours that begin on a day, and on the first day also what is left of the night before.
 *
 * @param {string} date
 * @param {string} first the first day of the report
 * @param {Interval[]} intervals
 */
function dayTexts(date, first, intervals) {
  const texts = intervals
    .map(([from, to, state, comment]) => {
      const span = spanText(date, first, from.slice(0, 16), to.slice(0, 16));
      return span === null ? '' : withComment(stateSpan(span, state), comment);
    })
    .filter(Boolean);
  return (texts.length ? texts : [t('hours state closed')]).map((text) => h('div', {}, text));
}

/** @param {string} span '' for a whole day @param {HoursState} state */
function stateSpan(span, state) {
  if (state !== 'open') return span ? `${span} ${t(`hours state ${state}`)}` : t(`hours state ${state}`);
  return span || t('all day');
}

/**
 * The part of an interval that is shown for a day: null for none, '' for the whole day.
 *
 * @param {string} date
 * @param {string} first the report holds nothing before this day, and nothing after the seventh
 * @param {string} from local, such as `2026-11-27T18:00`
 * @param {string} to
 */
function spanText(date, first, from, to) {
  const [start, end] = [`${date}T00:00`, `${plusDays(date, 1)}T00:00`];
  if (from <= start && to >= end) return '';
  if (to <= start || from >= end) return null;
  const [opens, closes] = [from.slice(11), to.slice(11)];
  if (from < start || (from === start && date === first)) {
    const isOfNightBefore = from >= `${plusDays(date, -1)}T00:00` && closes <= from.slice(11);
    return isOfNightBefore && date !== first ? null : t('hours until', { time: closes });
  }
  // The report cuts the interval at its end; an interval of more than a day is repeated at the day on which it ends.
  const isCut = to === `${plusDays(first, 7)}T00:00`;
  if (isCut || to > `${plusDays(date, 1)}T${opens}`) return t('hours from', { time: opens });
  return `${opens}–${closes}`;
}

// MARK: Zone

/**
 * The time at the place, unless the reader's clock shows the same.
 *
 * @param {HoursReport} report
 * @param {number} now
 */
function zoneText({ at, timezone }, now) {
  const there = localTime(now, offsetOf(at));
  const here = localTime(now);
  if (there.slice(0, 16) === here.slice(0, 16)) return '';
  return t('hours zone', { zone: timezone.replaceAll('_', ' '), time: there.slice(11, 16) });
}
