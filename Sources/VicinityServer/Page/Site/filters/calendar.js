// A calendar in which a stay is chosen: a grid (ARIA) of days for each month, with one stop of the tab key for all.

import { fill, h, set } from '../base/dom.js';
import { nightsBetween, plusDays, plusMonths, weekStart } from '../base/dates.js';
import { arrivalObstacle, departureObstacle, firstWeekday, limits, sum, weeks } from './stay.js';
import { loadStyles } from '../base/styles.js';
import { day, language, number, price, t } from '../base/text.js';

await loadStyles('calendar.css', import.meta.url);

/**
 * @typedef {import('./stay.js').Night} Night
 * @typedef {import('./stay.js').Obstacle} Obstacle
 * @typedef {{
 *   from: string | null, to: string | null, today: string, firstArrival?: string, currency?: string,
 *   onChange: (from: string, to: string) => void, onClear?: () => void,
 *   nights?: (from: string, to: string) => Promise<Night[]>, isFree?: boolean,
 *   words?: (key: string) => string, isOfDays?: boolean, isOfOneDay?: boolean,
 * }} Options isOfDays: whether days are chosen and not nights: the last one belongs to them, and may be the first.
 *   isOfOneDay: whether one of these days is chosen.
 *   onClear: called when the choice is cleared. isFree: whether no price is shown. words: other phrases than
 *   those of a stay. `firstArrival` and `currency` are read again after `nights`, which may set them. The dates that
 *   `nights` is asked for are half-open.
 */

/** Months after the present one that can be reached. */
const reach = 60;

/** @param {string} date */
const monthOf = (date) => date.slice(0, 7);

/** @param {string} month @param {number} count */
const otherMonth = (month, count) => monthOf(plusMonths(`${month}-01`, count));

