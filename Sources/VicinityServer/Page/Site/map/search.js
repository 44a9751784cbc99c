// Searches what the map shows, or offers to.

import { part } from '../base/dom.js';
import { origin } from '../state/place.js';
import { searchResults } from '../state/results.js';
import { store } from '../state/store.js';
import { mapView } from './view.js';

export function searchMap(extent = mapView.extent) {
  part('search-here').hidden = true;
  return searchResults.search(store.state, origin(), extent);
}

/** Shows the button that searches where the map is. */
export function offerSearch() {
  part('search-here').hidden = false;
}
