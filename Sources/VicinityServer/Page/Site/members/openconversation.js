// Opens a conversation.

import { encoded } from '../base/api.js';
import { store } from '../state/store.js';
import { change } from './request.js';

/**
 * The conversation with a member.
 *
 * @param {string} name
 */
export async function openWith(name) {
  show(await change('POST', '/v1/conversations', { with: name }));
}

/**
 * The conversation of those who come to an event.
 *
 * @param {string} listing
 * @param {string} starts
 */
export async function openOfEvent(listing, starts) {
  const path = `/v1/listings/${encoded(listing)}/conversation?starts=${encoded(starts)}`;
  show(await change('PUT', path));
}

/** @param {{id: string}} conversation */
function show({ id }) {
  store.update({ show: 'messages', item: id, id: null });
}
