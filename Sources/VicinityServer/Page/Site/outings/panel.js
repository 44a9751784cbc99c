// The base of the panels of outings: controls for parameters of the address, one request at a time, and its answer.

import { Problem, problemMessage, request } from '../base/api.js';
import { announce } from '../base/banner.js';
import { fill, h } from '../base/dom.js';
import { loadStyles } from '../base/styles.js';
import { t } from '../base/text.js';
import { Drawing } from '../map/drawing.js';
import { mapView } from '../map/view.js';
import { searchResults } from '../state/results.js';
import { store } from '../state/store.js';

await loadStyles('outings.css', import.meta.url);

/**
 * @typedef {import('../state/address.js').Coordinate} Coordinate
 * @typedef {import('./outings.js').Show} Show
 * @typedef {import('../base/dom.js').Child} Child
 * @typedef {HTMLInputElement | HTMLSelectElement} Input
 */

/** A panel: its controls above, the answer below. */
export class OutingPanel {
  tools = h('div', { class: 'actions' });
  head = h('div', {});
  form = h('div', { class: 'outing-form' });
  found = h('h3', { class: 'outing-found', tabindex: -1 });
  results = h('div', {});
  element = h('div', {});
  /** @type {any} the last answer */
  reply = null;
  /** @type {(() => void)[]} */
  #syncs = [];
  #key = '';
  #running = new AbortController();
  #isBusy = false;
  #isHere = false;

  /**
   * @param {Show} name
   * @param {string} path the path of the request
   * @param {() => void} pins shows the pins that belong to the panel
   */
  constructor(name, path, pins) {
    this.name = name;
    this.path = path;
    this.pins = pins;
    this.drawing = new Drawing(mapView);
    const hint = h('p', { class: 'soft' }, t(`${name} hint`));
    // Where there is little room the answer comes first.
    const open = matchMedia('(min-width: 720px)').matches;
    const choices = h('details', { open }, h('summary', {}, t('outing choices')), this.form);
    fill(this.element, hint, this.tools, this.head, choices, this.found, this.results);
  }

  get state() {
    return store.state;
  }

  // MARK: What the panels differ in

  /**
   * The body of the request; null for none yet.
   *
   * @returns {Record<string, any> | null}
   */
  question() {
    return null;
  }

  /**
   * Answers a question.
   *
   * @param {Record<string, any>} question
   * @param {AbortSignal} signal
   * @returns {Promise<any>}
   */
  send(question, signal) {
    return request(this.path, { body: question, signal });
  }

  /** Shows what the state says, in the panel and on the map. */
  show() {}

  /** @returns {number} of the results */
  get count() {
    return 0;
  }

  /** @returns {(Child | Child[])[]} */
  cards() {
    return [];
  }

  /**
   * Why there is nothing.
   *
   * @returns {Child}
   */
  reason() {
    return t(`${this.name} empty`);
  }

  /**
   * What may help: whether it can be done, what it is called, and what it does.
   *
   * @returns {[unknown, string, () => void][]}
   */
  changes() {
    return [];
  }

  /** Called when an answer has come. */
  received() {}

  /**
   * Called once an answer is shown.
   *
   * @param {boolean} _isNew whether it has just come
   */
  answered(_isNew) {}

  // MARK: Entering and leaving

  enter() {
    this.#isHere = true;
    this.drawing.begin();
    this.changed();
    if (searchResults.hasAnswered) return;
    // Days and prices are local, which needs the first answer of the page.
    document.addEventListener('vicinity-answer', () => this.#isHere && this.changed(), { once: true });
  }

  leave() {
    this.#isHere = false;
    this.#stop();
    this.drawing.end();
  }

  changed() {
    for (const sync of this.#syncs) sync();
    this.show();
    this.#ask(this.question());
  }

  // MARK: Controls

  /**
   * Sets parameters; defaults are not written into the address.
   *
   * @param {Record<string, string>} values
   */
  setParameters(values) {
    const all = Object.entries({ ...this.state.outing, ...values }).filter(([, value]) => value !== '');
    store.update({ outing: Object.fromEntries(all) }, 'replace');
  }

  /**
   * @param {Input} input
   * @param {string} label
   * @param {() => string} read what the state says
   * @param {() => void} write puts it there
   */
  control(input, label, read, write) {
    input.addEventListener('change', () => input.reportValidity() && write());
    this.#syncs.push(() => {
      if (input.value !== read()) input.value = read();
    });
    this.form.append(h('label', {}, h('span', {}, label), input));
  }

