// Where a listing is, found by name or by the address that is typed.

import { h } from '../base/dom.js';
import { t } from '../base/text.js';
import { mapView } from '../map/view.js';
import { completions, placeNamed, suggestField } from '../search/suggest.js';

/**
 * @typedef {import('../state/address.js').Coordinate} Coordinate
 * @typedef {import('../search/suggest.js').Completion} Completion
 */

/** What a location can be found by. */
const kinds = /** @type {Completion['kind'][]} */ (['place', 'street', 'address', 'name']);

/**
 * A field that finds a location by name.
 *
 * @param {(found: Completion & Coordinate) => void} found
 */
export function locationField(found) {
  const label = t('find location');
  const field = suggestField({
    label, near: () => mapView.view, kinds,
    choose: ({ lat, lon, ...rest }) => lat !== undefined && lon !== undefined && found({ ...rest, lat, lon }),
  });
  return h('div', { class: 'outing-place' }, h('span', { 'aria-hidden': true }, label), field);
}

/**
 * Where an address is: that of another listing, else its street, else its city.
 *
 * @param {string} address such as `Schlossplatz 1, Stuttgart`
 * @param {AbortSignal} signal
 * @returns {Promise<Coordinate | null>}
 */
export async function locationOf(address, signal) {
  const [street, ...rest] = address.split(',').map((part) => part.trim()).filter(Boolean);
  const city = rest.map((part) => part.replace(/^[\d\s-]+/, '')).filter(Boolean).at(0);
  const around = city ? await placeNamed(city, signal) : null;
  const near = isAt(around) ? around : mapView.view;
  for (const text of [street, street?.replace(/\s+\d+\s*\p{L}?$/u, '')]) {
    if (!text) continue;
    const found = (await completions(text, near, signal)).find(({ kind, whole }) =>
      whole && (kind === 'address' || kind === 'street'));
    if (isAt(found)) return found;
  }
  return isAt(around) ? around : null;
}

/**
 * @param {Completion | null | undefined} completion
 * @returns {completion is Completion & Coordinate}
 */
const isAt = (completion) => completion?.lat !== undefined && completion?.lon !== undefined;
