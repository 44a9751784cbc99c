// What a host does with some nights of one or more couches: blocks or unblocks them, or gives them a price.

import { encoded, request } from '../base/api.js';
import { fill, h } from '../base/dom.js';
import { plusDays } from '../base/dates.js';
import { t } from '../base/text.js';
import { change, memberRequest, oneAtATime, problemText } from '../members/request.js';
import { nightsText } from '../members/rows.js';
import { datesBetween, withPrice } from './rates.js';

/**
 * @typedef {{id: string, name?: string}} Couch
 * @typedef {{couches: Couch[], from: string, to: string}} Nights half-open
 */

/**
 * The spans of free nights of a couch between two dates: a stay keeps its nights.
 *
 * @param {string} path of the couch
 * @param {string} from
 * @param {string} to
 */
async function freeSpans(path, from, to) {
  const { nights } = await request(`${path}/nights?from=${from}&to=${to}`, { patience: 1 });
  /** @type {{from: string, to: string}[]} */
  const spans = [];
  for (const { date, free, taken } of nights) {
    // Nights before the first possible arrival are not free, and not taken.
    if (!free && taken) continue;
    const last = spans.at(-1);
    if (last && last.to === date) last.to = plusDays(date, 1);
    else spans.push({ from: date, to: plusDays(date, 1) });
  }
  return spans;
}

/** @type {Record<'block' | 'unblock', (path: string, nights: Nights) => Promise<unknown>>} */
const actions = {
  block: async (path, { from, to }) => {
    for (const span of await freeSpans(path, from, to)) {
      await change('PUT', `${path}/blocks?from=${span.from}&to=${span.to}`);
    }
  },
  unblock: (path, { from, to }) => change('DELETE', `${path}/blocks?from=${from}&to=${to}`),
};

/**
 * Gives nights a price of their own, or that of the couch.
 *
 * @param {string} path
 * @param {Nights} nights
 * @param {number | null} amount
 */
async function setPrice(path, { from, to }, amount) {
  let tag = '';
  const { nightlyRates = [] } = await request(path, {
    patience: 1, heard: ({ headers }) => (tag = headers.get('ETag') ?? ''),
  });
  const rates = withPrice(nightlyRates, datesBetween(from, to), amount);
  await memberRequest(path, {
    method: 'PATCH', body: { nightlyRates: rates.length ? rates : null }, headers: { 'If-Match': tag }, patience: 0,
  });
}

/** The buttons for the chosen nights. */
export class NightActions {
  #chosen = h('p', { class: 'sum', role: 'status' });
  #status = h('p', { role: 'status', class: 'form-status' });
  #error = h('p', { role: 'alert', class: 'form-error' });
  #price = h('input', {
    type: 'number', min: 0, step: 'any', name: 'night-price', placeholder: t('usual price'),
    'aria-label': t('price of nights'),
  });
  #block = this.#button('done', 'block', () => this.#run('block'));
  #unblock = this.#button('action', 'unblock-chosen', () => this.#run('unblock'));
  #set = this.#button('action', 'set-price', () => this.#run('price'));
  #buttons = h('div', { class: 'night-buttons' });
  /** @type {Nights | null} */
  #nights = null;
  element;

  /**
   * @param {(key: string) => Promise<unknown>} done called with what was done, once it is
   */
  constructor(done) {
    this.done = done;
    this.#block.textContent = t('block nights');
    this.#unblock.textContent = t('unblock nights');
    this.#set.textContent = t('set price');
    fill(this.#buttons, this.#block, this.#unblock,
      h('span', { class: 'night-price' }, this.#price, this.#set));
    this.element = h('div', { class: 'night-actions' }, this.#chosen, this.#buttons, this.#status, this.#error);
    this.show(null);
  }

  /**
   * @param {string} name
   * @param {string} act
   * @param {() => void} onclick
   */
  #button(name, act, onclick) {
    return h('button', { type: 'button', class: name, 'data-act': act, onclick });
  }

  /**
   * Shows what can be done with nights.
   *
   * @param {Nights | null} nights
   * @param {boolean} [isBlocked] whether some of them may be blocked
   */
  show(nights, isBlocked = false) {
    this.#nights = nights;
    this.#buttons.hidden = this.#chosen.hidden = nights === null;
    this.#unblock.hidden = !isBlocked;
    if (!nights) return;
    fill(this.#status);
    fill(this.#error);
    const { couches, from, to } = nights;
    const which = couches.length > 1 ? t('couches count', { n: couches.length }) : couches[0].name ?? couches[0].id;
    this.#chosen.textContent = `${which}: ${nightsText(from, to)}`;
  }

  /** @param {'block' | 'unblock' | 'price'} act */
  #run(act) {
    const nights = this.#nights;
    const button = { block: this.#block, unblock: this.#unblock, price: this.#set }[act];
    if (!nights || (act === 'price' && !this.#price.reportValidity())) return;
    oneAtATime(button, async () => {
      fill(this.#error);
      /** @type {string[]} */
      const problems = [];
      for (const couch of nights.couches) {
        const path = `/v1/listings/${encoded(couch.id)}`;
        try {
          await (act === 'price' ? setPrice(path, nights, this.#amount) : actions[act](path, nights));
        } catch (problem) {
          problems.push(`${couch.name ?? couch.id}: ${problemText(problem)}`);
        }
      }
      await this.#end(act, problems);
    });
  }

  get #amount() {
    return this.#price.value === '' ? null : Number(this.#price.value);
  }

  /**
   * @param {'block' | 'unblock' | 'price'} act
   * @param {string[]} problems
   */
  async #end(act, problems) {
    if (problems.length) {
      fill(this.#error, problems.join(' '));
      return this.done(act);
    }
    const words = t({ block: 'nights blocked', unblock: 'nights unblocked', price: 'price set' }[act]);
    this.show(null);
    this.#price.value = '';
    fill(this.#status, words);
    return this.done(act);
  }
}
