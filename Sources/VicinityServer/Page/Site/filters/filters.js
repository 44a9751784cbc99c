// The filters as chips: what can be chosen with its count, and what is chosen, to be removed with one tap.

import { showBanner } from '../base/banner.js';
import { chip } from '../base/chip.js';
import { fill, h, icon, isPopoverOpen } from '../base/dom.js';
import { allFilters } from '../base/settings.js';
import { tagText } from '../base/tags.js';
import { t } from '../base/text.js';
import { placeNow } from '../state/answer.js';
import { searchResults } from '../state/results.js';
import { store } from '../state/store.js';
import { categoryChips, categoryRow } from './categories.js';
import { chosenKinds, groupNames, kinds } from './kinds.js';
import { filterTexts } from './wording.js';

/** Chips above list and map. */
export class Filters {
  #kinds = h('div', { class: 'chips', role: 'group', 'aria-label': t('kinds') });
  #more = h('div', { class: 'chips' });
  #chosen = h('div', { class: 'chips chosen', role: 'group', 'aria-label': t('chosen filters') });
  #categories = categoryRow();
  /** @type {import('./filterpanel.js').FilterPanel | null} once it was opened */
  #panel = null;
  /** The button that has opened the panel. */
  #opener = '';

  /** @param {HTMLElement} element */
  constructor(element) {
    element.setAttribute('aria-label', t('filters'));
    fill(element, h('div', { class: 'filter-row' }, this.#kinds, this.#more, this.#chosen), this.#categories);
    store.listen((state, before) => state.filters !== before.filters && this.#show());
    searchResults.listen(() => !searchResults.isLoading && this.#show());
    document.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isPopoverOpen() || !this.#panel?.isOpen) return;
      // One key closes one thing.
      event.preventDefault();
      this.#panel.close(true);
    });
    this.#show();
  }

  #show() {
    /** @type {Set<string>} */
    const chosen = new Set(chosenKinds());
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
        // Categories are of one kind.
        store.filter({ kind: next.length === kinds.length ? '' : next.join(','), category: '' });
      },
    })));
    const ofOthers = ['kind', 'category', 'text', ...allFilters.filter(({ of }) => of).map(({ name }) => name)];
    const number = Object.keys(store.state.filters).filter((name) => !ofOthers.includes(name)).length;
    fill(this.#more,
      this.#opening('all', [icon('filter'), t('filters'), number > 0 && h('span', { class: 'unread' }, number)]),
      groupNames.map((group) => this.#opening(group, [t(`menu ${group}`), icon('down')])));
    fill(this.#categories, categoryChips());
    this.#showChosen();
    if (focused) this.#focus(focused);
  }

  /**
   * A button that opens the panel.
   *
   * @param {import('./kinds.js').GroupName | 'all'} name
   * @param {import('../base/dom.js').Child[]} content
   */
  #opening(name, content) {
    const key = `menu ${name}`;
    const isOpen = Boolean(this.#panel?.isOpen) && this.#opener === key;
    return h('button', {
      type: 'button', class: `chip menu${name === 'all' ? ' menu-all' : ''}`, 'aria-expanded': isOpen,
      'aria-controls': 'filter-panel', 'data-chip': key, onclick: () => this.#toggle(name),
    }, content);
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

  // MARK: The panel

  /** @param {import('./kinds.js').GroupName | 'all'} name */
  async #toggle(name) {
    const key = `menu ${name}`;
    if (this.#panel?.isOpen && this.#opener === key) return this.#panel.close(true);
    this.#opener = key;
    if (!this.#panel) {
      const module = await import('./filterpanel.js').catch(() => null);
      if (!module) return showBanner(t('offline, not kept'));
      this.#panel ??= new module.FilterPanel(() => this.#closed());
    }
    this.#panel.open(name === 'all' ? null : name);
    return this.#show();
  }

  #closed() {
    this.#show();
    this.#focus(this.#opener);
  }
}
