// The results as a list: the same as on the map, for every reader.

import { problemMessage } from '../base/api.js';
import { fill, fillKeepingFocus, h, set } from '../base/dom.js';
import { t } from '../base/text.js';
import { searchMap } from '../map/search.js';
import { mapView } from '../map/view.js';
import { sorts } from '../state/address.js';
import { understoodText } from '../state/answer.js';
import { resultsHeading } from '../state/navigation.js';
import { showsDistance } from '../state/place.js';
import { searchResults } from '../state/results.js';
import { store } from '../state/store.js';
import { card } from './card.js';
import { foundText } from './found.js';
import { whereabouts } from './whereabouts.js';

/** @typedef {import('../state/answer.js').Result} Result */

/** The panel with the results. */
export class ResultList {
  element = h('div', { class: 'results' });
  #remarks = h('p', { class: 'soft remarks' });
  #body = h('div', {});
  #sort;

  constructor() {
    this.#sort = h('select', {
      'aria-label': t('order'), class: 'sort', onchange: () => store.update({ sort: this.#sort.value }),
    }, sorts.map((sort) => h('option', { value: sort }, t(`sort ${sort || 'best'}`))));
    const createAlert = h('button', {
      type: 'button', 'data-act': 'alert', onclick: () => store.update({ show: 'alerts', item: 'new' }),
    }, t('create alert'));
    const head = { class: 'results-head' };
    fill(this.element, h('div', head, resultsHeading, this.#sort), h('div', head, this.#remarks, createAlert),
      this.#body);
    searchResults.listen(() => set(this.element, { 'aria-busy': searchResults.isLoading }));
  }

  show() {
    this.#sort.value = store.state.sort;
    const { answer, problem } = searchResults;
    if (problem && !answer) return this.#showProblem(problem);
    if (!answer) return undefined;
    const now = Date.parse(answer.now);
    this.#showHeading(answer);
    this.#remarks.replaceChildren(...this.#remarksOf(answer));
    if (!answer.total && !problem) {
      this.#fill();
      import('./empty.js').catch(() => null).then((module) => {
        if (searchResults.answer !== answer) return;
        this.#fill(module ? module.empty(answer) : h('p', { class: 'soft' }, t('offline, not kept')));
      });
      return undefined;
    }
    const items = answer.results.map((result) => h('li', {}, card(result, now)));
    const note = problem && h('div', { class: 'note', role: 'status' },
      h('p', {}, problemMessage(problem), ' ', t('shown before')), ...this.#help(problem));
    const more = answer.next && h('button', {
      type: 'button', class: 'wide', onclick: () => this.#more(),
    }, t('more results'));
    this.#fill(note, h('ol', { class: 'cards' }, items), more);
    return undefined;
  }

  /**
   * Says what was found, and where as soon as that is known.
   *
   * @param {import('../state/answer.js').Answer} answer
   */
  #showHeading(answer) {
    if (!answer.total) {
      resultsHeading.textContent = t('nothing here');
      return;
    }
    const counted = foundText(answer, store.state.filters, searchResults.query.kinds);
    const found = answer.partial ? t('more than', { found: counted }) : counted;
    const isSame = this.#headed?.where && answer === this.#headed.answer;
    resultsHeading.textContent = isSame ? t('found where', { found, where: this.#headed?.where ?? '' }) : found;
    if (isSame) return;
    whereabouts(mapView.view).then((where) => {
      if (searchResults.answer !== answer || !where) return;
      this.#headed = { answer, where };
      resultsHeading.textContent = t('found where', { found, where });
    });
  }

  /**
   * The answer whose place is known.
   *
   * @type {{answer: import('../state/answer.js').Answer, where: string} | null}
   */
  #headed = null;

  /** @param {...import('../base/dom.js').Child} content */
  #fill(...content) {
    fillKeepingFocus(this.#body, resultsHeading, content);
  }

  async #more() {
    const before = this.#body.querySelectorAll('li').length;
    await searchResults.more();
    /** @type {HTMLElement | null} */
    const next = this.#body.querySelector(`li:nth-child(${before + 1}) a`);
    next?.focus();
  }

  /**
   * @param {import('../state/answer.js').Answer} answer
   * @returns {(Node | string)[]}
   */
  #remarksOf(answer) {
    const texts = [];
    for (const { typed, words } of answer.corrected ?? []) texts.push(t('read as', { typed, words: words.join(', ') }));
    const { open, during, stay } = answer.understood ?? {};
    for (const span of [open, during, stay]) if (span) texts.push(understoodText(span));
    const { total, results: { length: n } } = answer;
    if (answer.partial) texts.push(t('not counted'));
    else if (total > n) texts.push(t('first of', { n, total }));
    if (store.state.sort === 'distance' && !showsDistance()) texts.push(t('from the middle'));
    return [texts.join(' · ')];
  }

  /** @param {import('../base/api.js').Problem} problem */
  #showProblem(problem) {
    resultsHeading.textContent = problemMessage(problem);
    fill(this.#remarks);
    this.#fill(...this.#help(problem));
  }

  /**
   * What may help.
   *
   * @param {import('../base/api.js').Problem} problem
   */
  #help({ code }) {
    const button = (/** @type {string} */ text, /** @type {() => void} */ onclick) =>
      h('button', { type: 'button', class: 'wide', onclick }, text);
    return [
      code === 'too-expensive' && button(t('zoom in'), () => mapView.map.zoomIn(2)),
      button(t('try again'), () => searchMap()),
    ];
  }

  /** The server does not answer, and there is nothing yet to show. */
  showAway() {
    if (searchResults.answer) return;
    resultsHeading.textContent = t('no connection');
    this.#fill(h('button', { type: 'button', class: 'wide', onclick: () => searchMap() }, t('try again')));
  }
}
