// Why a listing is not among the results.

import { encoded, Problem, problemMessage, request } from '../base/api.js';
import { english, h } from '../base/dom.js';
import { has, t } from '../base/text.js';
import { pageSize } from '../state/query.js';
import { searchResults } from '../state/results.js';

/** A condition on the price of nights is one on the price, for the reader. */
export const named = (/** @type {string} */ filter) => filter.replace('nightPrice', 'price');

/**
 * The conditions that a listing does not meet, as a table.
 *
 * @param {string} id
 * @returns {Promise<HTMLElement>}
 */
export async function whyNot(id) {
  try {
    const body = { ...searchResults.query, limit: pageSize };
    const { inAnswer, findings } = await request(`/v1/why-not/${encoded(id)}`, { body });
    const failed = findings.filter((/** @type {{passed: boolean}} */ { passed }) => !passed);
    if (inAnswer) return h('p', {}, t('it is here'));
    const titles = ['condition', 'wanted', 'found here'].map((key) => h('th', { scope: 'col' }, t(key)));
    const rows = failed.map((/** @type {Record<string, string>} */ { filter, wanted, found }) => {
      const key = `condition ${named(filter)}`;
      const condition = has(key) ? t(key) : filter;
      const values = [wanted, found].map((text) => h('td', {}, english(text)));
      return h('tr', {}, h('th', { scope: 'row' }, condition), values);
    });
    return h('table', { class: 'findings' }, h('thead', {}, h('tr', {}, titles)), h('tbody', {}, rows));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return h('p', {}, problemMessage(error));
  }
}
