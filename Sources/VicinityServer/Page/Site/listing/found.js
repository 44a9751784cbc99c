// What was found, in words: *63 pubs*.

import { t } from '../base/text.js';

/** What people call bars and couches; if most are of other categories, all are *places*. */
const bars = new Set(['bar', 'pub', 'biergarten', 'nightclub', 'null']);
const couches = new Set(['couch', 'null']);

/**
 * The number of matches with what they are.
 *
 * @param {Pick<import('../state/answer.js').Answer, 'total' | 'facets'>} answer
 * @param {Record<string, string>} filters
 * @param {string[]} [kinds] that the query asks for; all by default
 */
export function foundText({ total, facets = {} }, filters, kinds) {
  const chosen = filters.category?.split(',') ?? [];
  if (chosen.length === 1) return t(`found category ${chosen[0]}`, { n: total });
  const present = (facets.kind ?? []).filter(({ value, count }) => count > 0
    && (!kinds?.length || kinds.includes(String(value)))).map(({ value }) => String(value));
  if (present.length !== 1) return t('found', { n: total });
  const [kind] = present;
  const usual = { bar: bars, couch: couches }[kind];
  const unusual = (facets.category ?? []).filter(({ value }) => usual && !usual.has(String(value)));
  const isMixed = unusual.reduce((sum, { count }) => sum + count, 0) > total / 2;
  return t(isMixed ? `found many ${kind}` : `found kind ${kind}`, { n: total });
}
