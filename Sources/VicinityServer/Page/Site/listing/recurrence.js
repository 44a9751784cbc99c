// Rules by which events repeat (RRULE of RFC 5545), as far as they have plain words. It does not depend on the page,
// for its tests.

import { weekday } from '../base/dates.js';

/**
 * @typedef {'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'} Frequency
 * @typedef {{
 *   frequency: Frequency, interval: number, days: string[], week: number, until: string, count: number,
 * }} Rule days: such as `Fr`, in the order of a week. week: which one of a month, -1 for the last; 0 for none. until:
 *   the last possible date; '' for none. count: 0 for no limit
 */

/** The days of a week as OpenStreetMap and the phrases of the page write them. */
export const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

/** @param {string} date */
export const weekdayOf = (date) => weekdays[weekday(date) - 1];

const readers = {
  INTERVAL: (/** @type {Rule} */ rule, /** @type {string} */ value) => (rule.interval = Number(value)),
  COUNT: (/** @type {Rule} */ rule, /** @type {string} */ value) => (rule.count = Number(value)),
  UNTIL: (/** @type {Rule} */ rule, /** @type {string} */ value) =>
    (rule.until = value.replace(/^(\d{4})(\d\d)(\d\d).*/, '$1-$2-$3')),
  BYDAY: (/** @type {Rule} */ rule, /** @type {string} */ value) => readDays(rule, value),
  // Where a week begins matters only to several days in every second week.
  WKST: () => 0,
};

/** @param {Rule} rule @param {string} text */
function readDays(rule, text) {
  for (const part of text.split(',')) {
    const [, week = '', day = ''] = /^([+-]?\d+)?([A-Z]{2})$/.exec(part) ?? [];
    rule.days.push(day.slice(0, 1) + day.slice(1).toLowerCase());
    rule.week = Number(week);
  }
}

/**
 * A rule that has plain words; null for others, and for several lines.
 *
 * @param {string | undefined} text such as `FREQ=WEEKLY;BYDAY=FR`
 * @returns {Rule | null}
 */
export function readRule(text = '') {
  const line = text.trim().replace(/^RRULE:/i, '').replace(/;$/, '').toUpperCase();
  const [[key, frequency], ...others] = line.split(';').map((part) => part.split('='));
  if (key !== 'FREQ' || !['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(frequency)) return null;
  /** @type {Rule} */
  const rule = {
    frequency: /** @type {Frequency} */ (frequency), interval: 1, days: [], week: 0, until: '', count: 0,
  };
  for (const [name, value = ''] of others) {
    const read = readers[/** @type {keyof typeof readers} */ (name)];
    if (!read) return null;
    read(rule, value);
  }
  rule.days.sort((a, b) => weekdays.indexOf(a) - weekdays.indexOf(b));
  return isPlain(rule) ? rule : null;
}

/** @param {Rule} rule */
function isPlain({ frequency, interval, days, week, until, count }) {
  const isSound = interval >= 1 && count >= 0 && days.every((day) => weekdays.includes(day))
    && /^(\d{4}-\d\d-\d\d)?$/.test(until);
  if (!isSound) return false;
  if (frequency === 'WEEKLY') return week === 0;
  if (frequency === 'MONTHLY') return days.length === 0 || (days.length === 1 && week !== 0 && week >= -1 && week <= 4);
  return days.length === 0;
}

/**
 * The text that `readRule` reads as the same.
 *
 * @param {Rule} rule
 */
export function writeRule({ frequency, interval, days, week, until, count }) {
  const byDay = days.map((day) => `${week || ''}${day.toUpperCase()}`).join(',');
  return [
    `FREQ=${frequency}`, interval > 1 && `INTERVAL=${interval}`, byDay && `BYDAY=${byDay}`,
    count && `COUNT=${count}`, until && `UNTIL=${until.replaceAll('-', '')}`,
  ].filter(Boolean).join(';');
}

/**
 * Which week of its month a date is in: 1 to 4, else -1 for the last one.
 *
 * @param {string} date
 */
export function weekOf(date) {
  const week = Math.ceil(Number(date.slice(8, 10)) / 7);
  return week > 4 ? -1 : week;
}
