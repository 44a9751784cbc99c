// The panel of the filters, beside the results: only what has a meaning for the kinds that are looked for.

import { fill, h, icon, part } from '../base/dom.js';
import { allFilters } from '../base/settings.js';
import { loadStyles } from '../base/styles.js';
import { t } from '../base/text.js';
import { placeNow } from '../state/answer.js';
import { searchResults } from '../state/results.js';
import { store } from '../state/store.js';
import { added } from './added.js';
import { groupNames, presentKinds } from './kinds.js';
import { pricePart } from './prices.js';
import { choicePart } from './rows.js';
import { tagPart } from './tags.js';
import { whenPart } from './when.js';
import { choiceText } from './wording.js';

/**
 * @typedef {import('./rows.js').Part} Part
 * @typedef {import('./kinds.js').GroupName} GroupName
 */

await loadStyles('filterpanel.css', import.meta.url);

const ratings = ['4.5', '4', '3.5', '3'];
const ratingBands = ['4.5-5', '4-4.5', '3.5-4', '3-3.5'];

/** The filters that each group sets. */
const filtersOf = {
  when: ['open', 'during', 'stay', 'guests'], price: ['min-price', 'max-price', 'currency'], rating: ['min-rating'],
  tags: ['tag'], more: ['accessible', 'area', ...allFilters.filter(({ choices }) => choices).map(({ name }) => name)],
};

