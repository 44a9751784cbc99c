// The conversations of a member.

import '../members/ready.js';

import { encoded } from '../base/api.js';
import { showBanner } from '../base/banner.js';
import { h, icon } from '../base/dom.js';
import { t } from '../base/text.js';
import { face, faceOf } from '../members/face.js';
import { openWith } from '../members/openconversation.js';
import { living } from '../members/part.js';
import { memberRequest, problemText } from '../members/request.js';
import { timeText } from '../members/times.js';
import { Combobox } from '../search/combobox.js';
import { currentMember } from '../state/member.js';
import { store } from '../state/store.js';
import { conversation } from './conversation.js';
import { preview } from './message.js';
import { titleOf } from './title.js';

/** @typedef {import('./title.js').Conversation} Conversation */

/** Conversations that are read at once. */
const pageSize = 50;

/**
 * @param {AbortSignal} signal
 * @returns {Promise<import('../members/part.js').Part>}
 */
export async function messages(signal) {
  const { item } = store.state;
  if (item) return conversation(item, signal);
  let count = pageSize;
  const list = await living(signal, ['message', 'message-removed', 'read', 'moderation'], async (renew) => {
    const { conversations, next } = await memberRequest(`/v1/conversations?limit=${Math.min(200, count)}`, { signal });
    const more = async () => {
      count += pageSize;
      await renew();
    };
    return [
      h('h3', { tabindex: -1 }, t('conversations')),
      conversations.length
        ? h('ul', { class: 'plain rows' }, conversations.map((/** @type {Conversation} */ one) => entry(one)))
        : h('p', { class: 'soft' }, t('no conversations')),
      next && count < 200 && h('button', { type: 'button', class: 'wide', onclick: more }, t('more conversations')),
    ];
  });
  return { element: h('div', {}, search(), list) };
}

/** A field that finds members by their names. */
function search() {
  const open = (/** @type {string} */ name) => openWith(name).then(() => true, (error) => {
    showBanner(problemText(error));
    return false;
  });
  const { element } = new Combobox({
    label: t('write to'), input: { placeholder: t('write to hint') },
    options: async (text, signal) => {
      const { members } = await memberRequest(`/v1/members?q=${encoded(text.toLowerCase())}&limit=8`, { signal });
      return members.filter((/** @type {{name: string}} */ { name }) => name !== currentMember.account?.name).map(
        (/** @type {import('../members/names.js').Shown & {name: string}} */ member) => ({
          label: member.displayName, detail: member.name, symbol: faceOf(member), choose: () => open(member.name),
        }));
    },
    submit: open,
  });
  return h('div', { class: 'why-not outing-place' }, element);
}

/** @param {Conversation} one */
function entry(one) {
  const { id, last, unread } = one;
  return h('li', { class: 'row' }, h('button', {
    type: 'button', class: 'conversation', 'data-id': id, onclick: () => store.update({ item: id }),
  }, one.with ? face(one.with) : h('span', { class: 'face', 'aria-hidden': true }, icon('list')),
  h('span', { class: 'conversation-name' }, titleOf(one)),
  last && h('time', { class: 'soft', datetime: last.at }, timeText(last.at)),
  h('span', { class: 'soft conversation-last', dir: 'auto' }, last ? preview(last) : t('nothing written')),
  unread > 0 && h('b', { class: 'unread' }, unread, h('i', { class: 'visually-hidden' }, t('unread')))));
}
