// The member who is signed in on this device. The parts for members are loaded when they are needed.

import { readStored, writeStored } from '../base/storage.js';

/**
 * @typedef {{
 *   name: string, displayName: string, role: 'member' | 'host' | 'editor' | 'admin', mail?: string, about?: string,
 *   telephone?: string, picture?: string, zone?: string, reminderMails?: boolean, terms?: string,
 *   quietHours?: {from: string, to: string},
 * }} Account what a member says of themself, as `/v1/me` answers it
 */

const key = 'vicinity.member';

/** The member, and how many messages they have not read. */
class Member {
  /** @type {Account | null} the member at the last contact with the server; null for none */
  account = readAccount();
  unread = 0;
  /** The listing that opens after signing in. */
  listingAfterSignIn = '';
  /** @type {((isAnother: boolean) => void)[]} */
  #listeners = [];

  constructor() {
    window.addEventListener('storage', (event) => {
      if (event.key === key && readAccount()?.name !== this.account?.name) location.reload();
    });
  }

  /**
   * @param {(isAnother: boolean) => void} listener called after each change. isAnother: whether a member has signed in
   *   or out, or has another role
   */
  listen(listener) {
    this.#listeners.push(listener);
  }

  /** @param {boolean} isAnother */
  #notify(isAnother) {
    for (const listener of this.#listeners) listener(isAnother);
  }

  /** @param {Account | null} account */
  setAccount(account) {
    const { account: former } = this;
    const isAnother = account?.name !== former?.name || account?.role !== former?.role;
    this.account = account;
    writeStored(key, JSON.stringify(account));
    if (!account) this.unread = 0;
    this.#notify(isAnother);
  }

  /** @param {number} unread */
  setUnread(unread) {
    this.unread = unread;
    this.#notify(false);
  }
}

/** @returns {Account | null} */
function readAccount() {
  try {
    return JSON.parse(readStored(key) ?? 'null');
  } catch {
    return null;
  }
}

export const currentMember = new Member();
