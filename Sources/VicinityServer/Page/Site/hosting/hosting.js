// Hosting: requests to answer, and the host's listings.

import '../members/ready.js';

import { announce, showBanner } from '../base/banner.js';
import { h, icon } from '../base/dom.js';
import { t } from '../base/text.js';
import { face } from '../members/face.js';
import { confirmed } from '../members/form.js';
import { person } from '../members/names.js';
import { living } from '../members/part.js';
import { memberRequest, problemText } from '../members/request.js';
import { answerBooking, bookingText, list, listingLink, row } from '../members/rows.js';
import { decisions } from '../moderation/decisions.js';
import { currentMember } from '../state/member.js';
import { store } from '../state/store.js';
import { couchCalendar } from './couch.js';
import { allCouches, couchesCalendar } from './couches.js';
import { guestRating, writeButton } from './guests.js';
import { copyOf } from './offer.js';

/**
 * @typedef {import('../members/rows.js').Booking} Booking
 * @typedef {{
 *   id: string, kind: import('../base/settings.js').Kind, name?: string, favourites: number, joined: number,
 *   waiting: number, requests: number,
 * }} Hosted
 */

/**
 * @param {AbortSignal} signal
 * @returns {Promise<import('../members/part.js').Part>}
 */
export async function hosting(signal) {
  const { item } = store.state;
  if (item === allCouches) return couchesCalendar(signal);
  if (item) return couchCalendar(item, signal);
  const element = await living(signal, ['booking', 'place', 'rating', 'listing'], async (renew) => {
    const { listings, requests } = await memberRequest('/v1/me/hosting', { signal });
    const couches = listings.filter((/** @type {Hosted} */ { kind }) => kind === 'couch');
    return [
      currentMember.account?.role !== 'member' && h('div', { class: 'actions' }, h('button', {
        type: 'button', class: 'done', 'data-act': 'offer',
        onclick: () => store.update({ show: 'offer', item: '' }),
      }, t('add listing')), couches.length > 1 && h('button', {
        type: 'button', class: 'action', 'data-act': 'all-couches', onclick: () => store.update({ item: allCouches }),
      }, icon('calendar'), t('all couches'))),
      list(t('requests'), requests.map((/** @type {Booking} */ booking) => requestRow(booking, renew)),
        t('no requests')),
      list(t('own listings'), listings.map((/** @type {Hosted} */ listing) => listingRow(listing)),
        t('no own listings')),
    ];
  });
  // Hidden listings are in no list.
  return { element: h('div', {}, element, decisions(signal, ({ subject }) => subject === 'listing')) };
}

/**
 * @param {Booking} booking
 * @param {() => Promise<void>} renew
 */
function requestRow(booking, renew) {
  const answer = async (/** @type {'confirm' | 'decline'} */ verb) => {
    await answerBooking(booking, verb);
    announce(t(`booking ${verb === 'confirm' ? 'confirmed' : 'declined'}`));
    await renew();
  };
  const showProblem = (/** @type {unknown} */ error) => showBanner(problemText(error));
  return row(
    [h('span', {}, face(booking.member), ' ', person(booking.member), guestRating(booking.member)),
      listingLink(booking.listing, booking.name), h('span', { class: 'soft' }, bookingText(booking))],
    [h('button', {
      type: 'button', class: 'done', 'data-act': 'confirm', onclick: () => answer('confirm').catch(showProblem),
    }, t('confirm stay')), confirmed({
      text: t('decline stay'), question: t('decline stay question'), action: () => answer('decline'),
      attributes: { 'data-act': 'decline' },
    }), writeButton(booking.member)]);
}

/** @param {Hosted} listing */
function listingRow({ id, kind, name = id, favourites, joined, waiting, requests }) {
  const facts = [
    favourites > 0 && t('in favourites', { n: favourites }), kind === 'event' && t('members going', { n: joined }),
    waiting > 0 && t('members wait', { n: waiting }), requests > 0 && t('requests count', { n: requests }),
  ];
  const edit = h('button', {
    type: 'button', class: 'action', 'data-act': 'edit', 'aria-label': `${t('edit')}: ${name}`,
    onclick: () => store.update({ show: 'offer', item: id }),
  }, t('edit'));
  const copy = h('button', {
    type: 'button', class: 'action', 'data-act': 'copy', 'aria-label': `${t('copy')}: ${name}`,
    onclick: () => store.update({ show: 'offer', item: copyOf(id) }),
  }, t('copy'));
  const calendar = h('button', {
    type: 'button', class: 'action', 'data-act': 'calendar', 'aria-label': `${t('calendar')}: ${name}`,
    onclick: () => store.update({ item: id }),
  }, t('calendar'));
  return row(
    [h('span', {}, h('span', { class: `shape shape-${kind}`, 'aria-hidden': true }),
      h('span', { class: 'visually-hidden' }, t(`kind ${kind}`), ': '), listingLink(id, name)),
    h('span', { class: 'soft' }, facts.filter(Boolean).join(' · '))],
    [kind === 'couch' && calendar, edit, copy]);
}
