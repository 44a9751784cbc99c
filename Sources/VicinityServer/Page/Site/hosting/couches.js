// One calendar for all couches of a host: a row for each couch, a column for each night.

import { encoded, request } from '../base/api.js';
import { fill, h, icon, set } from '../base/dom.js';
import { plusDays, plusMonths } from '../base/dates.js';
import { loadStyles } from '../base/styles.js';
import { day, price, t } from '../base/text.js';
import { living } from '../members/part.js';
import { memberRequest } from '../members/request.js';
import { localNow } from '../state/place.js';
import { store } from '../state/store.js';
import { NightActions } from './nightactions.js';
import { datesBetween, isWeekend } from './rates.js';

await loadStyles('couches.css', import.meta.url);
await loadStyles('../filters/calendar.css', import.meta.url);

/**
 * @typedef {import('../members/rows.js').Booking} Booking
 * @typedef {{
 *   date: string, free: boolean, price?: number, taken?: 'requested' | 'confirmed' | 'blocked' | 'unavailable',
 *   member?: string,
 * }} Night taken: why it is not free. member: the guest
 * @typedef {{id: string, name: string, currency?: string, nights: Map<string, Night>}} Row
 * @typedef {{row: number, date: string}} Place a cell; row -1 is the head, which stands for all couches
 */

/** The item of the address for this calendar: no id of a listing is a star. */
export const allCouches = '*';

/** Months that can be reached. */
const reach = 18;

/**
 * @param {AbortSignal} signal
 * @returns {Promise<import('../members/part.js').Part>}
 */
export async function couchesCalendar(signal) {
  const calendar = new Couches(signal);
  await calendar.begin();
  return { element: calendar.element, focus: () => calendar.heading.focus({ preventScroll: true }) };
}

