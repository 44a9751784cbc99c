// The map: where it looks, pins and counts, lines and points of outings.

import { afterPaint, debounced, set } from '../base/dom.js';
import { extentOf, nearestCopy, wrapped, zooms } from '../base/geometry.js';
import { settings } from '../base/settings.js';
import { t } from '../base/text.js';
import { isDark, listenToTheme } from '../base/theme.js';
import { description, instantOf } from '../state/answer.js';
import { AreaLayer } from './areas.js';
import { isOnePlace, layOut } from './layout.js';
import { Others } from './others.js';
import { countMark, highlight, pin, widthOf } from './pins.js';
import { moveToCopy } from './worlds.js';

/**
 * @typedef {import('../base/settings.js').View} View
 * @typedef {import('../state/answer.js').Result} Result
 * @typedef {import('../state/answer.js').Answer} Answer
 * @typedef {import('./layout.js').Count} Count
 * @typedef {[string, {lat: number, lon: number, make: () => HTMLElement}]} Mark with its key
 * @typedef {import('../state/address.js').Coordinate} Coordinate
 * @typedef {'hand' | 'page' | 'leap'} Way the cause of a movement: the reader's hand, the page, or a button after
 *   which *back* returns
 * @typedef {{
 *   moved: (view: View, way: Way) => void, chose: (id: string) => void, clicked: (at: Coordinate) => void,
 *   isFavourite: (id: string) => boolean, isSeen: (id: string) => boolean, covered: () => number,
 * }} Listener covered: the pixels at the top that lie under tools
 */

/**
 * Whether two views differ by less than a number of degrees.
 *
 * @param {View} one
 * @param {View} other
 * @param {number} degrees
 */
export const isNear = (one, other, degrees) => one.zoom === other.zoom
  && Math.abs(one.lat - other.lat) < degrees && Math.abs(wrapped(one.lon - other.lon)) < degrees;

/** Pixels from the place of a pin to its upper edge. */
const pinHeight = 48;
/** Pixels between a pin and the sides of the map. */
const sideMargin = 6;

/** What lies over what: more than the map is high, as Leaflet adds the place from above. */
const heights = { active: 30_000, pin: 20_000, dot: 10_000, count: 0 };

/** @param {HTMLElement} mark */
function heightOf({ classList }) {
  if (!classList.contains('pin')) return heights.count;
  return classList.contains('is-dot') ? heights.dot : heights.pin;
}

/** Leaflet's map with the marks of one answer. */
export class MapView {
  /** @type {Map<string, {marker: L.Marker, element: HTMLElement}>} */
  #marks = new Map();
  /** @type {Answer | null} */
  #answer = null;
  /** @type {string | null} */
  #active = null;
  /**
   * The cause of the movement that ends next: Leaflet starts some in a later frame.
   *
   * @type {Way}
   */
  #way = 'hand';
  /** Whether the click that comes is the end of a movement. */
  #wasDragged = false;

