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

/** The calendar of a couch, and the outcome of a choice. */
class Nights {
  #outcome = h('p', { class: 'sum', 'aria-live': 'polite' });
  #guests = h('input', {
    type: 'number', name: 'guests', min: 1, max: 99, value: guestsOf(store.state.filters.guests ?? ''),
    onchange: () => this.#checkAgain(),
  });
  /** The number of the last check: earlier ones are out of date. */
  #turn = 0;
  #calendar;
  element;

  /**
   * @param {Listing} listing
   * @param {Choice} choice
   * @param {AbortSignal} signal
   */
  constructor(listing, choice, signal) {
    this.listing = listing;
    this.choice = choice;
    this.signal = signal;
    this.path = `/v1/listings/${encoded(listing.id)}`;
    this.#calendar = this.#makeCalendar();
    choice.renew = () => this.#renew();
    const { guests = 1, minNights: n = 1, host } = listing;
    this.element = h('section', { class: 'part stay' }, h('h3', {}, t('free nights')),
      h('p', { class: 'soft' }, t('sleeps', { n: guests }), n > 1 ? ` · ${t('least nights', { n })}` : ''),
      h('label', { class: 'guests' }, t('guests'), this.#guests), this.#calendar.element, this.#outcome,
      !host && notBookable(listing));
    const end = store.listen((state, before) => {
      if (signal.aborted) end();
      else if (state.filters.stay !== before.filters.stay) this.#follow(state.filters.stay);
    });
    this.#checkAgain();
  }

  #makeCalendar() {
    const { listing, path, signal } = this;
    /** @type {ConstructorParameters<typeof Calendar>[0]} */
    const options = {
      ...staySpan(store.state.filters.stay), today: localNow().date, currency: listing.currency,
      nights: async (begin, end) => {
        const report = await request(`${path}/nights?from=${begin}&to=${end}`, { signal, patience: 1 });
        options.firstArrival = report.firstArrival;
        options.currency = report.currency;
        return report.nights;
      },
      onChange: (arrival, departure) => this.#check(arrival, departure), onClear: () => this.#clear(),
    };
    return new Calendar(options);
  }

  /**
   * Shows the nights of the filter: the answer resolves words for nights.
   *
   * @param {string} stay
   */
  #follow(stay) {
    const { from, to } = staySpan(stay);
    if (!from || from === this.#calendar.from && to === this.#calendar.to) return;
    this.#calendar.show(from, to);
    this.#checkAgain();
  }

  #checkAgain() {
    const { from, to } = this.#calendar;
    if (from && to) this.#check(from, to);
  }

  /**
   * Requests the availability of a stay, and its price.
   *
   * @param {string} from
   * @param {string} to
   */
  async #check(from, to) {
    const { listing, path, signal } = this;
    const guests = guestsOf(this.#guests.value);
    const turn = (this.#turn += 1);
    const isLate = () => signal.aborted || turn !== this.#turn;
    this.#choose(null, '');
    try {
      const query = `stay=${from}..${to}&guests=${guests}`;
      const answer = await request(`${path}/availability?${query}`, { signal, patience: 1 });
      if (isLate()) return;
      const { available: isFree, currency = listing.currency, reasons } = answer;
      const amount = answer.price === undefined ? '' : price(answer.price, currency);
      fill(this.#outcome, isFree ? t('is free', { price: amount, n: guests }) : obstaclesText(reasons));
      this.#choose({ from, to, guests, isFree }, amount);
    } catch (error) {
      if (!(error instanceof Problem) && !signal.aborted) throw error;
      if (error instanceof Problem && !isLate()) fill(this.#outcome, problemMessage(error));
    }
  }

  /**
   * @param {Choice['stay']} stay
   * @param {string} amount
   */
  #choose(stay, amount) {
    const { choice } = this;
    [choice.stay, choice.price] = [stay, amount];
    choice.changed();
    if (!stay) return;
    const guests = stay.guests > 1 || store.state.filters.guests ? String(stay.guests) : '';
    store.filterKeeping({ stay: `${stay.from}..${stay.to}`, guests });
  }

  #clear() {
    this.#turn += 1;
    fill(this.#outcome);
    this.#choose(null, '');
  }

  /** Reads the nights again, without a choice. */
  #renew() {
    this.#calendar.renew();
    this.#calendar.show(null, null);
    this.#clear();
  }
}

/**
 * The number of guests in a field; one for other texts.
 *
 * @param {string} text
 */
const guestsOf = (text) => Math.max(1, Math.floor(Number(text)) || 1);

/**
 * @param {Listing} listing
 * @param {Choice} choice
 * @param {AbortSignal} signal
 */
export const nights = (listing, choice, signal) => new Nights(listing, choice, signal).element;

/**
 * A note that a couch without a host cannot be booked here, with the link of its source.
 *
 * @param {Listing} listing
 */
function notBookable({ url }) {
  const site = webAddress(url);
  const link = site && h('a', { href: site, rel: 'noopener noreferrer' }, t('book at', { host: new URL(site).host }));
  return h('p', { class: 'soft not-bookable' }, t('not bookable'), ' ', link);
}
