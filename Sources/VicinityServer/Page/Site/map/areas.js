// The named areas of the catalog that hold some of the results, drawn with their names.

import { encoded, request } from '../base/api.js';
import { h } from '../base/dom.js';
import { nearestCopy } from '../base/geometry.js';
import { moveToCopy } from './worlds.js';

/** @typedef {{type: 'Polygon' | 'MultiPolygon', coordinates: any}} Geometry */

/** An area that is smaller than this on the map is drawn without its name; pixels. */
const leastNamed = 90;

/** Outlines on the map, loaded when they are first seen. */
export class AreaLayer {
  /** @type {Map<string, L.Polygon | null>} null while it is loaded, and for what cannot be drawn */
  #shapes = new Map();
  /** @type {Set<string>} */
  #wanted = new Set();

  /** @param {L.Map} map */
  constructor(map) {
    this.map = map;
    map.on('zoomend', () => this.#show());
  }

  /** @param {string[]} names */
  show(names) {
    this.#wanted = new Set(names);
    for (const name of names) if (!this.#shapes.has(name)) this.#load(name);
    this.#show();
  }

  /** @param {number} middle the longitude in the middle of the map */
  moveToCopy(middle) {
    for (const polygon of this.#shapes.values()) if (polygon) moveToCopy(polygon, middle);
    this.#show();
  }

  /** @param {string} name */
  async #load(name) {
    this.#shapes.set(name, null);
    // An area that is gone, or too large for an answer, stays away.
    const feature = await request(`/v1/areas/${encoded(name)}`, { patience: 1 }).catch(() => null);
    if (!feature) return;
    this.#shapes.set(name, shape(feature.geometry, name, this.map.getCenter().lng));
    this.#show();
  }

  #show() {
    for (const [name, polygon] of this.#shapes) {
      if (!polygon) continue;
      if (!this.#wanted.has(name)) {
        polygon.remove();
        continue;
      }
      if (!this.map.hasLayer(polygon)) polygon.addTo(this.map);
      const box = polygon.getBounds();
      const right = this.map.latLngToLayerPoint(box.getNorthEast()).x;
      const width = right - this.map.latLngToLayerPoint(box.getSouthWest()).x;
      if (width < leastNamed) polygon.closeTooltip();
      else polygon.openTooltip();
    }
  }
}

/**
 * @param {Geometry} geometry
 * @param {string} name
 * @param {number} middle the longitude near which it is drawn
 */
function shape({ type, coordinates }, name, middle) {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  const shift = nearestCopy(polygons[0][0][0][0], middle) - polygons[0][0][0][0];
  const rings = polygons.map((/** @type {number[][][]} */ polygon) =>
    polygon.map((ring) => ring.map(([lon, lat]) => [lat, lon + shift])));
  return L.polygon(rings, { className: 'area', interactive: false }).bindTooltip(h('span', { dir: 'auto' }, name), {
    permanent: true, direction: 'center', className: 'area-name', opacity: 1,
  });
}
