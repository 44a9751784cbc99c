// A meeting place, and listings along a route: both start with points on the map.

import { fill, h } from '../base/dom.js';
import { distance, t } from '../base/text.js';
import { card } from '../listing/card.js';
import { mapView } from '../map/view.js';
import { rounded } from '../state/address.js';
import { answerTime } from '../state/place.js';
import { store } from '../state/store.js';
import { NoLine, readLine, sendable } from './gpx.js';
import { OutingPanel } from './panel.js';
import { hasName, placeField, writeName } from './placenames.js';
import { groupQuery, routeQuery, widthOf, widths } from './query.js';

/**
 * @typedef {import('../state/address.js').Coordinate} Coordinate
 * @typedef {import('../state/answer.js').Result} Result
 */

/** Pixels within which a click is taken for the second one of a double click. */
const nearPixels = 8;

/** @param {[string, string][]} options values and what they are called */
const select = (options) => h('select', {}, options.map(([value, text]) => h('option', { value }, text)));

/** The base of both. */
class PointPanel extends OutingPanel {
  /**
   * @param {'meet' | 'route'} name
   * @param {() => void} pins
   */
  constructor(name, pins) {
    super(name, '/v1/query', pins);
    const ways = ['', 'walking', 'cycling', 'driving'];
    this.parameter(select(ways.map((way) => [way, t(`arriving ${way || 'any'}`)])), t('open on arrival'), 'arriving');
  }

  get answer() {
    return this.reply;
  }

  get count() {
    return this.reply?.total ?? 0;
  }

  /** @returns {Coordinate[]} */
  get line() {
    return this.state.points;
  }

  /** All matches are not counted: of a group these would be all listings, however far away. */
  received() {
    this.reply.now = new Date(answerTime()).toISOString();
    this.reply.total = this.reply.results.length;
  }

  answered() {
    this.drawing.pick(!this.reply);
  }

  /** @returns {import('../state/query.js').Query} */
  query() {
    return {};
  }

  question() {
    return this.line.length < 2 ? null : this.query();
  }

  /** @param {Coordinate[]} points */
  put(points) {
    // Rounded as in the address, so that a link sends the same request.
    store.update({ points: points.map((point) => rounded(point)) });
  }

  /** @param {Coordinate} at */
  clicked(at) {
    const place = (/** @type {Coordinate} */ { lat, lon }) => mapView.map.latLngToContainerPoint([lat, lon]);
    const last = this.state.points.at(-1);
    if (!last || place(last).distanceTo(place(at)) > nearPixels) this.put([...this.state.points, at]);
  }

  /**
   * The points as marks that can be moved.
   *
   * @param {string} className
   * @param {(index: number) => string} text
   */
  marks(className, text) {
    this.line.forEach((point, index) => {
      this.drawing.mark(point, h('span', { class: className }, text(index)), (to) => {
        this.put(this.line.map((one, other) => (other === index ? to : one)));
      });
    });
  }

  middle() {
    return this.button(t('add middle'), () => this.clicked(mapView.view));
  }

  /**
   * @param {Result} _
   * @returns {Node | string}
   */
  remark(_) {
    return '';
  }

  cards() {
    const { now, next, results } = /** @type {import('../state/answer.js').Answer} */ (this.reply);
    const items = results.map((result) => {
      const article = card(result, Date.parse(now));
      article.append(this.remark(result));
      return h('li', {}, article);
    });
    const rest = next && h('p', { class: 'soft remarks' }, t('only first', { n: items.length }));
    return [rest, h('ol', { class: 'cards' }, items)];
  }

  /** @returns {[unknown, string, () => void][]} */
  changes() {
    const { filters, outing } = this.state;
    return [
      [outing.arriving, t('drop arriving'), () => this.setParameters({ arriving: '' })],
      [Object.keys(filters).length, t('clear all'), () => store.update({ filters: {} })],
    ];
  }
}

/** A to Z, then again. */
const letter = (/** @type {number} */ index) => String.fromCharCode(65 + (index % 26));

/** A place to meet for people who come from several origins. */
export class Meet extends PointPanel {
  /** @param {() => void} pins */
  constructor(pins) {
    super('meet', pins);
    const ways = select([['worst', t('meet by worst')], ['sum', t('meet by sum')]]);
    this.parameter(ways, t('meet by'), 'by', () => 'worst');
    const field = placeField(t('add place'), (at) => this.put([...this.line, at]));
    const named = h('div', { class: 'outing-place' }, h('span', { 'aria-hidden': true }, t('add place')), field);
    fill(this.tools, this.middle(), named);
  }