  /**
   * @param {HTMLElement} element
   * @param {View} view
   * @param {Listener} listener
   */
  constructor(element, view, listener) {
    this.listener = listener;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    set(element, { role: 'application', 'aria-label': t('map') });
    this.map = L.map(element, {
      zoomControl: false, minZoom: zooms.least, maxZoom: zooms.most, worldCopyJump: true, zoomSnap: 1,
      fadeAnimation: !isCalm, zoomAnimation: !isCalm, markerZoomAnimation: !isCalm, inertia: !isCalm,
      maxBoundsViscosity: 1, maxBounds: [[-89, -100_000], [89, 100_000]],
    });
    this.map.setView([view.lat, view.lon], view.zoom);
    this.map.attributionControl.setPrefix('');
    L.control.zoom({ position: 'bottomright', zoomInTitle: t('zoom in'), zoomOutTitle: t('zoom out') }).addTo(this.map);
    const imperial = /-(US|LR|MM)$/.test(navigator.language);
    L.control.scale({ position: 'bottomleft', imperial, metric: !imperial }).addTo(this.map);
    // Streets come after the first answer: both want the same thread.
    this.#lateStreets = window.setTimeout(() => this.#addStreets(), 1000);
    this.areas = new AreaLayer(this.map);
    this.lines = L.layerGroup().addTo(this.map);
    this.map.on('zoomstart dragstart', () => this.#here?.close());
    const moved = debounced(80, () => this.#moved());
    this.map.on('moveend', moved);
    element.addEventListener('pointerdown', () => (this.#wasDragged = false), { capture: true });
    element.addEventListener('keydown', () => (this.#wasDragged = false), { capture: true });
    this.map.on('dragstart', () => {
      [this.#wasDragged, this.#way] = [true, 'hand'];
    });
    this.map.on('zoomend', () => this.show(this.#answer));
    this.map.on('click', ({ latlng, originalEvent }) => {
      // A click on a mark goes on to the map.
      const isMark = originalEvent.target instanceof Element && originalEvent.target.closest('button');
      if (isMark) return;
      this.#here?.close();
      listener.clicked({ lat: latlng.lat, lon: wrapped(latlng.lng) });
    });
    new ResizeObserver(() => this.map.invalidateSize({ animate: false })).observe(element);
  }

  /** @type {number | undefined} */
  #lateStreets;

  async #addStreets() {
    clearTimeout(this.#lateStreets);
    this.#lateStreets = undefined;
    const module = await import('./basemap.js').catch(() => null);
    if (!module) {
      this.#lateStreets = window.setTimeout(() => this.#addStreets(), 5000);
      return;
    }
    const base = module.addBaseMap(this.map, settings.baseMap);
    base.setDark(isDark());
    listenToTheme(() => base.setDark(isDark()));
    this.#base = base;
    this.#avoidMarks();
  }

  /** @type {ReturnType<typeof import('./basemap.js').addBaseMap> | null} */
  #base = null;

  /** Keeps the names of the base map beside pins and counts. */
  #avoidMarks() {
    this.#base?.avoid(() => {
      const { left, top } = this.map.getContainer().getBoundingClientRect();
      return [...this.#marks.values()].map(({ element }) => {
        const box = (element.querySelector('.pin-body') ?? element).getBoundingClientRect();
        return [box.left - left, box.top - top, box.right - left, box.bottom - top];
      });
    });
  }

  #moved() {
    const way = this.#way;
    this.#way = 'hand';
    this.listener.moved(this.view, way);
    this.#place();
    this.#arrange();
  }

  /** @returns {View} */
  get view() {
    const { lat, lng } = this.map.getCenter();
    return { lat, lon: wrapped(lng), zoom: this.map.getZoom() };
  }

  /** What a search of the map covers. */
  get extent() {
    const { x, y } = this.map.getSize();
    return extentOf(this.view, x, y, this.listener.covered());
  }

  /**
   * Whether the map looks there already, to a meter.
   *
   * @param {View} view
   */
  isAt(view) {
    return isNear(view, this.view, 1e-5);
  }

  /** @param {View} view */
  look(view) {
    if (this.isAt(view)) return;
    this.#way = 'page';
    this.map.setView(this.#copy(view), Math.min(view.zoom, zooms.most));
  }

  /**
   * The copy of a point that lies nearest to the middle of the map.
   *
   * @param {Coordinate} point
   */
  #copy({ lat, lon }) {
    return L.latLng(lat, nearestCopy(lon, this.map.getCenter().lng));
  }

  /**
   * A box at its copy that lies nearest to the middle of the map.
   *
   * @param {number[]} box west, south, east, north
   */
  #boundsOf([west, south, east, north]) {
    const middle = this.map.getCenter().lng;
    const left = nearestCopy(west, middle);
    const right = left + ((east - west + 360) % 360 || 360);
    return L.latLngBounds([[Math.max(south, -85), left], [Math.min(north, 85), right]]);
  }

  /**
   * Moves the map so that *back* leads back.
   *
   * @param {() => void} move
   */
  leap(move) {
    move();
    this.#way = 'leap';
  }

  /**
   * Shows a box whole.
   *
   * @param {number[]} box west, south, east, north
   */
  fit(box) {
    this.#way = 'page';
    this.map.fitBounds(this.#boundsOf(box), { maxZoom: zooms.most });
  }

  /**
   * The view that shows a box whole.
   *
   * @param {number[]} box west, south, east, north
   * @returns {View}
   */
  viewOf(box) {
    const bounds = this.#boundsOf(box);
    const { lat, lng } = bounds.getCenter();
    return { lat, lon: wrapped(lng), zoom: Math.min(this.map.getBoundsZoom(bounds), zooms.most) };
  }

  /** Keeps the focus where what had it goes. */
  focus() {
    this.map.getContainer().focus({ preventScroll: true });
  }

  /**
   * Shows points whole.
   *
   * @param {Coordinate[]} points
   */
  fitPoints(points) {
    if (!points.length) return;
    const middle = points[0].lon;
    this.#way = 'page';
    const bounds = L.latLngBounds(points.map(({ lat, lon }) => [lat, nearestCopy(lon, middle)]));
    this.map.fitBounds(bounds.pad(0.15), { maxZoom: 16 });
  }

  /**
   * Moves so far that a point can be seen.
   *
   * @param {Coordinate} point
   */
  reveal(point) {
    const at = this.#copy(point);
    if (!this.map.getBounds().pad(-0.1).contains(at)) this.map.panTo(at);
  }

  /**
   * Goes where a point can be seen from near.
   *
   * @param {Coordinate} point
   */
  see(point) {
    if (this.map.getZoom() < 13) this.look({ ...point, zoom: 15 });
    else this.reveal(point);
  }

  // MARK: Pins and counts

  #others = new Others(() => this.show(this.#answer));

  /** @param {Answer | null} answer */
  show(answer) {
    if (answer !== this.#answer) this.#here?.close();
    this.#answer = answer;
    if (this.#lateStreets) afterPaint(() => this.#lateStreets && this.#addStreets());
    if (answer?.facets?.area) {
      this.areas.show(answer.facets.area.flatMap(({ value }) => (value === null ? [] : [String(value)])));
    }
    const wanted = new Map(this.#wanted(answer));
    for (const [key, { marker }] of this.#marks) {
      if (wanted.has(key)) continue;
      marker.remove();
      this.#marks.delete(key);
    }
    for (const [key, { lat, lon, make }] of wanted) {
      if (this.#marks.has(key)) continue;
      const element = make();
      this.#marks.set(key, { marker: this.#marker({ lat, lon }, element), element });
    }
    this.#arrange();
  }

  /**
   * @param {Coordinate} place
   * @param {HTMLElement} element
   */
  #marker(place, element) {
    const icon = new L.DivIcon({ className: 'mark' });
    icon.createIcon = () => element;
    return L.marker(this.#copy(place), { icon, interactive: false, keyboard: false }).addTo(this.map);
  }

  /**
   * @param {Answer | null} answer
   * @returns {Mark[]}
   */
  #wanted(answer) {
    if (!answer) return [];
    const now = Date.parse(answer.now);
    const { whole, dots, counts } = layOut(answer, this.#others.of(answer), this.map.getZoom(), (result) =>
      ({ width: widthOf(result, now), lower: this.#isUnderTools(this.#copy(result)) ? pinHeight + 6 : 0 }));
    const ranks = new Map(answer.results.map((result, rank) => [result, rank]));
    /** @type {(isDot: boolean) => (result: Result) => Mark} */
    const pinOf = (isDot) => (result) => {
      const { id, lat, lon } = result;
      const rank = ranks.get(result) ?? answer.results.length;
      // A pin that would look the same stays, and with it the focus.
      const label = description(result, now);
      const looks = [isDot, this.listener.isFavourite(id), this.listener.isSeen(id), label];
      const make = () => this.#pin(result, { now, rank, label, isDot });
      return [[id, rank, lat, lon, ...looks].join(' '), { lat, lon, make }];
    };
    return [...whole.map(pinOf(false)), ...dots.map(pinOf(true)), ...counts.map((count) => this.#countOf(count))];
  }

  /**
   * @param {Count} count
   * @returns {Mark}
   */
  #countOf(count) {
    const { lat, lon, bbox, id, results } = count;
    const isNearest = this.map.getZoom() >= zooms.most;
    const isHere = isNearest || (results !== undefined && isOnePlace(bbox, zooms.most));
    /** @param {HTMLElement} mark */
    const choose = (mark) => {
      if (this.#wasDragged) return;
      if (id !== undefined) this.listener.chose(id);
      else if (isHere) this.#list(count, mark);
      else this.#open(count);
    };
    const ids = results?.map((result) => result.id);
    const key = JSON.stringify([lat, lon, count.count, count.isLower, bbox, id, isHere, ids]);
    return [key, { lat, lon, make: () => countMark(count, { isHere, choose }) }];
  }

  /**
   * @param {Result} result
   * @param {{now: number, rank: number, label: string, isDot: boolean}} options
   */
  #pin(result, options) {
    const { id } = result;
    const [isFavourite, isSeen] = [this.listener.isFavourite(id), this.listener.isSeen(id)];
    return pin(result, { ...options, isFavourite, isSeen, choose: () => this.#choose(id) });
  }

  /** @param {string} id */
  #choose(id) {
    if (!this.#wasDragged) this.listener.chose(id);
  }

  /** @type {import('./here.js').HereList | null} */
  #here = null;

  /**
   * Lists what is counted.
   *
   * @param {Count} count
   * @param {HTMLElement} mark
   */
  async #list(count, mark) {
    const module = await import('./here.js').catch(() => null);
    if (!module) return;
    this.#here ??= new module.HereList(this.map.getContainer());
    this.#here.open(count, mark);
  }

  /**
   * Looks nearer at what is counted.
   *
   * @param {Count} count
   */
  #open(count) {
    // The mark is removed with the counts: the focus must stay.
    this.focus();
    const before = this.map.getZoom();
    const isSmaller = this.map.getBoundsZoom(this.#boundsOf(count.bbox)) > before;
    this.leap(() => (isSmaller ? this.fit(count.bbox) : void this.map.setView(this.#copy(count), before + 1)));
  }

  /** Moves what is drawn to the copy of the world that is seen. */
  #place() {
    const middle = this.map.getCenter().lng;
    for (const { marker } of this.#marks.values()) moveToCopy(marker, middle);
    for (const marker of [this.origin, this.extra]) if (marker) moveToCopy(marker, middle);
    this.lines.eachLayer((layer) => moveToCopy(/** @type {L.Polyline | L.Marker} */ (layer), middle));
    this.areas.moveToCopy(middle);
  }

  #arrange() {
    for (const { marker, element } of this.#marks.values()) {
      if (element.classList.contains('pin')) this.#hang(marker, element);
    }
    this.#avoidMarks();
    this.#activate();
  }

  /**
   * Where a pin would be under the tools, it hangs below its place; at the sides of the map it keeps inside.
   *
   * @param {L.Marker} marker
   * @param {HTMLElement} element
   */
  #hang(marker, element) {
    const at = marker.getLatLng();
    const { x } = this.map.latLngToContainerPoint(at);
    element.classList.toggle('is-below', this.#isUnderTools(at));
    const wide = this.map.getSize().x;
    if (element.classList.contains('is-dot') || x < 0 || x > wide) return;
    const half = element.offsetWidth / 2 + sideMargin;
    const shift = Math.max(half - x, 0) - Math.max(x + half - wide, 0);
    element.style.setProperty('--shift', `${Math.max(-half + 18, Math.min(half - 18, shift))}px`);
  }

  /**
   * Whether a pin above its place would be.
   *
   * @param {L.LatLng} at
   */
  #isUnderTools(at) {
    return this.map.latLngToContainerPoint(at).y < this.listener.covered() + pinHeight;
  }

  /**
   * Marks a listing, also one whose pin is a dot.
   *
   * @param {string | null} id
   */
  activate(id) {
    if (id === this.#active) return;
    this.#active = id;
    this.#arrange();
  }

  /**
   * Marks the listing that the panel shows.
   *
   * @param {string | null} id null for none
   */
  select(id) {
    this.#other = undefined;
    this.activate(id);
  }

  /**
   * Marks a listing that the answer may lack, and moves so far that it can be seen.
   *
   * @param {Result} result
   */
  selectAndReveal(result) {
    this.#other = result;
    this.#active = result.id;
    this.#arrange();
    this.reveal(result);
  }

  #activate() {
    for (const { marker, element } of this.#marks.values()) {
      const isActive = element.dataset.id !== undefined && element.dataset.id === this.#active;
      highlight(element, isActive);
      marker.setZIndexOffset(isActive ? heights.active : heightOf(element));
    }
    this.#showActive();
  }

  /** The pin of the chosen listing where the map shows counts, or which the answer lacks. */
  #showActive() {
    this.extra?.remove();
    const result = this.#answer?.results.find(({ id }) => id === this.#active) ?? this.#other;
    const isPin = [...this.#marks.values()].some(({ element }) => element.dataset.id === this.#active);
    if (!result || result.id !== this.#active || isPin) return;
    const now = instantOf(this.#answer);
    const element = this.#pin(result, { now, rank: 0, label: description(result, now), isDot: false });
    highlight(element, true);
    this.extra = this.#marker(result, element).setZIndexOffset(heights.active);
    this.#hang(this.extra, element);
  }

  /**
   * A listing outside of the answer that can be active.
   *
   * @type {Result | undefined}
   */
  #other;

  /**
   * Where distances are measured from.
   *
   * @param {Coordinate | null} at
   */
  showOrigin(at) {
    this.origin?.remove();
    if (!at) return;
    const icon = new L.DivIcon({ className: 'origin', iconSize: [18, 18] });
    this.origin = L.marker(this.#copy(at), { icon, interactive: false, keyboard: false }).addTo(this.map);
  }

  /** @type {L.Circle | undefined} */
  #circle;

  /**
   * The distance to which a search is limited.
   *
   * @param {Coordinate} at
   * @param {number} radius in meters; 0 for none
   */
  showCircle(at, radius) {
    this.#circle?.remove();
    this.#circle = radius > 0
      ? L.circle(this.#copy(at), { radius, className: 'reach', interactive: false }).addTo(this.map) : undefined;
  }

  /** Draws the pins again after a change of the favorites. */
  refresh() {
    this.show(this.#answer);
  }
}

/**
 * The map of the page, once `showMap` was called.
 *
 * @type {MapView}
 */
export let mapView;

/**
 * Shows the map.
 *
 * @param {ConstructorParameters<typeof MapView>} settings
 */
export function showMap(...settings) {
  mapView = new MapView(...settings);
}
