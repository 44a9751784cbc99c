// The decoder of vector tiles: node --test Tests/Page

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { TileError, decodeTile } from '../../Sources/VicinityServer/Page/Site/map/vectortile.js';

// MARK: Making tiles by hand

const varint = (value) => {
  const bytes = [];
  for (let rest = BigInt(value); ; rest >>= 7n) {
    if (rest < 128n) return [...bytes, Number(rest)];
    bytes.push(Number(rest & 127n) | 128);
  }
};
const number = (field, value) => [...varint(field * 8), ...varint(value)];
const message = (field, bytes) => [...varint(field * 8 + 2), ...varint(bytes.length), ...bytes];
const text = (field, value) => message(field, [...new TextEncoder().encode(value)]);
const packed = (field, values) => message(field, values.flatMap(varint));
const zigzag = (value) => (value < 0 ? -value * 2 - 1 : value * 2);
const move = (...deltas) => [(deltas.length / 2) * 8 + 1, ...deltas.map(zigzag)];
const lineTo = (...deltas) => [(deltas.length / 2) * 8 + 2, ...deltas.map(zigzag)];
const close = 15;
const float = (field, wire, length, value) => {
  const view = new DataView(new ArrayBuffer(length));
  if (length === 4) view.setFloat32(0, value, true);
  else view.setFloat64(0, value, true);
  return [...varint(field * 8 + wire), ...new Uint8Array(view.buffer)];
};
const values = [
  text(1, 'Käse 東京'), float(2, 5, 4, 0.5), float(3, 1, 8, 1e-7), number(4, 2n ** 64n - 3n), number(5, 2 ** 40),
  number(6, zigzag(-2_000_000)), number(7, 1), number(7, 0),
];
const feature = (type, geometry, tags = []) =>
  message(2, [...(tags.length ? packed(2, tags) : []), ...number(3, type), ...packed(4, geometry)]);
const layer = (name, features, { keys = [], extent = 512, version = 2 } = {}) => message(3, [
  ...number(15, version), ...text(1, name), ...features.flat(), ...keys.flatMap((key) => text(3, key)),
  ...(keys.length ? values.flatMap((value) => message(4, value)) : []), ...number(5, extent),
]);
const whole = Uint8Array.from([
  ...layer('all', [
    feature(1, move(5, 7, -3, 2), values.flatMap((_, i) => [i, i])),
    feature(2, [...move(1, 1), ...lineTo(2, 0, 0, 2), ...move(-10, 300), ...lineTo(1, 1)]),
    feature(3, [...move(0, 0), ...lineTo(10, 0, 0, 10, -10, 0), close, ...move(2, -8), ...lineTo(0, 2, 2, 0), close]),
  ], { keys: values.map((_, i) => `key${i}`) }),
  ...layer('other', [feature(1, move(1, 2))], { extent: 4096, version: 1 }),
]);

const outlines = readFileSync(new URL('../../Sources/VicinityServer/Page/Site/map/outlines.mvt', import.meta.url));

// MARK: Tests

test('every type of value is read', () => {
  const [point] = decodeTile(whole).get('all').features;
  assert.deepEqual(Object.values(point.properties), ['Käse 東京', 0.5, 1e-7, -3, 2 ** 40, -2_000_000, true, false]);
});

test('every type of geometry is read', () => {
  const { extent, features } = decodeTile(whole).get('all');
  assert.equal(extent, 512);
  assert.deepEqual(features.map(({ type }) => type), [1, 2, 3]);
  const [point, line, polygon] = features;
  assert.deepEqual([[...point.points], [...point.ends]], [[5, 7, 2, 9], [4]]);
  assert.deepEqual([...line.points], [1, 1, 3, 1, 3, 3, -7, 303, -6, 304]);
  assert.deepEqual([...line.ends], [6, 10]);
  assert.deepEqual([...line.boxes], [1, 1, 3, 3, -7, 303, -6, 304]);
  assert.deepEqual([...polygon.points], [0, 0, 10, 0, 10, 10, 0, 10, 2, 2, 2, 4, 4, 4]);
  assert.deepEqual([...polygon.ends], [8, 14]);
  assert.deepEqual([...polygon.boxes], [0, 0, 10, 10, 2, 2, 4, 4]);
});

test('layers stand alone, and unknown fields are skipped', () => {
  const tile = decodeTile(Uint8Array.from([...whole, ...number(9, 5), ...text(10, 'x'), ...float(11, 5, 4, 1)]));
  assert.deepEqual([...tile.keys()], ['all', 'other']);
  assert.equal(tile.get('other').extent, 4096);
});

test('a tile without bytes has no layers', () => assert.equal(decodeTile(new Uint8Array()).size, 0));

test('bytes inside a larger buffer are read', () => {
  const buffer = new Uint8Array(whole.length + 20);
  buffer.set(whole, 7);
  assert.deepEqual(decodeTile(buffer.subarray(7, 7 + whole.length)), decodeTile(whole));
});

/** Either a tile or the documented error. */
function survives(bytes) {
  try {
    decodeTile(bytes);
    return true;
  } catch (error) {
    assert.ok(error instanceof TileError, `${error.stack}`);
    assert.ok(error.message.length > 5);
    return false;
  }
}

test('a tile that is cut off anywhere gives the error, or what is whole of it', () => {
  let failed = 0;
  for (let length = 0; length < whole.length; length++) if (!survives(whole.subarray(0, length))) failed++;
  assert.ok(failed > whole.length - 5, `${failed} of ${whole.length}`);
});

