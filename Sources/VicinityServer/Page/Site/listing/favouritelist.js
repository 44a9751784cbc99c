// The panel of favorites, also offline.

import { chip } from '../base/chip.js';
import { fillKeepingFocus, h } from '../base/dom.js';
import { t } from '../base/text.js';
import { mapView } from '../map/view.js';
import { favourites } from '../state/favourites.js';
import { currentMember } from '../state/member.js';
import { answerTime } from '../state/place.js';
import { card } from './card.js';
import { present } from './present.js';

/** @typedef {import('../state/answer.js').Result} Result */

/** Whether only those are shown that are open or take place today. */
let isToday = false;

/**
 * @typedef {() => Promise<{
 *   offerFromDevice: () => HTMLElement | null, favouritesOfToday: () => Promise<Set<string>>,
 * }>} LoadAccount loads the favorites of an account
 */

/** @param {LoadAccount} loadAccount */
export function favouriteList(loadAccount) {
  const { list } = favourites;
  const cards = h('ol', { class: 'cards' });
  const heading = h('h2', { class: 'results-heading', tabindex: -1 }, t('favourites', { n: list.length }));
  const remark = h('p', { class: 'soft remarks', role: 'status' });
  const show = (/** @type {Map<string, Result>} */ known, /** @type {Set<string> | null} */ wanted = null) => {
    const shown = wanted ? list.filter(({ id }) => wanted.has(id)) : list;
    const kept = currentMember.account ? 'kept in account' : 'kept on this device';
    const key = list.length ? kept : 'no favourites';
    remark.textContent = t(wanted && !shown.length ? 'nothing today' : key);
    fillKeepingFocus(cards, heading, shown.map((favourite) => {
      // The state at the time of saving is out of date.
      const { open: _, opensOrCloses: __, ...lasting } = favourite;
      return h('li', {}, card(known.get(favourite.id) ?? lasting, answerTime()));
    }));
  };
  const load = async () => {
    const ids = list.map(({ id }) => id);
    const isWanted = isToday;
    const [known, today] = await Promise.all([present(ids), isWanted ? idsOfToday(ids, loadAccount) : null]);
    if (isWanted === isToday) show(known, today);
  };
  const today = h('div', { class: 'chips' });
  const showToday = () => today.replaceChildren(chip(t('favourites today'), {
    key: 'favourites today', isOn: isToday, choose: () => {
      isToday = !isToday;
      showToday();
      today.querySelector('button')?.focus();
      load().catch(() => {
        // Offline it is not known.
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
  if (currentMember.account) {
    loadAccount().then(({ offerFromDevice }) => offer.append(offerFromDevice() ?? ''), () => {});
  }
  return h('div', { class: 'results favourites' },
    h('div', { class: 'results-head' },
      heading,
      list.length > 0 && h('button', { type: 'button', onclick: () => mapView.fitPoints(list) }, t('show on map'))),
    offer, today, remark, cards);
}

/**
 * The ids of those that are open or take place today.
 *
 * @param {string[]} ids
 * @param {LoadAccount} loadAccount
 * @returns {Promise<Set<string>>}
 */
async function idsOfToday(ids, loadAccount) {
  if (currentMember.account) return (await loadAccount()).favouritesOfToday();
  return new Set((await present(ids, true)).keys());
}