  /**
   * @param {Input} input
   * @param {string} label
   * @param {string} name the name of a parameter
   * @param {() => string} usual
   */
  parameter(input, label, name, usual = () => '') {
    const write = () => this.setParameters({ [name]: input.value === usual() ? '' : input.value });
    this.control(input, label, () => this.state.outing[name] ?? usual(), write);
  }

  /**
   * A slider over some values.
   *
   * @param {string} label
   * @param {string} name the name of a parameter
   * @param {number[]} values
   * @param {() => number} read
   * @param {(value: number) => string} text
   */
  slider(label, name, values, read, text) {
    const output = h('output', { class: 'slider-value' });
    const bounds = { type: 'range', min: 0, max: values.length - 1 };
    const input = h('input', { ...bounds, 'aria-label': label, oninput: () => show() });
    const show = () => {
      output.textContent = text(values[Number(input.value)]);
      input.setAttribute('aria-valuetext', output.textContent);
    };
    const index = () => (values.findIndex((value) => value >= read()) + values.length) % values.length;
    const write = () => this.setParameters({ [name]: String(values[Number(input.value)]) });
    this.control(input, label, () => String(index()), write);
    this.#syncs.push(show);
    input.before(output);
  }

  /**
   * @param {string} text
   * @param {() => void} onclick
   * @param {boolean} [disabled]
   */
  button(text, onclick, disabled = false) {
    return h('button', { type: 'button', class: 'action', onclick, disabled }, text);
  }

  // MARK: Requests and answers

  /** Ends the current request. */
  #stop() {
    this.#running.abort();
    if (this.#isBusy) this.#key = '';
    this.#busy(false);
  }

  /** @param {boolean} isBusy */
  #busy(isBusy) {
    this.#isBusy = isBusy;
    this.element.setAttribute('aria-busy', String(isBusy));
  }

  /** Ends with a request and those that belong to it. */
  get signal() {
    return this.#running.signal;
  }

  /** @param {Record<string, any> | null} question an answered one is not sent again */
  async #ask(question) {
    const key = JSON.stringify(question);
    if (key === this.#key) return this.#isBusy ? undefined : this.#showReply(null, false);
    this.#stop();
    this.#key = key;
    const { signal } = (this.#running = new AbortController());
    if (!question) this.reply = null;
    if (!question) return this.#showReply(null, false);
    this.#busy(true);
    this.found.textContent = t('outing asked');
    try {
      const reply = await this.send(question, signal);
      if (signal.aborted) return undefined;
      this.reply = reply;
      this.received();
      return this.#showReply(null, true);
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!(error instanceof Problem)) throw error;
      [this.reply, this.#key] = [null, ''];
      return this.#showReply(error, false);
    }
  }

  /**
   * @param {Problem | null} problem
   * @param {boolean} isNew
   */
  #showReply(problem, isNew) {
    if (!this.#isHere) return;
    const { count, reply } = this;
    this.#busy(false);
    const hadFocus = this.results.contains(document.activeElement);
    const words = reply && t(count ? `found ${this.name}` : 'nothing here', { n: count });
    this.found.textContent = problem ? problemMessage(problem) : words;
    const again = () => this.button(t('try again'), () => this.changed());
    if (problem) fill(this.results, again());
    else if (count) fill(this.results, ...this.cards());
    else fill(this.results, ...(reply ? this.#empty() : []));
    // The element with the focus is gone.
    if (hadFocus) this.found.focus({ preventScroll: true });
    this.answered(isNew);
    this.pins();
    if (isNew) announce(words);
  }

  #empty() {
    const possible = this.changes().filter(([isPossible]) => isPossible);
    return [
      h('p', {}, this.reason()),
      h('div', { class: 'actions' }, possible.map(([, text, change]) => this.button(text, change))),
    ];
  }
}
