// What is saved on this device, and what has been looked at. Nothing of it leaves the device.

import { keep, kept } from './storage.js';

/**
 * @typedef {import('./answer.js').Result} Result
 * @typedef {Result & {saved: string}} Favourite saved: when, RFC 3339
 */

const key = 'vicinity.favourites';

/** Listings saved on this device, the latest first; equal in all tabs. */
export class Favourites {
  /** @type {Favourite[]} */
  list = read();
  /** @type {Set<string>} ids of listings that were opened in this tab */
  seen = new Set();
  /** @type {(() => void)[]} */
  #listeners = [];

  constructor() {
    window.addEventListener('storage', (event) => {
      if (event.key !== key) return;
      this.list = read();
      this.#tell();
    });
    // Offline answers are those of favourites: the worker keeps them.
    this.#keep();
  }

  /** @param {() => void} listener */
  listen(listener) {
    this.#listeners.push(listener);
  }

  #tell() {
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
    const others = read().filter(({ id }) => id !== result.id);
    const { distance: _, ...listing } = result;
    this.list = this.has(result.id) ? others : [{ ...listing, saved: new Date().toISOString() }, ...others];
    keep(key, JSON.stringify(this.list));
    this.#keep();
    this.#tell();
  }

  #keep() {
    navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ keep: this.list.map(({ id }) => id) }));
  }
}

/** @returns {Favourite[]} */
function read() {
  try {
    const list = JSON.parse(kept(key) ?? '[]');
    return Array.isArray(list) ? list.filter((one) => typeof one?.id === 'string' && Number.isFinite(one.lat)) : [];
  } catch {
    return [];
  }
}
