// The reviews of a listing.

import '../members/ready.js';

import { encoded, request } from '../base/api.js';
import { fill, h } from '../base/dom.js';
import { day, moment } from '../base/text.js';
import { starsPicture } from '../members/stars.js';
import { currentMember } from '../state/member.js';

/** @typedef {{member: string, stars: number, text?: string, at: string}} Review */

/**
 * @param {string} id
 * @param {HTMLElement} element
 * @param {AbortSignal} signal
 */
export async function reviews(id, element, signal) {
  const answer = await request(`/v1/listings/${encoded(id)}/reviews?limit=20`, { signal, patience: 1 });
  const written = answer.reviews.filter((/** @type {Review} */ { text }) => text);
  const { account } = currentMember;
  // Visitors cannot report, and see only the usernames of members.
  const module = account && await import('../members/report.js').catch(() => null);
  const names = account && await import('../members/names.js').catch(() => null);
  const item = (/** @type {Review} */ { member, stars, text, at }) => {
    const report = module && member !== account?.name
      && module.reporting({ review: { listing: id, member } }, member, { class: 'message-delete' });
    return h('li', {},
      h('p', {}, starsPicture(stars), ' ', names ? names.person(member) : h('bdi', {}, member), ' ',
        h('time', { class: 'soft', datetime: at }, day(moment(at).date)), ' ', report && report.button),
      h('p', { dir: 'auto', class: 'review' }, text), report && report.place);
  };
  fill(element, h('ul', { class: 'plain reviews' }, written.map(item)));
}