test('wrong bytes anywhere give a tile or the error', () => {
  for (let at = 0; at < whole.length; at++) {
    for (const value of [0, 1, 7, 26, 127, 128, 255, whole[at] ^ 1, whole[at] ^ 128]) {
      const bytes = whole.slice();
      bytes[at] = value;
      survives(bytes);
    }
  }
});

test('bytes by chance give a tile or the error', () => {
  let state = 1;
  const chance = () => (state = (state * 48271) % 2147483647) & 255;
  for (let round = 0; round < 2000; round++) survives(Uint8Array.from({ length: round % 60 }, chance));
});

test('parts of the outlines give a tile or the error', () => {
  for (let length = 1; length < outlines.length; length += 9973) survives(outlines.subarray(0, length));
});

test('what is wrong is said', () => {
  const polygon = [...move(0, 0), ...lineTo(1, 0, 0, 1)];
  for (const [bytes, reason] of [
    [layer('', []), 'a layer has no name'],
    [layer('a', [], { version: 3 }), 'layer a has the unknown version 3'],
    [layer('a', [], { extent: 0 }), 'layer a has no extent'],
    [layer('a', [feature(3, polygon)]), 'a ring is not closed'],
    [layer('a', [feature(3, [...polygon, ...move(1, 1)])]), 'a ring is not closed'],
    [layer('a', [feature(3, [close])]), 'a ring is closed that was not begun'],
    [layer('a', [feature(2, lineTo(1, 1))]), 'a line has no beginning'],
    [layer('a', [feature(2, [...move(1, 1), 13])]), 'command 5 is unknown'],
    [layer('a', [feature(4, move(1, 1))]), 'geometry type 4 is unknown'],
    [layer('a', [feature(1, [2 ** 29 * 8 + 1, 1, 1])]), 'a geometry is cut off'],
    [layer('a', [feature(1, move(1, 1), [0, 9])], { keys: ['k'] }), 'a property is not in the layer'],
    [[35], 'wire type 3 is unknown'],
    [new Array(11).fill(255), 'a number has more than ten bytes'],
    [[26, 5, 1], 'a field is cut off'],
  ]) assert.throws(() => decodeTile(Uint8Array.from(bytes)), { name: 'TileError', message: reason });
});

test('a property named like one of objects is only a property', () => {
  const bytes = layer('a', [feature(1, move(1, 1), [0, 0])], { keys: ['__proto__'] });
  const [{ properties }] = decodeTile(Uint8Array.from(bytes)).get('a').features;
  assert.equal(properties.ref, undefined);
  assert.equal(Object.getPrototypeOf({}), Object.prototype);
});

// MARK: The outlines

const tile = decodeTile(outlines);

/** Twice the area of each ring, and its points. */
function rings({ points, ends }) {
  return Array.from(ends, (end, part) => {
    const ring = points.subarray(ends[part - 1] ?? 0, end);
    let area = 0;
    for (let i = 0; i < ring.length; i += 2) {
      const next = (i + 2) % ring.length;
      area += ring[i] * ring[next + 1] - ring[next] * ring[i + 1];
    }
    return { ring, area };
  });
}

test('the outlines have their layers', () => {
  const counts = Object.fromEntries([...tile].map(([name, { features }]) => [name, features.length]));
  assert.deepEqual(counts, { countries: 249, borders: 332, states: 146, country_labels: 239, state_labels: 2012 });
});

test('the outlines have all countries', () => {
  const codes = tile.get('countries').features.map(({ properties }) => properties.iso).filter(Boolean);
  assert.equal(new Set(codes).size, codes.length);
  assert.ok(codes.length >= 238, `${codes.length}`);
  const some = ['FI', 'DE', 'US', 'FR', 'NO', 'MC', 'SM', 'TV', 'NR', 'AQ', 'SG', 'KI', 'FJ', 'PS', 'TW', 'EH', 'TK'];
  for (const code of some) assert.ok(codes.includes(code), code);
  const names = tile.get('countries').features.map(({ properties }) => properties.name);
  assert.equal(new Set(names).size, names.length);
});

test('the rings of countries are closed areas, the outer ones clockwise on the screen', () => {
  const { features, extent } = tile.get('countries');
  for (const feature of features) {
    assert.equal(feature.type, 3);
    const all = rings(feature);
    assert.ok(all.length && all[0].area > 0, feature.properties.name);
    for (const { ring, area } of all) {
      assert.ok(ring.length >= 6 && area !== 0);
      assert.ok(ring.every((value) => value >= 0 && value <= extent));
    }
  }
});

test('no border runs along the 180th meridian or the end of the map', () => {
  for (const name of ['borders', 'states']) {
    const { features, extent } = tile.get(name);
    for (const { points, type } of features) {
      assert.equal(type, 2);
      assert.ok(points.every((value) => value > 0 && value < extent), name);
    }
  }
});

test('labels lie in their country', () => {
  const countries = new Map(tile.get('countries').features.map((each) => [each.properties.name, each]));
  for (const { properties, points } of tile.get('country_labels').features) {
    assert.ok(properties.zoom >= 1 && properties.zoom <= 7);
    assert.ok(properties.rank >= 1 && properties.rank <= 6);
    const { boxes } = countries.get(properties.name);
    const [x, y] = points;
    const inside = Array.from({ length: boxes.length / 4 }, (_, i) => boxes.subarray(i * 4, i * 4 + 4))
      .some(([left, top, right, bottom]) => x >= left && x <= right && y >= top && y <= bottom);
    assert.ok(inside, properties.name);
  }
});
