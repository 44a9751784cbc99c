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
