// The nights that a host has blocked. It does not depend on the page, for its tests.

import { plusDays } from '../base/dates.js';

/** @typedef {import('../filters/stay.js').Night} Night */

/**
 * Spans of unavailable nights that belong to no stay and not to the listing itself. Half-open, in order.
 *
 * @param {Night[]} nights in order
 * @param {{from: string, to: string, status: string}[]} bookings
 * @param {[string, string][]} [unavailable] of the listing
 */
export function spansOf(nights, bookings, unavailable = []) {
  const stays = bookings.filter(({ status }) => ['requested', 'confirmed'].includes(status));
  const taken = [...stays.map(({ from, to }) => [from, to]), ...unavailable];
  /** @type {{from: string, to: string}[]} */
  const spans = [];
  for (const { date, free } of nights) {
    if (free || taken.some(([from, to]) => date >= from && date < to)) continue;
    const last = spans.at(-1);
    if (last?.to === date) last.to = plusDays(date, 1);
    else spans.push({ from: date, to: plusDays(date, 1) });
  }
  return spans;
}
