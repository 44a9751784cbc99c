// What a member can do with a listing: book it, join it, rate it, write to its host, and change their own.

import './ready.js';

import { h, icon } from '../dom.js';
import { t } from '../text.js';
import { attendance } from './attendance.js';
import { booking } from './booking.js';
import { openWith } from './open.js';
import { ownRating } from './rating.js';
import { reporting } from './report.js';
import { problemText } from './request.js';

/**
 * @typedef {import('../page.js').Page} Page
 * @typedef {import('../detail.js').Listing} Listing
 * @typedef {import('../detail.js').Choice} Choice
 */

/**
 * Adds the parts to those that everybody sees.
 *
 * @param {Page} page
 * @param {Listing} listing
 * @param {HTMLElement} body
 * @param {AbortSignal} signal
 * @param {Choice} choice
 */
export function addParts(page, listing, body, signal, choice) {
  const { name, role } = page.member.account ?? {};
  const isOwn = listing.host === name;
  const isEditor = role === 'editor' || role === 'admin';
  const add = (/** @type {string} */ selector, /** @type {HTMLElement} */ part) =>
    body.querySelector(selector)?.before(part);
  if (isOwn || isEditor) add('.actions [aria-live]', edit(page, listing));
  if (!isOwn && listing.host) add('.actions [aria-live]', write(page, listing.host));
  if (listing.kind === 'couch' && listing.host && !isOwn) {
    body.querySelector('.stay')?.append(booking(page, listing, choice));
  }
  if (listing.kind === 'event') add('.ratings', attendance(page, listing, signal));
  if (isOwn) return;
  body.querySelector('.ratings')?.after(ownRating(page, listing, body, signal));
  const report = reporting(page, { listing: listing.id }, listing.name ?? listing.id);
  body.append(h('div', { class: 'actions' }, report.button), report.place);
}

/**
 * @param {Page} page
 * @param {Listing} listing
 */
const edit = (page, { id }) => h('button', {
  type: 'button', class: 'action', 'data-act': 'edit',
  onclick: () => page.store.update({ show: 'offer', item: id, id: null }),
}, icon('pen'), t('edit'));

/**
 * @param {Page} page
 * @param {string} host
 */
function write(page, host) {
  return h('button', {
    type: 'button', class: 'action', 'data-act': 'write',
    onclick: () => openWith(page, host).catch((error) => page.tell(problemText(error))),
  }, icon('message'), t('write to host'));
}
