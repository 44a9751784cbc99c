// The parts of a listing for members: booking, attendance, rating, a message to the host, editing.

import '../members/ready.js';

import { showBanner } from '../base/banner.js';
import { h, icon } from '../base/dom.js';
import { t } from '../base/text.js';
import { openWith } from '../members/openconversation.js';
import { reporting } from '../members/report.js';
import { problemText } from '../members/request.js';
import { currentMember } from '../state/member.js';
import { store } from '../state/store.js';
import { attendance } from './attendance.js';
import { booking } from './booking.js';
import { ownRating } from './rating.js';

/**
 * @typedef {import('../listing/listing.js').Listing} Listing
 * @typedef {import('../listing/nights.js').Choice} Choice
 */

/**
 * Adds the parts to those for all readers.
 *
 * @param {Listing} listing
 * @param {HTMLElement} body
 * @param {AbortSignal} signal
 * @param {Choice} choice
 */
export function addParts(listing, body, signal, choice) {
  const { name, role } = currentMember.account ?? {};
  const isOwn = listing.host === name;
  const isEditor = role === 'editor' || role === 'admin';
  const add = (/** @type {string} */ selector, /** @type {HTMLElement} */ part) =>
    body.querySelector(selector)?.before(part);
  if (isOwn || isEditor) add('.actions [aria-live]', edit(listing));
  if (!isOwn && listing.host) add('.actions [aria-live]', write(listing.host));
  if (listing.kind === 'couch' && listing.host && !isOwn) {
    body.querySelector('.stay')?.append(booking(listing, choice));
  }
  if (listing.kind === 'event') add('.ratings', attendance(listing, signal));
  if (isOwn) return;
  body.querySelector('.ratings')?.after(ownRating(listing, body, signal));
  const report = reporting({ listing: listing.id }, listing.name ?? listing.id);
  body.append(h('div', { class: 'actions' }, report.button), report.place);
}

/** @param {Listing} listing */
const edit = ({ id }) => h('button', {
  type: 'button', class: 'action', 'data-act': 'edit',
  onclick: () => store.update({ show: 'offer', item: id, id: null }),
}, icon('pen'), t('edit'));

/** @param {string} host */
function write(host) {
  return h('button', {
    type: 'button', class: 'action', 'data-act': 'write',
    onclick: () => openWith(host).catch((error) => showBanner(problemText(error))),
  }, icon('message'), t('write to host'));
}
