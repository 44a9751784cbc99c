// What outings draw on the map: points that can be moved, lines, corridors, and stops with their names.

import { h } from '../base/dom.js';
import { nearestCopy, pixels, wrapped } from '../base/geometry.js';
import { loadStyles } from '../base/styles.js';

await loadStyles('drawing.css', import.meta.url);

/**
 * @typedef {import('../state/address.js').Coordinate} Coordinate
 * @typedef {import('./view.js').MapView} MapView
 */

/** The width of the number before a label with its border, in pixels, as in the style sheet. */
const numberWidth = 30;

/** The layers of one panel. */
export class Drawing {
  /** @type {(() => void)[]} what depends on the zoom */
  #resizers = [];
  /** @type {{element: HTMLElement, marker: L.Marker}[]} */
  #labels = [];

  /** @param {MapView} view */
  constructor(view) {
    this.view = view;
    this.map = view.map;
  }

  begin() {
    this.map.on('zoomend', this.resize);
    // The second click of two that follow each other would zoom instead of adding a point.
    this.map.doubleClickZoom.disable();
    this.map.getContainer().classList.add('is-drawing');
  }

  end() {
    this.clear();
    this.map.off('zoomend', this.resize);
    this.map.doubleClickZoom.enable();
    this.map.getContainer().classList.remove('is-drawing', 'is-picking');
  }

  /**
   * Whether clicks go through the pins of the search: there may be one at any place to start from.
   *
   * @param {boolean} isPicking
   */
  pick(isPicking) {
    this.map.getContainer().classList.toggle('is-picking', isPicking);
  }

  clear() {
    this.view.lines.clearLayers();
    this.#resizers = [];
    this.#labels = [];
  }

  resize = () => {
    for (const resize of this.#resizers) resize();
    this.#spread();
  };

  /**
   * Points as the map counts them: each the shorter way round from the one before.
   *
   * @param {Coordinate[]} points
   */
  #path(points) {
    let middle = this.map.getCenter().lng;
    return points.map(({ lat, lon }) => L.latLng(lat, (middle = nearestCopy(lon, middle))));
  }

  /**
   * @param {Coordinate[]} points
   * @param {string} className
   */
  line(points, className) {
    // What is cut at the edge of the map would end there with a round cap.
    const options = { className, interactive: false, noClip: className === 'corridor' };
    return L.polyline(this.#path(points), options).addTo(this.view.lines);
  }

  /**
   * The length of a line in meters.
   *
   * @param {Coordinate[]} points
   */
  length(points) {
    const path = this.#path(points);
    return path.reduce((sum, at, index) => sum + (index ? this.map.distance(path[index - 1], at) : 0), 0);
  }

  /**
   * A wide line. Its width is that at its middle: the map stretches towards the poles.
   *
   * @param {Coordinate[]} points
   * @param {number} meters to either side
   */
  corridor(points, meters) {
    const { lat } = points[Math.floor(points.length / 2)];
    const line = this.line(points, 'corridor');
    const resize = () => line.setStyle({ weight: 2 * pixels(meters, lat, this.map.getZoom()) });
    this.#resizers.push(resize);
    resize();
  }

  /**
   * @param {Coordinate} point
   * @param {HTMLElement} element
   * @param {(to: Coordinate) => void} [move] called after it was dragged
   */
  mark(point, element, move) {
    const icon = new L.DivIcon({ className: 'outing-mark', html: element, iconSize: [0, 0] });
    const options = { icon, draggable: Boolean(move), keyboard: false, zIndexOffset: 20_000 };
    const [at] = this.#path([point]);
    const marker = L.marker(at, options).addTo(this.view.lines);
    marker.on('dragend', () => {
      const { lat, lng } = marker.getLatLng();
      move?.({ lat, lon: wrapped(lng) });
    });
    return marker;
  }

  /**
   * A numbered place with its name and time.
   *
   * @param {Coordinate} stop
   * @param {number} number
   * @param {string} name
   * @param {string} time
   * @param {() => void} open
   */
  stop(stop, number, name, time, open) {
    const element = h('button', { type: 'button', class: 'stop', onclick: open },
      h('span', { class: 'stop-number' }, number),
      h('span', { class: 'stop-label' }, h('bdi', { class: 'stop-name' }, name), ' ', time));
    this.#labels.push({ element, marker: this.mark(stop, element) });
  }

  /** Moves labels that would cover earlier ones, or that the map cuts: to the left, or below or above their place. */
  #spread() {
    /** @type {Box[]} */
    const taken = [];
    const edge = this.map.containerPointToLayerPoint(this.map.getSize()).x;
    for (const { element, marker } of this.#labels) {
      // Positions of elements would be those in the midst of an animation.
      const { x, y } = this.map.latLngToLayerPoint(marker.getLatLng());
      const [width, height] = [element.offsetWidth, element.offsetHeight];
      const boxes = [0, 1, -1, 2, -2].flatMap((row) => [false, true].map((isLeft) => {
        const left = isLeft ? x + numberWidth / 2 - width : x - numberWidth / 2;
        return { isLeft, left, right: left + width, shift: row * (height + 2), y: y + row * (height + 2), height };
      }));
      const isFree = (/** @type {Box} */ box) => box.right < edge && taken.every((other) => !overlap(box, other));
      const box = boxes.find(isFree) ?? boxes[0];
      taken.push(box);
      element.classList.toggle('is-left', box.isLeft);
      element.style.setProperty('--shift', `${box.shift}px`);
    }
  }
}

/** @typedef {{isLeft: boolean, left: number, right: number, shift: number, y: number, height: number}} Box */

/**
 * @param {Box} one
 * @param {Box} other
 */
const overlap = (one, other) => one.left < other.right && other.left < one.right
  && Math.abs(one.y - other.y) < (one.height + other.height) / 2;