export class Calendar {
  /** @type {string | null} */
  #from = null;
  /** @type {string | null} */
  #to = null;
  /** @type {string | null} the day under the pointer or with the focus, as a departure */
  #preview = null;
  /** The first month that is shown. */
  #month = '';
  /** The day that the tab key reaches. */
  #current = '';
  /** @type {Map<string, HTMLElement>} by date */
  #cells = new Map();
  /** @type {Map<string, Night>} by date */
  #nights = new Map();
  /** @type {Map<string, 'loading' | 'loaded'>} by month; those that failed are absent, and are loaded again */
  #loads = new Map();
  #firstWeekday = firstWeekday(language, navigator.languages);

  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    this.previous = this.#mover('previous month', '‹', -1);
    this.next = this.#mover('next month', '›', 1);
    this.titles = [1, 2].map(() => h('div', { class: 'calendar-title', 'aria-live': 'polite' }));
    this.tables = [1, 2].map(() => h('table', { class: 'calendar-month', role: 'grid', 'aria-multiselectable': true }));
    for (const [, second] of [this.titles, this.tables]) second.classList.add('calendar-second');
    this.line = h('p', { class: 'calendar-line', role: 'status' });
    this.anew = h('button', {
      type: 'button', class: 'calendar-anew', onclick: () => this.#startAnew(),
    }, t('other dates'));
    this.element = h('div', { class: 'calendar', role: 'group', 'aria-label': this.#word('choose a stay') },
      h('div', { class: 'calendar-head' }, this.previous, this.titles, this.next), this.#grids(),
      h('div', { class: 'calendar-foot' }, this.line, this.anew));
    // The month with the current day may have become the hidden one.
    new ResizeObserver(() => this.#keepCurrent()).observe(this.element);
    this.show(options.from, options.to);
  }

  /** The arrival. */
  get from() {
    return this.#from;
  }

  /** The departure; null while only the arrival is chosen. */
  get to() {
    return this.#to;
  }

  /** Reads the nights again. */
  renew() {
    this.#loads.clear();
    this.#load();
  }

  /** @param {string | null} from @param {string | null} to */
  show(from, to) {
    [this.#from, this.#to, this.#preview] = [from, from && to, null];
    this.#current = this.#clamped(from ?? this.options.today);
    this.#month = monthOf(this.#current);
    this.#build();
  }

  /** @param {string} label @param {string} sign @param {number} count */
  #mover(label, sign, count) {
    return h('button', {
      type: 'button', class: 'calendar-move', 'aria-label': t(label), onclick: () => this.#turn(count),
    }, h('span', { 'aria-hidden': true }, sign));
  }

  #grids() {
    return h('div', {
      class: 'calendar-months',
      onclick: (/** @type {Event} */ event) => this.#withDate(event, (date) => this.#choose(date)),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#withDate(event, (date) => this.#press(event, date)),
      onpointerover: (/** @type {Event} */ event) => this.#look(dateOf(event)),
      onpointerleave: () => this.#look(null),
      onfocusin: (/** @type {Event} */ event) => this.#withDate(event, (date) => {
        this.#current = date;
        this.#preview = this.#departure(date);
        this.#paint();
      }),
      onfocusout: () => this.#look(null),
    }, this.tables);
  }

  /** @param {Event} event @param {(date: string) => void} action */
  #withDate(event, action) {
    const date = dateOf(event);
    if (date) action(date);
  }

  // MARK: Choosing

  get #terms() {
    const { firstArrival, today } = this.options;
    return { nights: this.#nights, first: firstArrival && firstArrival > today ? firstArrival : today };
  }

  /**
   * Whether a day would be the departure.
   *
   * @param {string} date
   */
  #isDeparture(date) {
    if (this.#from === null || this.#to !== null) return false;
    return this.options.isOfDays ? date >= this.#from : date > this.#from;
  }

  /** @param {string} date */
  #isTaken(date) {
    return this.#nights.get(date)?.free === false;
  }

  /** @param {string} date @returns {Obstacle | null} */
  #obstacle(date) {
    if (this.options.isOfDays) return date < this.#terms.first ? { why: 'past', n: 0 } : null;
    return this.#isDeparture(date)
      ? departureObstacle(this.#from ?? date, date, this.#terms) : arrivalObstacle(date, this.#terms);
  }

  /** @param {string} date */
  #choose(date) {
    this.#cells.get(date)?.focus();
    if (this.#obstacle(date)) return;
    const isDeparture = this.#isDeparture(date);
    if (this.options.isOfOneDay) [this.#from, this.#to, this.#preview] = [date, date, null];
    else [this.#from, this.#to, this.#preview] = isDeparture ? [this.#from, date, null] : [date, null, null];
    this.#paint();
    if (this.#from && this.#to) this.options.onChange(this.#from, this.#to);
    else this.options.onClear?.();
  }

  #startAnew() {
    [this.#from, this.#to, this.#preview] = [null, null, null];
    this.#paint();
    this.options.onClear?.();
    // The button is hidden from now on.
    this.#cells.get(this.#current)?.focus();
  }

  /**
   * The day, if it can be the departure.
   *
   * @param {string | null} date
   */
  #departure(date) {
    return date && this.#isDeparture(date) && !this.#obstacle(date) ? date : null;
  }

  /** @param {string | null} date */
  #look(date) {
    const preview = this.#departure(date);
    if (preview === this.#preview) return;
    this.#preview = preview;
    this.#paint();
  }

  // MARK: Moving

  /** @param {string} date */
  #clamped(date) {
    const first = `${monthOf(this.options.today)}-01`;
    const last = plusDays(plusMonths(first, reach + 1), -1);
    return date < first ? first : date > last ? last : date;
  }

  /** Months that are seen. */
  get #visible() {
    return this.tables[1].getClientRects().length ? 2 : 1;
  }

  /** @param {KeyboardEvent} event @param {string} date */
  #press(event, date) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') this.#choose(date);
    else {
      const target = this.#target(event, date);
      if (!target) return;
      this.#focus(this.#clamped(target));
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {KeyboardEvent} event @param {string} date */
  #target({ key, shiftKey }, date) {
    switch (key) {
      case 'ArrowLeft': return plusDays(date, -1);
      case 'ArrowRight': return plusDays(date, 1);
      case 'ArrowUp': return plusDays(date, -7);
      case 'ArrowDown': return plusDays(date, 7);
      case 'Home': return weekStart(date, this.#firstWeekday);
      case 'End': return plusDays(weekStart(date, this.#firstWeekday), 6);
      case 'PageUp': return plusMonths(date, shiftKey ? -12 : -1);
      case 'PageDown': return plusMonths(date, shiftKey ? 12 : 1);
      default: return null;
    }
  }

  /** @param {string} date */
  #focus(date) {
    this.#current = date;
    const month = monthOf(date);
    const last = otherMonth(this.#month, this.#visible - 1);
    if (month < this.#month || month > last) {
      this.#month = month < this.#month ? month : otherMonth(month, 1 - this.#visible);
      this.#build();
    }
    this.#cells.get(date)?.focus();
  }

  /** @param {number} count */
  #turn(count) {
    const month = otherMonth(this.#month, count);
    if (monthOf(this.#clamped(`${month}-01`)) !== month) return;
    this.#month = month;
    this.#build();
    this.#keepCurrent();
  }

  /** Keeps the stop of the tab key among the days that are seen. */
  #keepCurrent() {
    const month = monthOf(this.#current);
    if (month >= this.#month && month <= otherMonth(this.#month, this.#visible - 1)) return;
    const today = this.options.today;
    this.#current = this.#month === monthOf(today) ? today : `${this.#month}-01`;
    this.#paint();
  }

  // MARK: Loading

  /** The months from the arrival to the last one that is built: all of them say which departures are possible. */
  #load() {
    const last = otherMonth(this.#month, 1);
    const isChoosing = this.#from && !this.#to && monthOf(this.#from) < this.#month;
    const first = isChoosing ? monthOf(this.#from ?? '') : this.#month;
    for (let month = first; month <= last; month = otherMonth(month, 1)) this.#loadMonth(month);
  }

  /** @param {string} month */
  async #loadMonth(month) {
    const { nights, today } = this.options;
    if (!nights || this.#loads.has(month)) return;
    this.#loads.set(month, 'loading');
    const begin = month === monthOf(today) ? today : `${month}-01`;
    try {
      for (const night of await nights(begin, plusMonths(`${month}-01`, 1))) this.#nights.set(night.date, night);
      this.#loads.set(month, 'loaded');
    } catch {
      this.#loads.delete(month);
    }
    this.#paint();
  }

  // MARK: Showing

  #build() {
    const first = `${monthOf(this.options.today)}-01`;
    this.#cells.clear();
    for (const [index, table] of this.tables.entries()) this.#buildMonth(table, otherMonth(this.#month, index), index);
    set(this.previous, { 'aria-disabled': this.#month <= monthOf(first) });
    set(this.next, { 'aria-disabled': this.#month >= monthOf(plusMonths(first, reach)) });
    this.#load();
    this.#paint();
  }

  /** @param {HTMLElement} table @param {string} month @param {number} index */
  #buildMonth(table, month, index) {
    const title = day(`${month}-01`, 'month');
    this.titles[index].textContent = title;
    table.setAttribute('aria-label', title);
    const rows = weeks(month, this.#firstWeekday);
    fill(table,
      h('thead', {}, h('tr', {}, rows[1].map((date) => h('th', { scope: 'col' }, day(date ?? '', 'weekday'))))),
      h('tbody', {}, rows.map((days) => h('tr', {}, days.map((date) => this.#cell(date))))));
  }

  /** @param {string | null} date */
  #cell(date) {
    if (!date) return h('td');
    const cell = h('td', {
      'data-date': date, role: 'gridcell', 'aria-current': date === this.options.today ? 'date' : null,
    }, h('span', { class: 'calendar-day' }, Number(date.slice(8))), h('span', { class: 'calendar-price' }));
    this.#cells.set(date, cell);
    return cell;
  }

  /** Shows what has changed. Elements stay, so that the focus and the click that is under way keep theirs. */
  #paint() {
    const end = this.#to ?? this.#preview;
    for (const [date, cell] of this.#cells) {
      const obstacle = this.#obstacle(date);
      const isWithin = this.#from !== null && date >= this.#from && date <= (end ?? this.#from);
      const edge = isWithin && (date === this.#from ? 'calendar-from' : date === end ? 'calendar-to' : '');
      const taken = obstacle && this.#isTaken(date) && 'calendar-taken';
      set(cell, {
        class: [isWithin && 'calendar-within', edge, taken].filter(Boolean).join(' ') || null,
        tabindex: date === this.#current ? 0 : -1,
        'aria-selected': isWithin && (this.#to !== null || date === this.#from),
        'aria-disabled': obstacle !== null,
        'aria-label': this.#label(date, obstacle),
      });
      /** @type {HTMLElement} */ (cell.lastChild).textContent = this.#shortPrice(date);
    }
    const isLoading = [0, 1].some((index) => this.#loads.get(otherMonth(this.#month, index)) === 'loading');
    set(this.element, { 'aria-busy': isLoading });
    set(this.anew, { hidden: this.#from === null });
    const line = this.#line();
    // Setting the same text would have it read out again.
    if (this.line.textContent !== line) this.line.textContent = line;
  }

  /** @param {string} date */
  #amount(date) {
    const night = this.#nights.get(date);
    return night?.free && date >= this.#terms.first ? night.price ?? null : null;
  }

  /**
   * The price in a cell, which is narrow: a long one without its currency.
   *
   * @param {string} date
   */
  #shortPrice(date) {
    const amount = this.#amount(date);
    if (amount === null) return '';
    const text = amount === 0 ? t('free') : price(amount, this.options.currency);
    return text.length > 6 && amount > 0 ? number(amount, 0) : text;
  }

  /** @param {string} date */
  #price(date) {
    const amount = this.#amount(date);
    return amount === null ? '' : price(amount, this.options.currency);
  }

  /** @param {string} key @param {Record<string, any>} [values] */
  #word(key, values) {
    return t(this.options.words?.(key) ?? key, values);
  }

  /** @param {string} date @param {Obstacle | null} obstacle */
  #label(date, obstacle) {
    const isChosen = date === this.#from ? this.#word('arrival') : date === this.#to ? this.#word('departure') : '';
    const possible = !obstacle && this.#isDeparture(date) && !this.options.isOfDays
      ? this.#word('departure after', { n: nightsBetween(this.#from ?? date, date) }) : '';
    return [
      day(date, 'long'), date === this.options.today && t('today'), isChosen || possible,
      !isChosen && obstacle && this.#reason(date, obstacle), this.#price(date),
    ].filter(Boolean).join(', ');
  }

  /** @param {string} date @param {Obstacle} obstacle */
  #reason(date, { why, n }) {
    if (why === 'past') return t(date < this.options.today ? 'day past' : 'day too soon');
    if (this.#isTaken(date)) return t('day taken');
    if (why === 'taken') return t('night before taken');
    if (why === 'short') return t('too few free nights', { n });
    return t(why === 'least' ? 'least nights' : 'most nights', { n });
  }

  #line() {
    const from = this.#from;
    if (!from) return this.#word('choose arrival');
    const end = this.#to ?? this.#preview;
    if (!end) return [this.#word('choose departure'), ...this.#limits(from)].join(' · ');
    if (this.options.isOfDays) return end === from ? day(from) : `${day(from)} – ${day(end)}`;
    const n = nightsBetween(from, end);
    const total = sum(from, end, this.#nights);
    const nights = t('nights', { n });
    const isKnown = this.options.nights && !this.options.isFree && this.#nights.has(from);
    const amount = total === undefined ? isKnown && t('price unknown') : price(total, this.options.currency);
    return `${day(from)} – ${day(end)}: ${amount ? `${nights}, ${amount}` : nights}`;
  }

  /** @param {string} from */
  #limits(from) {
    const { least, most } = limits(from, this.#nights);
    return [
      least > 1 ? t('least nights', { n: least }) : '',
      this.#nights.get(from)?.maxNights ? t('most nights', { n: most }) : '',
    ].filter(Boolean);
  }
}

/**
 * The date of the cell that an event is about.
 *
 * @param {Event} event
 */
function dateOf({ target }) {
  const cell = target instanceof Element ? target.closest('td[data-date]') : null;
  return cell instanceof HTMLElement ? cell.dataset.date ?? null : null;
}
