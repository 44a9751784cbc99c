// Dates of the calendar, such as `2026-11-27`, without a zone.

const parsed = (/** @type {string} */ date) => new Date(`${date}T00:00:00Z`);
const dateText = (/** @type {Date} */ date) => date.toISOString().slice(0, 10);

/** @param {string} date @param {number} days */
export function plusDays(date, days) {
  const day = parsed(date);
  day.setUTCDate(day.getUTCDate() + days);
  return dateText(day);
}

/**
 * The same day of another month, or its last one.
 *
 * @param {string} date
 * @param {number} months
 */
export function plusMonths(date, months) {
  const first = parsed(`${date.slice(0, 7)}-01`);
  first.setUTCMonth(first.getUTCMonth() + months);
  const last = new Date(first);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  first.setUTCDate(Math.min(Number(date.slice(8)), last.getUTCDate()));
  return dateText(first);
}

/**
 * The nights between two dates.
 *
 * @param {string} from
 * @param {string} to
 */
export const nightsBetween = (from, to) => Math.round((Number(parsed(to)) - Number(parsed(from))) / 86_400_000);

/**
 * 1 for Monday to 7 for Sunday.
 *
 * @param {string} date
 */
export const weekday = (date) => parsed(date).getUTCDay() || 7;

/**
 * The first day of the week of a date.
 *
 * @param {string} date
 * @param {number} firstWeekday 1 to 7
 */
export const weekStart = (date, firstWeekday) => plusDays(date, -((weekday(date) - firstWeekday + 7) % 7));
