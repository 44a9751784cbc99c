// What a text in the search box means: the name of a listing or a place, wishes that become filters, and words.

import { placeNames } from './places.js';
import { recognised, withoutEnds, withoutFillers } from './words.js';

/**
 * @typedef {import('./suggest.js').Completion} Completion
 * @typedef {import('../state/address.js').Coordinate} Coordinate
 * @typedef {{
 *   name?: Completion, place?: Completion, placeName: string, isBeside: boolean, words: string,
 *   filters: Record<string, string>, found: import('./words.js').Wish[], unknown: string[], missing: string,
 * }} Meaning name: the listing whose whole name was typed. place: where to look; isBeside: near it. words: what is
 *   looked for as text. unknown: what was not understood. missing: of that, the name of a place that was not found
 * @typedef {{
 *   patterns: readonly import('./words.js').Pattern[], synonyms: Record<string, string>,
 *   placeNames?: ((text: string) => import('./places.js').PlaceName[])[], today: string, time: string,
 *   completed: Completion[], complete: (text: string, near?: Coordinate) => Promise<Completion[]>,
 *   placeNamed: (name: string) => Promise<Completion | null>,
 * }} Knowledge synonyms: the English words of tags by those of a language, without endings. placeNames: what finds
 *   names of places in languages that have endings. completed: what completes the whole text. complete: what completes
 *   a part of it. placeNamed: the city of a name with its region or country
 */

/** Words of a text in which places are looked for. */
const mostRequestWords = 20;

/** Meters within which a name can be meant that consists only of wishes, or that is a part of a text. */
const reach = 100_000;

/** Words of a text that are looked up one by one; what has more is no request. */
const mostWords = 8;

