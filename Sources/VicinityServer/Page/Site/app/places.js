// The buttons in the header: the panel next to the map, and the settings.

import { fill, h, icon, part, set } from '../base/dom.js';
import { t } from '../base/text.js';
import { ownPlaces } from '../state/address.js';
import { currentMember } from '../state/member.js';
import { store } from '../state/store.js';
import { preferences } from './preferences.js';

/** @typedef {import('../state/address.js').Place} Place */

/**
 * The button of a panel: all outings have one, and all that belongs to a member has one.
 *
 * @param {Place} show
 */
export function placeOf(show) {
  if (ownPlaces.includes(show)) return 'mine';
  return show === '' || show === 'favourites' ? show : 'evening';
}

export function showPlaces() {
  const button = (/** @type {Place} */ show, /** @type {string} */ symbol) => h('button', {
    type: 'button', class: 'place', 'data-place': show, onclick: () => store.update({ show, id: null }),
  }, icon(symbol), h('span', {}, t(`place ${show || 'results'}`)));
  fill(part('places'), button('', 'list'), button('favourites', 'heart'), button('evening', 'route'), memberButton(),
    preferences());
  part('places').setAttribute('aria-label', t('places'));
  markPlaces();
}

/** The name of the member with the number of unread messages; signing in for others. */
function memberButton() {
  const button = h('button', {
    type: 'button', class: 'place', 'data-place': 'mine',
    onclick: () => store.update({ show: currentMember.account ? 'mine' : 'account', id: null, item: '' }),
  });
  const show = () => {
    const { account, unread } = currentMember;
    const count = unread > 0 && h('b', { class: 'unread' }, unread, h('i', { class: 'visually-hidden' }, t('unread')));
    fill(button, icon('member'), h('span', {}, account?.displayName ?? t('sign in')), count);
  };
  currentMember.listen(show);
  show();
  return button;
}

/** Marks the button of the panel that is shown. */
export function markPlaces() {
  const present = placeOf(store.state.show);
  /** @type {NodeListOf<HTMLElement>} */
  const buttons = part('places').querySelectorAll('[data-place]');
  for (const element of buttons) {
    const isHere = element.dataset.place === present;
    element.toggleAttribute('data-here', isHere);
    set(element, { 'aria-current': isHere ? 'page' : null });
  }
}
