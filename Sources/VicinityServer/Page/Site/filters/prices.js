// The prices of the filter panel: how many cost what, usual limits, and numbers of one's own.

import { fill, h } from '../base/dom.js';
import { nightsBetween } from '../base/dates.js';
import { number, price, t } from '../base/text.js';
import { areOfNights } from '../state/query.js';
import { searchResults } from '../state/results.js';
import { store } from '../state/store.js';
import { presentKinds } from './kinds.js';
import { choicePart, write } from './rows.js';
import { staySpan } from './stay.js';
import { maxPriceText } from './wording.js';

const bands = ['free', '0-5', '5-10', '10-20', '20-50', '50-100', '100+'];
/** The limit below each band but the first, which the server counts without it. */
const limits = ['0', '4.99', '9.99', '19.99', '49.99', '99.99'];

/** @returns {import('./rows.js').Part} */
export function pricePart() {
  const unit = h('p', { class: 'soft price-unit' });
  const none = h('p', { class: 'soft' }, t('no prices here'));
  const chart = h('div', { class: 'histogram', role: 'img' });
  const ends = h('div', { class: 'histogram-ends', 'aria-hidden': true });
  const chips = choicePart('max-price', priceChoices);
  const [least, most] = [field('min-price', 'price from'), field('max-price', 'price to')];
  const total = h('p', { class: 'soft' });
  const element = h('div', { class: 'price-part' }, unit, none, chart, ends, chips.element,
    h('div', { class: 'price-fields' }, least.element, most.element), total);
  const show = () => {
    unit.textContent = unitText();
    drawChart(chart, ends);
    none.hidden = priceFacet() === null || !searchResults.answer?.facets || counts().some((count) => count > 0);
    for (const part of [chips, least, most]) part.show();
    total.textContent = totalText();
    total.hidden = !total.textContent;
  };
  return { element, show };
}

/** What the prices are prices of. */
function unitText() {
  if (areOfNights(store.state.filters)) return t('prices of nights of the stay');
  const kinds = presentKinds();
  return kinds.length === 1 ? t(`prices of ${kinds[0]}`) : t('prices of all');
}

/** A limit for a night as one for the whole stay. */
function totalText() {
  const { filters } = store.state;
  const { from, to } = staySpan(filters.stay);
  if (!areOfNights(filters) || !from || !to || !filters['max-price']) return '';
  const n = nightsBetween(from, to);
  return t('limit for the stay', { n, price: price(Number(filters['max-price']) * n, filters.currency) });
}

/** The facet with prices; null where nights and other prices together have no counts. */
function priceFacet() {
  if (areOfNights(store.state.filters)) return 'nightPrice';
  return store.state.filters.stay ? null : 'priceBand';
}

function counts() {
  const facet = priceFacet();
  const found = new Map(facet ? searchResults.facet(facet).map(({ value, count }) => [String(value), count]) : []);
  return bands.map((band) => found.get(band) ?? 0);
}

/** Usual limits, each only if it finds more than the one before and less than all. */
function priceChoices() {
  const counted = counts();
  const isCounted = priceFacet() !== null && Boolean(searchResults.answer?.facets);
  const all = counted.reduce((sum, count) => sum + count, 0);
  const currency = commonCurrency();
  const chosen = store.state.filters['max-price'];
  let before = 0;
  return limits.flatMap((value, index) => {
    const count = counted.slice(0, index + 1).reduce((sum, one) => sum + one, 0);
    const isUseful = !isCounted || (count > before && count < all);
    before = Math.max(before, count);
    if (!isUseful && chosen !== value) return [];
    const label = maxPriceText(Number(value), currency, false);
    const others = currency && value !== '0' ? { currency } : undefined;
    return [{ value, label, count: isCounted ? count : undefined, ...(others && { others }) }];
  });
}

/**
 * The numbers of results in each band.
 *
 * @param {HTMLElement} chart
 * @param {HTMLElement} ends
 */
function drawChart(chart, ends) {
  const counted = counts();
  const highest = Math.max(...counted);
  chart.hidden = ends.hidden = highest === 0;
  const { filters } = store.state;
  const [from, to] = [Number(filters['min-price'] ?? 0), Number(filters['max-price'] ?? Infinity)];
  fill(chart, counted.map((count, index) => {
    const [low, high] = [index < 2 ? 0 : Number(limits[index - 1]), Number(limits[index] ?? Infinity)];
    const isWithin = high >= from && low < to || (index === 0 && from === 0);
    const bar = h('span', { class: isWithin ? 'is-within' : null });
    bar.style.height = `${count ? Math.max(6, (100 * count) / highest) : 0}%`;
    return bar;
  }));
  chart.setAttribute('aria-label', counted.map((count, index) => (count
    ? `${bandText(bands[index])}: ${number(count, 0)}` : '')).filter(Boolean).join(', '));
  fill(ends, bands.map((band) => h('span', {}, band === 'free' ? '0' : bandText(band).split('–')[0])));
}

/** @param {string} band */
const bandText = (band) => (band === 'free' ? t('free of charge') : band.replace('-', '–'));

/**
 * A limit as a number.
 *
 * @param {'min-price' | 'max-price'} name
 * @param {string} label
 */
function field(name, label) {
  const input = h('input', {
    type: 'number', class: 'field', min: 0, step: 'any', inputmode: 'decimal', 'data-chip': name,
    onchange: () => {
      const value = input.value.trim();
      const isValid = value === '' || (Number.isFinite(Number(value)) && Number(value) >= 0);
      if (!isValid) {
        input.value = store.state.filters[name] ?? '';
        return undefined;
      }
      const currency = name === 'max-price' && Number(value) > 0 ? commonCurrency() : undefined;
      return store.replaceFilter(name, value && String(Number(value)), currency ? { currency } : {});
    },
  });
  const sign = h('span', {});
  const show = () => {
    const value = store.state.filters[name] ?? '';
    write(input, limits.slice(1).includes(value) ? String(Math.ceil(Number(value))) : value);
    sign.textContent = commonCurrency() ?? '';
  };
  return { element: h('label', {}, h('span', {}, t(label)), input, sign), show };
}

/** The currency of the filter, or that of all results; undefined when they differ. */
function commonCurrency() {
  const { currency } = store.state.filters;
  if (currency) return currency;
  const found = new Set(searchResults.answer?.results.map((result) => result.currency).filter(Boolean));
  return found.size === 1 ? [...found][0] : undefined;
}
