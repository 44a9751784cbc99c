// What an alert asks, in words.

import './ready.js';

import { names } from '../filters.js';
import { readTags, tagText } from '../tags.js';
import { distance, t } from '../text.js';
import { filtersOf, widthOf } from './alertquery.js';

/** @typedef {import('../query.js').Query} Query */

/**
 * What is looked for.
 *
 * @param {Query} query
 */
export function alertWhat(query) {
  const { filters, isAll } = filtersOf(query);
  const { kind, tag, area: _, ...others } = filters;
  const texts = [
    ...(kind ? kind.split(',').map((one) => t(`kinds ${one}`)) : [t('alert all kinds')]),
    ...Object.entries(others).filter(([name]) => name in names).map(([name, value]) => names[name](value, filters)),
    ...readTags(tag).map(tagText),
    !isAll && t('alert more'),
  ];
  return texts.filter(Boolean).join(' · ');
}

/**
 * Where it is looked for.
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
