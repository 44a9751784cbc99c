// What a host has: requests to answer, and their own listings.

import './ready.js';

import { h } from '../dom.js';
import { t } from '../text.js';
import { couchCalendar } from './couch.js';
import { decisions } from './decisions.js';
import { face } from './face.js';
import { confirmed } from './form.js';
import { guestRating, writeButton } from './guests.js';
import { person } from './names.js';
import { own, problemText } from './request.js';
import { answerBooking, bookingText, list, listingLink, living, row } from './rows.js';

/**
 * @typedef {import('../page.js').Page} Page
 * @typedef {import('./rows.js').Booking} Booking
 * @typedef {{
 *   id: string, kind: import('../settings.js').Kind, name?: string, favourites: number, joined: number,
 *   waiting: number, requests: number,
 * }} Hosted
 */

/**
 * @param {Page} page
 * @param {AbortSignal} signal
 * @returns {Promise<import('./panel.js').Part>}
 */
export async function hosting(page, signal) {
  const { item } = page.store.state;
  if (item) return couchCalendar(page, item, signal);
  const element = await living(signal, ['booking', 'place', 'rating', 'listing'], async (renew) => {
    const { listings, requests } = await own(page, '/v1/me/hosting', { signal });
    return [
      page.member.account?.role !== 'member' && h('div', { class: 'actions' }, h('button', {
        type: 'button', class: 'done', 'data-act': 'offer',
        onclick: () => page.store.update({ show: 'offer', item: '' }),
      }, t('add listing'))),
      list(t('requests'), requests.map((/** @type {Booking} */ booking) => requestRow(page, booking, renew)),
        t('no requests')),
      list(t('own listings'), listings.map((/** @type {Hosted} */ listing) => listingRow(page, listing)),
        t('no own listings')),
    ];
  });
  // Hidden listings are in no list.
  return { element: h('div', {}, element, decisions(page, signal, ({ subject }) => subject === 'listing')) };
}

/**
 * @param {Page} page
 * @param {Booking} booking
 * @param {() => Promise<void>} renew
 */
function requestRow(page, booking, renew) {
  const answer = async (/** @type {'confirm' | 'decline'} */ verb) => {
    await answerBooking(page, booking, verb);
    page.announce(t(`booking ${verb === 'confirm' ? 'confirmed' : 'declined'}`));
    await renew();
  };
  const told = (/** @type {unknown} */ error) => page.tell(problemText(error));
  return row(
    [h('span', {}, face(page, booking.member), ' ', person(page, booking.member), guestRating(page, booking.member)),
      listingLink(page, booking.listing, booking.name), h('span', { class: 'soft' }, bookingText(booking))],
    [h('button', {
      type: 'button', class: 'action', 'data-act': 'confirm', onclick: () => answer('confirm').catch(told),
    }, t('confirm stay')), confirmed({
      text: t('decline stay'), question: t('decline stay question'), action: () => answer('decline'),
      attributes: { 'data-act': 'decline' },
    }), writeButton(page, booking.member)]);
}

/**
 * @param {Page} page
 * @param {Hosted} listing
 */
function listingRow(page, { id, kind, name = id, favourites, joined, waiting, requests }) {
  const facts = [
    favourites > 0 && t('in favourites', { n: favourites }), kind === 'event' && t('members come', { n: joined }),
    waiting > 0 && t('members wait', { n: waiting }), requests > 0 && t('requests count', { n: requests }),
  ];
  const edit = h('button', {
    type: 'button', class: 'action', 'data-act': 'edit', 'aria-label': `${t('edit')}: ${name}`,
    onclick: () => page.store.update({ show: 'offer', item: id }),
  }, t('edit'));
  const calendar = h('button', {
    type: 'button', class: 'action', 'data-act': 'calendar', 'aria-label': `${t('calendar')}: ${name}`,
    onclick: () => page.store.update({ item: id }),
  }, t('calendar'));
  return row(
    [h('span', {}, h('span', { class: `shape shape-${kind}`, 'aria-hidden': true }),
      h('span', { class: 'visually-hidden' }, t(`kind ${kind}`), ': '), listingLink(page, id, name)),
    h('span', { class: 'soft' }, facts.filter(Boolean).join(' · '))],
    [kind === 'couch' && calendar, edit]);
}
