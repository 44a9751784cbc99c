// The panel of plans: a meeting place, listings along a route, an evening, a bar crawl.

import { fill, h } from '../base/dom.js';
import { t } from '../base/text.js';
import { mapView } from '../map/view.js';
import { searchResults } from '../state/results.js';
import { store } from '../state/store.js';
import { Crawl, Evening } from './itineraries.js';
import { Meet, Route } from './points.js';

/**
 * @typedef {import('../state/address.js').Coordinate} Coordinate
 * @typedef {import('../state/address.js').State} State
 * @typedef {import('../state/answer.js').Answer} Answer
 * @typedef {'meet' | 'route' | 'evening' | 'crawl'} Show
 * @typedef {{
 *   element: HTMLElement, answer: Answer | null, enter: () => void, leave: () => void, changed: () => void,
 *   clicked: (at: Coordinate) => void,
 * }} Part answer: what the map shows in place of the results of the search; null for these. changed: called when what
 *   the part asks for may have changed
 */

/** @type {Record<Show, (pins: () => void) => Part>} */
const makers = {
  meet: (pins) => new Meet(pins),
  route: (pins) => new Route(pins),
  evening: (pins) => new Evening('evening', pins),
  crawl: (pins) => new Crawl('crawl', pins),
};

export const outings = () => new Outings();

class Outings {
  /** @type {Partial<Record<Show, Part>>} */
  #parts = {};
  /** @type {Part | null} the one that is shown */
  #part = null;
  #content = h('div', {});
  #tabs;
  #element;

  constructor() {
    this.#tabs = Object.keys(makers).map((show) => {
      const tab = h('button', { type: 'button', class: 'chip', 'data-show': show }, t(`outing ${show}`));
      tab.addEventListener('click', () => {
        store.update({ show: /** @type {Show} */ (show), id: null });
        // The panel has been inserted again, which loses the focus.
        tab.focus();
      });
      return tab;
    });
    this.#element = h('div', { class: 'outings' },
      h('h2', { class: 'results-heading', tabindex: -1 }, t('place evening')),
      h('nav', { class: 'chips outing-tabs', 'aria-label': t('place evening') }, this.#tabs), this.#content);
    store.listen((state, before) => this.#changed(state, before));
  }

  /** What the map shows in place of the results of the search; null for these. */
  get answer() {
    return this.#part?.answer ?? null;
  }

  /**
   * @param {Show} show
   * @returns {HTMLElement}
   */
  enter(show) {
    const part = (this.#parts[show] ??= makers[show](() => this.#pins()));
    this.#part = part;
    for (const tab of this.#tabs) {
      const isHere = tab.dataset.show === show;
      tab.classList.toggle('is-on', isHere);
      tab.setAttribute('aria-current', isHere ? 'page' : 'false');
    }
    fill(this.#content, part.element);
    part.enter();
    return this.#element;
  }

  /** Ends what runs, and removes what is drawn. */
  leave() {
    if (!this.#part) return;
    this.#part.leave();
    this.#part = null;
    this.#pins();
  }

  /** @param {Coordinate} at */
  clicked(at) {
    this.#part?.clicked(at);
  }

  #pins() {
    mapView.show(this.answer ?? searchResults.answer);
  }

  /**
   * @param {State} state
   * @param {State} before
   */
  #changed(state, before) {
    if (state.show !== before.show || state.id !== before.id) return;
    const asked = (/** @type {State} */ { filters, points, origin, outing }) =>
      JSON.stringify([filters, points, origin, outing]);
    if (asked(state) !== asked(before)) this.#part?.changed();
  }
}
