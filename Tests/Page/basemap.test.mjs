// The map under the pins: node --test Tests/Page

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import { settings } from '../../Sources/VicinityServer/Page/Site/base/settings.js';
import {
  addBaseMap, addressOf, boxesOf, lined, namedLines, placesAlong, safeAttribution, themes, trace,
} from '../../Sources/VicinityServer/Page/Site/map/basemap.js';
import { decodeTile } from '../../Sources/VicinityServer/Page/Site/map/vectortile.js';

const [outlines, waters] = ['outlines.mvt', 'waters.mvt'].map((name) =>
  readFileSync(new URL(`../../Sources/VicinityServer/Page/Site/map/${name}`, import.meta.url)));

// MARK: Shapes

/** A feature of parts such as [[x, y], …]. */
function feature(type, ...parts) {
  const ends = [];
  const boxes = [];
  for (const part of parts) {
    ends.push((ends.at(-1) ?? 0) + part.length * 2);
    const [xs, ys] = [0, 1].map((axis) => part.map((point) => point[axis]));
    boxes.push(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
  }
  const [points, int32] = [parts.flat(2), (values) => Int32Array.from(values)];
  return { type, properties: {}, points: int32(points), ends: int32(ends), boxes: int32(boxes) };
}

/** What is drawn of a feature, as words. */
function traced(shape, frame = { scale: 1, left: 0, top: 0 }, margin = 0) {
  const steps = [];
  const path = {
    moveTo: (x, y) => steps.push(`M${x},${y}`),
    lineTo: (x, y) => steps.push(`L${x},${y}`),
    closePath: () => steps.push('Z'),
  };
  trace(path, shape, frame, margin);
  return steps.join(' ');
}

test('lines and rings inside are drawn whole', () => {
  assert.equal(traced(feature(2, [[1, 1], [5, 9]], [[20, 20], [30, 20], [30, 30]])), 'M1,1 L5,9 M20,20 L30,20 L30,30');
  assert.equal(traced(feature(3, [[1, 1], [50, 1], [50, 50]])), 'M1,1 L50,1 L50,50 Z');
  assert.equal(traced(feature(2, [[1, 1], [5, 9]]), { scale: 2, left: 1, top: 2 }), 'M1,0 L9,16');
});

test('parts beside the tile are left out', () => {
  assert.equal(traced(feature(2, [[-9, 0], [-1, 256]], [[0, 300], [256, 300]])), '');
  assert.equal(traced(feature(2, [[-9, 0], [-1, 256]]), undefined, 8), 'M-9,0 L-1,256');
});

test('of points beyond one side, rings keep the first and the last, and lines none between', () => {
  const far = [[10, 10], [300, 20], [400, 30], [500, 40], [300, 50], [10, 60]];
  assert.equal(traced(feature(3, far)), 'M10,10 L300,20 L300,50 L10,60 Z');
  assert.equal(traced(feature(2, far)), 'M10,10 L300,20 M300,50 L10,60');
});

test('a ring around the tile stays around it', () => {
  const ring = [[-500, -500], [0, -600], [500, -500], [600, 0], [500, 500], [0, 600], [-500, 500], [-600, 0]];
  assert.ok(holds(corners(traced(feature(3, ring))), 128, 128));
});

/** The points of what was drawn. */
const corners = (steps) => [...steps.matchAll(/[ML](-?\d+),(-?\d+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

/** Whether a ring holds a point. */
function holds(ring, x, y) {
  let isIn = false;
  ring.forEach(([x1, y1], i) => {
    const [x2, y2] = ring[(i + 1) % ring.length];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isIn = !isIn;
  });
  return isIn;
}

test('rings that are cut hold the same points of the tile', () => {
  let state = 7;
  const chance = (most) => ((state = (state * 48271) % 2147483647) % most);
  for (let round = 0; round < 300; round++) {
    const ring = Array.from({ length: 3 + chance(12) }, () => [chance(1200) - 500, chance(1200) - 500]);
    const cut = corners(traced(feature(3, ring)));
    for (let n = 0; n < 20; n++) {
      const [x, y] = [chance(255) + 0.5, chance(255) + 0.5];
      assert.equal(holds(cut, x, y), holds(ring, x, y), JSON.stringify({ ring, x, y }));
    }
  }
});

test('points that are too near to each other are one, but a line keeps its end', () => {
  const line = feature(2, [[0, 0], [10, 0], [20, 0], [1000, 0], [1010, 0]]);
  assert.equal(traced(line, { scale: 0.01, left: 0, top: 0 }), 'M0,0 L10,0 L10.1,0');
});

test('specks are left out', () => {
  assert.equal(traced(feature(3, [[0, 0], [10, 0], [10, 10]]), { scale: 0.01, left: 0, top: 0 }), '');
});

// MARK: Names

test('long names have lines', () => {
  assert.deepEqual(lined('Finland'), ['Finland']);
  assert.deepEqual(lined('United States of America'), ['United States of', 'America']);
  assert.deepEqual(lined('Mecklenburg-Vorpommern'), ['Mecklenburg-Vorpommern']);
});

test('a label covers a box, and squares along it when turned', () => {
  const label = { text: 'a', lines: ['a', 'b'], size: 10, order: 0, x: 100, y: 50, angle: 0 };
  assert.deepEqual(boxesOf(label, 40), [[77, 35, 123, 65]]);
  const turned = boxesOf({ ...label, lines: ['a'], angle: Math.PI / 2 }, 40);
  assert.equal(turned.length, 4);
  assert.ok(turned.every(([left, , right]) => left > 90 && right < 110));
  assert.ok(turned[0][1] < 35 && turned[3][3] > 65);
});

/** A layer with the lines of one name. */
function named(name, ...lines) {
  const one = (text, line) => ({ ...feature(2, line), properties: { name: text, class: 'minor' } });
  return { name: 'transportation_name', extent: 4096, features: lines.map((each) => one(name, each)) };
}

test('lines of a name that touch are one, however they run', () => {
  const [a, b, c] = [[[0, 0], [10, 0]], [[20, 5], [10, 0]], [[20, 5], [30, 5]]];
  const points = [0, 0, 10, 0, 20, 5, 30, 5];
  for (const order of [[a, b, c], [c, b, a], [b, a, c], [b, c, a], [a, c, b], [c, a, b]]) {
    const found = namedLines(named('Way', ...order));
    assert.equal(found.length, 1);
    const { line } = found[0];
    assert.deepEqual(line[0] ? [30, 5, 20, 5, 10, 0, 0, 0] : points, line);
  }
});

test('lines of other names, and those that do not touch, stay apart', () => {
  const layer = named('Way', [[0, 0], [10, 0]], [[11, 0], [20, 0]]);
  layer.features.push(...named('Road', [[20, 0], [30, 0]]).features);
  layer.features.push({ ...feature(2, [[0, 0], [9, 9]]), properties: {} });
  assert.deepEqual(namedLines(layer).map(({ text }) => text), ['Way', 'Way', 'Road']);
});

test('a line that meets itself ends', () => {
  assert.equal(namedLines(named('Ring', [[0, 0], [10, 0], [10, 10], [0, 0]], [[0, 0], [10, 0]])).length, 1);
});

test('texts stand where a line is long and straight enough, never upside down', () => {
  assert.deepEqual(placesAlong([0, 0, 50, 0], 60), []);
  const [place, ...others] = placesAlong([200, 100, 0, 100], 60);
  assert.equal(others.length, 0);
  assert.deepEqual([place.x, place.y], [100, 100]);
  assert.ok(Math.abs(place.angle) < 1e-6 && place.angle !== 0);
  const [down] = placesAlong([0, 0, 0, 100], 60);
  assert.ok(Math.abs(Math.abs(down.angle) - Math.PI / 2) < 1e-6);
  assert.equal(placesAlong([0, 0, 1500, 0], 100).length, 4);
  const bent = placesAlong([0, 0, 100, 0, 100, 100], 90);
  assert.ok(bent.every(({ angle }) => Math.abs(angle) < 1e-6 || Math.abs(angle) > 1.57));
});

test('the colours of texts are read on all grounds that they stand on', () => {
  const luminance = (colour) => [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (a, b) => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const grounds = 'land water wood grass sand ice town works pitch paved building road main halo'.split(' ');
  for (const [name, theme] of Object.entries(themes)) {
    for (const text of ['text', 'faint', 'street']) {
      for (const ground of grounds) {
        const found = contrast(theme[text], theme[ground]);
        assert.ok(found >= 4.5, `${name}: ${text} on ${ground}: ${found.toFixed(2)}`);
      }
    }
    for (const ground of ['water', 'stream', 'land', 'halo']) {
      assert.ok(contrast(theme.sea, theme[ground]) >= 4.5, `${name}: sea on ${ground}`);
    }
  }
  assert.deepEqual(Object.keys(themes.light), Object.keys(themes.dark));
});

test('attributions keep text and links only', () => {
  const link = '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a>';
  assert.equal(safeAttribution(link), link);
  assert.equal(safeAttribution('a & b &copy; c'), 'a & b &copy; c');
  for (const bad of [
    '<img src=x onerror=alert(1)>', '<a href="javascript:alert(1)">x</a>', '<a href="https://x" onclick="y">x</a>',
    '<script>1</script>', '<A HREF="https://x">', '<a href="https://x"<b>',
  ]) assert.doesNotMatch(safeAttribution(bad), /<(?!\/a>)/);
});

// MARK: The layer, with a map and canvases that are only written down

class Point {
  constructor(x, y) {
    [this.x, this.y] = [x, y];
  }
  add(other) { return new Point(this.x + other.x, this.y + other.y); }
  subtract(other) { return new Point(this.x - other.x, this.y - other.y); }
  multiplyBy(factor) { return new Point(this.x * factor, this.y * factor); }
  divideBy(divisor) { return this.multiplyBy(1 / divisor); }
  round() { return new Point(Math.round(this.x), Math.round(this.y)); }
}

/** A canvas whose context writes down what it is told. */
function canvas() {
  const calls = [];
  const context = new Proxy({ calls }, {
    get: (target, name) => target[name] ?? (name === 'measureText' ? (text) => ({ width: text.length * 6 })
      : (...values) => calls.push([name, target.fillStyle, ...values])),
    set: (target, name, value) => ((target[name] = value), true),
  });
  return { style: {}, width: 0, height: 0, calls, getContext: () => context };
}

class Layer {
  constructor(options) {
    [this.options, this.listeners] = [options, {}];
    layers.push(this);
  }
  on(name, listener) { this.listeners[name] = listener; }
  addTo() { return this; }
  getContainer() { return (this.container ??= { style: {} }); }
}

let layers = [];
/** Those of names. */
let canvases = [];
let warnings = [];
/** @type {Map<string, (signal: AbortSignal) => Promise<object>>} */
let answers = new Map();
let asked = [];

const answer = (status, bytes = new Uint8Array()) => async () => ({
  status, ok: status === 200, arrayBuffer: async () => new Uint8Array(bytes).buffer,
});

const map = {
  zoom: 3,
  listeners: {},
  on(names, listener) {
    for (const name of names.split(' ')) {
      const others = this.listeners[name];
      this.listeners[name] = (event) => {
        others?.(event);
        listener(event);
      };
    }
  },
  createPane: () => ({ style: {} }),
  getPane: () => ({}),
  getContainer() { return (this.container ??= { style: {} }); },
  getCenter: () => ({ lat: 0, lng: 0 }),
  getZoom() { return this.zoom; },
  getSize: () => new Point(512, 512),
  getZoomScale: (to, from) => 2 ** (to - from),
  project: (_, zoom) => new Point(128 * 2 ** zoom, 128 * 2 ** zoom),
};

beforeEach(() => {
  [layers, canvases, warnings, asked] = [[], [], [], []];
  map.listeners = {};
  answers = new Map([['outlines.mvt', answer(200, outlines)]]);
  console.warn = (text) => warnings.push(text);
  globalThis.devicePixelRatio = 3;
  globalThis.document = { createElement: canvas };
  globalThis.window = { setTimeout: (action) => setTimeout(action, 1) };
  globalThis.requestAnimationFrame = setImmediate;
  globalThis.fetch = (url, { signal }) => {
    asked.push(url);
    const known = [...answers].find(([end]) => url.endsWith(end));
    return (known ? known[1] : answer(404))(signal);
  };
  const create = () => canvases[canvases.push(canvas()) - 1];
  const DomUtil = { create, getPosition: () => new Point(0, 0), setTransform: () => {} };
  globalThis.L = {
    GridLayer: Layer, DomUtil, point: (x, y) => new Point(x, y),
    tileLayer: (template, options) => new Layer({ template, ...options }),
  };
});

const streets = {
  kind: 'vector', tiles: 'tiles/base/{z}/{x}/{y}.pbf', attribution: '© <b>Mappers</b>', minZoom: 0, maxZoom: 14,
};

/** Draws a tile of the map. */
function drawn(layer, x, y, z) {
  map.zoom = z;
  return new Promise((resolve, reject) => {
    const tile = layer.createTile({ x, y, z }, (error) => (error ? reject(error) : resolve(tile)));
  });
}

const fills = ({ calls }) => calls.filter(([name]) => /^fill(Rect)?$/.test(name)).map(([, colour]) => colour);
/** The tiles of the base map that were asked for. */
const askedStreets = () => asked.filter((url) => url.startsWith('tiles/base/'));
const count = ({ calls }, name) => calls.filter((call) => call[0] === name).length;
/** Waits for what will be, on a slow machine too. */
async function becomes(condition) {
  for (let round = 0; round < 1000 && !condition(); round += 1) await pause(10);
  assert.ok(condition());
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('without a base map there are outlines, on canvases of at most twice the size', async () => {
  addBaseMap(map, null);
  assert.match(layers[0].options.attribution, /^Made with <a href="[^"]+">Natural Earth<\/a>$/);
  const tile = await drawn(layers[0], 4, 2, 3);
  assert.equal(tile.width, 512);
  assert.deepEqual(fills(tile), [themes.light.water, themes.light.land]);
  assert.ok(count(tile, 'lineTo') > 100 && count(tile, 'stroke') >= 2);
  await drawn(layers[0], 4, 3, 3);
  assert.equal(asked.length, 1);
});

test('waters are drawn at zooms that show them well', async () => {
  answers.set('waters.mvt', answer(200, waters));
  addBaseMap(map, null);
  // Around Lake Constance.
  const tile = await drawn(layers[0], 134, 89, 8);
  assert.deepEqual([...new Set(fills(tile))], ['water', 'land', 'built'].map((name) => themes.light[name]));
  assert.ok(fills(tile).filter((colour) => colour === themes.light.water).length > 1, 'a lake');
  const near = await drawn(layers[0], 134 * 64, 89 * 64, 14);
  assert.ok(!fills(near).includes(themes.light.built));
  assert.equal(asked.filter((url) => url.endsWith('waters.mvt')).length, 1);
});

test('without a base map there are names of the gazetteer, if there is one', async () => {
  const isPlaces = (url) => url.startsWith('tiles/places/');
  addBaseMap(map, null);
  await drawn(layers[0], 8, 8, 12);
  assert.ok(!asked.some(isPlaces));
  settings.gazetteer = true;
  try {
    addBaseMap(map, null);
    await drawn(layers[1], 8, 8, 12);
    assert.deepEqual(asked.filter(isPlaces), ['tiles/places/11/4/4.mvt']);
    // A base map has its own, except where it has nothing.
    const [west, east] = ['tiles/base/11/4/4.pbf', 'tiles/base/11/9/9.pbf'];
    answers.set(west, answer(200, outlines));
    answers.set(east, answer(204));
    addBaseMap(map, streets);
    asked.length = 0;
    await drawn(layers[2], 8, 8, 12);
    assert.ok(!asked.some(isPlaces));
    await drawn(layers[2], 18, 18, 12);
    assert.deepEqual(asked.filter(isPlaces), ['tiles/places/11/9/9.mvt']);
  } finally {
    delete settings.gazetteer;
  }
});

test('dark colours are drawn at once, and on tiles that are here', async () => {
  const base = addBaseMap(map, null);
  const tile = await drawn(layers[0], 4, 2, 3);
  tile.calls.length = 0;
  base.setDark(true);
  assert.equal(map.container.style.background, themes.dark.water);
  await becomes(() => fills(tile).length === 2);
  assert.deepEqual(fills(tile), [themes.dark.water, themes.dark.land]);
  assert.equal(fills(await drawn(layers[0], 3, 2, 3))[0], themes.dark.water);
});

test('colours that change before the first tile is here do no harm', async () => {
  const base = addBaseMap(map, null);
  const first = drawn(layers[0], 4, 2, 3);
  base.setDark(true);
  base.setDark(false);
  base.setDark(true);
  assert.deepEqual(fills(await first), [themes.dark.water, themes.dark.land]);
});

test('servers of several names are asked in turn', () => {
  const addresses = ['14/8610/5638', '14/8611/5638', '14/8612/5638', '14/8610/5639'].map((key) =>
    addressOf('https://{s}.tiles.example/{z}/{x}/{y}.pbf?at={z}', key));
  assert.equal(addresses[0], 'https://b.tiles.example/14/8610/5638.pbf?at=14');
  assert.deepEqual(addresses.map((address) => address.charAt(8)), ['b', 'c', 'a', 'c']);
});

test('streets come from tiles of half the zoom step, one for four', async () => {
  addBaseMap(map, streets);
  assert.equal(layers[0].options.attribution, '© &lt;b&gt;Mappers&lt;/b&gt;');
  await Promise.all([[8, 8], [9, 8], [8, 9], [9, 9]].map(([x, y]) => drawn(layers[0], x, y, 12)));
  assert.deepEqual(askedStreets(), ['tiles/base/11/4/4.pbf']);
  await drawn(layers[0], 35, 33, 18);
  assert.equal(askedStreets().at(-1), 'tiles/base/14/2/2.pbf');
});

test('below, land and sea come from the outlines', async () => {
  addBaseMap(map, streets);
  assert.deepEqual(fills(await drawn(layers[0], 4, 2, 3)).slice(0, 2), [themes.light.water, themes.light.land]);
  answers.set('tiles/base/11/4/4.pbf', answer(200, outlines));
  assert.equal(fills(await drawn(layers[0], 8, 8, 12))[0], themes.light.land);
});

test('where a base map has no tile there are outlines, without a word', async () => {
  addBaseMap(map, streets);
  for (const status of [404, 204, 410]) {
    answers.set('11/4/4.pbf', answer(status));
    const tile = await drawn(layers[0], 8, 8, 12);
    assert.deepEqual(fills(tile), [themes.light.water, themes.light.land]);
    layers[0].listeners.tileunload({ tile });
  }
  assert.deepEqual(warnings, []);
  assert.equal(askedStreets().length, 1);
});

test('damaged tiles, and servers that fail, leave the outlines and are said', async () => {
  addBaseMap(map, streets);
  const fails = [
    [answer(200, [26, 9, 1]), 'Tile 11/4/4 of the base map: a field is cut off'],
    [answer(503), 'Tile 11/4/4 of the base map: status 503'],
    [async () => { throw new TypeError('offline'); }, 'Tile 11/4/4 of the base map: offline'],
  ];
  for (const [reply, message] of fails.reverse()) {
    answers.set('11/4/4.pbf', reply);
    const tile = await drawn(layers[0], 8, 8, 12);
    assert.deepEqual(fills(tile), [themes.light.water, themes.light.land]);
    assert.equal(warnings.pop(), message);
    layers[0].listeners.tileunload({ tile });
  }
  assert.equal(askedStreets().length, 3);
});

test('what is asked for a tile that goes is given up', async () => {
  addBaseMap(map, streets);
  let signal;
  answers.set('.pbf', (given) => new Promise((_, reject) => {
    signal = given;
    given.addEventListener('abort', () => reject(given.reason));
  }));
  const done = () => assert.fail('a tile that is gone was drawn');
  const tiles = [8, 9].map((x) => layers[0].createTile({ x, y: 8, z: 12 }, done));
  await becomes(() => signal);
  layers[0].listeners.tileunload({ tile: tiles[0] });
  assert.equal(signal.aborted, false);
  layers[0].listeners.tileunload({ tile: tiles[1] });
  assert.equal(signal.aborted, true);
  await pause(20);
  assert.deepEqual(warnings, []);
  assert.ok(tiles.every((tile) => tile.calls.length === 0));
});

test('tiles of data that nothing needs are kept, the last 64', async () => {
  const base = addBaseMap(map, streets);
  for (let x = 0; x < 80; x++) layers[0].listeners.tileunload({ tile: await drawn(layers[0], x * 2, 0, 12) });
  assert.equal(base.streets.entries.size, 64);
  await drawn(layers[0], 79 * 2, 0, 12);
  assert.equal(askedStreets().length, 80);
  await drawn(layers[0], 0, 0, 12);
  assert.equal(askedStreets().length, 81);
});

test('names are written once each, in the colours of the theme, and the canvases change places', async () => {
  addBaseMap(map, null).setDark(true);
  map.zoom = 1;
  await drawn(layers[0], 1, 1, 1);
  const front = () => canvases.find(({ style }) => style.display === '');
  const written = ({ calls }) => calls.filter(([name]) => name === 'fillText');
  await becomes(() => front() && written(front()).length > 0);
  const first = front();
  const texts = written(first).map((call) => call[2]);
  assert.ok(written(first).every(([, colour]) => colour === themes.dark.text));
  assert.ok(texts.includes('Brazil') && texts.includes('Russia'));
  assert.equal(new Set(texts).size, texts.length);
  const other = canvases.find((each) => each !== first);
  other.calls.length = 0;
  map.listeners.moveend();
  await becomes(() => front() === other);
  assert.deepEqual(written(other).map((call) => call[2]), texts);
});

test('names wait until the zoom has changed', async () => {
  addBaseMap(map, null);
  map.listeners.zoomstart({ type: 'zoomstart' });
  await drawn(layers[0], 1, 1, 1);
  await pause(60);
  assert.ok(canvases.every(({ calls }) => count({ calls }, 'fillText') === 0));
  map.listeners.zoomend({ type: 'zoomend' });
  await becomes(() => canvases.some(({ calls }) => count({ calls }, 'fillText') > 0));
});

test('pictures are Leaflet\'s, with outlines where they have no tiles', () => {
  const pictures = { ...streets, kind: 'raster', tiles: 'https://x/{z}/{x}/{y}.png', minZoom: 5, maxZoom: 17 };
  const base = addBaseMap(map, pictures);
  assert.deepEqual(layers.map(({ options }) => [options.template, options.minZoom, options.maxZoom]),
    [[undefined, undefined, 4], ['https://x/{z}/{x}/{y}.png', 5, 24]]);
  assert.equal(layers[1].options.maxNativeZoom, 17);
  assert.equal(layers[1].options.attribution, '© &lt;b&gt;Mappers&lt;/b&gt;');
  base.setDark(true);
  assert.equal(layers[1].container.style.filter, 'brightness(0.7)');
  base.setDark(false);
  assert.equal(layers[1].container.style.filter, '');
  layers = [];
  addBaseMap(map, { ...streets, kind: 'raster' });
  assert.equal(layers.length, 1);
});

test('the outlines decode in the time of a few frames', () => {
  const start = performance.now();
  decodeTile(outlines);
  assert.ok(performance.now() - start < 2000);
});
