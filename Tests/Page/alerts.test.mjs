// What an alert asks, to and from filters.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import './settings.mjs';
import { alertQuery, boxOf, filtersOf, widthOf } from '../../Sources/VicinityServer/Page/Site/alerts/query.js';

const box = [9.1, 48.7, 9.3, 48.8];

const filters = [
  {},
  { kind: 'bar' },
  { kind: 'bar,couch', text: 'two words' },
  { tag: 'jazz,a%2Cb' },
  { open: '22:00', kind: 'bar' },
  { open: '2026-11-28T01:59..2026-11-28T02:00' },
  { open: '2026-11-27T18:00~2026-11-28T06:00' },
  { during: '2026-12-01..2026-12-03' },
  { stay: '2026-12-01..2026-12-05', guests: '1', 'max-price': '80', currency: 'EUR' },
  { stay: '2026-12-01..2026-12-05', guests: '2' },
  { stay: 'weekend', guests: '1' },
  { 'max-price': '19.99', currency: 'EUR' },
  { 'max-price': '0' },
  { 'min-rating': '4.5', accessible: 'yes,limited' },
  { area: 'Stuttgart-Mitte' },
  { 'not-host': 'ana' },
];

for (const one of filters) {
  test(`${JSON.stringify(one)} comes back`, () => {
    const query = alertQuery(one, { bbox: box });
    assert.deepEqual(filtersOf(query), { filters: one, isAll: true });
    assert.deepEqual(boxOf(query), box);
  });
}

const foreign = [
  { rating: { min: 4, max: 5 } }, { price: { min: 3, currency: 'EUR' } }, { price: { maxLevel: 2 } },
  { tags: { any: ['jazz'] } }, { filter: 'price < 3' },
  { within: { polygon: [] } }, { open: { from: '2026-11-27T20:00:00Z', to: '2026-11-27T21:00:00Z' } },
];

for (const query of foreign) {
  test(`${JSON.stringify(query)} is more than filters`, () => {
    assert.deepEqual(filtersOf(query), { filters: {}, isAll: false });
  });
}

test('a circle becomes a box', () => {
  const [west, south, east, north] = boxOf({ near: { lat: 60, lon: 10 }, radius: 111_195 });
  assert.ok(Math.abs(north - south - 2) < 1e-9);
  // Degrees of longitude are half as wide there.
  assert.ok(Math.abs(east - west - 4) < 1e-6);
});

test('places without a box', () => {
  for (const query of [{}, { near: 'Budapest', radius: 5000 }, { near: { lat: 1, lon: 2 } }]) {
    assert.equal(boxOf(query), null);
  }
});

test('a box across the 180th meridian', () => assert.ok(Math.abs(widthOf([179, -1, -179, 1]) - 222_390) < 1));
