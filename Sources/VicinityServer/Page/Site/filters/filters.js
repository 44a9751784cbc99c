// The filters as chips: what can be chosen with its count, and what is chosen, to be removed with one tap.

import { chip } from '../base/chip.js';
import { fill, h, icon } from '../base/dom.js';
import { settings } from '../base/settings.js';
import { tagText } from '../base/tags.js';
import { t } from '../base/text.js';
import { placeNow } from '../state/answer.js';
import { addTag, chosenTags, removeTag } from '../state/chosentags.js';
import { areOfNights } from '../state/query.js';
import { searchResults } from '../state/results.js';
import { store } from '../state/store.js';
import { languageSelect } from './languageselect.js';
import { filterTexts, maxPriceText } from './wording.js';

/**
 * @typedef {import('../state/answer.js').Answer} Answer
 */

const kinds = /** @type {const} */ (['bar', 'event', 'couch']);

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

  /**
   * @param {string} facet
   * @returns {import('../state/answer.js').FacetValue[]}
   */
  #facet(facet) {
    return searchResults.answer?.facets?.[facet] ?? [];
  }

  #show() {
    const chosen = new Set((store.state.filters.kind ?? '').split(',').filter(Boolean));
    const counts = new Map(this.#facet('kind').map(({ value, count }) => [value, count]));
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
    fill(this.#more, Object.keys(menus).map((menu) => h('button', {
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
      if (name === 'tag') return chosenTags().map((tag) => this.#removable(tagText(tag), () => removeTag(tag)));
      const remove = () => store.filter({ ...this.#belonging(name), [name]: '' });
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
   * What has no meaning without a filter.
   *
   * @param {string} name
   * @returns {Record<string, string>}
   */
  #belonging(name) {
    if (name === 'stay') return { guests: '' };
    return name === 'max-price' ? { currency: '' } : {};
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

  /** The chip is gone: the focus goes to its neighbour, and not to the beginning of the page. */
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
    fill(this.#popover, menus[this.#menu](this), h('div', { class: 'done-row' }, h('button', {
      type: 'button', class: 'done', onclick: () => this.#toggle(null, true),
    }, t('done'))));
  }

  /**
   * A list of choices of which one holds.
   *
   * @param {string} name
   * @param {{value: string, label: string, count: number | undefined, others?: Record<string, string>}[]} choices
   */
  choices(name, choices) {
    const present = store.state.filters[name] ?? '';
    return h('div', { class: 'chips' }, choices.map(({ value, label, count, others }) => chip(label, {
      key: `${name} ${value}`, isOn: present === value, count,
      choose: () => store.filter(present === value
        ? { ...this.#belonging(name), [name]: '' } : { ...this.#belonging(name), ...others, [name]: value }),
    })));
  }

  /**
   * Counts up to each bound.
   *
   * @param {string} facet
   * @param {(value: string | number | null) => boolean} isBelow
   */
  sum(facet, isBelow) {
    if (!searchResults.answer?.facets) return undefined;
    return this.#facet(facet).filter(({ value }) => isBelow(value)).reduce((sum, { count }) => sum + count, 0);
  }

  /** @param {string} facet */
  values(facet) {
    return this.#facet(facet).filter(({ value }) => value !== null);
  }
}

const bands = ['free', '0-5', '5-10', '10-20', '20-50', '50-100'];
const bounds = ['0', '4.99', '9.99', '19.99', '49.99', '99.99'];
const ratings = ['4.5', '4', '3.5', '3'];
const ratingBands = ['4.5-5', '4-4.5', '3.5-4', '3-3.5'];

/**
 * What each menu shows.
 *
 * @type {Record<string, (filters: Filters) => HTMLElement | HTMLElement[]>}
 */
export const menus = {
  when: (filters) => {
    const element = h('div', { 'aria-busy': true });
    // The calendar is loaded when it is first needed.
    import('./when.js').catch(() => null).then((module) => {
      element.removeAttribute('aria-busy');
      if (!module) return fill(element, h('p', { class: 'soft' }, t('offline, not kept')));
      fill(element, module.whenPanel(store, placeNow(searchResults.answer)));
      return element.querySelector('button')?.focus({ preventScroll: true });
    });
    return element;
  },
  price: (filters) => {
    const currency = commonCurrency(searchResults.answer);
    const isOfNight = areOfNights(store.state.filters);
    // Of nights beside other prices nothing is counted.
    const facet = isOfNight ? 'nightPrice' : 'priceBand';
    const isCounted = isOfNight || !store.state.filters.stay;
    return filters.choices('max-price', bounds.map((value, index) => ({
      value, label: maxPriceText(Number(value), currency, isOfNight),
      count: !isCounted ? undefined : filters.sum(facet, (band) => bands.slice(0, index + 1).includes(String(band))),
      ...(currency && value !== '0' ? { others: { currency } } : {}),
    })));
  },
  rating: (filters) => filters.choices('min-rating', ratings.map((value, index) => ({
    value, label: t('stars from', { rating: Number(value) }),
    count: filters.sum('rating', (band) => ratingBands.slice(0, index + 1).includes(String(band))),
  }))),
  tags: (filters) => {
    const chosen = chosenTags();
    const others = filters.values('tag').filter(({ value }) => !chosen.includes(String(value)));
    const counts = new Map(filters.values('tag').map(({ value, count }) => [value, count]));
    if (!chosen.length && !others.length) return [h('p', { class: 'soft' }, t('no tags here'))];
    return h('div', { class: 'chips' },
      chosen.map((tag) => chip(tagText(tag), {
        key: `tag ${tag}`, isOn: true, count: counts.get(tag), choose: () => removeTag(tag),
      })),
      others.map(({ value, count }) => chip(tagText(String(value)), {
        key: `tag ${value}`, isOn: false, count, choose: () => addTag(String(value)),
      })));
  },
  more: (filters) => {
    const areas = filters.values('area');
    const area = store.state.filters.area;
    const isAccessible = (/** @type {string | number | null} */ value) => value === 'yes' || value === 'limited';
    return [
      h('h2', {}, t('wheelchair')),
      filters.choices('accessible', [
        { value: 'yes,limited', label: t('accessible'), count: filters.sum('accessible', isAccessible) },
      ]),
      ...(areas.length || area ? [
        h('h2', {}, t('areas')),
        filters.choices('area', [
          ...(area ? [{ value: area, label: area, count: undefined }] : []),
          ...areas.map(({ value, count }) => ({ value: String(value), label: String(value), count })),
        ]),
      ] : []),
      ...(settings.languages.length > 1 ? [h('h2', {}, t('language')), languageSelect()] : []),
    ];
  },
};

/**
 * The currency of all results; undefined when they differ.
 *
 * @param {Answer | null} answer
 */
function commonCurrency(answer) {
  const currencies = new Set(answer?.results.map(({ currency }) => currency).filter(Boolean));
  return currencies.size === 1 ? [...currencies][0] : undefined;
}
