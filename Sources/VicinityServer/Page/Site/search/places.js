// Names of places in a text: what follows a word such as *in* or *near*.

/** Words before the name of a place in which one looks, in the languages of the page. */
const inside = 'in|im';

/** The same for a place near which one looks. */
const beside = String.raw`near(?:by)?(?: to)?|close to|next to|around|at|by|from|of|to|opposite|
  bei|beim|nahe|neben|um|am|an|auf|ab|von|vom|zum|zur|nähe|gegenüber`.replace(/\n\s*/gu, '');

/** Articles before a name, which may be parts of it. */
const article = /^(?:the|der|die|das|dem|den|des)\s+/iu;

/** The most words of the name of a place. */
const longestName = 4;

/**
 * @typedef {{name: string, isBeside: boolean, others: string}} PlaceName others: the text
 *   without the name and the word before it
 */

/**
 * What may be the names of places in a text, the longest first at each word.
 *
 * @param {string} text
 * @returns {PlaceName[]}
 */
export function placeNames(text) {
  const before = new RegExp(`(?<=^|[\\s,;])(?:(${inside})|${beside})\\s+(?=\\S)`, 'giu');
  return [...text.matchAll(before)].flatMap(({ index, 0: words, 1: within }) => {
    const start = index + words.length;
    const ends = [...text.slice(start).matchAll(/[^\s,;]+/gu)].slice(0, longestName)
      .map((word) => start + word.index + word[0].length);
    return ends.reverse().flatMap((end) => {
      const name = text.slice(start, end);
      const others = `${text.slice(0, index)} ${text.slice(end)}`.replace(/\s+/gu, ' ').trim();
      const bare = name.replace(article, '');
      const found = { isBeside: !within, others };
      return [name, ...bare === name || !bare ? [] : [bare]].map((one) => ({ ...found, name: one }));
    });
  });
}

/**
 * Whether words follow a word that stands before a place.
 *
 * @param {string} text
 * @param {string} words
 */
export function isAfterPlaceWord(text, words) {
  const at = text.indexOf(words);
  const before = new RegExp(`(?:^|\\s)(?:${inside}|${beside})\\s+(?:(?:the|der|die|das|dem|den|des)\\s+)?$`, 'iu');
  return at > 0 && before.test(text.slice(0, at));
}
