// The dates of a stay that a calendar lets a guest choose. It does not depend on the page, for its tests.

import { nightsBetween, plusDays, plusMonths, weekStart } from '../base/dates.js';

/**
 * @typedef {{date: string, free: boolean, price?: number, minNights?: number, maxNights?: number}} Night the night that
 *   begins on the date; the limits are those of a stay that begins with it
 * @typedef {{nights: Map<string, Night>, first: string}} Terms nights: those that are known, by date. first: the first
 *   possible day of arrival
 * @typedef {{why: 'past' | 'taken' | 'short' | 'least' | 'most', n: number}} Obstacle why a day cannot be chosen.
 *   taken: of a departure, that a night before it is taken. short: fewer nights are free than the least. n: nights of
 *   a limit
 */

/** The longest stay that can be searched and booked. */
const longestStay = 731;

/**
 * The weeks of a month; days of other months are null.
 *
 * @param {string} month such as `2026-12`
 * @param {number} firstWeekday 1 to 7
 */
export function weeks(month, firstWeekday) {
  /** @type {(string | null)[][]} */
  const rows = [];
  const end = plusMonths(`${month}-01`, 1);
  for (let start = weekStart(`${month}-01`, firstWeekday); start < end; start = plusDays(start, 7)) {
    const days = Array.from({ length: 7 }, (_, index) => plusDays(start, index));
    rows.push(days.map((date) => (date.startsWith(month) ? date : null)));
  }
  return rows;
}

/**
 * The day on which a week begins where the reader lives. A language without a country has Monday.
 *
 * @param {string} language
 * @param {readonly string[]} tags the languages of the browser, such as `en-US`
 * @returns {number} 1 to 7
 */
export function firstWeekday(language, tags) {
  const tag = tags.find((one) => one.startsWith(`${language}-`));
  if (!tag) return 1;
  /** @type {{weekInfo?: {firstDay: number}, getWeekInfo?: () => {firstDay: number}}} */
  const locale = /** @type {any} */ (new Intl.Locale(tag));
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

/**
 * The first taken night from a date on, before another. A night that is not known counts as free.
 *
 * @param {Map<string, Night>} nights
 * @param {string} from
 * @param {string} to
 */
function firstTaken(nights, from, to) {
  for (let date = from; date < to; date = plusDays(date, 1)) if (nights.get(date)?.free === false) return date;
  return null;
}

/** @param {string} date @param {Terms} terms @returns {Obstacle | null} */
export function arrivalObstacle(date, { nights, first }) {
  if (date < first) return { why: 'past', n: 0 };
  const night = nights.get(date);
  if (!night) return null;
  if (!night.free) return { why: 'taken', n: 0 };
  const least = Math.min(night.minNights ?? 1, longestStay);
  return firstTaken(nights, date, plusDays(date, least)) ? { why: 'short', n: least } : null;
}

/** @param {string} from a possible arrival @param {string} to @param {Terms} terms @returns {Obstacle | null} */
export function departureObstacle(from, to, { nights }) {
  const count = nightsBetween(from, to);
  const { least, most } = limits(from, nights);
  if (count > most) return { why: 'most', n: most };
  if (firstTaken(nights, from, to)) return { why: 'taken', n: 0 };
  return count < least ? { why: 'least', n: least } : null;
}

/**
 * The limits of a stay that begins on a day.
 *
 * @param {string} from
 * @param {Map<string, Night>} nights
 */
export function limits(from, nights) {
  const night = nights.get(from);
  return { least: night?.minNights ?? 1, most: Math.min(night?.maxNights ?? longestStay, longestStay) };
}

/**
 * What a stay costs; undefined if the price of one of its nights is not known.
 *
 * @param {string} from
 * @param {string} to
 * @param {Map<string, Night>} nights
 */
export function sum(from, to, nights) {
  let total = 0;
  for (let date = from; date < to; date = plusDays(date, 1)) {
    const amount = nights.get(date)?.price;
    if (amount === undefined || amount === null) return undefined;
    total += amount;
  }
  // Cents are added as binary fractions: 0.1 + 0.2 is 0.3.
  return Math.round(total * 1e4) / 1e4;
}

/**
 * The dates of a stay as the address has it; null for words such as *tonight*.
 *
 * @param {string} [stay] such as `2026-12-01..2026-12-05`
 */
export function staySpan(stay = '') {
  const [from, to] = stay.split('..');
  return to ? { from, to } : { from: null, to: null };
}
