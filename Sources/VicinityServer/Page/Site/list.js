// The results as a list: the same as on the map, for every reader.

import { openState, priceText, ratingText, stateText, understoodText } from './answer.js';
import { told } from './api.js';
import { fill, fillKeepingFocus, h, icon } from './dom.js';
import { sorts } from './state.js';
import { tagText } from './tags.js';
import { distance, t } from './text.js';

/**
 * @typedef {import('./answer.js').Result} Result
 * @typedef {import('./page.js').Page} Page
 */

/** The panel with the results. */
export class ResultList {
  element = h('div', { class: 'results' });
  #heading = h('h2', { class: 'results-heading', tabindex: -1 });
  #remarks = h('p', { class: 'soft remarks' });
  #body = h('div', {});
  #sort;

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.#sort = h('select', {
      'aria-label': t('order'), class: 'sort', onchange: () => page.store.update({ sort: this.#sort.value }),
    }, sorts.map((sort) => h('option', { value: sort }, t(`sort ${sort || 'best'}`))));
    const tell = h('button', {
      type: 'button', 'data-act': 'alert', onclick: () => page.store.update({ show: 'alerts', item: 'new' }),
    }, t('tell me'));
    const head = { class: 'results-head' };
    fill(this.element, h('div', head, this.#heading, this.#sort), h('div', head, this.#remarks, tell), this.#body);
  }

  show() {
    const { results, store } = this.page;
    this.#sort.value = store.state.sort;
    const { answer, problem } = results;
    if (problem && !answer) return this.#showProblem(problem);
    if (!answer) return undefined;
    const now = Date.parse(answer.now);
    this.#heading.textContent = answer.total ? t('found', { n: answer.total }) : t('nothing here');
    this.#remarks.replaceChildren(...this.#remarksOf(answer));
    if (!answer.total && !problem) {
      this.#fill();
      import('./empty.js').catch(() => null).then((module) => {
        if (results.answer !== answer) return;
        this.#fill(module ? module.empty(this.page, answer) : h('p', { class: 'soft' }, t('offline, not kept')));
      });
      return undefined;
    }
    const items = answer.results.map((result) => h('li', {}, card(this.page, result, now)));
    const note = problem && h('div', { class: 'note', role: 'status' }, h('p', {}, told(problem), ' ', t('shown before')),
      ...this.#help(problem));
    const more = answer.next && h('button', {
      type: 'button', class: 'wide', onclick: () => this.#more(),
    }, t('more results'));
    this.#fill(note, h('ol', { class: 'cards' }, items), more);
    return undefined;
  }

  /** @param {...import('./dom.js').Child} content */
  #fill(...content) {
    fillKeepingFocus(this.#body, this.#heading, content);
  }

  async #more() {
    const before = this.#body.querySelectorAll('li').length;
    await this.page.results.more();
    /** @type {HTMLElement | null} */
    const next = this.#body.querySelector(`li:nth-child(${before + 1}) a`);
    next?.focus();
  }

  /**
   * @param {import('./answer.js').Answer} answer
   * @returns {(Node | string)[]}
   */
  #remarksOf(answer) {
    const texts = [];
    for (const { typed, words } of answer.corrected ?? []) texts.push(t('read as', { typed, words: words.join(', ') }));
    const { open, during, stay } = answer.understood ?? {};
    for (const span of [open, during, stay]) if (span) texts.push(understoodText(span));
    if (answer.total > answer.results.length) texts.push(t('first of', { n: answer.results.length }));
    return [texts.join(' · ')];
  }

  /** @param {import('./api.js').Problem} problem */
  #showProblem(problem) {
    this.#heading.textContent = told(problem);
    fill(this.#remarks);
    this.#fill(...this.#help(problem));
  }

  /**
   * What may help.
   *
   * @param {import('./api.js').Problem} problem
   */
  #help({ code }) {
    const { page } = this;
    const button = (/** @type {string} */ text, /** @type {() => void} */ onclick) =>
      h('button', { type: 'button', class: 'wide', onclick }, text);
    return [
      code === 'too-expensive' && button(t('zoom in'), () => page.map.map.zoomIn(2)),
      button(t('try again'), () => page.search()),
    ];
  }

  /** The server does not answer, and there is nothing yet to show. */
  showAway() {
    if (this.page.results.answer) return;
    this.#heading.textContent = t('no connection');
    this.#fill(h('button', { type: 'button', class: 'wide', onclick: () => this.page.search() }, t('try again')));
  }

  focus() {
    this.#heading.focus({ preventScroll: true });
  }
}

/**
 * A result as a link to its details.
 *
 * @param {Page} page
 * @param {Result} result
 * @param {number} now
 */
export function card(page, result, now) {
  const price = priceText(result);
  const rating = ratingText(result);
  const isFar = page.showsDistance && result.distance !== undefined;
  const facts = [rating && `★ ${rating}`, isFar && distance(Number(result.distance)), price].filter(Boolean);
  const link = h('a', {
    ...page.link(result.id), class: 'card-link',
    onfocus: () => page.map.activate(result.id),
    onmouseenter: () => {
      page.map.activate(result.id);
      // What a click needs is there before it.
      import('./detail.js').catch(() => {});
    },
    onmouseleave: () => page.map.activate(page.store.state.id),
  },
  h('span', { class: `shape shape-${result.kind}`, 'aria-hidden': true }),
  h('span', { class: 'visually-hidden' }, t(`kind ${result.kind}`), ': '),
  h('bdi', { class: 'card-name' }, result.name ?? result.id));
  return h('article', { class: `card${page.favourites.seen.has(result.id) ? ' is-seen' : ''}` },
    h('h3', {}, link), heart(page, result),
    stateLine(result, now),
    facts.length > 0 && h('p', { class: 'facts' }, facts.join(' · ')),
    result.distances && h('p', { class: 'facts' },
      t('roughly', { distance: result.distances.map((meters) => distance(meters)).join(' · ') })),
    result.tags?.length ? h('p', { class: 'tags soft' }, result.tags.slice(0, 6).map(tagText).join(' · ')) : null);
}

/**
 * Whether it is open, or when it takes place; nothing for a bar of which that is not known now.
 *
 * @param {Result} result
 * @param {number} now
 */
export const stateLine = (result, now) => (result.open || result.kind !== 'bar')
  && h('p', { class: `state state-${openState(result, now)}` }, stateText(result, now));

/**
 * Saves a listing, or forgets it.
 *
 * @param {Page} page
 * @param {Result} result
 */
export function heart(page, result) {
  const isSaved = page.favourites.has(result.id);
  const name = result.name ?? result.id;
  return h('button', {
    type: 'button', class: `heart${isSaved ? ' is-on' : ''}`,
    'aria-pressed': isSaved, 'aria-label': t('save', { name }), title: t(isSaved ? 'saved' : 'save', { name }),
    'data-heart': result.id, onclick: () => page.favourites.toggle(result),
  }, icon(isSaved ? 'heart-full' : 'heart'));
}

