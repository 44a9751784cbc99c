// Dates of the calendar, and what can be chosen as a stay. Nothing here knows the page, so that it can be tested alone.

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

const parsed = (/** @type {string} */ date) => new Date(`${date}T00:00:00Z`);
const written = (/** @type {Date} */ date) => date.toISOString().slice(0, 10);

/** @param {string} date @param {number} days */
export function plusDays(date, days) {
  const day = parsed(date);
  day.setUTCDate(day.getUTCDate() + days);
  return written(day);
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
  return written(first);
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

/**
 * The weeks of a month; days of its neighbours are null.
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
