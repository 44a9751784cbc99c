// What places of plans are called: as they were chosen by name, else by their city.

import { number, t } from '../base/text.js';
import { whereabouts } from '../listing/whereabouts.js';
import { suggestField } from '../search/suggest.js';
import { mapView } from '../map/view.js';
import { rounded } from '../state/address.js';

/**
 * @typedef {import('../state/address.js').Coordinate} Coordinate
 * @typedef {import('../search/suggest.js').Completion} Completion
 */

/** What a place can be found by. */
const kinds = /** @type {Completion['kind'][]} */ (['place', 'street', 'address', 'name']);

/** @type {Map<string, string>} names that were chosen, by coordinates as an address of the page has them */
const chosen = new Map();

/** @param {Coordinate} at */
const keyOf = (at) => JSON.stringify(rounded(at));

/**
 * Whether a place was chosen by name.
 *
 * @param {Coordinate} at
 */
export const hasName = (at) => chosen.has(keyOf(at));

/**
 * Writes the name of a place into an element: its coordinates until the city is known.
 *
 * @param {Element} element
 * @param {Coordinate} at
 * @param {(name: string) => string} [text]
 */
export function writeName(element, at, text = (name) => name) {
  const own = chosen.get(keyOf(at));
  const coordinates = `${number(at.lat, 4)}, ${number(at.lon, 4)}`;
  element.textContent = text(own ?? coordinates);
  if (own) return;
  const written = element.textContent;
  whereabouts({ ...at, zoom: 14 }).then((name) => {
    // Another place may have been written there.
    if (name && element.textContent === written) element.textContent = text(t('point in', { place: name }));
  }).catch(() => {});
}

/**
 * A field that finds a place by name.
 *
 * @param {string} label
 * @param {(at: Coordinate) => void} choose
 */
export function placeField(label, choose) {
  return suggestField({
    label, near: () => mapView.view, kinds,
    choose: ({ text, lat, lon }) => {
      if (lat === undefined || lon === undefined) return;
      chosen.set(keyOf({ lat, lon }), text);
      choose({ lat, lon });
    },
  });
}
