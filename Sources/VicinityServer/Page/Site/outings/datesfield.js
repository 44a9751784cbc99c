// The dates of an evening: the calendar of stays, which opens below its line.

import { plusDays } from '../base/dates.js';
import { fill, h } from '../base/dom.js';
import { day, t } from '../base/text.js';
import { localNow } from '../state/place.js';

/** @typedef {{nights: string[], isOneDay: boolean}} Dates nights: arrival and departure */

export class DatesField {
  #text = h('b', {});
  #place = h('div', {});
  /** What the calendar was made for. */
  #made = '';

  /**
   * @param {() => Dates} read
   * @param {(arrival: string, departure: string) => void} write
   */
  constructor(read, write) {
    this.read = read;
    this.write = write;
    this.element = h('details', { class: 'outing-dates', ontoggle: () => this.#open() },
      h('summary', {}, t('menu when'), ': ', this.#text), this.#place);
  }

  show() {
    const { nights: [from, to], isOneDay } = this.read();
    this.#text.textContent = isOneDay ? day(from) : `${day(from)} – ${day(to)}`;
    this.#open();
  }

  async #open() {
    const { nights: [from, to], isOneDay } = this.read();
    const key = [from, to, isOneDay].join();
    if (!this.element.open || key === this.#made) return;
    this.#made = key;
    const module = await import('../filters/calendar.js').catch(() => null);
    if (!module) {
      this.#made = '';
      return fill(this.#place, t('offline, not kept'));
    }
    const made = new module.Calendar({
      from, to: isOneDay ? from : to, today: localNow().date, isOfDays: isOneDay, isOfOneDay: isOneDay,
      words: (/** @type {string} */ word) => (isOneDay ? `days ${word}` : word),
      onChange: (first, last) => {
        // The calendar shows its own choice already, and has the focus.
        this.#made = [first, isOneDay ? plusDays(first, 1) : last, isOneDay].join();
        this.write(first, isOneDay ? plusDays(first, 1) : last);
      },
    });
    return fill(this.#place, made.element);
  }
}
