// How an event repeats, in words: *Every Friday until 18 Dec*.

import { day, language, t } from '../base/text.js';
import { readRule, weekdayOf } from './recurrence.js';

/** @typedef {import('./recurrence.js').Rule} Rule */

/** @param {string[]} days */
const listed = (days) => new Intl.ListFormat(language).format(days.map((one) => t(`when ${one}`)));

/**
 * @param {Rule} rule
 * @param {string} starts of the first occurrence
 */
function every({ frequency, interval: n, days, week }, starts) {
  const date = starts.slice(0, 10);
  switch (frequency) {
    case 'DAILY': return t('every days', { n });
    case 'WEEKLY': return t('every weeks', { n, days: listed(days.length ? days : [weekdayOf(date)]) });
    case 'MONTHLY': {
      const when = week ? t(`week ${week}`, { day: listed(days) }) : t('day of month', { day: Number(date.slice(8)) });
      return t('every months', { n, when });
    }
    default: return t('every years', { n, date: day(date, 'day') });
  }
}

/**
 * @param {string | undefined} recurrence
 * @param {string} [starts] of the first occurrence
 * @returns {string} empty text for a rule that has no plain words, or for none
 */
export function repeatsText(recurrence, starts = '') {
  const rule = readRule(recurrence);
  if (!rule || !starts) return '';
  const { until, count: n } = rule;
  const ends = [until && t('repeats until', { date: day(until, 'date') }), n && t('repeats times', { n })];
  return [every(rule, starts), ...ends].filter(Boolean).join(' ');
}
