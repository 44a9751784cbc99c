// What the map shows of an answer: node --test Tests/Page

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cellOf } from '../../Sources/VicinityServer/Page/Site/base/geometry.js';
import { isOnePlace, layOut, mostWhole, sizeOf } from '../../Sources/VicinityServer/Page/Site/map/layout.js';

/** Numbers from 0 to 1 that are the same at each run. */
function random(seed) {
  let at = seed;
  return () => {
    at = (at * 48_271) % 2_147_483_647;
    return at / 2_147_483_647;
  };
}

const shape = () => ({ width: 60, lower: 0 });
const listed = (count, next, spread) => Array.from({ length: count }, (_, id) =>
  ({ id: String(id), kind: 'bar', lat: 48 + spread * next(), lon: 9 + spread * next() }));

test('the best are pins, and every listing is shown or counted once', () => {
  const next = random(7);
  for (let round = 0; round < 50; round += 1) {
    const results = listed(100, next, 10 ** (-3 * next()));
    const zoom = 4 + Math.floor(14 * next());
    const { whole, dots, counts } = layOut({ results }, [], zoom, shape);
    assert.equal(whole[0], results[0]);
    assert.ok(whole.length <= mostWhole);
    const all = [...whole, ...dots, ...counts.flatMap((count) => count.results)];
    assert.equal(all.length, 100);
    assert.equal(new Set(all).size, 100);
    for (const { count, results: inside, bbox: [west, south, east, north] } of counts) {
      assert.ok(count > 1 && count === inside.length);
      assert.ok(inside.every(({ lat, lon }) => lat >= south && lat <= north && lon >= west && lon <= east));
    }
  }
});

test('counts of the server lack what is shown, and are where the rest is', () => {
  const level = 12;
  const results = [{ id: 'a', kind: 'bar', lat: 48.01, lon: 9.01 }];
  const cell = cellOf(results[0], level);
  const bbox = [8.9, 47.9, 9.1, 48.1];
  const clusters = [
    { cell, lat: 48.02, lon: 9.02, count: 3, bbox },
    { cell: `${level}/1/1`, lat: 10, lon: 10, count: 1, bbox, id: 'b' },
    { cell: `${level}/2/2`, lat: 20, lon: 20, count: 5, bbox: [19, 19, 21, 21] },
  ];
  const { whole, dots, counts } = layOut({ results, clusters }, [], 13, shape);
  assert.deepEqual([whole, dots], [results, []]);
  assert.deepEqual(counts.map(({ count }) => count), [2, 1, 5]);
  assert.ok(Math.abs(counts[0].lat - 48.025) < 1e-9 && Math.abs(counts[0].lon - 9.025) < 1e-9);
  assert.equal(counts[1].id, 'b');
  const others = [{ id: 'b', kind: 'bar', lat: 10, lon: 10 }];
  const named = layOut({ results, clusters: [{ ...clusters[1], cell: cellOf(others[0], level) }] }, others, 13, shape);
  assert.deepEqual([named.whole.map(({ id }) => id), named.counts], [['a', 'b'], []]);
});

test('counts do not cover each other', () => {
  const results = listed(300, random(3), 0.02);
  const { counts } = layOut({ results }, [], 13, shape);
  assert.ok(counts.length > 3);
  assert.ok(counts.every(({ count }) => sizeOf(count) >= 24));
});

test('one place is what no zoom takes apart', () => {
  assert.ok(isOnePlace([9, 48, 9, 48], 19));
  assert.ok(isOnePlace([9, 48, 9.00001, 48.00001], 19));
  assert.ok(!isOnePlace([9, 48, 9.001, 48], 19));
});
