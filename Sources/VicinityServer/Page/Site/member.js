// Who is signed in on this device. All that members see is loaded when somebody wants it.

import { fill, h, icon } from './dom.js';
import { keep, kept } from './storage.js';
import { t } from './text.js';

/**
 * @typedef {import('./page.js').Page} Page
 * @typedef {{
 *   name: string, displayName: string, role: 'member' | 'host' | 'editor' | 'admin', mail?: string, about?: string,
 *   telephone?: string, picture?: string, zone?: string, reminderMails?: boolean, terms?: string,
 *   quietHours?: {from: string, to: string},
 * }} Account what a member says of themself, as `/v1/me` answers it
 */

const key = 'vicinity.member';

const parameters = new URLSearchParams(location.search);

/** The codes of links in mails, which leave the address at once. */
export const mailed = { confirm: parameters.get('confirm') ?? '', reset: parameters.get('reset') ?? '' };

/** The member, and the button that leads to what belongs to them. */
export class Member {
  /** @type {Account | null} the one who was signed in when this was last known; null for nobody */
  account = read();
  /** Messages that the member has not read. */
  unread = 0;
  /** The listing to which somebody goes back who signs in to do something with it. */
  wish = '';
  button;
  /** @type {(() => void)[]} */
  #listeners = [];
  #hasBegun = false;

  /** @param {() => void} enter */
  constructor(enter) {
    this.button = h('button', { type: 'button', class: 'place', 'data-place': 'mine', onclick: enter });
    this.#write();
    window.addEventListener('storage', (event) => {
      if (event.key === key && read()?.name !== this.account?.name) location.reload();
    });
  }

  /** @param {() => void} listener called when somebody has signed in or out, or has another role */
  listen(listener) {
    this.#listeners.push(listener);
  }

  /** @param {Account | null} account */
  become(account) {
    const { account: former } = this;
    const isAnother = account?.name !== former?.name || account?.role !== former?.role;
    this.account = account;
    keep(key, JSON.stringify(account));
    if (!account) this.unread = 0;
    this.#write();
    if (isAnother) for (const listener of this.#listeners) listener();
  }

  /** @param {number} unread */
  count(unread) {
    this.unread = unread;
    this.#write();
  }

  /**
   * Reads the account of somebody who was signed in before, and listens to what concerns them.
   *
   * @param {Page} page
   */
  async begin(page) {
    if (!this.account || this.#hasBegun) return;
    this.#hasBegun = true;
    const module = await import('./members/session.js').catch(() => null);
    await module?.begin(page);
  }

  #write() {
    const { account, unread } = this;
    const count = unread > 0 && h('b', { class: 'unread' }, unread, h('i', { class: 'visually-hidden' }, t('unread')));
    fill(this.button, icon('member'), h('span', {}, account?.displayName ?? t('sign in')), count);
  }
}

/** @returns {Account | null} */
function read() {
  try {
    return JSON.parse(kept(key) ?? 'null');
  } catch {
    return null;
  }
}
