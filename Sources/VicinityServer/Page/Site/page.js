// The page as a whole: who is told of what.

import { instantOf, placeNow } from './answer.js';
import { listenToConnection, Problem, told } from './api.js';
import { fill, h, icon, set } from './dom.js';
import { Favourites } from './favourites.js';
import { Filters } from './filters.js';
import { extentOf } from './geometry.js';
import { languageSelect } from './languageselect.js';
import { ResultList } from './list.js';
import { isNear, MapView } from './mapview.js';
import { mailed, Member } from './member.js';
import { dated, filterOf } from './query.js';
import { Results } from './results.js';
import { searchBox } from './search.js';
import { settings } from './settings.js';
import { Sheet } from './sheet.js';
import { keep, kept } from './storage.js';
import { ownPlaces, readState, Store, writeState } from './state.js';
import { t } from './text.js';

/**
 * @typedef {import('./state.js').Coordinate} Coordinate
 * @typedef {import('./state.js').State} State
 */

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * The button for what stands beside the map: one is for all outings, one for what belongs to a member.
 *
 * @param {import('./state.js').Place} show
 */
function button(show) {
  if (ownPlaces.includes(show)) return 'mine';
  return show === '' || show === 'favourites' ? show : 'evening';
}

export class Page {
  store = new Store(readState(location.search, lastView()));
  results = new Results();
  member = new Member(() => this.#enter());
  favourites = new Favourites(this.member.account !== null);
  #panel = part('panel');
  #content = h('div', { class: 'panel-content' });
  /**
   * The panel of outings, once it was needed.
   *
   * @type {ReturnType<typeof import('./outings.js').outings> | null}
   */
  #outing = null;
  /**
   * The panel of what belongs to a member, once it was needed.
   *
   * @type {import('./members/panel.js').MemberPanel | null}
   */
  #own = null;
  /** @type {AbortController} */
  #shown = new AbortController();
  /**
   * Where the reader is, as long as they want it used; never part of an address.
   *
   * @type {Coordinate | null}
   */
  position = null;
  /** @type {HTMLElement | null} the link from which a detail was opened */
  #opener = null;

  constructor() {
    this.filters = new Filters(part('filters'), this.store, this.results);
    this.list = new ResultList(this);
    this.sheet = new Sheet(this.#panel);
    fill(this.#panel, this.sheet.handle, this.#content);
    part('skip').textContent = t('skip');
    part('skip-to-map').textContent = t('skip to map');
    part('panel').setAttribute('aria-label', t('results'));
    part('map-area').setAttribute('aria-label', t('map'));
    searchBox(part('search'), this);
    this.#places();
    this.#tools();
    this.results.listen(() => this.#answered());
    // The map takes the room that the other parts leave. The server answers while it is built.
    const { view } = this.store.state;
    const { clientWidth, clientHeight } = part('map');
    this.search(extentOf(view, clientWidth, clientHeight, this.#covered));
    this.map = new MapView(part('map'), view, {
      moved: (view, way) => this.#moved(view, way),
      chose: (id) => this.open(id),
      clicked: (at) => (ownPlaces.includes(this.store.state.show) ? this.#own : this.#outing)?.clicked(at),
      isFavourite: (id) => this.favourites.has(id),
      isSeen: (id) => this.favourites.seen.has(id), covered: () => this.#covered,
    });
    this.store.listen((state, before) => this.#changed(state, before));
    this.favourites.listen(() => this.#heartsChanged());
    this.member.listen(() => {
      if (ownPlaces.includes(this.store.state.show) && !this.store.state.id) this.#showPanel();
    });
    listenToConnection((isConnected) => this.#connection(isConnected));
    document.addEventListener('keydown', (event) => this.#press(event));
    window.addEventListener('unhandledrejection', (event) => {
      if (event.reason?.name === 'AbortError') event.preventDefault();
      if (!(event.reason instanceof Problem)) return;
      event.preventDefault();
      // Without a connection the banner says so.
      if (event.reason.status) this.tell(told(event.reason));
    });
    this.map.showOrigin(this.store.state.near);
    if (mailed.confirm || mailed.reset) this.store.update({ show: 'account', id: null }, 'replace');
    else this.#showPanel();
    document.addEventListener('vicinity-answer', () => this.member.begin(this), { once: true });
    // No map looks beyond its last zoom, or over a pole.
    if (!this.map.isAt(view)) this.search();
    // What is open changes while nobody looks.
    document.addEventListener('visibilitychange', () => this.#renew(60_000));
    setInterval(() => this.#renew(240_000), 60_000);
  }

  /** The pixels of the map that its tools cover, with half of what is smallest on it. */
  get #covered() {
    return part('map-tools').getBoundingClientRect().bottom - part('map').getBoundingClientRect().top + 12;
  }

  #asked = 0;

  /**
   * Asks again, when somebody looks, what was asked some time ago.
   *
   * @param {number} age in milliseconds
   */
  #renew(age) {
    if (document.visibilityState !== 'visible' || Date.now() - this.#asked < age) return;
    this.#asked = Date.now();
    this.results.renew();
  }

  /** Date and time where the map is, as the server counts them. */
  get placeNow() {
    return placeNow(this.results.answer);
  }

  /** The time of the last answer, in milliseconds. */
  get now() {
    return instantOf(this.results.answer);
  }

  /** Where distances are measured from. */
  get origin() {
    const { near, view } = this.store.state;
    return near ?? this.position ?? { lat: view.lat, lon: view.lon };
  }

  /** Distances from the middle of the map say nothing to a reader. */
  get showsDistance() {
    return this.store.state.near !== null || this.position !== null;
  }

  get isCatalogEmpty() {
    return Object.values(settings.counts).every((count) => count === 0);
  }

  /**
   * The address of the page with a listing.
   *
   * @param {string} id
   */
  address(id) {
    return writeState({ ...this.store.state, id });
  }

  /**
   * The same for others, tomorrow: words such as *tonight* are dates.
   *
   * @param {string} id
   */
  sharedAddress(id) {
    const { state } = this.store;
    const filters = dated(state.filters, this.results.answer?.understood, true);
    return writeState({ ...state, filters, id });
  }

  /**
   * The attributes of a link that shows a listing; with the keys for another tab or window it is left to the browser.
   *
   * @param {string} id
   */
  link(id) {
    return {
      href: this.address(id), 'data-id': id, onclick: (/** @type {MouseEvent} */ event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
        event.preventDefault();
        this.open(id);
      },
    };
  }

  // MARK: Searching

  search(extent = this.map.extent) {
    this.#asked = Date.now();
    part('search-here').hidden = true;
    return this.results.ask(this.store.state, this.origin, extent);
  }

  /**
   * @param {import('./settings.js').View} view
   * @param {import('./mapview.js').Way} way
   */
  #moved(view, way) {
    // Leaflet rounds to pixels: what is not seen to have moved has not.
    const { view: former } = this.store.state;
    const pixel = 360 / (256 * 2 ** view.zoom);
    const isSame = isNear(view, former, pixel);
    // Elsewhere the address may be exact again.
    const isAtReader = this.position !== null && isNear({ ...this.position, zoom: view.zoom }, view, 0.02);
    if (!isSame || isAtReader !== Boolean(this.store.state.isAtReader)) {
      this.store.update({ view: isSame ? former : view, isAtReader }, way === 'leap' ? 'push' : 'replace');
    }
    keep('vicinity.view', JSON.stringify(view));
    if (this.store.state.follow || way !== 'hand') this.search();
    else part('search-here').hidden = false;
  }

  /**
   * @param {State} state
   * @param {State} before
   */
  #changed(state, before) {
    if (state.view !== before.view) this.map.look(state.view);
    this.#follow.checked = state.follow;
    const isAnother = state.filters !== before.filters
      && JSON.stringify(state.filters) !== JSON.stringify(before.filters);
    if (this.#isSettling) this.results.settle(state);
    else if (isAnother || state.sort !== before.sort || state.near !== before.near) this.search();
    const isOtherItem = state.item !== before.item && ownPlaces.includes(state.show);
    if (state.id !== before.id || state.show !== before.show || isOtherItem) this.#showPanel(before.id);
    if (state.near !== before.near) this.map.showOrigin(state.near ?? this.position);
    this.#markPlaces();
  }

  #answered() {
    const { results } = this;
    document.body.classList.toggle('is-loading', results.isLoading);
    this.list.element.setAttribute('aria-busy', String(results.isLoading));
    if (results.isLoading) return;
    const { problem } = results;
    if (problem) {
      if (this.#dropUnreadable(problem)) return;
    } else {
      this.#settle();
    }
    this.map.show(this.#outing?.answer ?? results.answer);
    if (!this.store.state.id && !this.store.state.show) this.list.show();
    if (results.answer) this.announce(t('found', { n: results.answer.total }));
    performance.mark('vicinity-answer');
    document.dispatchEvent(new Event('vicinity-answer'));
  }

  #isSettling = false;

  /** Writes into the address what the server has read words and times of the clock as: calendars need the dates. */
  #settle() {
    const { filters } = this.store.state;
    const settled = dated(filters, this.results.answer?.understood);
    this.#isSettling = true;
    if (Object.keys(settled).some((name) => settled[name] !== filters[name])) {
      if (settled.stay !== filters.stay) this.store.stayWord = { word: filters.stay, dates: settled.stay };
      this.store.update({ filters: settled }, 'replace');
    }
    this.#isSettling = false;
  }

  /**
   * Leaves a filter of the address out that the server cannot read.
   *
   * @param {Problem} problem
   * @returns {boolean} whether it was one
   */
  #dropUnreadable({ status, pointer }) {
    const { filters, sort } = this.store.state;
    const name = filterOf(pointer);
    const value = name === 'sort' ? sort : filters[name];
    if (status < 400 || status > 404 || !value) return false;
    this.tell(t('left out', { what: value }));
    if (name === 'sort') this.store.update({ sort: '' }, 'replace');
    else this.store.update({ filters: this.store.filtersWith({ [name]: '' }) }, 'replace');
    return true;
  }

  /** @param {string} text for screen readers */
  announce(text) {
    part('announcer').textContent = text;
  }

  // MARK: The panel

  /** @param {string | null} [left] the listing that was shown before */
  #showPanel(left = null) {
    const hadFocus = this.#panel.contains(document.activeElement);
    this.#shown.abort();
    this.#shown = new AbortController();
    const { id, show } = this.store.state;
    this.map.other = undefined;
    this.#outing?.leave();
    if (id) {
      this.#showDetail(id, this.#hasStarted, this.#shown.signal);
    } else if (show === 'favourites') {
      this.#showFavourites(left, this.#shown.signal);
    } else if (ownPlaces.includes(show)) {
      this.#showOwn(left, this.#shown.signal);
    } else if (show) {
      this.#showOuting(/** @type {import('./outings.js').Show} */ (show), left, this.#shown.signal);
    } else {
      fill(this.#content, this.list.element);
      this.list.show();
      if (hadFocus && left) this.#focusLink(left);
    }
    this.map.activate(id);
    const label = id ? this.results.result(id)?.name ?? t('results') : t(`place ${button(show) || 'results'}`);
    this.#panel.setAttribute('aria-label', label);
    document.title = id || show ? `${label} – ${settings.title}` : settings.title;
    this.#hasStarted = true;
  }

  #hasStarted = false;

  /**
   * The focus stays in the panel, also when what had it goes.
   *
   * @param {string | null} left
   * @param {AbortSignal} signal
   */
  async #showFavourites(left, signal) {
    const hadFocus = this.#content.contains(document.activeElement);
    const module = await import('./favouritelist.js').catch(() => null);
    if (signal.aborted) return;
    if (!module) return void this.#showMissing(hadFocus);
    fill(this.#content, module.favouriteList(this));
    if (!hadFocus) return;
    if (left) this.#focusLink(left);
    else /** @type {HTMLElement | null} */ (this.#content.querySelector('.results-heading'))?.focus();
  }

  /**
   * @param {string} id
   * @param {boolean} takesFocus
   * @param {AbortSignal} signal
   */
  async #showDetail(id, takesFocus, signal) {
    const module = await import('./detail.js').catch(() => null);
    if (signal.aborted) return;
    if (!module) return void this.#showMissing(takesFocus);
    const { detail } = module;
    const { element, focus } = detail(this, id, signal);
    this.favourites.seen.add(id);
    fill(this.#content, element);
    this.sheet.rise();
    this.#panel.scrollTo(0, 0);
    if (takesFocus) focus();
  }

  /**
   * A part of the page that was never loaded, and cannot be now.
   *
   * @param {boolean} takesFocus
   */
  #showMissing(takesFocus) {
    const back = h('button', { type: 'button', class: 'back', onclick: () => this.close() }, icon('back'), t('back'));
    fill(this.#content, back, h('p', {}, t('offline, not kept')));
    if (takesFocus) back.focus();
  }

  /**
   * What belongs to a member, or how to become one.
   *
   * @param {string | null} left
   * @param {AbortSignal} signal
   */
  async #showOwn(left, signal) {
    const hadFocus = this.#content.contains(document.activeElement) || document.activeElement === this.member.button;
    const module = await import('./members/panel.js').catch(() => null);
    if (signal.aborted) return;
    if (!module) return void this.#showMissing(true);
    this.#own ??= new module.MemberPanel(this);
    if (!this.#content.contains(this.#own.element)) fill(this.#content, this.#own.element);
    this.#panel.scrollTo(0, 0);
    await this.#own.enter(signal);
    // Who has gone on meanwhile stays there.
    if (signal.aborted || !hadFocus || this.#content.contains(document.activeElement)) return;
    if (left) this.#focusLink(left);
    else this.#own.focus();
  }

  /** What the button of the member leads to. */
  #enter() {
    this.store.update({ show: this.member.account ? 'mine' : 'account', id: null, item: '' });
  }

  /**
   * @param {import('./outings.js').Show} show
   * @param {string | null} left
   * @param {AbortSignal} signal
   */
  async #showOuting(show, left, signal) {
    const hadFocus = this.#content.contains(document.activeElement);
    const module = await import('./outings.js').catch(() => null);
    if (signal.aborted) return;
    if (!module) return void this.#showMissing(true);
    this.#outing ??= module.outings(this);
    fill(this.#content, this.#outing.enter(show));
    if (!hadFocus || this.#content.contains(document.activeElement)) return;
    const tab = /** @type {HTMLElement | null} */ (this.#content.querySelector('[aria-current="page"]'));
    if (left) this.#focusLink(left);
    else tab?.focus();
  }

  /**
   * Shows a listing.
   *
   * @param {string} id
   */
  open(id) {
    const focused = document.activeElement;
    this.#opener = focused instanceof HTMLElement ? focused : null;
    this.#linkIndex = focused ? this.#links(id).indexOf(focused) : -1;
    this.store.update({ id });
  }

  /** Which of the links to the listing it was: a couch may be part of several evenings. */
  #linkIndex = -1;

  /**
   * @param {string} id
   * @returns {Element[]}
   */
  #links(id) {
    return [...this.#content.querySelectorAll(`a[data-id="${CSS.escape(id)}"]`)];
  }

  /**
   * The focus goes back to where a listing was opened.
   *
   * @param {string} id
   */
  #focusLink(id) {
    const links = this.#links(id);
    const link = /** @type {HTMLElement | undefined} */ (links[this.#linkIndex] ?? links[0]);
    if (link) link.focus();
    else if (this.#opener?.isConnected) this.#opener.focus();
    else this.#panel.focus();
  }

  /** From a listing back to what was there before. */
  close() {
    const { id } = this.store.state;
    this.store.update(id ? { id: null } : { show: '' });
    this.#focusLink(id ?? '');
  }

  showResults() {
    this.store.update({ id: null, show: '' }, 'replace');
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (this.store.state.id) this.close();
  }

  #wishes = 0;

  /**
   * Notes a wish that takes a question to fulfil.
   *
   * @returns {() => boolean} whether nothing else has been wished since
   */
  wish() {
    const own = (this.#wishes += 1);
    return () => own === this.#wishes;
  }

  /**
   * What is near a listing.
   *
   * @param {Coordinate} near
   */
  near(near) {
    const zoom = Math.max(this.map.view.zoom, 15);
    this.store.update({ near, view: { ...near, zoom }, sort: 'distance', id: null, show: '' });
    this.list.focus();
  }

  // MARK: Favourites and places

  #heartsChanged() {
    this.map.refresh();
    for (const button of document.querySelectorAll('[data-heart]')) {
      const isOn = this.favourites.has(/** @type {HTMLElement} */ (button).dataset.heart ?? '');
      button.setAttribute('aria-pressed', String(isOn));
      button.classList.toggle('is-on', isOn);
      button.querySelector('use')?.setAttribute('href', `#icon-${isOn ? 'heart-full' : 'heart'}`);
    }
    if (this.store.state.show === 'favourites' && !this.store.state.id) this.#showFavourites(null, this.#shown.signal);
    this.#markPlaces();
  }

  #places() {
    const place = (/** @type {import('./state.js').Place} */ show, /** @type {string} */ symbol) => h('button', {
      type: 'button', class: 'place', 'data-place': show, onclick: () => this.store.update({ show, id: null }),
    }, icon(symbol), h('span', {}, t(`place ${show || 'results'}`)));
    const own = this.member.button;
    fill(part('places'), place('', 'list'), place('favourites', 'heart'), place('evening', 'route'), own,
      languageSelect());
    part('places').setAttribute('aria-label', t('places'));
    this.#markPlaces();
  }

  #markPlaces() {
    const present = button(this.store.state.show);
    for (const element of part('places').querySelectorAll('button')) {
      const isHere = element.dataset.place === present;
      element.toggleAttribute('data-here', isHere);
      set(element, { 'aria-current': isHere ? 'page' : null });
    }
  }

  #follow = h('input', {
    type: 'checkbox', onchange: () => {
      this.store.update({ follow: this.#follow.checked }, 'replace');
      if (this.#follow.checked) this.search();
    },
  });

  #tools() {
    this.#follow.checked = this.store.state.follow;
    const here = h('button', {
      type: 'button', id: 'search-here', class: 'tool', hidden: true, onclick: () => {
        this.search();
        // The button goes: the focus must not.
        part('map').focus({ preventScroll: true });
      },
    }, t('search this area'));
    const where = h('button', {
      type: 'button', class: 'tool', 'aria-pressed': false, title: t('my position'), 'aria-label': t('my position'),
      onclick: () => this.#locate(where),
    }, icon('near'));
    fill(part('map-tools'), h('label', { class: 'tool follow' }, this.#follow, t('search as I move')), here, where);
  }

  /** @param {HTMLElement} button */
  #locate(button) {
    if (this.position) {
      this.position = null;
      this.store.update({ isAtReader: false }, 'replace');
      button.setAttribute('aria-pressed', 'false');
      this.map.showOrigin(this.store.state.near);
      this.search();
      return;
    }
    const refused = () => this.tell(t('position refused'));
    if (!navigator.geolocation) return void refused();
    navigator.geolocation.getCurrentPosition(({ coords }) => {
      this.position = { lat: coords.latitude, lon: coords.longitude };
      button.setAttribute('aria-pressed', 'true');
      this.map.showOrigin(this.position);
      const view = { ...this.position, zoom: Math.max(14, this.map.view.zoom) };
      const isThere = this.map.isAt(view);
      this.store.update({ near: null, view, isAtReader: true });
      // A map that moves searches once it is there.
      if (isThere) this.search();
    }, refused, { timeout: 10_000, maximumAge: 60_000 });
  }

  // MARK: The server

  /** @param {boolean} isConnected */
  #connection(isConnected) {
    document.body.classList.toggle('is-away', !isConnected);
    if (isConnected) return this.tell('');
    this.list.showAway();
    this.member.begin(this);
    return this.tell(navigator.onLine ? t('server away') : t('offline'), true);
  }

  /**
   * Shows a line over the page, for some seconds.
   *
   * @param {Node | string} text
   * @param {boolean} [isLasting] whether it stays until another one comes
   */
  tell(text, isLasting = false) {
    const banner = part('banner');
    fill(banner, text);
    banner.classList.toggle('is-shown', text !== '');
    clearTimeout(this.#timer);
    if (text && !isLasting) this.#timer = window.setTimeout(() => this.tell(''), 6000);
  }

  #timer = 0;
}

/**
 * Where the reader looked last.
 *
 * @returns {import('./settings.js').View | null}
 */
function lastView() {
  try {
    const view = JSON.parse(kept('vicinity.view') ?? 'null');
    return view && Number.isFinite(view.lat + view.lon + view.zoom) ? view : null;
  } catch {
    return null;
  }
}

