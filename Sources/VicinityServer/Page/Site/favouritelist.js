// The panel of favourites: also without a connection.

import { ask } from './api.js';
import { fillKeepingFocus, h } from './dom.js';
import { card } from './list.js';
import { fields } from './query.js';
import { t } from './text.js';

/**
 * @typedef {import('./answer.js').Result} Result
 * @typedef {import('./page.js').Page} Page
 */

/** @param {Page} page */
export function favouriteList(page) {
  const { list } = page.favourites;
  const cards = h('ol', { class: 'cards' });
  const heading = h('h2', { class: 'results-heading', tabindex: -1 }, t('favourites', { n: list.length }));
  const show = (/** @type {Map<string, Result>} */ known) => fillKeepingFocus(cards, heading, list.map((favourite) => {
    // What was open when it was saved says nothing now.
    const { open: _, opensOrCloses: __, ...kept } = favourite;
    return h('li', {}, card(page, known.get(favourite.id) ?? kept, page.now));
  }));
  show(new Map());
  if (list.length) present(page, list.map(({ id }) => id)).then(show, () => {});
  return h('div', { class: 'results favourites' },
    h('div', { class: 'results-head' },
      heading,
      list.length > 0 && h('button', { type: 'button', onclick: () => page.map.fitPoints(list) }, t('show on map'))),
    list.length === 0 && h('p', { class: 'soft' }, t('no favourites')),
    h('p', { class: 'soft remarks' }, t('kept on this device')), cards);
}

/**
 * Listings as they are now, by id.
 *
 * @param {Page} page
 * @param {string[]} ids
 * @returns {Promise<Map<string, Result>>}
 */
async function present(page, ids) {
  const filter = { op: 'in', args: [{ property: 'id' }, ids] };
  const body = {
    filter, kinds: ['bar', 'event', 'couch'], during: 'any', near: page.origin, fields, limit: ids.length,
  };
  const { results } = await ask('/v1/query', { body, patience: 0 });
  return new Map(results.map((/** @type {Result} */ result) => [result.id, result]));
}
