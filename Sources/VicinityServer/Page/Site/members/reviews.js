// What members have written about a listing.

import './ready.js';

import { ask, encoded } from '../api.js';
import { fill, h } from '../dom.js';
import { day, moment } from '../text.js';
import { starsPicture } from './stars.js';

/**
 * @param {string} id
 * @param {HTMLElement} element
 * @param {AbortSignal} signal
 */
export async function reviews(id, element, signal) {
  const answer = await ask(`/v1/listings/${encoded(id)}/reviews?limit=20`, { signal, patience: 1 });
  const written = answer.reviews.filter((/** @type {import('./rating.js').Review} */ { text }) => text);
  fill(element, h('ul', { class: 'plain reviews' }, written.map(
    (/** @type {import('./rating.js').Review} */ { member, stars, text, at }) => h('li', {},
      h('p', {}, starsPicture(stars), ' ', h('bdi', {}, member), ' ',
        h('time', { class: 'soft', datetime: at }, day(moment(at).date))),
      h('p', { dir: 'auto', class: 'review' }, text)))));
}