/** A text without differences that do not matter. */
const folded = (/** @type {string} */ text) =>
  text.normalize('NFKD').replace(/[\p{M}'’]/gu, '').toLowerCase().replace(/[\s_-]+/gu, ' ').trim();

/**
 * Whether a completion is all that a text says.
 *
 * @param {Completion} completion
 * @param {string} text
 */
const isWhole = ({ kind, whole, text: full, matched }, text) => whole
  || kind === 'tag' && folded(matched) === folded(text) || folded(full) === folded(text);

const isNearby = (/** @type {Completion} */ { distance = 0 }) => distance < reach;

/**
 * What a text means.
 *
 * @param {string} text
 * @param {Knowledge} knowledge
 * @returns {Promise<Meaning>}
 */
export async function meaningOf(text, knowledge) {
  const { patterns, today, time, completed } = knowledge;
  const read = (/** @type {string} */ words, isLoose = false) => recognised(words, patterns, today, time, isLoose);
  const strict = read(text);
  const isWish = !strict.rest && !strict.ignored.length && strict.found.length > 0;
  const name = completed.find((one) => one.kind === 'name' && isWhole(one, text) && mayBeMeant(one, text, isWish));
  const nothing = { placeName: '', isBeside: false, words: '', filters: {}, found: [], unknown: [], missing: '' };
  const alone = strict.rest ? await placeAlone(text, knowledge) : undefined;
  if (alone) return { ...nothing, name, ...located(alone), isBeside: alone.kind !== 'place' };
  // A long text is not a request: each of its words may begin the name of a place, which is looked up.
  const there = text.split(/\s+/u).length > mostRequestWords ? undefined
    : await placeAmong(text, strict.rest, knowledge);
  const asked = there?.others ?? text;
  const wishes = there ? read(asked) : strict;
  const place = there ? { ...located(there.place), isBeside: there.isBeside } : {};
  const meant = { ...nothing, name, ...place, filters: wishes.filters, found: wishes.found };
  if (!wishes.rest) return { ...meant, unknown: wishes.ignored };
  const near = there?.place;
  const isName = wishes.rest === text ? beginsName(text, completed) : await isKnown(wishes.rest, near, knowledge);
  if (isName) return { ...meant, words: wishes.rest, unknown: wishes.ignored };
  const loose = read(asked, true);
  const missing = there || text.split(/\s+/u).length > mostRequestWords ? '' : await missingPlace(text, loose.rest, knowledge);
  const others = ` ${loose.rest} `.replace(` ${missing} `, ' ').trim();
  const { words, unknown } = await sorted(others, asked, near, knowledge);
  // A text of which nothing is understood is a search for its words.
  const isAllWords = !there && !loose.found.length && !loose.ignored.length;
  if (isAllWords && !(words && missing)) return { ...meant, words: withoutEnds(text, patterns) || text };
  const { filters, found } = missing ? withoutDistance(loose) : loose;
  return {
    ...meant, filters, found, words, missing,
    unknown: [...loose.ignored, ...unknown, missing].filter(Boolean),
  };
}

/**
 * Whether a whole name that was typed means the listing. One word that is a wish is one, and *free bar* is no
 * bar on another continent.
 *
 * @param {Completion} name
 * @param {string} text
 * @param {boolean} isWish whether all of the text becomes filters
 */
const mayBeMeant = (name, text, isWish) => !isWish || (/\s/.test(text) && isNearby(name));

/** @param {Completion} place */
const located = (place) =>
  ({ place, placeName: place.kind === 'place' && !place.bbox ? place.text.split(',')[0] : place.text });

const isPlace = (/** @type {Completion} */ { kind, lat }) =>
  ['place', 'street', 'address'].includes(kind) && lat !== undefined;

/**
 * The place whose name is the whole text. With a comma it is a city and its region or country.
 *
 * @param {string} text
 * @param {Knowledge} knowledge
 */
async function placeAlone(text, { completed, placeNamed }) {
  const place = completed.find((one) => isPlace(one) && isWhole(one, text));
  return place ?? (text.includes(',') ? await placeNamed(text) : null) ?? undefined;
}

/**
 * A place among other words: one that follows a word such as *in*, else all that is left beside the wishes.
 *
 * @param {string} text
 * @param {string} rest what is no wish
 * @param {Knowledge} knowledge
 */
async function placeAmong(text, rest, { patterns, placeNames: ofLanguages, today, time, complete, placeNamed }) {
  for (const { name, isBeside, others } of placeNames(text, ofLanguages)) {
    // *From Friday* is no place, *near Open Late* may be one.
    const isWish = !recognised(name, patterns, today, time).rest;
    if (isWish && !/\s/u.test(name)) continue;
    const found = (await complete(name)).filter((one) => isWhole(one, name));
    const place = isBeside ? nearest(found) : isWish ? undefined
      : found.find(isPlace) ?? (name.includes(',') ? await placeNamed(name) : undefined);
    if (place) return { place, isBeside: isBeside || place.kind !== 'place', others };
  }
  if (!rest || folded(rest) === folded(text)) return undefined;
  const found = (await complete(rest)).find((one) => isPlace(one) && isWhole(one, rest) && isLikely(one, rest))
    ?? (rest.includes(',') ? await placeNamed(rest) : null);
  if (!found) return undefined;
  const others = text.replace(rest, ' ').replace(/\s+/gu, ' ').trim();
  return others === text ? undefined : { place: found, isBeside: found.kind !== 'place', others };
}

/**
 * The wishes but those for a distance, which has no middle.
 *
 * @param {import('./words.js').Recognised} wishes
 */
function withoutDistance({ filters: { radius: _, ...filters }, found }) {
  return { filters, found: found.filter(({ filters: wished }) => !wished.radius) };
}

/**
 * What seems to be the name of a place, and is none that is known.
 *
 * @param {string} text
 * @param {string} rest what is no wish
 * @param {Knowledge} knowledge
 */
async function missingPlace(text, rest, knowledge) {
  for (const { name } of placeNames(text, knowledge.placeNames)) {
    const saysSomething = withoutFillers(name.split(/\s+/u), knowledge.patterns).length > 0;
    if (saysSomething && ` ${rest} `.includes(` ${name} `) && !await isKnown(name, undefined, knowledge)) return name;
  }
  return '';
}

/** Inhabitants of a city that is meant without a word before its name: others are named like many things. */
const cityPopulation = 100_000;

/** @param {Completion} place @param {string} name */
const isLikely = (place, name) =>
  name.length > 3 && (place.bbox || isNearby(place) || Number(place.population) >= cityPopulation);

/**
 * Near which one looks: a listing, a street or an address nearby, else a city.
 *
 * @param {Completion[]} found
 */
const nearest = (found) => found.filter(({ kind, lat }) => kind !== 'tag' && lat !== undefined)
  .sort((a, b) => Number(b.kind !== 'place' && isNearby(b)) - Number(a.kind !== 'place' && isNearby(a)))
  .find((one) => isPlace(one) || isNearby(one));

/**
 * Whether words are a tag, or begin the name of a listing nearby.
 *
 * @param {string} words
 * @param {Completion | undefined} place
 * @param {Knowledge} knowledge
 */
async function isKnown(words, place, { complete }, isTag = false) {
  if (isDeliberate(words)) return true;
  const near = place?.lat !== undefined && place.lon !== undefined ? { lat: place.lat, lon: place.lon } : undefined;
  return (await complete(words, near)).some((one) => (one.kind === 'name'
    ? !isTag && words.length > 3 && isNearby(one) && `${folded(one.text)} `.startsWith(`${folded(words)} `)
    : one.kind === 'tag' && isWhole(one, words)));
}

/**
 * Words as the catalog knows them: as they are, without an ending, or in English; null for unknown ones.
 *
 * @param {string} words
 * @param {Completion | undefined} place
 * @param {Knowledge} knowledge
 */
async function knownForm(words, place, knowledge) {
  if (await isKnown(words, place, knowledge)) return words;
  const { synonyms } = knowledge;
  const [lower, stem] = [words.toLowerCase(), words.toLowerCase().replace(/e[mnrs]?$/u, '')];
  const form = synonyms[lower] ?? synonyms[stem] ?? (Object.keys(synonyms).length ? stem : '');
  return form && form !== lower && await isKnown(form, place, knowledge, true) ? form : null;
}

/**
 * Whether a text is the beginning of the name of a listing nearby.
 *
 * @param {string} text
 * @param {Completion[]} completed
 */
const beginsName = (text, completed) => completed.some((one) =>
  one.kind === 'name' && isNearby(one) && folded(one.text).startsWith(folded(text)));

/** Words in quotes, and those that must not occur. */
const isDeliberate = (/** @type {string} */ words) => /^(?:["„“«»].*["“”»«]|-\S+)$/u.test(words);

const parts = /"[^"]*"|„[^“”]*[“”]|“[^”]*”|«[^»]*»|»[^«]*«|\S+/gu;

/**
 * Words that are known, in pairs or alone, and those that are not.
 *
 * @param {string} text
 * @param {string} typed the text with the words between
 * @param {Completion | undefined} place
 * @param {Knowledge} knowledge
 */
async function sorted(text, typed, place, knowledge) {
  const parted = [...text.matchAll(parts)].map(([word]) => word.replace(/^[,;.!?]+|[,;.!?]+$/gu, ''));
  const all = withoutFillers(parted, knowledge.patterns);
  if (all.length > mostWords) return { words: '', unknown: [text] };
  const pairs = all.slice(1).map((word, index) => `${all[index]} ${word}`);
  const [arePairs, areWords] = await Promise.all([pairs, all].map((list) =>
    Promise.all(list.map((words) => knownForm(words, place, knowledge)))));
  /** @type {string[]} */
  const words = [];
  /** @type {string[]} */
  const unknown = [];
  for (let index = 0; index < all.length; index += 1) {
    const known = arePairs[index] ?? areWords[index];
    const before = unknown.at(-1);
    if (known) {
      words.push(known);
      if (arePairs[index]) index += 1;
    } else if (before && typed.includes(`${before} ${all[index]}`)) {
      unknown[unknown.length - 1] = `${before} ${all[index]}`;
    } else {
      unknown.push(all[index]);
    }
  }
  return { words: words.join(' '), unknown };
}
