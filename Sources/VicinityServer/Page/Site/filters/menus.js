// The menus of the filters: what can be chosen, with its counts.

import { chip } from '../base/chip.js';
import { fill, h } from '../base/dom.js';
import { allFilters, settings } from '../base/settings.js';
import { tagText } from '../base/tags.js';
import { t } from '../base/text.js';
import { placeNow } from '../state/answer.js';
import { areOfNights } from '../state/query.js';
import { searchResults } from '../state/results.js';
import { store } from '../state/store.js';
import { languageSelect } from './languageselect.js';
import { choiceText, maxPriceText } from './wording.js';

/** @typedef {import('../state/answer.js').Answer} Answer */

/**
 * A list of choices with one active choice.
 *
 * @param {string} name
 * @param {{value: string, label: string, count: number | undefined, others?: Record<string, string>}[]} choices
 */
export function choices(name, choices) {
  const present = store.state.filters[name] ?? '';
  return h('div', { class: 'chips' }, choices.map(({ value, label, count, others }) => chip(label, {
    key: `${name} ${value}`, isOn: present === value, count,
    choose: () => (present === value ? store.replaceFilter(name, '') : store.replaceFilter(name, value, others)),
  })));
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

/** @param {string} facet */
function values(facet) {
  return searchResults.facet(facet).filter(({ value }) => value !== null);
}

const bands = ['free', '0-5', '5-10', '10-20', '20-50', '50-100'];
const bounds = ['0', '4.99', '9.99', '19.99', '49.99', '99.99'];
const ratings = ['4.5', '4', '3.5', '3'];
const ratingBands = ['4.5-5', '4-4.5', '3.5-4', '3-3.5'];

/**
 * What each menu shows.
 *
 * @type {Record<string, () => HTMLElement | HTMLElement[]>}
 */
export const menus = {
  when: () => {
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
  price: () => {
    const currency = commonCurrency(searchResults.answer);
    const isOfNight = areOfNights(store.state.filters);
    // Nights and other prices together have no counts.
    const facet = isOfNight ? 'nightPrice' : 'priceBand';
    const isCounted = isOfNight || !store.state.filters.stay;
    return choices('max-price', bounds.map((value, index) => ({
      value, label: maxPriceText(Number(value), currency, isOfNight),
      count: !isCounted ? undefined : sum(facet, (band) => bands.slice(0, index + 1).includes(String(band))),
      ...(currency && value !== '0' ? { others: { currency } } : {}),
    })));
  },
  rating: () => choices('min-rating', ratings.map((value, index) => ({
    value, label: t('stars from', { rating: Number(value) }),
    count: sum('rating', (band) => ratingBands.slice(0, index + 1).includes(String(band))),
  }))),
  tags: () => {
    const chosen = store.tags;
    const others = values('tag').filter(({ value }) => !chosen.includes(String(value)));
    const counts = new Map(values('tag').map(({ value, count }) => [value, count]));
    if (!chosen.length && !others.length) return [h('p', { class: 'soft' }, t('no tags here'))];
    return h('div', { class: 'chips' },
      chosen.map((tag) => chip(tagText(tag), {
        key: `tag ${tag}`, isOn: true, count: counts.get(tag), choose: () => store.removeTag(tag),
      })),
      others.map(({ value, count }) => chip(tagText(String(value)), {
        key: `tag ${value}`, isOn: false, count, choose: () => store.addTag(String(value)),
      })));
  },
  more: () => {
    const areas = values('area');
    const area = store.state.filters.area;
    const isAccessible = (/** @type {string | number | null} */ value) => value === 'yes' || value === 'limited';
    return [
      h('h2', {}, t('wheelchair')),
      choices('accessible', [
        { value: 'yes,limited', label: t('accessible'), count: sum('accessible', isAccessible) },
      ]),
      ...allFilters.flatMap(({ name, choices: values }) => (values ? [
        h('h2', {}, t(`filter ${name}`)),
        choices(name, values.map((value) => ({ value, label: choiceText(name, value), count: undefined }))),
      ] : [])),
      ...(areas.length || area ? [
        h('h2', {}, t('areas')),
        choices('area', [
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
