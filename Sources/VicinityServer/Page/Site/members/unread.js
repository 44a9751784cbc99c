// How many messages the member has not read, and the line that tells of a new one, or of a decision of editors.

import { debounced } from '../dom.js';
import { t } from '../text.js';
import { shownName } from './names.js';
import { own } from './request.js';

/**
 * @typedef {import('../page.js').Page} Page
 * @typedef {import('./changes.js').Change} Change
 */

let running = new AbortController();

/** @param {Page} page */
export function begin(page) {
  running.abort();
  const { signal } = (running = new AbortController());
  const count = debounced(300, () => read(page, signal).catch(() => {}));
  document.addEventListener('vicinity-news', (event) => {
    /** @type {Change} */
    const { kind, message } = /** @type {CustomEvent} */ (event).detail;
    if (['message', 'message-removed', 'read', 'missed'].includes(kind)) count();
    if (kind === 'message' && message) tell(page, message);
    // Editors would be told of what they have just done.
    const isEditor = ['editor', 'admin'].includes(page.member.account?.role ?? '');
    if (kind === 'moderation' && !isEditor) page.tell(t('editors decided'));
  }, { signal });
  document.addEventListener('vicinity-read', count, { signal });
  count();
}

export function end() {
  running.abort();
}

/**
 * @param {Page} page
 * @param {AbortSignal} signal
 */
async function read(page, signal) {
  const { conversations } = await own(page, '/v1/conversations?limit=200', { signal });
  const sum = (/** @type {number} */ total, /** @type {{unread: number}} */ { unread }) => total + unread;
  page.member.count(conversations.reduce(sum, 0));
  document.dispatchEvent(new Event('vicinity-unread'));
}

/**
 * @param {Page} page
 * @param {import('./message.js').Message} message
 */
async function tell(page, { mine, sender, kind, conversation }) {
  const { show, item, id } = page.store.state;
  const isSeen = show === 'messages' && !id && (item === conversation || !item);
  if (mine || isSeen || kind === 'removed' || !sender) return;
  page.tell(t('new message', { name: await shownName(page, sender) }));
}
