// The filters as chips: what can be chosen with its count, and what is chosen, to be removed with one tap.

import { chip } from '../base/chip.js';
import { fill, h, icon } from '../base/dom.js';
import { tagText } from '../base/tags.js';
import { t } from '../base/text.js';
import { placeNow } from '../state/answer.js';
import { searchResults } from '../state/results.js';
import { store } from '../state/store.js';
import { filterTexts } from './wording.js';

const kinds = /** @type {const} */ (['bar', 'event', 'couch']);

const menuNames = ['when', 'price', 'rating', 'tags', 'more'];

/** @type {typeof import('./menus.js').menus | null} the contents of the menus, once one was opened */
let menus = null;

/** Chips above list and map. */
export class Filters {
  #kinds = h('div', { class: 'chips', role: 'group', 'aria-label': t('kinds') });
  #more = h('div', { class: 'chips' });
  #chosen = h('div', { class: 'chips chosen', role: 'group', 'aria-label': t('chosen filters') });
  /** @type {string | null} the menu that is open */
  #menu = null;
  #popover = h('div', { class: 'popover', hidden: true, role: 'dialog' });

  /** @param {HTMLElement} element */
  constructor(element) {
    element.setAttribute('aria-label', t('filters'));
    fill(element, h('div', { class: 'filter-row' }, this.#kinds, this.#more, this.#chosen), this.#popover);
    store.listen((state, before) => state.filters !== before.filters && this.#show());
    searchResults.listen(() => !searchResults.isLoading && this.#show());
    document.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !this.#menu) return;
      // One key closes one thing.
      event.preventDefault();
      this.#toggle(null, true);
    });
    const leave = (/** @type {Event} */ { target }) => {
      if (this.#menu && target instanceof Node && !element.contains(target)) this.#toggle(null);
    };
    document.addEventListener('pointerdown', leave);
    // A menu does not lie over what has the focus. One that is being loaded takes the focus back.
    document.addEventListener('focusin', (event) => !this.#popover.querySelector('[aria-busy]') && leave(event));
    this.#show();
  }

  #show() {
    const chosen = new Set((store.state.filters.kind ?? '').split(',').filter(Boolean));
    const counts = new Map(searchResults.facet('kind').map(({ value, count }) => [value, count]));
    // With a filter on kinds nothing is known of the others.
    const isKnown = searchResults.answer !== null && !searchResults.isLoading;
    const count = (/** @type {string} */ kind) => {
      const isCounted = isKnown && (!chosen.size || chosen.has(kind));
      return isCounted ? counts.get(kind) ?? 0 : undefined;
    };
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.chip : undefined;
    fill(this.#kinds, kinds.map((kind) => chip(t(`kinds ${kind}`), {
      key: kind, shape: kind, isOn: chosen.has(kind), count: count(kind), choose: () => {
        const next = chosen.has(kind) ? [...chosen].filter((one) => one !== kind) : [...chosen, kind];
        store.filter({ kind: next.length === kinds.length ? '' : next.join(',') });
      },
    })));
    fill(this.#more, menuNames.map((menu) => h('button', {
      type: 'button', class: 'chip menu', 'aria-expanded': this.#menu === menu, 'aria-haspopup': 'dialog',
      'data-chip': `menu ${menu}`, onclick: () => this.#toggle(this.#menu === menu ? null : menu),
    }, t(`menu ${menu}`), icon('down'))));
    this.#showChosen();
    if (this.#menu && this.#menu !== 'when') this.#fillMenu();
    if (focused) this.#focus(focused);
  }

  #showChosen() {
    const all = Object.entries(store.state.filters).filter(([name]) => name in filterTexts || name === 'tag');
    const chips = all.flatMap(([name, value]) => {
      if (name === 'tag') return store.tags.map((tag) => this.#removable(tagText(tag), () => store.removeTag(tag)));
      const remove = () => store.replaceFilter(name, '');
      const { date } = placeNow(searchResults.answer);
      return [this.#removable(filterTexts[name](value, store.state.filters, date), remove)];
    });
    const clear = chips.length > 1 && h('button', {
      type: 'button', class: 'chip plain', 'data-chip': 'clear', onclick: () => {
        store.update({ filters: {}, id: null });
        this.#focusChosen();
      },
    }, t('clear all'));
    fill(this.#chosen, chips, clear);
    this.#chosen.hidden = chips.length === 0;
  }

  /**
   * @param {string} label
   * @param {() => void} remove
   */
  #removable(label, remove) {
    return h('button', {
      type: 'button', class: 'chip is-on', 'aria-label': t('remove', { what: label }), 'data-chip': `remove ${label}`,
      onclick: () => {
        remove();
        this.#focusChosen();
      },
    }, h('span', { class: 'chip-label' }, label), h('span', { class: 'cross', 'aria-hidden': true }, '✕'));
  }

  /** The chip is removed: the focus moves to the next one, and not to the start of the page. */
  #focusChosen() {
    const next = this.#chosen.querySelector('button') ?? this.#more.querySelector('button');
    next?.focus();
  }

  /** @param {string} key */
  #focus(key) {
    /** @type {HTMLElement | null} */
    const element = document.querySelector(`[data-chip="${CSS.escape(key)}"]`);
    element?.focus({ preventScroll: true });
  }

  // MARK: Menus

  /**
   * @param {string | null} menu
   * @param {boolean} [isReturning] whether the focus goes back to the button
   */
  #toggle(menu, isReturning = false) {
    const before = this.#menu;
    this.#menu = menu;
    this.#popover.hidden = menu === null;
    this.#show();
    if (menu) {
      this.#popover.setAttribute('aria-label', t(`menu ${menu}`));
      this.#fillMenu();
      this.#popover.querySelector('button')?.focus({ preventScroll: true });
    } else if (isReturning) {
      this.#focus(`menu ${before}`);
    }
  }

  #fillMenu() {
    if (!this.#menu) return;
    const content = menus ? menus[this.#menu]() : h('div', { 'aria-busy': true });
    fill(this.#popover, content, h('div', { class: 'done-row' }, h('button', {
      type: 'button', class: 'done', onclick: () => this.#toggle(null, true),
    }, t('done'))));
    if (!menus) this.#loadMenus(/** @type {HTMLElement} */ (content));
  }

  /** @param {HTMLElement} waiting shown until the menus are loaded */
  async #loadMenus(waiting) {
    const module = await import('./menus.js').catch(() => null);
    if (module) ({ menus } = module);
    if (!waiting.isConnected) return;
    waiting.removeAttribute('aria-busy');
    if (!module) return fill(waiting, h('p', { class: 'soft' }, t('offline, not kept')));
    this.#fillMenu();
    this.#popover.querySelector('button')?.focus({ preventScroll: true });
  }
}
