// A member's own page: stays, events, and what is to be rated.

import './ready.js';

import { encoded } from '../api.js';
import { h } from '../dom.js';
import { t } from '../text.js';
import { placeText } from './attendance.js';
import { decisions } from './decisions.js';
import { takeOver } from './favourites.js';
import { confirmed } from './form.js';
import { change, own } from './request.js';
import { guestSwitches } from './switches.js';
import { bookingState, bookingText, cancelButton, isLive, list, listingLink, living, row, startText } from './rows.js';

/**
 * @typedef {import('../page.js').Page} Page
 * @typedef {import('./rows.js').Booking} Booking
 * @typedef {import('./attendance.js').Joined} Joined
 */

/**
 * @param {Page} page
 * @param {AbortSignal} signal
 * @returns {Promise<import('./panel.js').Part>}
 */
export async function mine(page, signal) {
  const element = await living(signal, ['booking', 'place', 'listing'], async (renew) => {
    const [{ bookings }, { events }, { events: rateable }] = await Promise.all(
      ['bookings', 'joined', 'to-rate'].map((name) => own(page, `/v1/me/${name}`, { signal })));
    const today = page.placeNow.date;
    const live = bookings.filter((/** @type {Booking} */ booking) => isLive(booking, today));
    const others = bookings.filter((/** @type {Booking} */ booking) => !isLive(booking, today)).reverse();
    const stay = (/** @type {Booking} */ booking) => stayRow(page, booking, today, renew);
    return [
      takeOver(page),
      list(t('stays'), live.map(stay), t('no stays')),
      ...bookings.filter((/** @type {Booking} */ booking) => isToday(booking, today))
        .map((/** @type {Booking} */ booking) => guestSwitches(page, booking, signal)),
      list(t('events'), events.map((/** @type {Joined} */ place) => eventRow(page, place, renew)),
        t('no events joined')),
      list(t('to rate'), rateable.map((/** @type {Joined} */ { id, name, starts }) =>
        row([listingLink(page, id, name), h('span', { class: 'soft' }, startText(starts))], []))),
      others.length > 0 && h('details', { class: 'part' }, h('summary', {}, t('stays before')),
        h('ul', { class: 'plain rows' }, others.map(stay))),
    ];
  });
  return { element: h('div', {}, element, decisions(page, signal)) };
}

/**
 * Whether a guest is there: from the day of arrival to that of departure.
 *
 * @param {Booking} booking
 * @param {string} today
 */
const isToday = ({ status, from, to }, today) => status === 'confirmed' && from <= today && today <= to;

/**
 * @param {Page} page
 * @param {Booking} booking
 * @param {string} today
 * @param {() => Promise<void>} renew
 */
const stayRow = (page, booking, today, renew) => row(
  [listingLink(page, booking.listing, booking.name), h('span', { class: 'soft' }, bookingText(booking)),
    bookingState(booking)],
  [isLive(booking, today) && cancelButton(page, booking, renew)]);

/**
 * @param {Page} page
 * @param {Joined} place
 * @param {() => Promise<void>} renew
 */
function eventRow(page, place, renew) {
  const { id, name, starts, ends } = place;
  const isOver = Date.parse(ends ?? starts) < page.now;
  return row(
    [listingLink(page, id, name), h('span', {}, startText(starts)),
      h('span', { class: 'soft' }, isOver ? t('over') : placeText(place))],
    [!isOver && confirmed({
      text: t('leave'), question: t('leave question'), answer: t('leave'),
      attributes: { 'data-act': 'leave', 'aria-label': `${t('leave')}: ${name ?? id}` },
      action: async () => {
        await change(page, 'DELETE', `/v1/listings/${encoded(id)}/place?starts=${encoded(starts)}`);
        await renew();
      },
    })]);
}
