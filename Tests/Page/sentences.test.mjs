// What sentences in the search box mean, in a city whose listings, tags and streets are known. It is Friday,
// 27 November 2026, at nine in the evening.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import test from 'node:test';

const site = new URL('../../Sources/VicinityServer/Page/Site', import.meta.url).pathname;
const words = await import(`${site}/search/words.js`);
const { meaningOf } = await import(`${site}/search/meaning.js`);

const cities = {
  Munich: ['München'], Antwerpen: ['Antwerp', 'Anvers'], Florence: ['Florenz', 'Firenze'], Paris: [], Budapest: [],
};
const regions = { Belgium: ['Belgien'], Bavaria: ['Bayern'] };
const streets = ['Marienplatz', 'Sendlinger Straße'];
const addresses = ['Residenzstraße 12'];
const names = [
  'The Free Bar', 'Open Late', 'Hofbräuhaus', 'Augustiner am Platzl', 'Augustiner Stehausschank', 'Café Luitpold',
  'Sofa near the market', 'Tintenfass', 'Schumann’s Bar', 'Bar Gabányi',
];
const tags = [
  'jazz', 'diet:vegan', 'live-music', 'outdoor_seating', 'wine', 'sushi', 'cuisine:italian', 'cuisine:irish', 'karaoke',
  'cocktails', 'beer', 'pizza', 'techno', 'board-games',
];

const folded = (/** @type {string} */ text) => text.toLowerCase().replace(/[_-]/g, ' ').replace(/^\w+:/, '');

/** What the server knows, by kind. */
const all = [
  ...Object.entries({ ...cities, ...regions }).map(([text, others]) => ({
    kind: 'place', text, all: [text, ...others], population: 500_000, distance: 500_000,
    ...text in regions && { bbox: [0, 40, 10, 50] },
  })),
  ...streets.map((text) => ({ kind: 'street', text, all: [text], distance: 500 })),
  ...addresses.map((text) => ({ kind: 'address', text, all: [text], distance: 500 })),
  ...names.map((text) => ({ kind: 'name', text, all: [text], distance: 500 })),
  ...tags.map((text) => ({ kind: 'tag', text, all: [text], count: 5 })),
  // A small town on another continent, which is named like many things.
  { kind: 'place', text: 'Nice', all: ['Nice', 'Quiet'], population: 20_000, distance: 5_000_000 },
];

const complete = async (/** @type {string} */ typed) => all.flatMap(({ all: variants, ...one }) => {
  const matched = variants.find((name) => folded(name) === folded(typed))
    ?? variants.find((name) => folded(name).startsWith(folded(typed)));
  const whole = matched && folded(matched) === folded(typed);
  return matched ? [{
    ...one, lat: 48.1, lon: 11.5, matched: folded(matched), ...whole && one.kind !== 'tag' && { whole },
  }] : [];
});

/**
 * What a sentence means, in one line: where, the filters, words in quotes, and what is unknown after a question mark.
 *
 * @param {string} text
 * @param {Partial<import('../../Sources/VicinityServer/Page/Site/search/meaning.js').Knowledge>} language
 */
async function line(text, language) {
  const { name, place, placeName, isBeside, words: searched, filters, unknown, missing } = await meaningOf(text, {
    ...language, today: '2026-11-27', time: '21:00', completed: await complete(text), complete,
    placeNamed: async () => null,
  });
  if (name) return `= ${name.text}`;
  return [
    place && `${isBeside ? 'near' : 'in'} ${placeName}`, ...Object.entries(filters).map((each) => each.join('=')),
    searched && `“${searched}”`, ...unknown.map((one) => `${one === missing ? 'no place' : '?'} ${one}`),
  ].filter(Boolean).join(' · ');
}

const english = await import(`${site}/words/en.js`);

for (const name of await readdir(`${site}/words`)) {
  const language = name.replace('.js', '');
  const files = [...new Set([await import(`${site}/words/${name}`), english])];
  const known = {
    patterns: files.flatMap(({ patterns }) => patterns(words)), synonyms: files[0].synonyms ?? {},
    placeNames: files.flatMap(({ placeNames }) => placeNames ?? []),
  };
  const table = await readFile(new URL(`sentences.${language}.txt`, import.meta.url), 'utf8');
  const rows = table.split('\n').filter((row) => row && !row.startsWith('#')).map((row) => row.split(' -> '));
  test(`Sentences of the language ${language}`, async () => {
    for (const [text, expected] of rows) assert.equal(await line(text, known), expected, text);
  });
}
