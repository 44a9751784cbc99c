// The member's own rating of a listing.

import { encoded } from '../base/api.js';
import { fill, h } from '../base/dom.js';
import { settings } from '../base/settings.js';
import { t } from '../base/text.js';
import { confirmed, Form } from '../members/form.js';
import { change, memberRequest } from '../members/request.js';
import { starsInput, starsOf } from '../members/stars.js';
import { localNow } from '../state/place.js';

/**
 * @typedef {{id: string, stars: number, text?: string}} Rated
 */

/**
 * @param {import('../listing/listing.js').Listing} listing
 * @param {HTMLElement} body the element with the parts of the listing
 * @param {AbortSignal} signal
 */
export function ownRating(listing, body, signal) {
  const { id } = listing;
  const path = `/v1/listings/${encoded(id)}`;
  const heading = h('h3', { tabindex: -1 }, t('your rating'));
  const content = h('div', {});
  // Only those see it who may rate.
  const element = h('section', { class: 'part', 'data-own': 'rating', hidden: true }, heading, content);
  const statusLine = h('p', { role: 'status', class: 'form-status' });
  const rated = (/** @type {string} */ text) => {
    body.querySelector('.ratings')?.dispatchEvent(new Event('rated'));
    fill(statusLine, text);
  };
  /** @param {Rated | undefined} review */
  const show = (review) => {
    const input = starsInput(review?.stars);
    const form = new Form({
      text: t(review ? 'change rating' : 'rate'),
      fields: [
        { name: 'stars', label: t('stars'), input },
        { name: 'text', label: t('review'), hint: t('review hint'), type: 'area', value: review?.text ?? '' },
      ],
      send: async ({ stars, text }) => {
        await change('PUT', `${path}/rating`, { stars: Number(stars), ...(text && { text }) });
        if (!review) show({ id, stars: Number(stars), text });
        rated(t('kept'));
        heading.focus({ preventScroll: true });
      },
      beside: [review && confirmed({
        text: t('withdraw'), question: t('withdraw question'), attributes: { 'data-act': 'withdraw' },
        action: async () => {
          await change('DELETE', `${path}/rating`);
          show(undefined);
          rated(t('withdrawn'));
          heading.focus({ preventScroll: true });
        },
      })],
    });
    input.after(starsOf(input));
    fill(content, form.element, statusLine);
  };
  const load = async () => {
    const { ratings: [review] } = await memberRequest(`/v1/me/ratings?listing=${encoded(id)}`, { signal });
    if (!review && !await mayRate(listing, signal)) return;
    show(review);
    element.hidden = false;
  };
  load().catch(() => {
    if (signal.aborted) return;
    fill(content, h('p', { class: 'form-error' }, t('not loaded')));
    element.hidden = false;
  });
  return element;
}

/**
 * Whether a member may rate a listing: any member a bar; a guest a couch once the stay has started, or any member if
 * the server allows it; an attendee an event once it has started.
 *
 * @param {import('../listing/listing.js').Listing} listing
 * @param {AbortSignal} signal
 */
async function mayRate({ id, kind }, signal) {
  if (kind === 'couch') {
    if (settings.openRatings) return true;
    const { bookings } = await memberRequest('/v1/me/bookings', { signal });
    const today = localNow().date;
    return bookings.some((/** @type {import('../members/rows.js').Booking} */ { listing, status, from, absence }) =>
      listing === id && !absence && status === 'confirmed' && from <= today);
  }
  if (kind !== 'event') return true;
  const { events } = await memberRequest('/v1/me/to-rate', { signal });
  return events.some((/** @type {{id: string}} */ event) => event.id === id);
}
