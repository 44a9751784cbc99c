// What is saved: on this device, or in the account of a member with a copy on this device.

import { readStored, writeStored } from '../base/storage.js';
import { currentMember } from './member.js';

/**
 * @typedef {import('./answer.js').Result} Result
 * @typedef {Result & {saved: string}} Favourite saved: when, RFC 3339
 */

export const keys = { device: 'vicinity.favourites', account: 'vicinity.favourites.account' };

/** Saved listings, the latest first; equal in all tabs. */
class Favourites {
  #key;
  /** @type {Favourite[]} */
  list;
  /** @type {Set<string>} the listings that were opened in this tab */
  seen = new Set();
  /** @type {((id: string, isSaved: boolean, before: Favourite[]) => void) | null} writes a change into the account */
  write = null;
  /** @type {[string, boolean, Favourite[]][]} changes that were made before `write` was set */
  waiting = [];
  /** @type {(() => void)[]} */
  #listeners = [];

  /** @param {boolean} areOfAccount */
  constructor(areOfAccount) {
    this.#key = areOfAccount ? keys.account : keys.device;
    this.list = readFavourites(this.#key);
    window.addEventListener('storage', (event) => {
      if (event.key !== this.#key) return;
      this.list = readFavourites(this.#key);
      this.#notify();
    });
    // The worker stores the favorites for offline use.
    this.#keepOffline();
  }

  /** @param {() => void} listener */
  listen(listener) {
    this.#listeners.push(listener);
  }

  #notify() {
    for (const listener of this.#listeners) listener();
  }

  /** @param {string} id */
  has(id) {
    return this.list.some((favourite) => favourite.id === id);
  }

  /**
   * Saves a listing, or forgets it.
   *
   * @param {Result} result
   */
  toggle(result) {
    // Another tab may have changed the list.
    const others = readFavourites(this.#key).filter(({ id }) => id !== result.id);
    const { distance: _, ...listing } = result;
    const { list: before } = this;
    const isSaved = !this.has(result.id);
    this.setList(isSaved ? [{ ...listing, saved: new Date().toISOString() }, ...others] : others);
    if (this.write) this.write(result.id, isSaved, before);
    else if (this.#key === keys.account) this.waiting.push([result.id, isSaved, before]);
  }

  /** @param {Favourite[]} list */
  setList(list) {
    this.list = list;
    writeStored(this.#key, JSON.stringify(list));
    this.#keepOffline();
    this.#notify();
  }

  /**
   * Switches to the favorites of the account, or back to those of the device.
   *
   * @param {boolean} areOfAccount
   */
  use(areOfAccount) {
    const key = areOfAccount ? keys.account : keys.device;
    if (key === this.#key) return;
    // Data of an account does not stay on a device.
    writeStored(keys.account, '[]');
    this.#key = key;
    this.setList(readFavourites(key));
  }

  #keepOffline() {
    navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ keep: this.list.map(({ id }) => id) }));
  }
}

/**
 * @param {string} key
 * @returns {Favourite[]}
 */
export function readFavourites(key) {
  try {
    const list = JSON.parse(readStored(key) ?? '[]');
    return Array.isArray(list) ? list.filter((one) => typeof one?.id === 'string' && Number.isFinite(one.lat)) : [];
  } catch {
    return [];
  }
}

export const favourites = new Favourites(currentMember.account !== null);
