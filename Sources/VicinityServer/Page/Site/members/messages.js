// The conversations of a member.

import './ready.js';

import { localTime } from '../answer.js';
import { encoded } from '../api.js';
import { h, icon } from '../dom.js';
import { combobox } from '../search.js';
import { day, moment, t } from '../text.js';
import { conversation } from './conversation.js';
import { face, faceOf } from './face.js';
import { preview } from './message.js';
import { person } from './names.js';
import { openWith } from './open.js';
import { own, problemText } from './request.js';
import { living } from './rows.js';

/**
 * @typedef {import('../page.js').Page} Page
 * @typedef {{
 *   id: string, with?: string, event?: {listing: string, name?: string, starts: string}, participants: string[],
 *   last?: import('./message.js').Message, unread: number,
 * }} Conversation
 */

/** Conversations that are read at once. */
const pageSize = 50;

/**
 * @param {Page} page
 * @param {AbortSignal} signal
 * @returns {Promise<import('./panel.js').Part>}
 */
export async function messages(page, signal) {
  const { item } = page.store.state;
  if (item) return conversation(page, item, signal);
  let count = pageSize;
  const list = await living(signal, ['message', 'message-removed', 'read', 'moderation'], async (renew) => {
    const { conversations, next } = await own(page, `/v1/conversations?limit=${Math.min(200, count)}`, { signal });
    const more = async () => {
      count += pageSize;
      await renew();
    };
    return [
      h('h3', { tabindex: -1 }, t('conversations')),
      conversations.length
        ? h('ul', { class: 'plain rows' }, conversations.map((/** @type {Conversation} */ one) => entry(page, one)))
        : h('p', { class: 'soft' }, t('no conversations')),
      next && count < 200 && h('button', { type: 'button', class: 'wide', onclick: more }, t('more conversations')),
    ];
  });
  return { element: h('div', {}, search(page), list) };
}

/**
 * A field that finds members by their names.
 *
 * @param {Page} page
 */
function search(page) {
  const open = (/** @type {string} */ name) => openWith(page, name).then(() => true, (error) => {
    page.tell(problemText(error));
    return false;
  });
  const { element } = combobox({
    label: t('write to'), input: { placeholder: t('write to hint') },
    options: async (text, signal) => {
      const { members } = await own(page, `/v1/members?q=${encoded(text.toLowerCase())}&limit=8`, { signal });
      return members.filter((/** @type {{name: string}} */ { name }) => name !== page.member.account?.name).map(
        (/** @type {import('./names.js').Shown & {name: string}} */ member) => ({
          label: member.displayName, detail: member.name, symbol: faceOf(member), choose: () => open(member.name),
        }));
    },
    submit: open,
  });
  return h('div', { class: 'why-not outing-place' }, element);
}

/**
 * What a conversation is called.
 *
 * @param {Page} page
 * @param {Conversation} conversation
 */
export function titleOf(page, { with: other, event }) {
  if (other) return person(page, other);
  return h('bdi', {}, event?.name ?? event?.listing ?? '');
}

/**
 * The time of a message where its reader is, with the day when that is another one.
 *
 * @param {string} at
 */
export function timeText(at) {
  const { date, time } = moment(localTime(Date.parse(at)));
  return date === moment(localTime(Date.now())).date ? time : `${day(date)} ${time}`;
}

/**
 * @param {Page} page
 * @param {Conversation} one
 */
function entry(page, one) {
  const { id, last, unread } = one;
  return h('li', { class: 'row' }, h('button', {
    type: 'button', class: 'conversation', 'data-id': id, onclick: () => page.store.update({ item: id }),
  }, one.with ? face(page, one.with) : h('span', { class: 'face', 'aria-hidden': true }, icon('list')),
  h('span', { class: 'conversation-name' }, titleOf(page, one)),
  last && h('time', { class: 'soft', datetime: last.at }, timeText(last.at)),
  h('span', { class: 'soft conversation-last', dir: 'auto' }, last ? preview(last) : t('nothing written')),
  unread > 0 && h('b', { class: 'unread' }, unread, h('i', { class: 'visually-hidden' }, t('unread')))));
}
