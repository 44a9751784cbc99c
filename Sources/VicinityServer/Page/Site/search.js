// One box for everything: names, tags and places as one types, and words such as *open now* that become filters.

import { ask } from './api.js';
import { debounced, fill, h, icon } from './dom.js';
import { distance, number, patterns, t } from './text.js';

/**
 * @typedef {{kind: 'name' | 'tag' | 'place', text: string, matched: string, count?: number, population?: number,
 *   lat?: number, lon?: number, distance?: number}} Completion
 * @typedef {{label: string, detail: string, symbol: string | Node, choose: () => void}} Option
 */

let fields = 0;

/**
 * A combobox (ARIA 1.2) with a list of options that is made for each text.
 *
 * @param {{
 *   label: string, options: (text: string, signal: AbortSignal) => Promise<Option[]>,
 *   submit?: (text: string) => unknown,
 *   input?: Record<string, any>,
 * }} settings
 */
export function combobox({ label, options, submit, input: attributes = {} }) {
  fields += 1;
  const id = `options-${fields}`;
  /** @type {Option[]} */
  let shown = [];
  let active = -1;
  /** @type {AbortController | null} */
  let running = null;
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
  const choose = (/** @type {number} */ index) => {
    const option = shown[index];
    running?.abort();
    input.value = '';
    close();
    option.choose();
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
    running?.abort();
    const { signal } = (running = new AbortController());
    const text = input.value.trim();
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
      else if (submit && input.value.trim()) {
        const text = input.value.trim();
        running?.abort();
        input.value = '';
        close();
        submit(text);
      } else return;
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

/** @param {Completion} completion */
function symbol({ kind }) {
  return { name: 'pin', tag: 'tag', place: 'city' }[kind];
}

/** @param {Completion} completion */
function detail({ kind, count, population, distance: meters }) {
  if (kind === 'tag') return t('listings', { n: count ?? 0 });
  if (kind === 'place') return population ? t('inhabitants', { n: number(population, 0) }) : t('place');
  return meters === undefined ? '' : distance(meters);
}

/**
 * @param {Completion} completion
 * @param {(completion: Completion) => unknown} choose
 * @returns {Option}
 */
const option = (completion, choose) => ({
  label: completion.text, detail: detail(completion), symbol: symbol(completion), choose: () => choose(completion),
});

/**
 * A field that completes names, and gives the chosen one.
 *
 * @param {{
 *   label: string, near: () => {lat: number, lon: number}, kinds: Completion['kind'][],
 *   choose: (completion: Completion) => void,
 * }} settings
 */
export function suggestField({ label, near, kinds, choose }) {
  return combobox({
    label, input: { placeholder: t('name') },
    options: async (text, signal) => (await completions(text, near(), signal))
      .filter(({ kind }) => kinds.includes(kind)).map((completion) => option(completion, choose)),
  }).element;
}

/**
 * @param {string} text
 * @param {{lat: number, lon: number}} near
 * @param {AbortSignal} signal
 * @returns {Promise<Completion[]>}
 */
async function completions(text, { lat, lon }, signal) {
  const parameters = new URLSearchParams({ text, near: `${lat},${lon}`, limit: '12' });
  return (await ask(`/v1/suggest?${parameters}`, { signal, patience: 0 })).completions;
}

/**
 * The search box of the page.
 *
 * @param {HTMLElement} element
 * @param {import('./page.js').Page} page
 */
export function searchBox(element, page) {
  const field = combobox({
    label: t('search'), input: { placeholder: t('search example'), id: 'q' },
    options: (text, signal) => allOptions(text, page, signal),
    submit: (text) => apply(text, page),
  });
  fill(element, icon('search'), field.element);
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement
      && event.target.matches('input:not([type="checkbox"], [type="range"], [type="file"]), textarea');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    field.input.focus();
  });
}

/**
 * The wishes in a text, none where their words cannot be loaded, and what may be names of places.
 *
 * @param {string} text
 * @param {import('./page.js').Page} page
 */
