// A host's calendar of a couch: which nights are taken, which the host keeps, and who stays.

import { encoded, request } from '../base/api.js';
import { announce, showBanner } from '../base/banner.js';
import { fill, h, icon } from '../base/dom.js';
import { plusDays } from '../base/dates.js';
import { t } from '../base/text.js';
import { Calendar } from '../filters/calendar.js';
import { face } from '../members/face.js';
import { Form } from '../members/form.js';
import { person } from '../members/names.js';
import { living } from '../members/part.js';
import { change, memberRequest, problemText } from '../members/request.js';
import { bookingState, bookingText, cancelButton, isLive, list, nightsText, row } from '../members/rows.js';
import { starsInput, starsOf } from '../members/stars.js';
import { localNow } from '../state/place.js';
import { store } from '../state/store.js';
import { guestRating, writeButton } from './guests.js';
import { NightActions } from './nightactions.js';
import { spansOf } from './nights.js';
import { hostSwitches } from './switches.js';

/** @typedef {import('../members/rows.js').Booking} Booking */

/** Days for which nights that the host keeps are listed. */
const ahead = 366;

/**
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {Promise<import('../members/part.js').Part>}
 */
export async function couchCalendar(id, signal) {
  const path = `/v1/listings/${encoded(id)}`;
  const today = localNow().date;
  const listing = await request(path, { signal, patience: 2 });
  const heading = h('h3', { tabindex: -1, dir: 'auto' }, listing.name ?? id);
  const back = h('button', {
    type: 'button', class: 'back', onclick: () => store.update({ item: '' }),
  }, icon('back'), t('own hosting'));
  /** @type {() => Promise<void>} reads the lists again */
  let again = async () => {};
  const nightActions = new NightActions(async () => {
    calendar.show(null, null);
    heading.focus({ preventScroll: true });
    await again();
  });
  const couch = { id, name: listing.name };
  /** @type {ConstructorParameters<typeof Calendar>[0]} */
  const options = {
    from: null, to: null, today, isFree: true, currency: listing.currency,
    // Limits are those of guests.
    nights: async (from, to) => (await request(`${path}/nights?from=${from}&to=${to}`, { signal, patience: 1 })).nights
      .map((/** @type {import('../filters/stay.js').Night} */ { date, free, price }) => ({ date, free, price })),
    onChange: (from, to) => nightActions.show({ couches: [couch], from, to }),
    onClear: () => nightActions.show(null), words: (key) => `block ${key}`,
  };
  const calendar = new Calendar(options);
  const lists = await living(signal, ['booking'], async (renew) => {
    again = renew;
    const [{ bookings }, { nights }] = await Promise.all([
      memberRequest(`${path}/bookings`, { signal }),
      request(`${path}/nights?from=${today}&to=${plusDays(today, ahead)}`, { signal, patience: 2 }),
    ]);
    calendar.renew();
    return [
      list(t('blocked nights'), spansOf(nights, bookings, listing.unavailable).map(({ from, to }) => row(
        [nightsText(from, to)],
        [h('button', {
          type: 'button', class: 'action', 'data-act': 'unblock',
          'aria-label': `${t('unblock nights')}: ${nightsText(from, to)}`, onclick: () => unblock(from, to),
        }, t('unblock nights'))])), t('no blocked nights')),
      list(t('guests of couch'), bookings.map((/** @type {Booking} */ booking) =>
        guestRow(booking, today, renew)), t('no guests of couch')),
    ];
  });
  const unblock = async (/** @type {string} */ from, /** @type {string} */ to) => {
    try {
      await change('DELETE', `${path}/blocks?from=${from}&to=${to}`);
      announce(t('nights unblocked'));
      heading.focus({ preventScroll: true });
      await again();
    } catch (problem) {
      showBanner(problemText(problem));
    }
  };
  // Homes may take a while to answer.
  const home = h('div', {});
  hostSwitches(id, signal).then((switches) => fill(home, switches)).catch(() => {});
  const element = h('div', { class: 'couch' }, back, heading, h('p', { class: 'soft' }, t('block nights hint')),
    calendar.element, nightActions.element, lists, home);
  return { element, focus: () => heading.focus({ preventScroll: true }) };
}

/**
 * @param {Booking} booking
 * @param {string} today
 * @param {() => Promise<void>} renew
 */
function guestRow(booking, today, renew) {
  const isRateable = booking.status === 'confirmed' && booking.from <= today;
  return row(
    [h('span', {}, face(booking.member), ' ', person(booking.member), guestRating(booking.member)),
      h('span', { class: 'soft' }, bookingText(booking)), bookingState(booking),
      isRateable && rateGuest(booking, renew)],
    [isLive(booking, today) && cancelButton(booking, renew), writeButton(booking.member)]);
}

/**
 * @param {Booking} booking
 * @param {() => Promise<void>} renew
 */
function rateGuest({ id }, renew) {
  const input = starsInput();
  const form = new Form({
    text: t('rate'),
    fields: [
      { name: 'stars', label: t('stars'), input },
      { name: 'text', label: t('review guest'), type: 'area' },
    ],
    send: async ({ stars, text }) => {
      await change('PUT', `/v1/bookings/${id}/guest-rating`, { stars: Number(stars), ...(text && { text }) });
      showBanner(t('kept'));
      summary.focus({ preventScroll: true });
      details.open = false;
      await renew();
    },
  });
  input.after(starsOf(input));
  const summary = h('summary', { 'data-act': 'rate-guest' }, t('rate guest'));
  const details = h('details', {}, summary, form.element);
  return details;
}
