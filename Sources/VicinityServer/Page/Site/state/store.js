// The state of the page: one value, which the address of the page holds.

import { allFilters } from '../base/settings.js';
import { readStored } from '../base/storage.js';
import { readTags, writeTags } from '../base/tags.js';
import { readState, writeState } from './address.js';

/** @typedef {import('./address.js').State} State */

const parameters = new URLSearchParams(location.search);

/** The codes of links in emails. They leave the address, as it is written when the page starts. */
export const mailCodes = { confirm: parameters.get('confirm') ?? '', reset: parameters.get('reset') ?? '' };

/** Calls its listeners after each change. */
export class Store {
  /** @type {((state: State, before: State) => void)[]} */
  #listeners = [];
  /**
   * The word by which the nights were chosen, and what it means.
   *
   * @type {{word: string, dates: string} | null}
   */
  stayWord = null;

  /** @param {State} state */
  constructor(state) {
    this.state = state;
    // The first address says everything too, so that *back* leads to what was seen.
    window.history.replaceState(null, '', writeState(state));
    window.addEventListener('popstate', () => {
      // No address says whether the map is where the reader is.
      const { view, isAtReader } = this.state;
      const state = { ...readState(location.search, view), isAtReader };
      // A link that skips a part of the page leads to the same state.
      if (writeState(state) !== writeState(this.state)) this.#become(state);
    });
  }

  /** @param {(state: State, before: State) => void} listener called after each change */
  listen(listener) {
    this.#listeners.push(listener);
    return () => {
      this.#listeners = this.#listeners.filter((one) => one !== listener);
    };
  }

  /**
   * Changes some of the state.
   *
   * @param {Partial<State>} change
   * @param {'push' | 'replace'} [history] whether the button *back* leads to the state before
   */
  update(change, history = 'push') {
    const address = writeState(this.state);
    const state = { ...this.state, ...change };
    const next = writeState(state);
    if (next !== address) window.history[history === 'push' ? 'pushState' : 'replaceState'](null, '', next);
    this.#become(state);
  }

  /**
   * The filters with some changed; empty text removes one.
   *
   * @param {Record<string, string>} filters
   * @returns {Record<string, string>}
   */
  filtersWith(filters) {
    const all = Object.entries({ ...this.state.filters, ...filters });
    return Object.fromEntries(all.filter(([, value]) => value !== ''));
  }

  /**
   * Sets filters; empty text removes one.
   *
   * @param {Record<string, string>} filters
   */
  filter(filters) {
    this.update({ filters: this.filtersWith(filters), id: null });
  }

  /**
   * Sets a filter, and drops those that have no meaning without its former value.
   *
   * @param {string} name
   * @param {string} value empty text removes it
   * @param {Record<string, string>} [others] filters that belong to the value
   */
  replaceFilter(name, value, others = {}) {
    const without = Object.fromEntries(allFilters.filter(({ of }) => of === name).map((filter) => [filter.name, '']));
    this.filter({ ...without, ...others, [name]: value });
  }

  /**
   * Sets filters, and goes on showing the same listing.
   *
   * @param {Record<string, string>} filters
   */
  filterKeeping(filters) {
    this.update({ filters: this.filtersWith(filters) }, 'replace');
  }

  /** The tags among the filters. */
  get tags() {
    return readTags(this.state.filters.tag);
  }

  /** @param {string[]} tags */
  set tags(tags) {
    this.filter({ tag: writeTags(tags) });
  }

  /** @param {string} tag */
  addTag(tag) {
    this.tags = [...new Set(this.tags).add(tag)];
  }

  /** @param {string} tag */
  removeTag(tag) {
    this.tags = this.tags.filter((one) => one !== tag);
  }

  /** @param {State} state */
  #become(state) {
    const before = this.state;
    this.state = state;
    for (const listener of this.#listeners) listener(state, before);
  }
}

/**
 * Where the reader looked last.
 *
 * @returns {import('../base/settings.js').View | null}
 */
function lastView() {
  try {
    const view = JSON.parse(readStored('vicinity.view') ?? 'null');
    return view && Number.isFinite(view.lat + view.lon + view.zoom) ? view : null;
  } catch {
    return null;
  }
}

export const store = new Store(readState(location.search, lastView()));
