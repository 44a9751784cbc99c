// The panel of favourites: also without a connection.

import { ask } from './api.js';
import { fillKeepingFocus, h } from './dom.js';
import { chip } from './filters.js';
import { card } from './list.js';
import { fields } from './query.js';
import { t } from './text.js';

/**
 * @typedef {import('./answer.js').Result} Result
 * @typedef {import('./page.js').Page} Page
 */

/** Whether only those are shown that are open or take place today. */
let isToday = false;

/** @param {Page} page */
export function favouriteList(page) {
  const { list } = page.favourites;
  const cards = h('ol', { class: 'cards' });
  const heading = h('h2', { class: 'results-heading', tabindex: -1 }, t('favourites', { n: list.length }));
  const remark = h('p', { class: 'soft remarks', role: 'status' });
  const show = (/** @type {Map<string, Result>} */ known, /** @type {Set<string> | null} */ wanted = null) => {
    const shown = wanted ? list.filter(({ id }) => wanted.has(id)) : list;
    const kept = page.member.account ? 'kept in account' : 'kept on this device';
    const key = list.length ? kept : 'no favourites';
    remark.textContent = t(wanted && !shown.length ? 'nothing today' : key);
    fillKeepingFocus(cards, heading, shown.map((favourite) => {
      // What was open when it was saved says nothing now.
      const { open: _, opensOrCloses: __, ...lasting } = favourite;
      return h('li', {}, card(page, known.get(favourite.id) ?? lasting, page.now));
    }));
  };
  const load = async () => {
    const ids = list.map(({ id }) => id);
    const isWanted = isToday;
    const [known, today] = await Promise.all([present(page, ids), isWanted ? idsOfToday(page, ids) : null]);
    if (isWanted === isToday) show(known, today);
  };
  const today = h('div', { class: 'chips' });
  const showToday = () => today.replaceChildren(chip(t('favourites today'), {
    key: 'favourites today', isOn: isToday, choose: () => {
      isToday = !isToday;
      showToday();
      today.querySelector('button')?.focus();
      load().catch(() => {
        // Without a connection nobody knows.
        isToday = false;
        showToday();
        show(new Map());
      });
    },
  }));
  show(new Map());
  if (list.length) {
    showToday();
    load().catch(() => {});
  }
  const offer = h('div', {});
  if (page.member.account) {
    import('./members/favourites.js').then(({ takeOver }) => offer.append(takeOver(page) ?? ''), () => {});
  }
  return h('div', { class: 'results favourites' },
    h('div', { class: 'results-head' },
      heading,
      list.length > 0 && h('button', { type: 'button', onclick: () => page.map.fitPoints(list) }, t('show on map'))),
    offer, today, remark, cards);
}

/**
 * Those that are open or take place at some time of the day: of an account as it says.
 *
 * @param {Page} page
 * @param {string[]} ids
 * @returns {Promise<Set<string>>}
 */
async function idsOfToday(page, ids) {
  if (page.member.account) return (await import('./members/favourites.js')).today(page);
  return new Set((await present(page, ids, true)).keys());
}

/**
 * Listings as they are now, by id.
 *
 * @param {Page} page
 * @param {string[]} ids
 * @param {boolean} [isToday] those alone that are open or take place at some time of the day
 * @returns {Promise<Map<string, Result>>}
 */
export async function present(page, ids, isToday = false) {
  const filter = { op: 'in', args: [{ property: 'id' }, ids] };
  const time = isToday ? { open: { at: 'today' } } : { during: 'any' };
  const kinds = isToday ? ['bar', 'event'] : ['bar', 'event', 'couch'];
  const body = { filter, kinds, ...time, near: page.origin, fields, limit: ids.length };
  const { results } = await ask('/v1/query', { body, patience: 0 });
  return new Map(results.map((/** @type {Result} */ result) => [result.id, result]));
}
