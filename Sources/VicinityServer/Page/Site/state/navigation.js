// What the panel shows next, and where the focus goes: to the heading of the results, or back to the link of a listing.

import { h, part } from '../base/dom.js';
import { writeState } from './address.js';
import { dated } from './query.js';
import { searchResults } from './results.js';
import { store } from './store.js';

/** The heading of the results, which takes the focus when other results are shown. */
export const resultsHeading = h('h2', { class: 'results-heading', tabindex: -1 });

export const focusResults = () => resultsHeading.focus({ preventScroll: true });

/** @type {HTMLElement | null} the element from which a listing was opened */
let opener = null;

/** Which of the links to the listing it was: a couch may be part of several evenings. */
let linkIndex = -1;

/**
 * @param {string} id
 * @returns {HTMLElement[]}
 */
const linksTo = (id) => /** @type {HTMLElement[]} */ (
  [...part('panel').querySelectorAll(`a[data-id="${CSS.escape(id)}"]`)]);

/**
 * Shows a listing.
 *
 * @param {string} id
 */
export function openListing(id) {
  const focused = document.activeElement;
  opener = focused instanceof HTMLElement ? focused : null;
  linkIndex = opener ? linksTo(id).indexOf(opener) : -1;
  store.update({ id });
}

/**
 * Moves the focus to where a listing was opened.
 *
 * @param {string} id
 */
export function focusOpener(id) {
  const links = linksTo(id);
  const link = links[linkIndex] ?? links[0];
  if (link) link.focus();
  else if (opener?.isConnected) opener.focus();
  else part('panel').focus();
}

/** Goes from a listing back to what was shown before it. */
export function closeListing() {
  const { id } = store.state;
  store.update(id ? { id: null } : { show: '' });
  focusOpener(id ?? '');
}

/** Shows the list of results, also in the history of the browser. */
export function showResults() {
  store.update({ id: null, show: '' }, 'replace');
}

/**
 * Shows what is near a place, the nearest first.
 *
 * @param {import('./address.js').Coordinate} near
 */
export function showNearby(near) {
  const zoom = Math.max(store.state.view.zoom, 15);
  store.update({ near, view: { ...near, zoom }, sort: 'distance', id: null, show: '' });
  focusResults();
}

/**
 * The attributes of a link that shows a listing; with the keys for another tab or window it is left to the browser.
 *
 * @param {string} id
 */
export const linkTo = (id) => ({
  href: writeState({ ...store.state, id }), 'data-id': id, onclick: (/** @type {MouseEvent} */ event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    event.preventDefault();
    openListing(id);
  },
});

/**
 * The address of the page with a listing, for others and for tomorrow: words such as *tonight* are dates.
 *
 * @param {string} id
 */
export function sharedAddress(id) {
  const { state } = store;
  const filters = dated(state.filters, searchResults.answer?.understood, true);
  return writeState({ ...state, filters, id });
}
