// Where distances are measured from, and which time it is there.

import { instantOf, placeNow } from './answer.js';
import { searchResults } from './results.js';
import { store } from './store.js';

/** @typedef {import('./address.js').Coordinate} Coordinate */

/** The position of the reader while they want it used; never part of an address. */
export const reader = { position: /** @type {Coordinate | null} */ (null) };

/** Where distances are measured from. */
export function origin() {
  const { near, view } = store.state;
  return near ?? reader.position ?? { lat: view.lat, lon: view.lon };
}

/** Distances from the middle of the map say nothing to a reader. */
export const showsDistance = () => store.state.near !== null || reader.position !== null;

/** Date and time at the place of the map, by the clock of the server. */
export const localNow = () => placeNow(searchResults.answer);

/** The time of the last answer, in milliseconds. */
export const answerTime = () => instantOf(searchResults.answer);
