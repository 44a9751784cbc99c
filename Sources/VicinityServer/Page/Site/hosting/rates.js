// The prices of single nights (`nightlyRates` of `docs/stays.md`). It does not depend on the page, for its tests.

import { plusDays, weekday } from '../base/dates.js';

/**
 * @typedef {{price?: number, minNights?: number, maxNights?: number}} Terms of a night
 * @typedef {Terms & {from: string, to: string}} Rate half-open
 */

/** Days ahead for which weekends get their price. */
const ahead = 366;

/**
 * Whether a night is one of a weekend: that of a Friday or a Saturday.
 *
 * @param {string} date
 */
export const isWeekend = (date) => [5, 6].includes(weekday(date));

/**
 * @param {string} from
 * @param {string} to
 * @returns {string[]}
 */
export function datesBetween(from, to) {
  const dates = [];
  for (let date = from; date < to; date = plusDays(date, 1)) dates.push(date);
  return dates;
}

/** @param {Rate[]} rates */
function byNight(rates) {
  /** @type {Map<string, Terms>} */
  const nights = new Map();
  for (const { from, to, ...terms } of rates) for (const date of datesBetween(from, to)) nights.set(date, terms);
  return nights;
}

/**
 * Nights that follow each other and have the same terms are one rate.
 *
 * @param {Map<string, Terms>} nights
 */
function rates(nights) {
  /** @type {Rate[]} */
  const found = [];
  for (const date of [...nights.keys()].sort()) {
    const { price, minNights, maxNights } = nights.get(date) ?? {};
    if (price === undefined && minNights === undefined && maxNights === undefined) continue;
    const last = found.at(-1);
    const isSame = last?.price === price && last?.minNights === minNights && last?.maxNights === maxNights;
    if (last && isSame && last.to === date) last.to = plusDays(date, 1);
    else {
      found.push({
        from: date, to: plusDays(date, 1), ...(price !== undefined && { price }),
        ...(minNights !== undefined && { minNights }), ...(maxNights !== undefined && { maxNights }),
      });
    }
  }
  return found;
}

/**
 * The rates with another price for some nights; the limits of stays remain.
 *
 * @param {Rate[]} present
 * @param {string[]} dates
 * @param {number | null} price null for that of the listing
 */
export function withPrice(present, dates, price) {
  const nights = byNight(present);
  for (const date of dates) nights.set(date, { ...nights.get(date), price: price ?? undefined });
  return rates(nights);
}

/**
 * The price that the nights of Fridays and Saturdays have in the next four weeks; undefined if they have several, or
 * that of the listing.
 *
 * @param {Rate[]} present
 * @param {string} today
 */
export function weekendPrice(present, today) {
  const nights = byNight(present);
  const prices = new Set(datesBetween(today, plusDays(today, 28)).filter(isWeekend)
    .map((date) => nights.get(date)?.price));
  return prices.size === 1 ? [...prices][0] : undefined;
}

/**
 * The rates with another price of the nights of Fridays and Saturdays. Nights with a price of their own keep it.
 *
 * @param {Rate[]} present
 * @param {string} today
 * @param {number | null} price null for that of the listing
 */
export function withWeekends(present, today, price) {
  const nights = byNight(present);
  const former = weekendPrice(present, today);
  const dates = datesBetween(today, plusDays(today, ahead)).filter((date) => {
    const own = nights.get(date)?.price;
    return isWeekend(date) && (own === undefined || own === former);
  });
  return withPrice(present, dates, price);
}
