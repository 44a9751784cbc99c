// What members have written about a listing.

import './ready.js';

import { ask, encoded } from '../api.js';
import { fill, h } from '../dom.js';
import { day, moment } from '../text.js';
import { starsPicture } from './stars.js';

/** @typedef {{member: string, stars: number, text?: string, at: string}} Review */

/**
 * @param {import('../page.js').Page} page
 * @param {string} id
 * @param {HTMLElement} element
 * @param {AbortSignal} signal
 */
export async function reviews(page, id, element, signal) {
  const answer = await ask(`/v1/listings/${encoded(id)}/reviews?limit=20`, { signal, patience: 1 });
  const written = answer.reviews.filter((/** @type {Review} */ { text }) => text);
  const { account } = page.member;
  // Others than members cannot report, and know members by their names alone.
  const module = account && await import('./report.js').catch(() => null);
  const names = account && await import('./names.js').catch(() => null);
  const item = (/** @type {Review} */ { member, stars, text, at }) => {
    const report = module && member !== account?.name
      && module.reporting(page, { review: { listing: id, member } }, member, { class: 'message-delete' });
    return h('li', {},
      h('p', {}, starsPicture(stars), ' ', names ? names.person(page, member) : h('bdi', {}, member), ' ',
        h('time', { class: 'soft', datetime: at }, day(moment(at).date)), ' ', report && report.button),
      h('p', { dir: 'auto', class: 'review' }, text), report && report.place);
  };
  fill(element, h('ul', { class: 'plain reviews' }, written.map(item)));
}