class Couches {
  heading = h('h3', { tabindex: -1 }, t('all couches'));
  #title = h('div', { class: 'calendar-title', 'aria-live': 'polite' });
  #table = h('table', {
    class: 'couches-table', role: 'grid', 'aria-multiselectable': true, 'aria-label': t('all couches'),
    onclick: (/** @type {MouseEvent} */ event) => this.#clicked(event),
    onkeydown: (/** @type {KeyboardEvent} */ event) => this.#pressed(event),
    onpointerover: (/** @type {Event} */ event) => this.#look(placeOf(event.target)),
    onpointerleave: () => this.#look(null),
  });
  #today = localNow().date;
  #month = this.#today.slice(0, 7);
  /** @type {Row[]} */
  #rows = [];
  /** @type {Place | null} where a choice begins */
  #from = null;
  /** @type {Place | null} where it ends */
  #to = null;
  /** @type {Place | null} the cell under the pointer while the end is open */
  #preview = null;
  /** @type {Place} the cell that the tab key reaches */
  #current = { row: 0, date: this.#today };
  #again = async () => {};
  #actions = new NightActions(async () => {
    await this.#again();
    this.#cell(this.#current)?.focus({ preventScroll: true });
  });
  element;

  /** @param {AbortSignal} signal */
  constructor(signal) {
    this.signal = signal;
    const back = h('button', {
      type: 'button', class: 'back', onclick: () => store.update({ item: '' }),
    }, icon('back'), t('own hosting'));
    this.previous = this.#mover('previous month', '‹', -1);
    this.next = this.#mover('next month', '›', 1);
    this.element = h('div', { class: 'couches calendar' }, back, this.heading,
      h('p', { class: 'soft' }, t('all couches hint')),
      h('div', { class: 'calendar-head' }, this.previous, this.#title, this.next));
  }

  /** @param {string} label @param {string} sign @param {number} count */
  #mover(label, sign, count) {
    return h('button', {
      type: 'button', class: 'calendar-move', 'aria-label': t(label), onclick: () => this.#turn(count),
    }, h('span', { 'aria-hidden': true }, sign));
  }

  async begin() {
    const legend = h('p', { class: 'soft couches-legend' }, ['confirmed', 'requested', 'blocked'].map((state) =>
      h('span', {}, h('i', { class: `night-${state}`, 'aria-hidden': true }), t(`night ${state}`))));
    const grid = await living(this.signal, ['booking', 'listing'], async (renew) => {
      this.#again = renew;
      await this.#read();
      this.#build();
      return [this.#rows.length ? h('div', { class: 'couches-scroll' }, this.#table)
        : h('p', { class: 'soft' }, t('no own couches'))];
    });
    this.element.append(grid, legend, this.#actions.element);
  }

  get #first() {
    const first = `${this.#month}-01`;
    return first < this.#today ? this.#today : first;
  }

  /** The day after the last night: with what is left of the present month the next one is shown. */
  get #end() {
    return plusMonths(`${this.#month}-01`, this.#first === this.#today ? 2 : 1);
  }

  get #dates() {
    return datesBetween(this.#first, this.#end);
  }

  async #read() {
    const { signal } = this;
    const { listings } = await memberRequest('/v1/me/hosting', { signal });
    const own = listings.filter((/** @type {{kind: string}} */ { kind }) => kind === 'couch');
    const to = this.#end;
    this.#rows = await Promise.all(own.map(async (/** @type {{id: string, name?: string}} */ { id, name = id }) => {
      const path = `/v1/listings/${encoded(id)}`;
      const [{ nights, currency }, { bookings }] = await Promise.all([
        request(`${path}/nights?from=${this.#first}&to=${to}`, { signal, patience: 1 }),
        memberRequest(`${path}/bookings`, { signal }),
      ]);
      const isOf = (/** @type {Night} */ { date }) => (/** @type {Booking} */ { from, to: leaves, status }) =>
        ['requested', 'confirmed'].includes(status) && date >= from && date < leaves;
      const known = nights.map((/** @type {Night} */ night) =>
        [night.date, { ...night, member: bookings.find(isOf(night))?.member }]);
      return { id, name, currency, nights: new Map(known) };
    }));
  }

  // MARK: Building

  #build() {
    const months = new Set([this.#first, plusDays(this.#end, -1)].map((date) => day(date, 'month')));
    this.#title.textContent = [...months].join(' – ');
    set(this.previous, { 'aria-disabled': this.#month <= this.#today.slice(0, 7) });
    set(this.next, { 'aria-disabled': this.#month >= plusMonths(this.#today, reach).slice(0, 7) });
    const dates = this.#dates;
    if (!dates.includes(this.#current.date)) this.#current = { row: 0, date: dates[0] };
    fill(this.#table,
      h('thead', {}, h('tr', {}, h('td', {}, h('span', { class: 'visually-hidden' }, t('kind couch'))),
        dates.map((date) => this.#headCell(date)))),
      h('tbody', {}, this.#rows.map((row, index) => h('tr', {},
        h('th', { scope: 'row' }, h('a', {
          href: `?show=hosting&item=${encoded(row.id)}`, dir: 'auto',
          onclick: (/** @type {Event} */ event) => {
            event.preventDefault();
            store.update({ item: row.id });
          },
        }, row.name)),
        dates.map((date) => this.#nightCell(row, index, date))))));
    this.#paint();
  }

  /** @param {string} date */
  #headCell(date) {
    return h('th', {
      scope: 'col', role: 'columnheader', 'data-date': date, 'data-row': -1,
      'aria-label': `${t('all couches')}, ${day(date, 'long')}`, 'aria-current': date === this.#today ? 'date' : null,
      class: isWeekend(date) ? 'is-weekend' : null,
    }, h('span', { class: 'soft' }, day(date, 'weekday')),
    h('b', {}, date.endsWith('-01') ? day(date, 'day') : Number(date.slice(8))));
  }

  /**
   * @param {Row} row
   * @param {number} index
   * @param {string} date
   */
  #nightCell({ name, nights, currency }, index, date) {
    const { taken = '', member = '', price: amount } = nights.get(date) ?? {};
    const isFirst = nights.get(plusDays(date, -1))?.member !== member || date === this.#first;
    const cost = amount === undefined ? '' : price(amount, currency);
    const state = taken ? [t(`night ${taken}`), member].filter(Boolean).join(', ') : t('state free night');
    return h('td', {
      role: 'gridcell', 'data-date': date, 'data-row': index,
      class: [taken && `night-${taken}`, isWeekend(date) && 'is-weekend'].filter(Boolean).join(' ') || null,
      'aria-label': [name, day(date, 'long'), state, cost].filter(Boolean).join(', '),
    }, member && isFirst ? h('span', { class: 'night-guest' }, member) : h('span', { class: 'calendar-price' }, cost));
  }

  // MARK: Choosing

  /** @param {Place} place */
  #cell({ row, date }) {
    return /** @type {HTMLElement | null} */ (
      this.#table.querySelector(`[data-row="${row}"][data-date="${date}"]`));
  }

  /** What is chosen: the rows and the first and last night. */
  get #choice() {
    const [from, to] = [this.#from, this.#to ?? this.#preview ?? this.#from];
    if (!from || !to) return null;
    const isAll = from.row < 0 || to.row < 0;
    const rows = isAll ? [0, this.#rows.length - 1] : [from.row, to.row].sort((a, b) => a - b);
    const [first, last] = [from.date, to.date].sort();
    return { rows, first, last };
  }

  /** @param {Place} place @param {boolean} [isEnd] whether it ends a choice whose beginning there is */
  #choose(place, isEnd = false) {
    this.#current = place;
    const isOpen = this.#from !== null && (this.#to === null || isEnd);
    if (isOpen) this.#to = place;
    else [this.#from, this.#to] = [place, null];
    this.#preview = null;
    this.#offer();
  }

  #clear() {
    [this.#from, this.#to, this.#preview] = [null, null, null];
    this.#offer();
  }

  /** Shows what can be done with what is chosen. */
  #offer() {
    const choice = this.#choice;
    this.#paint();
    if (!choice) return this.#actions.show(null);
    const couches = this.#rows.slice(choice.rows[0], choice.rows[1] + 1);
    const dates = datesBetween(choice.first, plusDays(choice.last, 1));
    const isBlocked = couches.some(({ nights }) => dates.some((date) => {
      const night = nights.get(date);
      return !night || night.taken === 'blocked';
    }));
    return this.#actions.show({ couches, from: choice.first, to: plusDays(choice.last, 1) }, isBlocked);
  }

  /** @param {Place | null} place */
  #look(place) {
    if (!this.#from || this.#to) return;
    this.#preview = place;
    this.#paint();
  }

  /** @param {MouseEvent} event */
  #clicked({ target, shiftKey }) {
    const place = placeOf(target);
    if (!place) return;
    this.#choose(place, shiftKey);
    this.#cell(place)?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const place = placeOf(event.target);
    if (!place || event.ctrlKey || event.altKey || event.metaKey) return;
    const { key } = event;
    if (key === 'Enter' || key === ' ') this.#choose(place, event.shiftKey);
    else if (key === 'Escape' && this.#from) this.#clear();
    else {
      const target = this.#target(key, place);
      if (!target) return;
      this.#current = target;
      if (event.shiftKey && this.#from) this.#choose(target, true);
      else this.#look(target);
      this.#paint();
      this.#cell(target)?.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * @param {string} key
   * @param {Place} place
   * @returns {Place | null}
   */
  #target(key, { row, date }) {
    const dates = this.#dates;
    const within = (/** @type {string} */ other) =>
      (other < dates[0] ? dates[0] : other > dates[dates.length - 1] ? dates[dates.length - 1] : other);
    switch (key) {
      case 'ArrowLeft': return { row, date: within(plusDays(date, -1)) };
      case 'ArrowRight': return { row, date: within(plusDays(date, 1)) };
      case 'ArrowUp': return { row: Math.max(-1, row - 1), date };
      case 'ArrowDown': return { row: Math.min(this.#rows.length - 1, row + 1), date };
      case 'Home': return { row, date: dates[0] };
      case 'End': return { row, date: dates[dates.length - 1] };
      default: return null;
    }
  }

  /** @param {number} count */
  async #turn(count) {
    const month = plusMonths(`${this.#month}-01`, count).slice(0, 7);
    if (month < this.#today.slice(0, 7) || month > plusMonths(this.#today, reach).slice(0, 7)) return;
    this.#month = month;
    await this.#again();
  }

  #paint() {
    const choice = this.#choice;
    for (const cell of /** @type {NodeListOf<HTMLElement>} */ (this.#table.querySelectorAll('[data-date]'))) {
      const { date = '', row: text } = cell.dataset;
      const row = Number(text);
      const isWithin = choice !== null && date >= choice.first && date <= choice.last
        && (row < 0 ? this.#from?.row === -1 : row >= choice.rows[0] && row <= choice.rows[1]);
      cell.classList.toggle('calendar-within', isWithin);
      set(cell, {
        'aria-selected': isWithin, tabindex: row === this.#current.row && date === this.#current.date ? 0 : -1,
      });
    }
  }
}

/**
 * The cell that an event is about.
 *
 * @param {EventTarget | null} target
 * @returns {Place | null}
 */
function placeOf(target) {
  const cell = target instanceof Element ? target.closest('[data-date]') : null;
  if (!(cell instanceof HTMLElement)) return null;
  return { row: Number(cell.dataset.row), date: cell.dataset.date ?? '' };
}