export class FilterPanel {
  #element = part('filter-panel');
  #groups = h('div', { class: 'filter-groups' });
  #show = h('button', { type: 'button', class: 'done', onclick: () => this.close(true) });
  #clear = h('button', {
    type: 'button', class: 'chip plain', onclick: () => store.update({ filters: {}, id: null }),
  }, t('clear all'));
  /** @type {Map<GroupName, {part: Part, element: HTMLDetailsElement, state: HTMLElement}>} */
  #parts = new Map();
  /** The kinds for which the groups were made. */
  #kinds = '';
  /** @type {() => void} */
  #onClose;

  /** @param {() => void} onClose */
  constructor(onClose) {
    this.#onClose = onClose;
    fill(this.#element,
      h('div', { class: 'filter-head' }, h('h2', { tabindex: -1 }, t('filters')), h('button', {
        type: 'button', class: 'filter-close', 'aria-label': t('close filters'), onclick: () => this.close(true),
      }, icon('cross'))),
      this.#groups, h('div', { class: 'done-row' }, this.#clear, this.#show));
    this.#element.setAttribute('aria-label', t('all filters'));
    store.listen((state, before) => state.filters !== before.filters && this.refresh());
    searchResults.listen(() => this.refresh());
  }

  get isOpen() {
    return !this.#element.hidden;
  }

  /** @param {GroupName | null} name the group that gets the focus; null for none in particular */
  open(name) {
    this.#element.hidden = false;
    this.#cover(true);
    this.refresh();
    const group = name && this.#parts.get(name);
    if (!group) return this.#element.querySelector('h2')?.focus({ preventScroll: true });
    group.element.open = true;
    this.#groups.scrollTop = group.element.offsetTop - this.#groups.offsetTop;
    return group.element.querySelector('summary')?.focus({ preventScroll: true });
  }

  /** @param {boolean} isReturning whether the focus goes back to the button */
  close(isReturning) {
    if (!this.isOpen) return;
    this.#element.hidden = true;
    this.#cover(false);
    if (isReturning) this.#onClose();
  }

  /**
   * As a sheet it covers everything else, which then takes no focus.
   *
   * @param {boolean} isCovered
   */
  #cover(isCovered) {
    const isSheet = isCovered && matchMedia('(max-width: 719.98px)').matches;
    const others = [document.querySelector('.bar'), part('filters'), part('panel'), part('map'), part('map-tools')];
    for (const other of others) other?.toggleAttribute('inert', isSheet);
  }

  refresh() {
    if (!this.isOpen) return;
    const kinds = presentKinds();
    // Nothing is replaced while it is used, and a search under way knows nothing yet of the kinds.
    const isUsed = searchResults.isLoading || this.#groups.contains(document.activeElement);
    if (this.#parts.size === 0 || (!isUsed && kinds.join() !== this.#kinds)) this.#make(kinds);
    for (const [name, { part, state }] of this.#parts) {
      part.show();
      const isChosen = filtersOf[name].some((filter) => store.state.filters[filter]);
      state.textContent = isChosen ? t('chosen here') : '';
    }
    const { answer } = searchResults;
    this.#show.textContent = answer && !answer.partial ? t('show results', { n: answer.total }) : t('done');
    this.#clear.hidden = Object.keys(store.state.filters).length === 0;
  }

  /** @param {import('../base/settings.js').Kind[]} kinds */
  #make(kinds) {
    const wasOpen = new Map([...this.#parts].map(([name, { element }]) => [name, element.open]));
    this.#kinds = kinds.join();
    this.#parts.clear();
    for (const name of groupNames) this.#parts.set(name, this.#group(name, makePart(name, kinds), wasOpen.get(name)));
    fill(this.#groups, [...this.#parts.values()].map(({ element }) => element));
  }

  /** @param {GroupName} name @param {Part} part @param {boolean | undefined} isOpen */
  #group(name, part, isOpen) {
    const isUsed = filtersOf[name].some((filter) => store.state.filters[filter]);
    const state = h('span', { class: 'soft' });
    const element = h('details', {
      class: 'filter-group', 'data-group': name, open: isOpen ?? (name !== 'more' || isUsed),
    }, h('summary', {}, h('h3', {}, t(`menu ${name}`)), state, icon('down')), part.element);
    return { part, element, state };
  }
}

/** @param {GroupName} name @param {import('../base/settings.js').Kind[]} kinds @returns {Part} */
function makePart(name, kinds) {
  switch (name) {
    case 'when': return whenPart(store, placeNow(searchResults.answer), kinds);
    case 'price': return pricePart();
    case 'rating': return ratingPart();
    case 'tags': return tagPart();
    default: return morePart();
  }
}

/** @returns {Part} */
function ratingPart() {
  const none = h('p', { class: 'soft' }, t('no ratings here'));
  const choices = choicePart('min-rating', () => ratings.map((value, index) => ({
    value, label: t('stars from', { rating: Number(value) }),
    count: sum('rating', (band) => ratingBands.slice(0, index + 1).includes(String(band))),
  })));
  const show = () => {
    choices.show();
    const isEmpty = !store.state.filters['min-rating'] && sum('rating', (band) => band !== null) === 0;
    [choices.element.hidden, none.hidden] = [isEmpty, !isEmpty];
  };
  return { element: h('div', {}, choices.element, none), show };
}

/** Access, areas, and what the server offers choices for. */
function morePart() {
  const isAccessible = (/** @type {string | number | null} */ value) => value === 'yes' || value === 'limited';
  /** @type {[string, Part][]} */
  const parts = [
    [t('wheelchair'), choicePart('accessible', () => [
      { value: 'yes,limited', label: t('accessible'), count: sum('accessible', isAccessible) },
    ])],
    ...allFilters.flatMap(({ name, choices }) => (choices ? [/** @type {[string, Part]} */ ([
      t(`filter ${name}`), choicePart(name, () => choices.map((value) => ({ value, label: choiceText(name, value) }))),
    ])] : [])),
    ...added.map((add) => add()).flatMap((one) => (one ? [/** @type {[string, Part]} */ ([one.title, one.part])] : [])),
    [t('areas'), choicePart('area', areaChoices)],
  ];
  const sections = parts.map(([title, { element }]) => h('section', {}, h('h4', {}, title), element));
  const show = () => {
    for (const [, part] of parts) part.show();
    sections[sections.length - 1].hidden = areaChoices().length === 0;
  };
  return { element: h('div', {}, sections), show };
}

function areaChoices() {
  const { area } = store.state.filters;
  const areas = searchResults.facet('area').filter(({ value }) => value !== null && value !== area);
  return [
    ...(area ? [{ value: area, label: area }] : []),
    ...areas.map(({ value, count }) => ({ value: String(value), label: String(value), count })),
  ];
}

/**
 * Counts up to each bound.
 *
 * @param {string} facet
 * @param {(value: string | number | null) => boolean} isBelow
 */
function sum(facet, isBelow) {
  if (!searchResults.answer?.facets) return undefined;
  return searchResults.facet(facet).filter(({ value }) => isBelow(value)).reduce((sum, { count }) => sum + count, 0);
}
