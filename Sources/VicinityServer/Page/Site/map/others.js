// Listings that an answer only counts, asked for once the answer is shown: so their dots have names.

import { request } from '../base/api.js';
import { fields, pageSize } from '../state/query.js';
import { searchResults } from '../state/results.js';

/**
 * @typedef {import('../state/answer.js').Answer} Answer
 * @typedef {import('../state/answer.js').Result} Result
 */

/** With no more matches than this, all are asked for. */
const mostDots = 250;
/** With no more matches than this, the best ones of the whole map are asked for: all of them must be compared. */
const mostCompared = 10_000;

/** The other listings of the last answer. */
export class Others {
  /** @type {AbortController | null} */
  #running = null;
  /** @type {Answer | null} */
  #answer = null;
  /** @type {Result[]} */
  #found = [];

  /** @param {() => void} found called once they are there */
  constructor(found) {
    this.found = found;
  }

  /**
   * What is known of an answer besides its results; asks for it the first time.
   *
   * @param {Answer} answer
   */
  of(answer) {
    // Another page of the list belongs to the same counts.
    if (answer.clusters !== this.#answer?.clusters || answer.now !== this.#answer?.now) {
      this.#found = [];
      this.#ask(answer);
    }
    this.#answer = answer;
    const listed = new Set(answer.results.map(({ id }) => id));
    return this.#found.filter(({ id }) => !listed.has(id));
  }

  /** @param {Answer} answer */
  async #ask(answer) {
    this.#running?.abort();
    const parts = answer.clusters && answer === searchResults.answer ? partsOf(answer) : [];
    if (!parts.length) return;
    const { signal } = (this.#running = new AbortController());
    const { query } = searchResults;
    /** @type {Map<string, Result>} */
    const found = new Map();
    for (const part of parts) {
      const body = { ...query, fields, ...part };
      const { results } = await request('/v1/query', { body, signal, patience: 1 }).catch(() => ({ results: [] }));
      if (signal.aborted) return;
      for (const result of results) found.set(result.id, result);
    }
    this.#found = [...found.values()];
    this.found();
  }
}

/**
 * The parts of queries: for all other matches; else for the best ones wherever they are, as the nearest ones may all be
 * in the middle of the map, and for those that are alone where they are counted.
 *
 * @param {Answer} answer
 * @returns {import('../state/query.js').Query[]}
 */
function partsOf({ total, next, results, clusters }) {
  if (total <= mostDots && next) return [{ limit: mostDots - pageSize, after: next }];
  const { filter, sort } = searchResults.query;
  const listed = new Set(results.map(({ id }) => id));
  const alone = (clusters ?? []).flatMap(({ id }) => (id === undefined || listed.has(id) ? [] : [id]));
  const isOne = { op: 'in', args: [{ property: 'id' }, alone] };
  const isFromMiddle = ['best', 'distance'].includes(sort);
  return [
    ...(isFromMiddle && total <= mostCompared ? [{ near: undefined, sort: 'best', limit: pageSize }] : []),
    ...(alone.length ? [{ limit: alone.length, filter: filter ? { and: [filter, isOne] } : isOne }] : []),
  ];
}
