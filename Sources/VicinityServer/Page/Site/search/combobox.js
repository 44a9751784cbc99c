// A field with a list of options that is made for each text (combobox of ARIA 1.2).

import { debounced, fill, h, icon, set } from '../base/dom.js';

/**
 * @typedef {{label: string, detail: string, symbol: string | Node, choose?: () => void}} Option choose: what it does;
 *   without it the same as Enter
 */

let fields = 0;

/**
 * A combobox (ARIA 1.2) with a list of options that is made for each text.
 *
 * @param {{
 *   label: string, options: (text: string, signal: AbortSignal) => Promise<Option[]>,
 *   submit?: (text: string, signal: AbortSignal) => Promise<boolean>,
 *   input?: Record<string, any>,
 * }} settings submit: what Enter does, whether it has done it; otherwise the text stays. Its signal ends with a change
 *   of the text
 */
export function combobox({ label, options, submit, input: attributes = {} }) {
  fields += 1;
  const id = `options-${fields}`;
  /** @type {Option[]} */
  let shown = [];
  let active = -1;
  /** @type {AbortController | null} */
  let running = null;
  /** @type {string | null} the text that Enter has sent, until it is changed */
  let sent = null;
  const list = h('ul', { id, class: 'options', role: 'listbox', 'aria-label': label, hidden: true });
  const input = h('input', {
    type: 'search', role: 'combobox', 'aria-label': label, 'aria-autocomplete': 'list', 'aria-expanded': false,
    'aria-controls': id, autocomplete: 'off', spellcheck: 'false', enterkeyhint: 'search', ...attributes,
    oninput: () => load(), onkeydown: (/** @type {KeyboardEvent} */ event) => press(event),
    onblur: () => setTimeout(close, 150), onfocus: () => input.value && load(),
  });
  const close = () => {
    shown = [];
    active = -1;
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const send = async (/** @type {string} */ text) => {
    if (!submit) return;
    running?.abort();
    const { signal } = (running = new AbortController());
    sent = text;
    close();
    set(input, { 'aria-busy': true });
    const isDone = await submit(text, signal).finally(() => signal.aborted || set(input, { 'aria-busy': null }));
    if (signal.aborted) return;
    sent = null;
    // Text that was entered in the meantime stays.
    if (isDone && input.value.trim() === text) input.value = '';
  };
  const choose = (/** @type {number} */ index) => {
    const option = shown[index];
    if (!option.choose) return void send(input.value.trim());
    running?.abort();
    input.value = '';
    close();
    return option.choose();
  };
  const show = () => {
    fill(list, shown.map((option, index) => h('li', {
      id: `${id}-${index}`, role: 'option', 'aria-selected': index === active,
      onpointerdown: (/** @type {Event} */ event) => event.preventDefault(), onclick: () => choose(index),
    }, mark(option.symbol), h('bdi', {}, option.label), option.detail && h('span', { class: 'soft' }, option.detail))));
    list.hidden = shown.length === 0;
    input.setAttribute('aria-expanded', String(shown.length > 0));
    if (active >= 0) input.setAttribute('aria-activedescendant', `${id}-${active}`);
    else input.removeAttribute('aria-activedescendant');
    list.children[active]?.scrollIntoView({ block: 'nearest' });
  };
  const load = debounced(120, async () => {
    const text = input.value.trim();
    if (text === sent) return;
    running?.abort();
    const { signal } = (running = new AbortController());
    sent = null;
    set(input, { 'aria-busy': null });
    const found = text ? await options(text, signal).catch(() => []) : [];
    if (signal.aborted || document.activeElement !== input) return;
    shown = found;
    active = -1;
    show();
  });
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && shown.length) {
      active = active < 0 && step < 0 ? shown.length - 1 : (active + step + shown.length) % shown.length;
      show();
    } else if (event.key === 'Enter') {
      if (active >= 0) choose(active);
      else if (!submit && shown.length) choose(0);
      else if (submit && input.value.trim()) send(input.value.trim());
      else return;
    } else if (event.key === 'Escape' && !list.hidden) {
      close();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return { element: h('div', { class: 'combobox' }, input, list), input };
}

/** @param {Option['symbol']} symbol an icon of this name, or what is shown in its place */
const mark = (symbol) => (typeof symbol === 'string' ? icon(symbol) : symbol);
