// The title of a conversation.

import { h } from '../base/dom.js';
import { person } from '../members/names.js';

/**
 * @typedef {{
 *   id: string, with?: string, event?: {listing: string, name?: string, starts: string}, participants: string[],
 *   last?: import('./message.js').Message, unread: number,
 * }} Conversation
 */

/**
 * The other member, or the name of the event.
 *
 * @param {Conversation} conversation
 */
export function titleOf({ with: other, event }) {
  if (other) return person(other);
  return h('bdi', {}, event?.name ?? event?.listing ?? '');
}
