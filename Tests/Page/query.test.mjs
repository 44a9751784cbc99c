// The query of the map from the state of the page.

import assert from 'node:assert/strict';
import { test } from 'node:test';

globalThis.document ??= /** @type {any} */ ({
  getElementById: () => ({ textContent: JSON.stringify({
    filters: [{ name: 'text', path: 'text', form: 'text' }, { name: 'stay', path: 'stay', form: 'nights' }],
  }) }),
});
const site = new URL('../../Sources/VicinityServer/Page/Site', import.meta.url).pathname;
const { placeQuery } = await import(`${site}/state/query.js`);

test('Wide maps show the best rated, others the best match', () => {
  const order = (/** @type {any} */ state, /** @type {number[]} */ box) =>
    placeQuery({ filters: {}, sort: '', ...state }, { lat: 48, lon: 9 }, box).sort;
  const [city, country] = [[9, 48, 9.4, 49], [5, 47, 15, 55]];
  const [meridian, world] = [[175, -20, -170, 0], [-180, -90, 180, 90]];
  assert.equal(order({}, city), 'best');
  for (const box of [country, meridian, world]) assert.equal(order({}, box), '-rating');
  assert.equal(order({ sort: 'price' }, country), 'price');
  assert.equal(order({ filters: { text: 'jazz' } }, country), 'best');
  assert.equal(order({ filters: { stay: '2026-12-01..2026-12-03' } }, country), 'best');
  assert.equal(order({ filters: { radius: '500' } }, country), 'best');
});
