// Tags as an address has them, and as people read them.

/**
 * The tags in a parameter: separated by commas. A comma that is part of a tag is written `%2C`.
 *
 * @param {string | undefined} text
 * @returns {string[]}
 */
export const readTags = (text) => (text ?? '').split(',').filter(Boolean)
  .map((tag) => tag.replaceAll('%2C', ',').replaceAll('%25', '%'));

/**
 * The text that `readTags` reads as the same.
 *
 * @param {string[]} tags
 */
export const writeTags = (tags) =>
  tags.map((tag) => tag.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',');

/**
 * A tag as words: OpenStreetMap writes `beer_garden` and `cuisine:indian`.
 *
 * @param {string} tag
 */
export const tagText = (tag) => tag.replaceAll('_', ' ').replace(/:(?=\S)/, ': ');

/** Keys of tags that do not help anyone choose; wheelchair access has its own filter. */
const dull = new Set(['wheelchair', 'toilets', 'internet_access', 'smoking', 'payment', 'currency', 'level', 'capacity',
  'indoor_seating', 'building', 'check_date', 'drive_through', 'air_conditioning', 'reservation']);
/** Keys whose values say enough by themselves. */
const plain = new Set(['brewery', 'cuisine', 'diet', 'sport']);

/**
 * The tags that say most about a listing: those asked for, then the rare ones.
 *
 * @param {string[]} tags
 * @param {{asked: string[], counts: Map<string, number>, category: string}} about counts: how many matches have a tag;
 *   without a count it is rarer than all others. category: which needs no tag
 * @param {number} most
 */
export function tellingTags(tags, { asked, counts, category }, most) {
  const isTelling = (/** @type {string} */ tag) => {
    const [key, value = ''] = tag.split(':');
    return !dull.has(key) && !/^(no|none|unknown)$/.test(value) && tag.replaceAll('_', '-') !== category;
  };
  const rank = (/** @type {string} */ tag) => (asked.includes(tag) ? -1 : counts.get(tag) ?? 0);
  const found = tags.filter((tag) => asked.includes(tag) || isTelling(tag));
  return found.sort((a, b) => rank(a) - rank(b)).slice(0, most);
}

/**
 * A tag in a few words: of some keys only the value.
 *
 * @param {string} tag
 */
export function shortTag(tag) {
  const [key, ...rest] = tag.split(':');
  return plain.has(key) && rest.length ? rest.join(': ').replaceAll('_', ' ') : tagText(tag);
}
