// The answer that the list and the map show: always the same one.

import { Problem, request } from '../base/api.js';
import { fields, filterQuery, pageSize, placeQuery, shown } from './query.js';

/**
 * @typedef {import('./answer.js').Answer} Answer
 * @typedef {import('./answer.js').Result} Result
 */

/** The last answer with its query, and the listeners for new ones. */
class Results {
  /** @type {Answer | null} */
  answer = null;
  /** @type {Problem | null} */
  problem = null;
  isLoading = false;
  /**
   * The query of the last answer, for requests about it.
   *
   * @type {import('./query.js').Query}
   */
  query = {};

  /** @type {AbortController | null} */
  #running = null;
  /** @type {(() => void)[]} */
  #listeners = [];

  /** @param {() => void} listener */
  listen(listener) {
    this.#listeners.push(listener);
  }

  /** Whether the first search has been answered, if only by a problem. */
  get hasAnswered() {
    return this.answer !== null || this.problem !== null;
  }

  #notify() {
    for (const listener of this.#listeners) listener();
  }

  /**
   * Searches what the map shows; a running search is cancelled.
   *
   * @param {import('./address.js').State} state
   * @param {import('./address.js').Coordinate} near where distances are measured from
   * @param {{box: number[], cells: number}} extent cells: the zoom of the cells that are counted
   */
  async search(state, near, { box, cells }) {
    this.#asked = [state, near, { box, cells }];
    this.#time = Date.now();
    const query = placeQuery(state, near, box);
    this.#running?.abort();
    const running = (this.#running = new AbortController());
    this.isLoading = true;
    this.#notify();
    try {
      const answer = await this.#answer({ ...shown(query), zoom: cells }, running.signal);
      if (running.signal.aborted) return;
      [this.answer, this.problem, this.query] = [answer, null, query];
    } catch (error) {
      if (running.signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      // The previous answer stays until there is another one.
      if (!this.answer) this.query = query;
      this.problem = error;
    }
    this.isLoading = false;
    this.#notify();
  }

  /** @type {Parameters<Results['search']> | null} */
  #asked = null;
  /** When it was sent, in milliseconds. */
  #time = 0;

  /**
   * Sets filters with the same meaning as those of the answer.
   *
   * @param {import('./address.js').State} state
   */
  settle(state) {
    if (!this.#asked) return;
    this.#asked[0] = state;
    const { open, during, stay } = filterQuery(state.filters);
    for (const [name, value] of Object.entries({ open, during, stay })) if (value) this.query[name] = value;
  }

  /**
   * Repeats the last search if it is older: opening states have changed in the meantime.
   *
   * @param {number} age in milliseconds
   */
  renewIfOlder(age) {
    if (Date.now() - this.#time < age || !this.#asked) return;
    this.search(...this.#asked);
  }

  /**
   * @param {import('./query.js').Query} question
   * @param {AbortSignal} signal
   * @returns {Promise<Answer>}
   */
  async #answer(question, signal) {
    const answer = await request('/v1/map', { body: question, signal });
    // Counting them took too long: at least these match.
    if (answer.partial) answer.total = answer.results.length;
    if (answer.total > 0) return answer;
    // Relaxations are a search of their own, which is needed only without results, and may take too long.
    const body = { ...question, zoom: undefined, relax: true };
    const { relaxations } = await request('/v1/query', { body, signal }).catch((error) => {
      if (error instanceof Problem) return {};
      throw error;
    });
    return { ...answer, relaxations };
  }

  /** Adds the next page to the list. */
  async more() {
    const { answer, query } = this;
    if (!answer?.next) return;
    const page = await request('/v1/query', { body: { ...query, fields, limit: pageSize, after: answer.next } });
    if (this.answer !== answer) return;
    this.answer = { ...answer, results: [...answer.results, ...page.results], next: page.next };
    this.#notify();
  }

  /**
   * The counts of a facet; none before there is an answer.
   *
   * @param {string} name
   * @returns {import('./answer.js').FacetValue[]}
   */
  facet(name) {
    return this.answer?.facets?.[name] ?? [];
  }

  /**
   * @param {string | null} id
   * @returns {Result | undefined}
   */
  result(id) {
    return this.answer?.results.find((result) => result.id === id);
  }
}

export const searchResults = new Results();
