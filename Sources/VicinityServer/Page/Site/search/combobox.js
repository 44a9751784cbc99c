// A field with a list of options that is made for each text (combobox of ARIA 1.2).

import { debounced, fill, h, icon, set } from '../base/dom.js';

/**
 * @typedef {{label: string, detail: string, symbol: string | Node, choose?: () => void}} Option choose: what it does;
 *   without it the same as Enter
 */

let comboboxes = 0;

/** A field (ARIA 1.2) whose options depend on its text. */
export class Combobox {
  /** @type {Option[]} */
  #shown = [];
  /** The option that the arrow keys have reached; -1 for none. */
  #active = -1;
  /** @type {AbortController | null} */
  #running = null;
  /** The text to which the options belong. */
  #text = '';
  /** @type {string | null} the text that Enter has sent, until it is changed */
  #sent = null;
  #id;
  #list;
  #load = debounced(80, () => this.#loadOptions());
  input;
  element;

  /**
   * @param {{
   *   label: string, options: (text: string, signal: AbortSignal) => Promise<Option[]>,
   *   submit?: (text: string, signal: AbortSignal) => Promise<boolean>,
   *   input?: Record<string, any>,
   * }} settings submit: what Enter does, and whether it was done; otherwise the text stays. Its signal ends with a
   *   change of the text. input: attributes
   */
  constructor({ label, options, submit, input = {} }) {
    comboboxes += 1;
    this.#id = `options-${comboboxes}`;
    this.options = options;
    this.submit = submit;
    this.#list = h('ul', { id: this.#id, class: 'options', role: 'listbox', 'aria-label': label, hidden: true });
    this.input = h('input', {
      type: 'search', role: 'combobox', 'aria-label': label, 'aria-autocomplete': 'list', 'aria-expanded': false,
      'aria-controls': this.#id, autocomplete: 'off', spellcheck: 'false', enterkeyhint: 'search', ...input,
      oninput: () => this.#changed(), onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event),
      onblur: () => setTimeout(() => this.#close(), 150), onfocus: () => this.#load(),
    });
    this.element = h('div', { class: 'combobox' }, this.input, this.#list);
  }

  #close() {
    this.#shown = [];
    this.#active = -1;
    this.#list.hidden = true;
    this.input.setAttribute('aria-expanded', 'false');
    this.input.removeAttribute('aria-activedescendant');
  }

  #changed() {
    // What is offered for an empty field is no answer to a text.
    if (this.#text === '') this.#close();
    this.#load();
  }

  /** Ends what runs for an earlier text. */
  #restart() {
    this.#running?.abort();
    this.#running = new AbortController();
    return this.#running.signal;
  }

  /** @param {string} text */
  async #send(text) {
    if (!this.submit) return;
    const { input } = this;
    const signal = this.#restart();
    this.#sent = text;
    this.#close();
    set(input, { 'aria-busy': true });
    const isDone = await this.submit(text, signal).finally(() => signal.aborted || set(input, { 'aria-busy': null }));
    if (signal.aborted) return;
    this.#sent = null;
    // Text that was entered in the meantime stays.
    if (isDone && input.value.trim() === text) input.value = '';
  }

  async #loadOptions() {
    const { input } = this;
    const text = input.value.trim();
    if (text === this.#sent) return;
    const signal = this.#restart();
    this.#sent = null;
    set(input, { 'aria-busy': null });
    const found = await this.options(text, signal).catch(() => []);
    if (signal.aborted || document.activeElement !== input) return;
    // An option that the reader has reached stays active.
    const reached = this.#shown[this.#active];
    [this.#shown, this.#text] = [found, text];
    this.#active = found.findIndex(({ label, detail }) => label === reached?.label && detail === reached.detail);
    this.#show();
  }

  /** @param {number} index */
  #choose(index) {
    const option = this.#shown[index];
    if (!option.choose) return void this.#send(this.input.value.trim());
    this.#running?.abort();
    this.input.value = '';
    this.#close();
    return option.choose();
  }

  #show() {
    const [shown, active, id] = [this.#shown, this.#active, this.#id];
    fill(this.#list, shown.map((option, index) => h('li', {
      id: `${id}-${index}`, role: 'option', 'aria-selected': index === active,
      onpointerdown: (/** @type {Event} */ event) => event.preventDefault(), onclick: () => this.#choose(index),
    }, mark(option.symbol), h('bdi', {}, option.label), option.detail && h('span', { class: 'soft' }, option.detail))));
    this.#list.hidden = shown.length === 0;
    set(this.input, {
      'aria-expanded': shown.length > 0, 'aria-activedescendant': active >= 0 ? `${id}-${active}` : null,
    });
    this.#list.children[active]?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.isComposing || !this.#act(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Does what a key does.
   *
   * @param {string} key
   * @returns {boolean} whether it does something
   */
  #act(key) {
    const [{ length: count }, active] = [this.#shown, this.#active];
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const text = this.input.value.trim();
    if (step && count) {
      this.#active = active < 0 && step < 0 ? count - 1 : (active + step + count) % count;
      this.#show();
    } else if (key === 'Enter' && active >= 0) {
      this.#choose(active);
    } else if (key === 'Enter' && !this.submit && count) {
      this.#choose(0);
    } else if (key === 'Enter' && this.submit && text) {
      this.#send(text);
    } else if (key === 'Escape' && !this.#list.hidden) {
      this.#close();
    } else {
      return false;
    }
    return true;
  }
}

/** @param {Option['symbol']} symbol an icon of this name, or what is shown in its place */
const mark = (symbol) => (typeof symbol === 'string' ? icon(symbol) : symbol);
