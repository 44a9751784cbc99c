// The panel of favourites: also without a connection.

import { h } from './dom.js';
import { card } from './list.js';
import { t } from './text.js';

/** @param {import('./page.js').Page} page */
export function favouriteList(page) {
  const { list } = page.favourites;
  const show = () => page.map.fitPoints(list);
  return h('div', { class: 'results' },
    h('div', { class: 'results-head' },
      h('h2', { class: 'results-heading', tabindex: -1 }, t('favourites', { n: list.length })),
      list.length > 0 && h('button', { type: 'button', onclick: show }, t('show on map'))),
    list.length === 0 && h('p', { class: 'soft' }, t('no favourites')),
    h('p', { class: 'soft remarks' }, t('kept on this device')),
    h('ol', { class: 'cards' }, list.map((favourite) => {
      // What was open when it was saved says nothing now.
      const { open: _, opensOrCloses: __, ...kept } = page.results.result(favourite.id) ?? favourite;
      return h('li', {}, card(page, page.results.result(favourite.id) ?? kept, page.now));
    })));
}
