// When nothing fits: the single changes that would help, as buttons, and why a certain listing is not there.

import { ask, encoded, Problem, told } from './api.js';
import { english, fill, h } from './dom.js';
import { pageSize } from './query.js';
import { idOf, suggestField } from './suggest.js';
import { plusDays } from './stay.js';
import { tagText } from './tags.js';
import { distance, duration, has, number, price, t } from './text.js';

/**
 * @typedef {import('./answer.js').Relaxation & {tag?: string}} Relaxation
 * @typedef {import('./page.js').Page} Page
 */

/**
 * What a relaxation changes.
 *
 * @type {Record<string, (page: Page, change: Relaxation) => void>}
 */
const changes = {
  within: (page, { value }) => (value?.bbox
    ? page.map.leap(() => page.map.fit(value.bbox)) : page.store.filter({ area: '' })),
  kinds: (page) => page.store.filter({ kind: '' }),
  'tags.all': (page, { tag, unknown, nearest }) => {
    if (unknown && nearest) return page.filters.replaceTag(String(unknown), String(nearest));
    return page.filters.removeTag(tag ?? '');
  },
  'price.max': (page, { value }) => page.store.filter(value === undefined
    ? { 'max-price': '', currency: '' }
    : { 'max-price': String(value.max ?? value) }),
  'price.currency': (page) => page.store.filter({ currency: '' }),
  'rating.min': (page, { value }) => page.store.filter({ 'min-rating': value === undefined ? '' : String(value) }),
  text: (page, { value }) => page.store.filter({ text: value ?? '' }),
  stay: (page, { value }) => page.store.filter({ stay: value?.from ? `${value.from}..${value.to}` : '' }),
  'stay.guests': (page, { value }) => page.store.filter({ guests: value === undefined ? '' : String(value) }),
  open: (page) => page.store.filter({ open: '' }),
  during: (page, { value }) => page.store.filter({ during: laterSpan(page.store.state.filters.during, value) }),
  accessible: (page) => page.store.filter({ accessible: '' }),
};

/**
 * @param {string} during
 * @param {string | undefined} to
 */
function laterSpan(during, to) {
  const from = (during ?? '').split('..')[0];
  return to && /^\d{4}-/.test(from) ? `${from}..${plusDays(to.slice(0, 10), 1)}` : '';
}

/** A condition on the price of nights is one on the price, for the reader. */
const named = (/** @type {string} */ filter) => filter.replace('nightPrice', 'price');

/**
 * What a relaxation is called.
 *
 * @param {Relaxation} relaxation
 */
function words({ filter: condition, change, value, currency, tag, unknown, nearest, words: ofServer }) {
  const filter = named(condition);
  if (unknown) return t('with instead', { nearest: String(nearest), unknown: String(unknown) });
  const size = Math.abs(change ?? 0);
  const key = change === undefined || filter === 'open'
    ? `drop ${filter}`
    : `relax ${filter}${change < 0 ? ' earlier' : ''}`;
  if (!has(key)) return english(ofServer);
  return t(key, {
    n: size, distance: distance(Math.ceil(size)), price: price(size, currency), duration: duration(size),
    tag: tagText(tag ?? ''), stars: number(size, 2), value: price(Number(value?.max ?? value) || 0, currency),
  });
}

/**
 * @param {Page} page
 * @param {import('./answer.js').Answer} answer
 */
export function empty(page, answer) {
  // Another city is no answer to what is near: the button below leads there.
  const isFar = (/** @type {Relaxation} */ { filter, change }) => filter === 'within' && (change ?? 0) > 50_000;
  const relaxations = (answer.relaxations ?? []).filter((one) => named(one.filter) in changes && !isFar(one));
  const buttons = relaxations.map((relaxation) => h('li', {}, h('button', {
    type: 'button', class: 'wide relax', onclick: () => {
      changes[named(relaxation.filter)](page, relaxation);
      page.list.focus();
    },
  }, words(relaxation), h('span', { class: 'count' }, t('found', { n: relaxation.results })))));
  const hasFilters = Object.keys(page.store.state.filters).length > 0;
  return h('div', { class: 'empty' },
    page.isCatalogEmpty && h('p', {}, t('catalog empty')),
    buttons.length > 0 && h('p', {}, t('what would help')),
    buttons.length > 0 && h('ul', { class: 'plain' }, buttons),
    !buttons.length && hasFilters && h('button', {
      type: 'button', class: 'wide', onclick: () => {
        page.store.update({ filters: {} });
        page.list.focus();
      },
    }, t('clear all')),
    !page.isCatalogEmpty && h('button', {
      type: 'button', class: 'wide', onclick: () => nearestMatch(page),
    }, t('nearest match')),
    !page.isCatalogEmpty && whyNotField(page));
}

/**
 * Moves the map to the nearest listing that passes the filters.
 *
 * @param {Page} page
 */
async function nearestMatch(page) {
  const { within, ...query } = page.results.query;
  if (within?.area) query.within = { area: within.area };
  const body = { ...query, sort: 'distance', limit: 1, fields: ['id', 'lat', 'lon'] };
  const { results } = await ask('/v1/query', { body });
  if (results.length) page.map.leap(() => page.map.fitPoints([page.store.state.view, results[0]]));
  else page.tell(t('nothing anywhere'));
}

/**
 * A field for the name of a listing that somebody misses.
 *
 * @param {Page} page
 */
function whyNotField(page) {
  const verdict = h('div', { 'aria-live': 'polite' });
  const field = suggestField({
    label: t('why not here'), near: () => page.store.state.view, kinds: ['name'],
    choose: async (completion) => {
      const id = await idOf(page, completion);
      if (id) fill(verdict, h('h3', {}, completion.text), await whyNot(page, id));
    },
  });
  return h('section', { class: 'why-not' }, h('h3', {}, t('why not here')), field, verdict);
}

/**
 * Why a listing is not among the results.
 *
 * @param {Page} page
 * @param {string} id
 * @returns {Promise<HTMLElement>}
 */
export async function whyNot(page, id) {
  try {
    const body = { ...page.results.query, limit: pageSize };
    const { inAnswer, findings } = await ask(`/v1/why-not/${encoded(id)}`, { body });
    const failed = findings.filter((/** @type {{passed: boolean}} */ { passed }) => !passed);
    if (inAnswer) return h('p', {}, t('it is here'));
    const titles = ['condition', 'wanted', 'found here'].map((key) => h('th', { scope: 'col' }, t(key)));
    const rows = failed.map((/** @type {Record<string, string>} */ { filter, wanted, found }) => {
      const key = `condition ${named(filter)}`;
      const condition = has(key) ? t(key) : filter;
      const values = [wanted, found].map((text) => h('td', {}, english(text)));
      return h('tr', {}, h('th', { scope: 'row' }, condition), values);
    });
    return h('table', { class: 'findings' }, h('thead', {}, h('tr', {}, titles)), h('tbody', {}, rows));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return h('p', {}, told(error));
  }
}
