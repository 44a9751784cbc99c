// The nights of a couch: which are free, what they cost, and whether the chosen ones can be booked.

import { encoded, Problem, problemMessage, request } from '../base/api.js';
import { fill, h } from '../base/dom.js';
import { staySpan } from '../filters/stay.js';
import { price, t } from '../base/text.js';
import { webAddress } from '../base/weblink.js';
import { Calendar } from '../filters/calendar.js';
import { localNow } from '../state/place.js';
import { store } from '../state/store.js';
import { obstaclesText } from './obstacles.js';

/** @typedef {import('./listing.js').Listing} Listing */

/**
 * @typedef {{
 *   stay: {from: string, to: string, guests: number, isFree: boolean} | null, price: string,
 *   changed: () => void, renew: () => void,
 * }} Choice what is chosen in the calendar of a couch. price: of the stay, as text. changed: called when it is another
 *   one. renew: reads the nights again, and leaves the choice
 */

/**
 * @param {Listing} listing
 * @param {Choice} choice
 * @param {AbortSignal} signal
 */
export function nights(listing, choice, signal) {
  const path = `/v1/listings/${encoded(listing.id)}`;
  const outcome = h('p', { class: 'sum', 'aria-live': 'polite' });
  const usual = Math.max(1, Math.floor(Number(store.state.filters.guests)) || 1);
  const input = h('input', { type: 'number', name: 'guests', min: 1, max: 99, value: usual });
  let turn = 0;
  const check = async (/** @type {string} */ arrival, /** @type {string} */ departure) => {
    const guests = String(Math.max(1, Math.floor(Number(input.value)) || 1));
    const span = `${arrival}..${departure}`;
    turn += 1;
    const own = turn;
    choose(null, '');
    /** @type {any} */
    let answer;
    try {
      answer = await request(`${path}/availability?stay=${span}&guests=${guests}`, { signal, patience: 1 });
    } catch (error) {
      if (error instanceof Problem && !signal.aborted && turn === own) fill(outcome, problemMessage(error));
      return;
    }
    if (signal.aborted || turn !== own) return;
    const amount = answer.price === undefined ? '' : price(answer.price, answer.currency ?? listing.currency);
    if (answer.available) fill(outcome, t('is free', { price: amount, n: Number(guests) }));
    else fill(outcome, obstaclesText(answer.reasons));
    choose({ from: arrival, to: departure, guests: Number(guests), isFree: answer.available }, amount);
  };
  const choose = (/** @type {Choice['stay']} */ stay, /** @type {string} */ amount) => {
    [choice.stay, choice.price] = [stay, amount];
    choice.changed();
    if (!stay) return;
    const { filters } = store.state;
    const guests = stay.guests > 1 || filters.guests ? String(stay.guests) : '';
    store.filterKeeping({ stay: `${stay.from}..${stay.to}`, guests });
  };
  /** @type {ConstructorParameters<typeof Calendar>[0]} */
  const options = {
    ...staySpan(store.state.filters.stay), today: localNow().date, currency: listing.currency,
    nights: async (begin, end) => {
      const report = await request(`${path}/nights?from=${begin}&to=${end}`, { signal, patience: 1 });
      options.firstArrival = report.firstArrival;
      options.currency = report.currency;
      return report.nights;
    },
    onChange: (arrival, departure) => check(arrival, departure), onClear: () => clear(),
  };
  const calendar = new Calendar(options);
  const checkAgain = () => calendar.from && calendar.to && check(calendar.from, calendar.to);
  // The answer resolves words for nights.
  const end = store.listen(({ filters }, before) => {
    if (signal.aborted) return end();
    const { from, to } = staySpan(filters.stay);
    if (filters.stay === before.filters.stay || !from || from === calendar.from && to === calendar.to) return undefined;
    calendar.show(from, to);
    return checkAgain();
  });
  input.addEventListener('change', checkAgain);
  const clear = () => {
    turn += 1;
    fill(outcome);
    choose(null, '');
  };
  choice.renew = () => {
    calendar.renew();
    calendar.show(null, null);
    clear();
  };
  checkAgain();
  const least = listing.minNights && listing.minNights > 1 ? ` · ${t('least nights', { n: listing.minNights })}` : '';
  return h('section', { class: 'part stay' }, h('h3', {}, t('free nights')),
    h('p', { class: 'soft' }, t('sleeps', { n: listing.guests ?? 1 }), least),
    h('label', { class: 'guests' }, t('guests'), input), calendar.element, outcome,
    !listing.host && notBookable(listing));
}

/**
 * Why a couch without a host cannot be asked for, and where it may be.
 *
 * @param {Listing} listing
 */
function notBookable({ url }) {
  const site = webAddress(url);
  const link = site && h('a', { href: site, rel: 'noopener noreferrer' }, t('book at', { host: new URL(site).host }));
  return h('p', { class: 'soft not-bookable' }, t('not bookable'), ' ', link);
}
