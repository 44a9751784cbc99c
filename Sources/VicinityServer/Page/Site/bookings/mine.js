// A member's own page: stays, events, and what is to be rated.

import '../members/ready.js';

import { encoded } from '../base/api.js';
import { plusDays } from '../base/dates.js';
import { h } from '../base/dom.js';
import { t } from '../base/text.js';
import { guestSwitches } from '../hosting/switches.js';
import { toCalendar } from '../listing/tocalendar.js';
import { confirmed } from '../members/form.js';
import { living } from '../members/part.js';
import { change, memberRequest } from '../members/request.js';
import {
  bookingState, bookingText, cancelButton, isLive, list, listingLink, nightsText, row, startText,
} from '../members/rows.js';
import { decisions } from '../moderation/decisions.js';
import { offerFromDevice } from '../session/favourites.js';
import { answerTime, localNow } from '../state/place.js';
import { placeText } from './attendance.js';

/**
 * @typedef {import('../members/rows.js').Booking} Booking
 * @typedef {import('./attendance.js').Joined} Joined
 */

/**
 * @param {AbortSignal} signal
 * @returns {Promise<import('../members/part.js').Part>}
 */
export async function mine(signal) {
  const element = await living(signal, ['booking', 'place', 'listing'], async (renew) => {
    const [{ bookings }, { events }, { events: rateable }] = await Promise.all(
      ['bookings', 'joined', 'to-rate'].map((name) => memberRequest(`/v1/me/${name}`, { signal })));
    const today = localNow().date;
    const live = bookings.filter((/** @type {Booking} */ booking) => isLive(booking, today));
    const others = bookings.filter((/** @type {Booking} */ booking) => !isLive(booking, today)).reverse();
    const stay = (/** @type {Booking} */ booking) => stayRow(booking, today, renew);
    return [
      offerFromDevice(),
      list(t('stays'), live.map(stay), t('no stays')),
      ...bookings.filter((/** @type {Booking} */ booking) => isToday(booking, today))
        .map((/** @type {Booking} */ booking) => guestSwitches(booking, signal)),
      list(t('events'), events.map((/** @type {Joined} */ place) => eventRow(place, renew)),
        t('no events joined')),
      list(t('to review'), rateable.map((/** @type {Joined} */ { id, name, starts }) =>
        row([listingLink(id, name), h('span', { class: 'soft' }, startText(starts))], []))),
      others.length > 0 && h('details', { class: 'part' }, h('summary', {}, t('stays before')),
        h('ul', { class: 'plain rows' }, others.map(stay))),
    ];
  });
  return { element: h('div', {}, element, decisions(signal)) };
}

/**
 * Whether a guest is there: from the day of arrival to that of departure.
 *
 * @param {Booking} booking
 * @param {string} today
 */
const isToday = ({ status, from, to }, today) => status === 'confirmed' && from <= today && today <= to;

/**
 * @param {Booking} booking
 * @param {string} today
 * @param {() => Promise<void>} renew
 */
const stayRow = (booking, today, renew) => row(
  [listingLink(booking.listing, booking.name), h('span', { class: 'soft' }, bookingText(booking)),
    bookingState(booking)],
  [isLive(booking, today) && toCalendar(nightsText(booking.from, booking.to), () => entryOf(booking), booking.listing),
    isLive(booking, today) && cancelButton(booking, renew)]);

/**
 * A stay in a calendar, from the day of arrival to that of departure.
 *
 * @param {Booking} booking
 */
const entryOf = ({ id, listing, name = listing, from, to }) => ({
  uid: `booking-${id}`, name, starts: from, ends: plusDays(to, 1),
});

/**
 * @param {Joined} place
 * @param {() => Promise<void>} renew
 */
function eventRow(place, renew) {
  const { id, name, starts, ends } = place;
  const isOver = Date.parse(ends ?? starts) < answerTime();
  return row(
    [listingLink(id, name), h('span', {}, startText(starts)),
      h('span', { class: 'soft' }, isOver ? t('over') : placeText(place))],
    [!isOver && toCalendar(startText(starts), () => ({ uid: `${id}/${starts}`, name: name ?? id, starts, ends }), id),
    !isOver && confirmed({
      text: t('leave'), question: t('leave question'), answer: t('leave'),
      attributes: { 'data-act': 'leave', 'aria-label': `${t('leave')}: ${name ?? id}` },
      action: async () => {
        await change('DELETE', `/v1/listings/${encoded(id)}/place?starts=${encoded(starts)}`);
        await renew();
      },
    })]);
}
