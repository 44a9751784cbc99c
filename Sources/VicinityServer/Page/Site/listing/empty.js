// An empty list of results: the single changes that would help, as buttons, and why a certain listing is missing.

import { request } from '../base/api.js';
import { showBanner } from '../base/banner.js';
import { english, fill, h } from '../base/dom.js';
import { allFilters, isCatalogEmpty } from '../base/settings.js';
import { plusDays } from '../base/dates.js';
import { tagText } from '../base/tags.js';
import { distance, duration, has, number, price, t } from '../base/text.js';
import { mapView } from '../map/view.js';
import { idOf, suggestField } from '../search/suggest.js';
import { focusResults } from '../state/navigation.js';
import { searchResults } from '../state/results.js';
import { store } from '../state/store.js';
import { named, whyNot } from './whynot.js';

/** @typedef {import('../state/answer.js').Relaxation & {tag?: string}} Relaxation */

/**
 * The changes that are more than another value of a filter, or none.
 *
 * @type {Record<string, (change: Relaxation) => void>}
 */
const changes = {
  within: ({ value }) => (value?.bbox
    ? mapView.leap(() => mapView.fit(value.bbox)) : store.filter({ area: '' })),
  'tags.all': ({ tag, unknown, nearest }) => {
    if (unknown && nearest) store.tags = store.tags.map((one) => nearest[unknown.indexOf(one)] ?? one);
    else store.removeTag(tag ?? '');
  },
  stay: ({ value }) => store.filter({ stay: value?.from ? `${value.from}..${value.to}` : '' }),
  open: () => store.filter({ open: '' }),
  during: ({ value }) => store.filter({ during: laterSpan(store.state.filters.during, value) }),
};

/**
 * How to make a change; null for one that the page cannot make.
 *
 * @param {Relaxation} relaxation
 * @returns {(() => void) | null}
 */
function changing(relaxation) {
  const condition = named(relaxation.filter);
  if (condition in changes) return () => changes[condition](relaxation);
  const name = allFilters.find(({ path }) => path === condition)?.name;
  if (!name) return null;
  const { value } = relaxation;
  if (value === undefined) return () => store.replaceFilter(name, '');
  return () => store.filter({ [name]: String(value.max ?? value) });
}

/**
 * @param {string} during
 * @param {string | undefined} to
 */
function laterSpan(during, to) {
  const from = (during ?? '').split('..')[0];
  return to && /^\d{4}-/.test(from) ? `${from}..${plusDays(to.slice(0, 10), 1)}` : '';
}

/**
 * The text of a relaxation.
 *
 * @param {Relaxation} relaxation
 */
function words({ filter: condition, change, value, currency, tag, unknown, nearest, words: ofServer }) {
  const filter = named(condition);
  if (unknown) return t('with instead', { nearest: nearest?.join(', ') ?? '', unknown: unknown.join(', ') });
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

/** @param {import('../state/answer.js').Answer} answer */
export function empty(answer) {
  // A search nearby is not answered by another city: the button below leads there.
  const isFar = (/** @type {Relaxation} */ { filter, change }) => filter === 'within' && (change ?? 0) > 50_000;
  const relaxations = (answer.relaxations ?? []).filter((one) => changing(one) && !isFar(one));
  const buttons = relaxations.map((relaxation) => h('li', {}, h('button', {
    type: 'button', class: 'wide relax', onclick: () => {
      changing(relaxation)?.();
      focusResults();
    },
  }, words(relaxation), h('span', { class: 'count' }, t('found', { n: relaxation.results })))));
  const hasFilters = Object.keys(store.state.filters).length > 0;
  return h('div', { class: 'empty' },
    isCatalogEmpty() && h('p', {}, t('catalog empty')),
    buttons.length > 0 && h('p', {}, t('what would help')),
    buttons.length > 0 && h('ul', { class: 'plain' }, buttons),
    !buttons.length && hasFilters && h('button', {
      type: 'button', class: 'wide', onclick: () => {
        store.update({ filters: {} });
        focusResults();
      },
    }, t('clear all')),
    !isCatalogEmpty() && h('button', {
      type: 'button', class: 'wide', onclick: () => nearestMatch(),
    }, t('nearest match')),
    !isCatalogEmpty() && whyNotField());
}

/** Moves the map to the nearest listing that passes the filters. */
async function nearestMatch() {
  const { within, radius, ...query } = searchResults.query;
  if (within?.area) query.within = { area: within.area };
  const body = { ...query, sort: 'distance', limit: 1, fields: ['id', 'lat', 'lon'] };
  const { results } = await request('/v1/query', { body });
  if (radius) store.replaceFilter('radius', '');
  if (results.length) mapView.leap(() => mapView.fitPoints([store.state.view, results[0]]));
  else showBanner(t('nothing anywhere'));
}

/** A field for the name of a missing listing. */
function whyNotField() {
  const verdict = h('div', { 'aria-live': 'polite' });
  const field = suggestField({
    label: t('why not here'), near: () => store.state.view, kinds: ['name'],
    choose: async (completion) => {
      const id = await idOf(completion);
      if (id) fill(verdict, h('h3', {}, completion.text), await whyNot(id));
    },
  });
  return h('section', { class: 'why-not' }, h('h3', {}, t('why not here')), field, verdict);
}
