// Opens a conversation.

import { encoded } from '../api.js';
import { change } from './request.js';

/** @typedef {import('../page.js').Page} Page */

/**
 * The conversation with a member.
 *
 * @param {Page} page
 * @param {string} name
 */
export async function openWith(page, name) {
  show(page, await change(page, 'POST', '/v1/conversations', { with: name }));
}

/**
 * The conversation of those who come to an event.
 *
 * @param {Page} page
 * @param {string} listing
 * @param {string} starts
 */
export async function openOfEvent(page, listing, starts) {
  const path = `/v1/listings/${encoded(listing)}/conversation?starts=${encoded(starts)}`;
  show(page, await change(page, 'PUT', path));
}

/**
 * @param {Page} page
 * @param {{id: string}} conversation
 */
function show(page, { id }) {
  page.store.update({ show: 'messages', item: id, id: null });
}
