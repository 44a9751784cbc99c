// Layers of a map that repeats the world are drawn in the visible copy.

import { nearestCopy } from '../base/geometry.js';

/** @typedef {L.LatLng | L.LatLng[] | L.LatLng[][] | L.LatLng[][][]} Places */

/**
 * Moves a line, an area or a mark to the copy that lies nearest to the middle of the map.
 *
 * @param {L.Polyline | L.Marker} layer
 * @param {number} middle the longitude there, as the map counts it
 */
export function moveToCopy(layer, middle) {
  const { lng } = layer instanceof L.Marker ? layer.getLatLng() : layer.getBounds().getCenter();
  const shift = nearestCopy(lng, middle) - lng;
  if (Math.abs(shift) < 1) return;
  if (layer instanceof L.Marker) layer.setLatLng(/** @type {L.LatLng} */ (shifted(layer.getLatLng(), shift)));
  else layer.setLatLngs(/** @type {L.LatLng[]} */ (shifted(layer.getLatLngs(), shift)));
}

/**
 * @param {Places} places
 * @param {number} shift
 * @returns {any}
 */
const shifted = (places, shift) => (Array.isArray(places)
  ? places.map((one) => shifted(one, shift)) : L.latLng(places.lat, places.lng + shift));
