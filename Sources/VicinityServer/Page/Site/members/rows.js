// Rows of lists: stays, events, listings.

import { ask, encoded } from '../api.js';
import { fillKeepingFocus, h } from '../dom.js';
import { nightsBetween } from '../stay.js';
import { day, moment, price, t } from '../text.js';
import { confirmed } from './form.js';
import { change } from './request.js';

/**
 * @typedef {import('../page.js').Page} Page
 * @typedef {import('../dom.js').Child} Child
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
 * @param {Page} page
 * @param {string} id
 * @param {string} [name]
 */
export const listingLink = (page, id, name = id) => h('a', { ...page.link(id), dir: 'auto' }, name);

/**
 * The same, with a name that comes later.
 *
 * @param {Page} page
 * @param {string} id
 */
export function namedLink(page, id) {
  const link = listingLink(page, id);
  ask(`/v1/listings/${encoded(id)}`, { patience: 1 }).then(({ name }) => {
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
  return [nightsText(from, to), t('guests count', { n: guests }), cost, absence && t(`couch ${absence}`)].filter(Boolean).join(' · ');
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
 * @param {Page} page
 * @param {Booking} booking
 * @param {'confirm' | 'decline' | 'cancel'} verb
 */
export const answerBooking = (page, { id }, verb) =>
  change(page, 'POST', `/v1/bookings/${id}/${verb}`, undefined, { patience: 2 });

/**
 * @param {Page} page
 * @param {Booking} booking
 * @param {() => Promise<unknown>} after
 */
export const cancelButton = (page, booking, after) => confirmed({
  text: t('cancel stay'), question: t('cancel stay question'), answer: t('cancel stay'),
  attributes: { 'data-act': 'cancel', 'aria-label': `${t('cancel stay')}: ${nightsText(booking.from, booking.to)}` },
  action: async () => {
    await answerBooking(page, booking, 'cancel');
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

/**
 * A part that is read from the server, and read again when something happens that it shows.
 *
 * @param {AbortSignal} signal
 * @param {string[]} kinds of what happens
 * @param {(renew: () => Promise<void>) => Promise<Child[]>} read is given what reads it again
 */
export async function living(signal, kinds, read) {
  const element = h('div', {});
  let begun = 0;
  let shown = 0;
  /** @param {() => boolean} [mayShow] */
  const readAndShow = async (mayShow) => {
    begun += 1;
    const own = begun;
    const content = await read(renew);
    // An answer that comes late does not replace a newer one.
    if (signal.aborted || own < shown) return;
    if (mayShow && !mayShow()) return void wait();
    shown = own;
    const hadFocus = element.contains(document.activeElement);
    const wereOpen = [...element.querySelectorAll('details')].map(({ open }) => open);
    fillKeepingFocus(element, element, content);
    for (const [index, details] of element.querySelectorAll('details').entries()) {
      details.open = wereOpen[index] ?? false;
    }
    if (hadFocus && !element.contains(document.activeElement)) {
      /** @type {HTMLElement | null} */ (element.querySelector('[tabindex="-1"]'))?.focus({ preventScroll: true });
    }
  };
  const renew = () => readAndShow();
  // A question that is asked, and a form that is open, stay until they are answered.
  const isQuiet = () => !element.querySelector('.confirm-box, .opened form, details[open] form');
  let later = 0;
  const wait = () => {
    if (!later) later = window.setTimeout(renewLater, 1000);
  };
  const renewLater = () => {
    later = 0;
    if (signal.aborted) return;
    if (isQuiet()) readAndShow(isQuiet).catch(() => {});
    else wait();
  };
  document.addEventListener('vicinity-news', (event) => {
    const { kind } = /** @type {CustomEvent} */ (event).detail;
    if (kind === 'missed' || kinds.includes(kind)) renewLater();
  }, { signal });
  await renew();
  return element;
}
