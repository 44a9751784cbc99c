// Forms: fields with their labels, errors next to their field, and one submission at a time.

import './ready.js';

import { Problem } from '../base/api.js';
import { fill, h, set } from '../base/dom.js';
import { t } from '../base/text.js';
import { problemText } from './request.js';

/**
 * @typedef {import('../base/dom.js').Child} Child
 * @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Input
 * @typedef {{
 *   name: string, label: string, input?: Input, type?: string, hint?: string, value?: string, required?: boolean,
 *   [attribute: string]: any,
 * }} Field input: one that is made already; other keys are attributes of the input that is made
 */

let count = 0;

/** A form of some fields with a button that sends them. */
export class Form {
  /** @type {Map<string, {input: Input, error: HTMLElement, describes: string}>} */
  #fields = new Map();
  #error = h('p', { class: 'form-error', role: 'alert' });
  #button;
  #isBusy = false;
  element;

  /**
   * @param {{
   *   fields: (Field | HTMLElement)[], send: (values: Record<string, string>) => Promise<unknown>, text: string,
   *   beside?: Child[], class?: string,
   * }} options text: of the button. beside: elements next to it
   */
  constructor({ fields, send, text, beside = [], class: name = '' }) {
    this.send = send;
    this.#button = h('button', { type: 'submit', class: 'done' }, text);
    this.element = h('form', {
      class: `form ${name}`.trim(), onsubmit: (/** @type {Event} */ event) => this.#submit(event),
    }, fields.map((field) => (field instanceof HTMLElement ? field : this.#field(field))), this.#error,
    h('div', { class: 'form-foot' }, this.#button, beside));
  }

  /** @param {Field} field */
  #field({ name, label, hint, input: given, type = 'text', value = '', ...attributes }) {
    count += 1;
    const id = `field-${count}`;
    const made = type === 'area' ? h('textarea', { rows: 3, ...attributes }) : h('input', { type, ...attributes });
    const input = given ?? made;
    if (!given && type === 'checkbox') /** @type {HTMLInputElement} */ (input).checked = value !== '';
    else if (!given) input.value = value;
    const error = h('p', { id: `${id}-error`, class: 'form-error' });
    const describes = hint ? `${id}-hint` : '';
    set(input, { id, name, 'aria-describedby': describes || null });
    this.#fields.set(name, { input, error, describes });
    const words = h('label', { for: id }, label);
    const isBox = input instanceof HTMLInputElement && input.type === 'checkbox';
    return h('div', { class: isBox ? 'form-box' : 'form-field' }, isBox ? [input, words] : [words, input],
      hint && h('p', { id: describes, class: 'soft form-hint' }, hint), error);
  }

  /** @param {string} name */
  input(name) {
    const field = this.#fields.get(name);
    if (!field) throw new RangeError(`the form has no field ${name}`);
    return field.input;
  }

  /** The trimmed texts by name; `yes` or nothing for a box. Passwords are not trimmed. */
  get values() {
    /** @type {Record<string, string>} */
    const values = {};
    for (const [name, { input }] of this.#fields) {
      if (input instanceof HTMLInputElement && input.type === 'checkbox') values[name] = input.checked ? 'yes' : '';
      else values[name] = input.type === 'password' ? input.value : input.value.trim();
    }
    return values;
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    if (this.#isBusy || !this.element.reportValidity()) return;
    this.#clear();
    this.#busy(true);
    try {
      await this.send(this.values);
    } catch (error) {
      this.fail(error);
    } finally {
      this.#busy(false);
    }
  }

  /** @param {boolean} isBusy */
  #busy(isBusy) {
    this.#isBusy = isBusy;
    set(this.#button, { 'aria-disabled': isBusy });
    set(this.element, { 'aria-busy': isBusy });
  }

  #clear() {
    fill(this.#error);
    for (const { input, error, describes } of this.#fields.values()) {
      fill(error);
      set(input, { 'aria-invalid': null, 'aria-describedby': describes || null });
    }
  }

  /**
   * Says what is wrong: at its field, if it has one.
   *
   * @param {unknown} problem
   */
  fail(problem) {
    const text = problemText(problem);
    const { pointer = '', code = '' } = problem instanceof Problem ? problem : {};
    const field = this.#fields.get(code === 'name-taken' ? 'name' : pointer.slice(1));
    if (!field) {
      fill(this.#error, text);
      // The text may have moved the button out of sight.
      return this.#button.scrollIntoView({ block: 'nearest' });
    }
    const { input, error, describes } = field;
    fill(error, text);
    set(input, { 'aria-invalid': true, 'aria-describedby': `${describes} ${error.id}`.trim() });
    return input.focus();
  }

  /** Empties the fields. */
  reset() {
    this.element.reset();
    this.#clear();
  }
}

/**
 * A button with a confirmation. The focus moves to its answer, and back.
 *
 * @param {{
 *   text: string, question: string, answer?: string, action: () => Promise<unknown>, attributes?: Record<string, any>,
 * }} options answer: what the button says that does it
 */
export function confirmed({ text, question, answer = text, action, attributes = {} }) {
  const place = h('span', { class: 'confirm' });
  const ask = h('button', { type: 'button', class: 'action', ...attributes, onclick: () => open() }, text);
  const close = () => {
    fill(place, ask);
    ask.focus();
  };
  const open = () => {
    const error = h('span', { class: 'form-error', role: 'alert' });
    const yes = h('button', {
      type: 'button', class: 'action danger', onclick: async () => {
        if (yes.getAttribute('aria-disabled') === 'true') return;
        set(yes, { 'aria-disabled': true });
        try {
          await action();
        } catch (problem) {
          fill(error, problemText(problem));
          set(yes, { 'aria-disabled': null });
        }
      },
    }, answer);
    const no = h('button', { type: 'button', class: 'action', onclick: close }, t('no'));
    fill(place, h('span', {
      role: 'group', 'aria-label': question, class: 'confirm-box',
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
      },
    }, h('span', {}, question), yes, no, error));
    yes.focus();
  };
  fill(place, ask);
  return place;
}
