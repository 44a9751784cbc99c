// An evening with a couch, an event and a bar, and several bars in a row: planned by the server, drawn as stops.

import { request } from '../base/api.js';
import { h } from '../base/dom.js';
import { settings } from '../base/settings.js';
import { plusDays } from '../base/dates.js';
import { day, distance, moment, price, t } from '../base/text.js';
import { mapView } from '../map/view.js';
import { rounded } from '../state/address.js';
import { linkTo, openListing } from '../state/navigation.js';
import { answerTime, localNow, origin, reader, showsDistance } from '../state/place.js';
import { searchResults } from '../state/results.js';
import { store } from '../state/store.js';
import { planAtHome } from './athome.js';
import { DatesField } from './datesfield.js';
import { OutingPanel } from './panel.js';
import { placeField, writeName } from './placenames.js';
import {
  crawlQuery, homePlan, isAtHome, mostStops, nightsOf, planQuery, stopsOf, usual, walkOf, walks,
} from './query.js';

/**
 * @typedef {import('../state/address.js').Coordinate} Coordinate
 * @typedef {import('./query.js').Outing} Outing
 * @typedef {import('./query.js').Stop} Stop
 */

/** Farther from the middle of the map than this in meters, an origin is one of another city. */
const farAway = 30_000;

const time = (/** @type {string} */ text = '') => moment(text).time;

/** A walking distance, which is an estimate. */
const roughly = (/** @type {number} */ meters) => distance(Number(meters.toPrecision(2)));

/** Both kinds. */
class Itineraries extends OutingPanel {
  #chosen = 0;
  /** @type {Coordinate} where the outing begins */
  #origin = { lat: 0, lon: 0 };
  /** @type {Coordinate | null} an origin in the state that is not used */
  #stale = null;
  #from = h('p', {});

