// The number of unread messages, and the line about a new message or a decision of editors.

import { showBanner } from '../base/banner.js';
import { debounced } from '../base/dom.js';
import { t } from '../base/text.js';
import { shownName } from '../members/names.js';
import { memberRequest } from '../members/request.js';
import { currentMember } from '../state/member.js';
import { store } from '../state/store.js';

/** @typedef {import('./changes.js').Change} Change */

let running = new AbortController();

export function begin() {
  running.abort();
  const { signal } = (running = new AbortController());
  const count = debounced(300, () => read(signal).catch(() => {}));
  document.addEventListener('vicinity-news', (event) => {
    /** @type {Change} */
    const { kind, message } = /** @type {CustomEvent} */ (event).detail;
    if (['message', 'message-removed', 'read', 'missed'].includes(kind)) count();
    if (kind === 'message' && message) showMessage(message);
    // Editors need no notice of their own decisions.
    const isEditor = ['editor', 'admin'].includes(currentMember.account?.role ?? '');
    if (kind === 'moderation' && !isEditor) showBanner(t('editors decided'));
  }, { signal });
  document.addEventListener('vicinity-read', count, { signal });
  count();
}

export function end() {
  running.abort();
}

/** @param {AbortSignal} signal */
async function read(signal) {
  const { conversations } = await memberRequest('/v1/conversations?limit=200', { signal });
  const sum = (/** @type {number} */ total, /** @type {{unread: number}} */ { unread }) => total + unread;
  currentMember.setUnread(conversations.reduce(sum, 0));
  document.dispatchEvent(new Event('vicinity-unread'));
}

/** @param {import('../messages/message.js').Message} message */
async function showMessage({ mine, sender, kind, conversation }) {
  const { show, item, id } = store.state;
  const isSeen = show === 'messages' && !id && (item === conversation || !item);
  if (mine || isSeen || kind === 'removed' || !sender) return;
  showBanner(t('new message', { name: await shownName(sender) }));
}
