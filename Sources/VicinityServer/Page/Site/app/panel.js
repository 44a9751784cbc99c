// The panel next to the map: results, a listing, favorites, a plan, or the parts for members.

import { announce } from '../base/banner.js';
import { fill, h, icon, part } from '../base/dom.js';
import { settings } from '../base/settings.js';
import { raiseSheet, sheetHandle } from '../base/sheet.js';
import { t } from '../base/text.js';
import { ResultList } from '../listing/list.js';
import { mapView } from '../map/view.js';
import { ownPlaces } from '../state/address.js';
import { favourites } from '../state/favourites.js';
import { closeListing, focusOpener } from '../state/navigation.js';
import { searchResults } from '../state/results.js';
import { store } from '../state/store.js';
import { placeOf } from './places.js';

/**
 * @typedef {import('../state/address.js').State} State
 * @typedef {import('../outings/outings.js').Show} Outing
 */

/** Loads the parts for members of a listing and of favorites, and members' reviews. */
const forMembers = {
  listing: () => import('../bookings/memberparts.js'), reviews: () => import('../bookings/reviews.js'),
  favourites: () => import('../session/favourites.js'),
};

export class Panel {
  #element = part('panel');
  #content = h('div', { class: 'panel-content' });
  #list = new ResultList();
  /** @type {ReturnType<typeof import('../outings/outings.js').outings> | null} once it was needed */
  #outing = null;
  /** @type {import('./memberpanel.js').MemberPanel | null} once it was needed */
  #own = null;
  /** Ends when something else is shown. */
  #shown = new AbortController();
  #hasStarted = false;

  constructor() {
    this.#element.setAttribute('aria-label', t('results'));
    fill(this.#element, sheetHandle(), this.#content);
    // The module for a listing is loaded before the click.
    this.#content.addEventListener('pointerover', ({ target }) => {
      if (target instanceof Element && target.closest('a[data-id]')) import('../listing/detail.js').catch(() => {});
    });
  }

  /** The answer whose pins the map shows. */
  get pins() {
    return this.#outing?.answer ?? searchResults.answer;
  }

  /** @param {import('../state/address.js').Coordinate} at where the map was clicked */
  clicked(at) {
    (ownPlaces.includes(store.state.show) ? this.#own : this.#outing)?.clicked(at);
  }

  // MARK: Changes

  /**
   * @param {State} state
   * @param {State} before
   */
  stateChanged(state, before) {
    const isOtherItem = state.item !== before.item && ownPlaces.includes(state.show);
    if (state.id !== before.id || state.show !== before.show || isOtherItem) this.show(before.id);
  }

  resultsChanged() {
    if (!store.state.id && !store.state.show) this.#list.show();
  }

  favouritesChanged() {
    if (store.state.show === 'favourites' && !store.state.id) this.#showFavourites(null, this.#shown.signal);
  }

  memberChanged() {
    if (ownPlaces.includes(store.state.show) && !store.state.id) this.show();
  }

  connectionLost() {
    this.#list.showAway();
  }

  // MARK: What is shown

  /** @param {string | null} [left] the listing that was shown before */
  show(left = null) {
    const hadFocus = this.#element.contains(document.activeElement);
    this.#shown.abort();
    this.#shown = new AbortController();
    const { signal } = this.#shown;
    const { id, show } = store.state;
    this.#outing?.leave();
    mapView.select(id);
    if (id) {
      this.#showDetail(id, this.#hasStarted, signal);
    } else if (show === 'favourites') {
      this.#showFavourites(left, signal);
    } else if (ownPlaces.includes(show)) {
      this.#showOwn(left, signal);
    } else if (show) {
      this.#showOuting(/** @type {Outing} */ (show), left, signal);
    } else {
      fill(this.#content, this.#list.element);
      this.#list.show();
      if (hadFocus && left) focusOpener(left);
    }
    const name = id ? searchResults.result(id)?.name ?? t('results') : t(`place ${placeOf(show) || 'results'}`);
    this.#element.setAttribute('aria-label', name);
    this.#setTitle(id || show ? name : '');
    this.#hasStarted = true;
  }

  /** @param {string} name the title of the panel; empty for the results */
  #setTitle(name) {
    document.title = name ? `${name} – ${settings.title}` : settings.title;
  }

  /**
   * @param {string} id
   * @param {boolean} takesFocus
   * @param {AbortSignal} signal
   */
  async #showDetail(id, takesFocus, signal) {
    const module = await import('../listing/detail.js').catch(() => null);
    if (signal.aborted) return;
    if (!module) return void this.#showMissing(takesFocus);
    const { element, focus, loaded } = module.detail(id, forMembers, signal);
    favourites.seen.add(id);
    fill(this.#content, element);
    raiseSheet();
    this.#element.scrollTo(0, 0);
    if (takesFocus) focus();
    const result = await loaded;
    if (signal.aborted || !result) return;
    const name = result.name ?? id;
    this.#setTitle(name);
    announce(name);
    mapView.selectAndReveal(result);
  }

  /**
   * The focus stays in the panel, also when what had it goes.
   *
   * @param {string | null} left
   * @param {AbortSignal} signal
   */
  async #showFavourites(left, signal) {
    const hadFocus = this.#content.contains(document.activeElement);
    const module = await import('../listing/favouritelist.js').catch(() => null);
    if (signal.aborted) return;
    if (!module) return void this.#showMissing(hadFocus);
    fill(this.#content, module.favouriteList(forMembers.favourites));
    if (!hadFocus) return;
    if (left) focusOpener(left);
    else /** @type {HTMLElement | null} */ (this.#content.querySelector('.results-heading'))?.focus();
  }

  /**
   * What belongs to a member, or how to become one.
   *
   * @param {string | null} left
   * @param {AbortSignal} signal
   */
  async #showOwn(left, signal) {
    const focused = document.activeElement;
    const hadFocus = this.#content.contains(focused) || focused?.matches('[data-place="mine"]');
    const module = await import('./memberpanel.js').catch(() => null);
    if (signal.aborted) return;
    if (!module) return void this.#showMissing(true);
    this.#own ??= new module.MemberPanel();
    if (!this.#content.contains(this.#own.element)) fill(this.#content, this.#own.element);
    this.#element.scrollTo(0, 0);
    await this.#own.enter(signal);
    // A reader who has moved on in the meantime stays there.
    if (signal.aborted || !hadFocus || this.#content.contains(document.activeElement)) return;
    if (left) focusOpener(left);
    else this.#own.focus();
  }

  /**
   * @param {Outing} show
   * @param {string | null} left
   * @param {AbortSignal} signal
   */
  async #showOuting(show, left, signal) {
    const hadFocus = this.#content.contains(document.activeElement);
    const module = await import('../outings/outings.js').catch(() => null);
    if (signal.aborted) return;
    if (!module) return void this.#showMissing(true);
    this.#outing ??= module.outings();
    fill(this.#content, this.#outing.enter(show));
    if (!hadFocus || this.#content.contains(document.activeElement)) return;
    const tab = /** @type {HTMLElement | null} */ (this.#content.querySelector('[aria-current="page"]'));
    if (left) focusOpener(left);
    else tab?.focus();
  }

  /**
   * A part of the page that was never loaded, and cannot be now.
   *
   * @param {boolean} takesFocus
   */
  #showMissing(takesFocus) {
    const back = h('button', { type: 'button', class: 'back', onclick: closeListing }, icon('back'), t('back'));
    fill(this.#content, back, h('p', {}, t('offline, not kept')));
    if (takesFocus) back.focus();
  }
}