  show() {
    const items = this.line.map((point, index) => {
      const name = h('bdi', {});
      writeName(name, point);
      const remove = this.button('✕', () => this.#remove(index));
      remove.setAttribute('aria-label', t('remove', { what: `${letter(index)}, ${name.textContent}` }));
      return h('li', {}, h('span', { class: 'origin-letter' }, letter(index)), name, remove);
    });
    const hint = items.length === 1 && h('p', { class: 'soft' }, t('one more origin'));
    fill(this.head, h('ol', { class: 'plain origins' }, items), hint);
    this.drawing.clear();
    this.marks('origin-letter', letter);
  }

  /** @param {number} index */
  #remove(index) {
    this.put(this.line.filter((_, other) => other !== index));
    // The focus goes to the next origin, and not to the beginning of the page.
    const buttons = this.head.querySelectorAll('button');
    (buttons[Math.min(index, buttons.length - 1)] ?? this.tools.querySelector('button'))?.focus();
  }

  query() {
    return groupQuery(this.line, this.state.filters, this.state.outing);
  }
}

/** Listings along a line: a drawn one, or that of a file, which is not part of the address. */
export class Route extends PointPanel {
  /** @type {{name: string, line: Coordinate[]} | null} */
  #file = null;
  #message = h('p', { role: 'status' });
  #ends = h('p', { class: 'soft ends' });
  #input = h('input', {
    type: 'file', accept: '.gpx,.geojson,.json', class: 'visually-hidden', onchange: () => this.#read(),
  });
  #middle = this.middle();
  #undo = this.button(t('undo'), () => this.put(this.state.points.slice(0, -1)));
  #clear = this.button(t('clear line'), () => this.#useFile(null));

  /** @param {() => void} pins */
  constructor(pins) {
    super('route', pins);
    this.slider(t('how far off'), 'width', widths, () => widthOf(this.state.outing), distance);
    const open = h('label', { class: 'action' }, this.#input, t('open file'));
    fill(this.tools, this.#end('route from', 0), this.#end('route to', 1), this.#middle, this.#undo, this.#clear, open);
    fill(this.head, this.#ends, this.#message);
  }

  /**
   * A field for an end of the route by name; what is drawn between the ends remains.
   *
   * @param {string} label
   * @param {0 | 1} end
   */
  #end(label, end) {
    const field = placeField(t(label), (at) => {
      const { points } = this.state;
      const inner = points.slice(end === 0 ? 1 : 0, end === 1 && points.length > 1 ? -1 : undefined);
      this.#file = null;
      this.put(end === 0 ? [at, ...inner] : [...inner, at]);
      mapView.fitPoints(this.line);
    });
    return h('div', { class: 'outing-place' }, h('span', { 'aria-hidden': true }, t(label)), field);
  }

  get line() {
    return this.#file?.line ?? this.state.points;
  }

  async #read() {
    const file = this.#input.files?.[0];
    if (!file) return;
    try {
      this.#useFile({ name: file.name, line: sendable(readLine(await file.text())).map((point) => rounded(point)) });
      mapView.fitPoints(this.line);
    } catch (error) {
      if (!(error instanceof NoLine)) throw error;
      this.#message.textContent = t(error.message, { name: file.name });
    }
    // The same file can be chosen again.
    this.#input.value = '';
  }

  /** @param {{name: string, line: Coordinate[]} | null} file */
  #useFile(file) {
    this.#file = file;
    if (this.state.points.length) this.put([]);
    else this.changed();
  }

  /** @param {Coordinate} at */
  clicked(at) {
    if (!this.#file) super.clicked(at);
  }

  show() {
    const { drawing, line } = this;
    const focused = document.activeElement;
    this.#middle.hidden = this.#undo.hidden = this.#file !== null;
    this.#undo.disabled = this.#clear.disabled = !line.length;
    // A button that is disabled loses the focus.
    if (focused && this.tools.contains(focused) && focused.matches(':disabled')) this.#middle.focus();
    drawing.clear();
    this.#message.textContent = '';
    if (line.length > 1) {
      drawing.corridor(line, widthOf(this.state.outing));
      drawing.line(line, 'outing-line');
      this.#message.textContent = t('line', { name: this.#file?.name ?? '', distance: distance(drawing.length(line)) });
    }
    fill(this.#ends);
    if (!this.#file && line.some(hasName)) this.#ends.append(...this.#endNames());
    if (!this.#file) this.marks('vertex', () => '');
  }

  /** The names of the ends. */
  #endNames() {
    const { line } = this;
    const name = (/** @type {Coordinate} */ at) => {
      const element = h('bdi', {});
      writeName(element, at);
      return element;
    };
    return line.length > 1 ? [name(line[0]), ' – ', name(line[line.length - 1])] : [name(line[0])];
  }

  query() {
    return routeQuery(this.line, this.state.filters, this.state.outing);
  }

  /** @param {Result} result */
  remark({ routePosition = 0, detour = 0 }) {
    return h('p', { class: 'facts' }, t('along', {
      position: distance(Number(routePosition.toPrecision(2))), detour: distance(Number(detour.toPrecision(2))),
    }));
  }

  /** @returns {[unknown, string, () => void][]} */
  changes() {
    const isNarrow = widthOf(this.state.outing) < 2000;
    return [[isNarrow, t('look farther off'), () => this.setParameters({ width: '2000' })], ...super.changes()];
  }
}
