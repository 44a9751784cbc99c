// Boxes and cells of a map that goes round more than once.

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  boxOf, cellOf, cellZoom, extentOf, mostMarkers, nearestCopy, pixelOf, queryBox, wrapped,
} from '../../Sources/VicinityServer/Page/Site/base/geometry.js';

/** Numbers from 0 to 1 that are the same at each run (mulberry32). */
function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

test('a box that the map shows is one that a query takes', () => {
  for (const [given, expected] of [
    [[9, 48, 10, 49], [9, 48, 10, 49]],
    [[170, -20, 190, -10], [170, -20, -170, -10]],
    [[-190, -20, -170, -10], [170, -20, -170, -10]],
    [[369, 48, 370, 49], [9, 48, 10, 49]],
    [[-200, -86, 200, 86], [-180, -90, 180, 90]],
    [[-180, -85.05, 180, 85.05], [-180, -90, 180, 90]],
  ]) assert.deepEqual(queryBox(...given), expected, `${given}`);
});

test('the extent of a map reaches half its size from its middle', () => {
  const next = random(3);
  const radians = Math.PI / 180;
  // Spherical Mercator by its definition.
  const pixelsOf = (lat, lon, zoom) => {
    const world = 256 * 2 ** zoom;
    return [(world * (lon + 180)) / 360, (world * (Math.PI - Math.asinh(Math.tan(lat * radians)))) / (2 * Math.PI)];
  };
  for (let round = 0; round < 1000; round += 1) {
    const view = { lat: 160 * next() - 80, lon: 360 * next() - 180, zoom: 6 + Math.floor(14 * next()) };
    const [width, height] = [300 + Math.floor(2000 * next()), 300 + Math.floor(1000 * next())];
    const { box: [west, south, east, north], cells } = extentOf(view, width, height);
    const middle = pixelsOf(view.lat, view.lon, view.zoom);
    const [left, top] = pixelsOf(north, nearestCopy(west, view.lon), view.zoom);
    const [right, bottom] = pixelsOf(south, nearestCopy(east, view.lon), view.zoom);
    assert.equal(cells, cellZoom(view.zoom, width, height));
    for (const [pixels, expected] of [
      [middle[0] - left, width / 2], [right - middle[0], width / 2],
      [middle[1] - top, height / 2], [bottom - middle[1], height / 2],
    ]) {
      // Boxes are written to seven decimals.
      const isPole = north === 90 || south === -90;
      assert.ok(isPole || Math.abs(pixels - expected) < 0.5, `${JSON.stringify(view)}: ${pixels}, not ${expected}`);
    }
  }
  assert.deepEqual(extentOf({ lat: 0, lon: 10, zoom: 1 }, 1400, 900).box, [-180, -90, 180, 90]);
});

test('a longitude is drawn at the copy that is nearest to the middle', () => {
  const next = random(1);
  for (let round = 0; round < 1000; round += 1) {
    const [lon, middle] = [next() * 360 - 180, next() * 2000 - 1000];
    const copy = nearestCopy(lon, middle);
    const isSame = Math.abs(wrapped(copy) - wrapped(lon)) < 1e-6;
    assert.ok(Math.abs(copy - middle) <= 180 + 1e-9 && isSame, `${lon} ${middle}`);
  }
});

test('no map shows more cells than markers', () => {
  for (const [width, height] of [[320, 300], [390, 400], [1000, 800], [1920, 1080], [3840, 2160], [7680, 4320]]) {
    for (let zoom = 1; zoom <= 19; zoom += 1) {
      const cells = cellZoom(zoom, width, height);
      const side = 64 * 2 ** (zoom - cells);
      const most = (Math.ceil(width / side) + 1) * (Math.ceil(height / side) + 1);
      const isFew = most <= mostMarkers || cells === 0;
      assert.ok(cells >= 0 && cells <= 22 && isFew, `${width} ${height} ${zoom}: ${most}`);
    }
  }
});

test('the cell of a place is a quarter of a tile', () => {
  const next = random(2);
  for (let round = 0; round < 1000; round += 1) {
    const [place, zoom] = [{ lat: 160 * next() - 80, lon: 360 * next() - 180 }, Math.floor(18 * next())];
    const { x, y } = pixelOf(place, zoom);
    assert.equal(cellOf(place, zoom + 2), `${zoom + 2}/${Math.floor(x / 64)}/${Math.floor(y / 64)}`);
  }
  // As the server counts it.
  assert.equal(cellOf({ lat: 48.1755764, lon: 11.6084735 }, 15), '15/17440/11366');
});

test('a box holds its places', () => {
  assert.deepEqual(boxOf([{ lat: 48, lon: 9 }, { lat: 47, lon: 11 }]), [9, 47, 11, 48]);
});
