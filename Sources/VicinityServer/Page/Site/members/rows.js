// Rows of lists: stays, events, listings.

import { encoded, request } from '../base/api.js';
import { h } from '../base/dom.js';
import { nightsBetween } from '../base/dates.js';
import { day, moment, price, t } from '../base/text.js';
import { linkTo } from '../state/navigation.js';
import { confirmed } from './form.js';
import { change } from './request.js';

/**
 * @typedef {import('../base/dom.js').Child} Child
 * @typedef {{
 *   id: string, listing: string, name?: string, member: string, from: string, to: string, guests: number,
 *   status: 'requested' | 'confirmed' | 'declined' | 'cancelled', price?: number, currency?: string,
 *   absence?: 'hidden' | 'vanished',
 * }} Booking absence: why the couch cannot be looked at
 */

/** @param {string} starts */
export const startText = (starts) => `${day(moment(starts).date)} ${moment(starts).time}`;

/**
 * @param {Child[]} text
 * @param {Child[]} actions
 */
export const row = (text, actions) => h('li', { class: 'row' }, h('span', { class: 'row-text' }, text),
  h('span', { class: 'row-actions' }, actions));

/**
 * A link to a listing.
 *
 * @param {string} id
 * @param {string} [name]
 */
export const listingLink = (id, name = id) => h('a', { ...linkTo(id), dir: 'auto' }, name);

/**
 * The same, with a name that comes later.
 *
 * @param {string} id
 */
export function namedLink(id) {
  const link = listingLink(id);
  request(`/v1/listings/${encoded(id)}`, { patience: 1 }).then(({ name }) => {
    if (name) link.textContent = name;
  }).catch(() => {});
  return link;
}

/** @param {string} from @param {string} to */
export const nightsText = (from, to) =>
  `${day(from)} – ${day(to)}, ${t('nights', { n: nightsBetween(from, to) })}`;

/** @param {Booking} booking */
export function bookingText({ from, to, guests, price: amount, currency, absence }) {
  const cost = amount === undefined ? '' : price(amount, currency);
  return [nightsText(from, to), t('guests count', { n: guests }), cost, absence && t(`couch ${absence}`)]
    .filter(Boolean).join(' · ');
}

/** @param {Booking} booking */
export const bookingState = ({ status }) => h('span', { class: `booking booking-${status}` }, t(`booking ${status}`));

/**
 * Whether a stay is still to come or under way.
 *
 * @param {Booking} booking
 * @param {string} today
 */
export const isLive = ({ status, to }, today) => ['requested', 'confirmed'].includes(status) && to > today;

/**
 * Answers or ends a booking: doing it twice is the same as once.
 *
 * @param {Booking} booking
 * @param {'confirm' | 'decline' | 'cancel'} verb
 */
export const answerBooking = ({ id }, verb) =>
  change('POST', `/v1/bookings/${id}/${verb}`, undefined, { patience: 2 });

/**
 * @param {Booking} booking
 * @param {() => Promise<unknown>} after
 */
export const cancelButton = (booking, after) => confirmed({
  text: t('cancel stay'), question: t('cancel stay question'), answer: t('cancel stay'),
  attributes: { 'data-act': 'cancel', 'aria-label': `${t('cancel stay')}: ${nightsText(booking.from, booking.to)}` },
  action: async () => {
    await answerBooking(booking, 'cancel');
    await after();
  },
});

/**
 * A section of rows, or a line that there are none.
 *
 * @param {string} title
 * @param {HTMLElement[]} rows
 * @param {string} [none]
 */
export function list(title, rows, none) {
  if (!rows.length && !none) return null;
  return h('section', { class: 'part' }, h('h3', { tabindex: -1 }, title),
    rows.length ? h('ul', { class: 'plain rows' }, rows) : h('p', { class: 'soft' }, none));
}
