// The query of an alert in words.

import '../members/ready.js';

import { readTags, tagText } from '../base/tags.js';
import { distance, t } from '../base/text.js';
import { filterTexts } from '../filters/wording.js';
import { filtersOf, widthOf } from './query.js';

/** @typedef {import('../state/query.js').Query} Query */

/**
 * What an alert searches for.
 *
 * @param {Query} query
 */
export function alertWhat(query) {
  const { filters, isAll } = filtersOf(query);
  const { kind, tag, area: _, ...others } = filters;
  const texts = [
    ...(kind ? kind.split(',').map((one) => t(`kinds ${one}`)) : [t('alert all kinds')]),
    ...Object.entries(others).filter(([name]) => name in filterTexts)
      .map(([name, value]) => filterTexts[name](value, filters)),
    ...readTags(tag).map(tagText),
    !isAll && t('alert more'),
  ];
  return texts.filter(Boolean).join(' · ');
}

/**
 * Where an alert searches.
 *
 * @param {Query} query
 */
export function alertWhere({ near, radius, within }) {
  const texts = [
    typeof within?.area === 'string' && within.area,
    within?.bbox && t('alert box', { distance: distance(widthOf(within.bbox)) }),
    near && radius && (typeof near === 'string'
      ? t('alert within', { distance: distance(radius), place: near })
      : t('alert circle', { distance: distance(radius) })),
  ].filter(Boolean);
  return texts.join(' · ') || t('alert everywhere');
}