async function recognise(text, page) {
  const words = await import('./words.js').catch(() => null);
  if (!words) return { found: [], filters: {}, rest: text, names: [{ name: text, others: '' }] };
  const recognised = words.recognised(text, await patterns(words), page.placeNow.date);
  return { ...recognised, names: recognised.rest ? words.placeNames(text, recognised.rest) : [] };
}

/**
 * What the words wish, as one option.
 *
 * @param {string} text
 * @param {import('./page.js').Page} page
 * @returns {Promise<Option[]>}
 */
async function wishes(text, page) {
  const { found, rest, names } = await recognise(text, page);
  const place = await placeOf(names, page);
  const others = place ? place.others : rest;
  // A text that is a place alone is completed as one.
  if (place && !found.length && !others) return [];
  const symbolOf = found.length ? 'filter' : 'search';
  const words = [
    ...found.map((wish) => wish.words), others && t('words', { words: others }),
    place && t('in place', { place: place.name }),
  ].filter(Boolean);
  return [{ label: words.join(' · '), detail: t('search here'), symbol: symbolOf, choose: () => apply(text, page) }];
}

/**
 * Searches: wishes become filters, the name of a place moves the map there, and what is left are words.
 *
 * @param {string} text
 * @param {import('./page.js').Page} page
 */
async function apply(text, page) {
  const isLatest = page.wish();
  const { filters, rest, names } = await recognise(text, page);
  const place = await placeOf(names, page);
  if (!isLatest()) return;
  const words = place ? place.others : rest;
  const isEmpty = !words && !place && !Object.keys(filters).length;
  page.find({ ...filters, ...(words || isEmpty ? { text: words } : {}) }, place?.at);
}

/**
 * The first name that is one of a place.
 *
 * @param {{name: string, others: string}[]} names
 * @param {import('./page.js').Page} page
 * @returns {Promise<{at: {lat: number, lon: number}, name: string, others: string} | null>}
 */
async function placeOf(names, page) {
  for (const { name, others } of names) {
    const found = await completions(name, page.store.state.view, new AbortController().signal).catch(() => []);
    const place = found.find((completion) => isNamed(completion, name));
    if (place?.lat === undefined || place.lon === undefined) continue;
    return { at: { lat: place.lat, lon: place.lon }, name: place.text.split(',')[0], others };
  }
  return null;
}

/**
 * Whether a text is the whole name of a place.
 *
 * @param {Completion} completion
 * @param {string} text
 */
function isNamed({ kind, matched, text: name }, text) {
  return kind === 'place' && [matched, name.split(',')[0]].some((one) => folded(one) === folded(text));
}

/** @param {string} text */
const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/**
 * A place of this very name first, then what the words wish, then what begins so.
 *
 * @param {string} text
 * @param {import('./page.js').Page} page
 * @param {AbortSignal} signal
 * @returns {Promise<Option[]>}
 */
async function allOptions(text, page, signal) {
  const found = await completions(text, page.store.state.view, signal).catch(() => []);
  const options = (/** @type {boolean} */ isPlace) => found
    .filter((completion) => isNamed(completion, text) === isPlace)
    .map((completion) => option(completion, (chosen) => page.take(chosen)));
  return [...options(true), ...await wishes(text, page), ...options(false)];
}

/**
 * The listing of a completed name: of several the nearest.
 *
 * @param {import('./page.js').Page} page
 * @param {{text: string, lat?: number, lon?: number}} completion
 * @returns {Promise<string | undefined>}
 */
export async function idOf(page, { text, lat, lon }) {
  const near = lat === undefined || lon === undefined ? page.store.state.view : { lat, lon };
  const query = {
    near: { lat: near.lat, lon: near.lon }, text: `"${text.replaceAll('"', ' ')}"`, kinds: ['bar', 'event', 'couch'],
    during: 'any', sort: 'distance', limit: 5, fields: ['id', 'name'],
  };
  const { results } = await ask('/v1/query', { body: query });
  return (results.find((/** @type {{name: string}} */ { name }) => name === text) ?? results[0])?.id;
}