  /**
   * @param {'evening' | 'crawl'} name
   * @param {() => void} pins
   */
  constructor(name, pins) {
    super(name, name === 'evening' ? '/v1/plan' : '/v1/crawl', pins);
    this.head.append(this.#from);
    const field = placeField(t('begin in'), (at) => {
      this.clicked(at);
      store.update({ view: { ...mapView.view, ...at } }, 'replace');
    });
    this.form.append(h('div', { class: 'outing-begin' },
      h('div', { class: 'outing-place' }, h('span', { 'aria-hidden': true }, t('begin in')), field),
      this.button(t('from middle'), () => this.clicked(mapView.view))));
    this.own();
    this.slider(t('walk at most'), 'walk', walks, () => walkOf(this.state.outing, name), distance);
    const amount = h('input', { type: 'number', min: 0, step: 'any', placeholder: t('any price') });
    this.parameter(amount, t(`budget ${name}`), 'budget');
    this.parameter(h('input', { pattern: '[A-Za-z]{3}', size: 4 }), t('currency'), 'money', () => this.#currency());
  }

  /** Adds the controls of the kind. */
  own() {}

  /**
   * @param {Coordinate} _near
   * @param {Record<string, string>} _words
   * @returns {import('../state/query.js').Query}
   */
  query(_near, _words) {
    return {};
  }

  /** @returns {Outing[]} */
  get outings() {
    return this.reply?.outings ?? this.reply?.crawls ?? [];
  }

  get count() {
    return this.outings.length;
  }

  /** No pins in addition to the stops. */
  get answer() {
    return this.count ? { now: new Date(answerTime()).toISOString(), total: 0, results: [] } : null;
  }

  /** The currency of the first price that the page shows. */
  #currency() {
    return searchResults.answer?.results.find(({ currency }) => currency)?.currency ?? '';
  }

  question() {
    return searchResults.hasAnswered ? this.asked() : null;
  }

  asked() {
    const { outing } = this.state;
    const { lat, lon } = this.#origin;
    return this.query({ lat, lon }, { ...outing, money: outing.money ?? this.#currency() });
  }

  // MARK: Where it begins

  enter() {
    const { origin: said } = this.state;
    const { map, view } = mapView;
    const isFar = said && map.distance([said.lat, said.lon], [view.lat, view.lon]) > farAway;
    this.#stale = isFar ? said : null;
    this.#origin = origin();
    super.enter();
  }

  show() {
    const { origin: said } = this.state;
    if (said && said !== this.#stale) this.#origin = said;
    const { lat, lon } = this.#origin;
    if (this.#origin === reader.position) this.#from.textContent = t('begins at', { place: t('my position') });
    else writeName(this.#from, { lat, lon }, (place) => t('begins at', { place }));
  }

  /** @param {Coordinate} at */
  clicked(at) {
    store.update({ origin: rounded(at) });
  }

  // MARK: The answer

  /** The middle of the map goes into the address once it is used, so that a link begins there too. */
  received() {
    if (showsDistance() || this.state.origin === this.#origin) return;
    store.update({ origin: this.#origin }, 'replace');
  }

  /** @param {boolean} isNew */
  answered(isNew) {
    this.#choose(isNew ? 0 : this.#chosen, isNew);
  }

  cards() {
    const step = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {number} */ by) => {
      const button = this.button(sign, () => this.#choose((this.#chosen + by + this.count) % this.count));
      button.setAttribute('aria-label', label);
      return button;
    };
    return [
      this.count > 1 && h('div', { class: 'outing-steps' }, step('‹', t('previous outing'), -1),
        h('span', { class: 'outing-number', 'aria-live': 'polite' }), step('›', t('next outing'), 1)),
      h('ol', { class: 'plain' }, this.outings.map((outing, index) => h('li', {}, this.#card(outing, index)))),
    ];
  }

  /**
   * @param {Outing} outing
   * @param {number} index
   */
  #card(outing, index) {
    const { walk, wayBack } = outing;
    const facts = [
      outing.price === undefined ? t('price unknown') : price(outing.price, outing.currency),
      t('on foot', { distance: roughly(walk) }),
    ];
    const name = { type: 'button', class: 'outing-name', onclick: () => this.#choose(index) };
    return h('article', { class: 'outing' }, h('h4', {}, h('button', name, this.#title(outing))),
      h('p', { class: 'facts' }, facts.join(' · ')),
      h('ol', { class: 'plain outing-stops' }, stopsOf(outing).map((stop, at) => this.#row(stop, at + 1)),
        wayBack !== undefined && h('li', { class: 'soft' }, t('way back', { distance: roughly(wayBack) }))));
  }

  /** @param {Outing} outing */
  #title({ evening, event, stops = [] }) {
    const names = (event ? [event] : stops).map(({ name, id }) => name ?? id);
    return `${day(evening ?? moment(stops[0]?.arrival ?? '').date)}: ${names.join(' – ')}`;
  }

  /**
   * @param {Stop} stop
   * @param {number} at
   */
  #row(stop, at) {
    const facts = [
      this.#time(stop), stop.walk >= 10 && t('on foot', { distance: roughly(stop.walk) }),
      stop.closes && t('closes at', { time: time(stop.closes) }),
      stop.price === undefined ? '' : price(stop.price, stop.currency),
    ];
    return h('li', {}, h('span', { class: 'stop-number', 'aria-hidden': true }, at),
      h('a', linkTo(stop.id), h('bdi', {}, stop.name ?? stop.id)),
      h('p', { class: 'facts' }, facts.filter(Boolean).join(' · ')));
  }

  /** @param {Stop} stop */
  #time({ kind, starts, ends, countsAsOver, arrival, departure }) {
    if (kind === 'couch') return t('kind couch');
    if (kind === 'event') return `${time(starts)}–${ends ? '' : '≈ '}${time(ends ?? countsAsOver)}`;
    return departure ? `${time(arrival)}–${time(departure)}` : t('from time', { time: time(arrival) });
  }

  /**
   * Draws one of them.
   *
   * @param {number} index
   * @param {boolean} [isLooking] whether the map goes there
   */
  #choose(index, isLooking = true) {
    this.#chosen = index;
    this.results.querySelectorAll('.outing').forEach((one, other) => {
      one.classList.toggle('is-on', other === index);
      one.querySelector('.outing-name')?.setAttribute('aria-pressed', String(other === index));
    });
    const steps = this.results.querySelector('.outing-number');
    if (steps) steps.textContent = `${index + 1} / ${this.count}`;
    const { drawing } = this;
    const origin = this.#origin;
    drawing.clear();
    drawing.mark(origin, h('span', { class: 'outing-start' }), (to) => this.clicked(to));
    const outing = this.outings[index];
    if (!outing) return;
    const stops = stopsOf(outing);
    drawing.line([origin, ...stops], 'outing-line');
    if (outing.wayBack !== undefined) drawing.line([stops[stops.length - 1], stops[0]], 'outing-back');
    stops.forEach((stop, at) => {
      drawing.stop(stop, at + 1, stop.name ?? stop.id, this.#time(stop), () => openListing(stop.id));
    });
    drawing.resize();
    if (isLooking) mapView.fitPoints([origin, ...stops]);
  }

  /** @returns {[unknown, string, () => void][]} */
  changes() {
    const { outing, filters } = this.state;
    return [
      [this.asked().walk < 3000, t('walk farther'), () => this.setParameters({ walk: '3000' })],
      [outing.budget, t('drop price.max'), () => this.setParameters({ budget: '' })],
      [filters.tag, t('drop tags'), () => store.filter({ tag: '' })],
    ];
  }
}

/** A couch, an event on one of the evenings, a bar for afterwards; for those who sleep at home the last two. */
export class Evening extends Itineraries {
  /** @returns {string[]} arrival and departure */
  get nights() {
    return nightsOf(this.state.outing, this.state.filters, localNow().date);
  }

  get isAtHome() {
    return isAtHome(this.state.outing, settings.counts.couch);
  }

  own() {
    const bed = h('select', {}, ['couch', 'home'].map((value) => h('option', { value }, t(`sleep ${value}`))));
    this.control(bed, t('sleep'), () => (this.isAtHome ? 'home' : 'couch'), () => this.#sleep(bed.value));
    // Not a private field: those do not exist yet while the controls are made.
    this.dates = new DatesField(() => ({ nights: this.nights, isOneDay: this.isAtHome }),
      (first, last) => this.setParameters({ nights: `${first}..${last}` }));
    this.form.append(this.dates.element);
    const guests = h('input', { type: 'number', min: 1, max: 99, required: true });
    this.parameter(guests, t('guests'), 'people', () => this.state.filters.guests ?? '1');
  }

  /** @param {string} where `couch` or `home` */
  #sleep(where) {
    const isUsual = isAtHome({}, settings.counts.couch) === (where === 'home');
    this.setParameters({ bed: isUsual ? '' : where });
  }

  show() {
    super.show();
    this.dates?.show();
  }

  /**
   * @param {Coordinate} near
   * @param {Record<string, string>} words
   */
  query(near, words) {
    const { filters } = this.state;
    const today = localNow().date;
    return this.isAtHome ? homePlan(near, filters, words, today) : planQuery(near, filters, words, today);
  }

  /**
   * @param {Record<string, any>} question
   * @param {AbortSignal} signal
   */
  send(question, signal) {
    return 'evening' in question
      ? planAtHome(/** @type {import('./query.js').HomePlan} */ (question), signal) : super.send(question, signal);
  }

  /** @returns {import('../base/dom.js').Child} */
  reason() {
    const { couch, event, bar } = settings.counts;
    const { isAtHome: isHome } = this;
    if (!event || !bar) return t(event ? 'no bars' : 'no events');
    if (!couch && !isHome) return t('no couches');
    const element = h('span', {});
    this.#missing().then((key) => (element.textContent = t(key))).catch(() => {});
    return element;
  }

  /** Which part of an evening is not there. */
  async #missing() {
    const { near, walk, stay, eventTags, evening, tags } = this.asked();
    const count = async (/** @type {import('../state/query.js').Query} */ query) =>
      (await request('/v1/query', { body: { near, limit: 0, total: true, ...query }, signal: this.signal })).total;
    if (evening) {
      const during = `${evening}T18:00..${plusDays(evening, 1)}T06:00`;
      return await count({ kinds: ['event'], radius: walk, during, tags }) ? 'evening at home empty' : 'no event there';
    }
    if (!await count({ kinds: ['couch'], radius: walk, stay })) return 'no couch free';
    const during = `${stay.from}T18:00..${stay.to}T06:00`;
    const events = await count({ kinds: ['event'], radius: 2 * walk, during, tags: eventTags });
    return events ? 'evening empty' : 'no event there';
  }

  /** @returns {[unknown, string, () => void][]} */
  changes() {
    const later = this.nights.map((date) => plusDays(date, 1)).join('..');
    return [
      [!this.isAtHome, t('without couch'), () => this.#sleep('home')], ...super.changes(),
      [true, t('a day later'), () => this.setParameters({ nights: later })],
    ];
  }
}

/** Several bars in a row. */
export class Crawl extends Itineraries {
  own() {
    // Half hours from 16:00 to 02:00.
    const times = Array.from({ length: 21 }, (_, index) => {
      const hours = String((16 + Math.floor(index / 2)) % 24).padStart(2, '0');
      return h('option', {}, `${hours}:${index % 2 ? '30' : '00'}`);
    });
    const start = h('select', {}, h('option', { value: 'now' }, t('when now')), times);
    this.parameter(start, t('begin at'), 'start', () => this.usualStart);
    const stops = h('input', { type: 'number', min: 1, max: mostStops, required: true });
    this.parameter(stops, t('stops'), 'stops', () => String(usual.stops));
    const pause = h('input', { type: 'number', min: 0, max: 1440, step: 5, required: true });
    this.parameter(pause, t('pause'), 'pause', () => String(usual.pause));
  }

  /**
   * @param {Coordinate} near
   * @param {Record<string, string>} words
   */
  query(near, words) {
    return crawlQuery(near, this.state.filters, { start: this.usualStart, ...words });
  }

  /** Once the evening has begun, now. */
  get usualStart() {
    const { time } = localNow();
    return time >= '18:00' || time < '02:00' ? 'now' : usual.start;
  }

  /** @returns {import('../base/dom.js').Child} */
  reason() {
    if (!settings.counts.bar) return t('no bars');
    const element = h('span', {}, t('crawl empty'));
    if (this.asked().maxPrice === undefined) return element;
    this.#priced().then((n) => n === 0 && (element.textContent = t('crawl without prices'))).catch(() => {});
    return element;
  }

  /** How many bars near have a price: with a budget others do not count. */
  async #priced() {
    const { near, walk } = this.asked();
    const body = { near, radius: 2 * walk, kinds: ['bar'], price: { min: 0 }, limit: 0, total: true };
    return (await request('/v1/query', { body, signal: this.signal })).total;
  }

  /** @returns {[unknown, string, () => void][]} */
  changes() {
    const { stops } = this.asked();
    return [...super.changes(), [stops > 1, t('a stop less'), () => this.setParameters({ stops: String(stops - 1) })]];
  }
}
