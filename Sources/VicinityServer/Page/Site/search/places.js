// Names of places in a text: what follows a word such as *in* or *near*.

/** Words before the name of a place in which one looks, in the languages of the page. */
const inside = 'in|im|în|din|prin';

/** The same for a place near which one looks. */
const beside = String.raw`near(?:by)?(?: to)?|close to|next to|around|at|from|of|to|opposite|
  bei|beim|nahe|neben|um|am|an|auf|ab|von|vom|zum|zur|nähe|gegenüber|
  lângă|langa|de lângă|aproape de|apropierea|apropiere de|vizavi de|față de|la|pe`.replace(/\n\s*/gu, '');

/** Articles before a name, which may be parts of it. */
const article = /^(?:the|der|die|das|dem|den|des)(?:\s+|$)/iu;

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
 * @param {((text: string) => PlaceName[])[]} [ofLanguages] what finds them in languages that have endings or words
 *   after the names
 * @returns {PlaceName[]}
 */
export function placeNames(text, ofLanguages = []) {
  return [...afterWords(text), ...ofLanguages.flatMap((find) => find(text))];
}

/** @param {string} text */
function afterWords(text) {
  const before = new RegExp(`(?<=^|[\\s,;])(?:(${inside})|${beside})\\s+(?=\\S)`, 'giu');
  return [...text.matchAll(before)].flatMap(({ index = 0, 0: words, 1: within }) => {
    const start = index + words.length;
    const ends = [...text.slice(start).matchAll(/[^\s;]+/gu)].slice(0, longestName)
      .map((word) => start + (word.index ?? 0) + word[0].replace(/,$/u, '').length);
    return ends.reverse().flatMap((end) => {
      const name = text.slice(start, end);
      const others = `${text.slice(0, index)} ${text.slice(end)}`.replace(/\s+/gu, ' ').trim();
      const bare = name.replace(article, '');
      const found = { isBeside: !within, others };
      // Numbers begin times and distances.
      if (!bare || /^\d/u.test(bare)) return [];
      return [...new Set([name, bare])].map((one) => ({ ...found, name: one }));
    });
  });
}
