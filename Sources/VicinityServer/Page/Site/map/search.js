// Searches what the map shows.

import { origin } from '../state/place.js';
import { searchResults } from '../state/results.js';
import { store } from '../state/store.js';
import { mapView } from './view.js';

export const searchMap = (extent = mapView.extent) => searchResults.search(store.state, origin(), extent);
