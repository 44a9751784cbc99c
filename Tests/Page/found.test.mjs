// What was found and where, in words: node --test Tests/Page

import './settings.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addPhrases } from '../../Sources/VicinityServer/Page/Site/base/text.js';
import english from '../../Sources/VicinityServer/Page/Site/languages/en.js';
import { foundText } from '../../Sources/VicinityServer/Page/Site/listing/found.js';
import { wording } from '../../Sources/VicinityServer/Page/Site/listing/whereabouts.js';

addPhrases(english);

const facet = (...values) => values.map((value) => ({ value, count: 3 }));

test('what is found has the name of its category or kind', () => {
  const bars = { total: 63, facets: { kind: facet('bar'), category: facet('bar', 'pub', null) } };
  assert.equal(foundText(bars, {}), '63 bars');
  assert.equal(foundText(bars, { category: 'pub' }), '63 pubs');
  assert.equal(foundText({ ...bars, total: 1 }, { category: 'cafe' }), '1 café');
  const cafes = (count) => ({ ...bars, facets: { kind: facet('bar'), category: [{ value: 'cafe', count }] } });
  assert.equal(foundText(cafes(20), {}), '63 bars');
  assert.equal(foundText(cafes(40), {}), '63 places');
  const mixed = { total: 9, facets: { kind: facet('bar', 'event') } };
  assert.equal(foundText(mixed, {}), '9 listings');
  assert.equal(foundText(mixed, {}, ['event']), '9 events');
  assert.equal(foundText({ total: 2 }, {}), '2 listings');
});

const munich = { name: 'Munich', country: 'DE', region: 'Bavaria', population: 1_260_391, distance: 4000 };

test('near there are quarters and cities, farther away regions and countries', () => {
  const zone = { country: 'DE', city: munich, nearest: { ...munich, name: 'Schwabing', distance: 900 } };
  const texts = [16, 13, 9, 6, 3].map((zoom) => wording(zone, zoom));
  assert.deepEqual(texts, ['in Schwabing', 'in Munich', 'in Bavaria', 'in Germany', '']);
});

test('outside of a city the map is near a town, or in a country', () => {
  const far = { ...munich, distance: 40_000 };
  const town = { name: 'Dachau', country: 'DE', region: 'BY', distance: 9000 };
  assert.equal(wording({ country: 'DE', city: far, nearest: town }, 12), 'near Dachau');
  assert.equal(wording({ country: 'DE', city: far, nearest: { ...town, distance: 30_000 } }, 12), 'in Germany');
  assert.equal(wording({ country: 'NL' }, 6), 'in the Netherlands');
  assert.equal(wording({ country: null, city: munich }, 12), '');
});
