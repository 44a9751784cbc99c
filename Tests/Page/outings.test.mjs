// Files of routes, the thinning of long lines, and the questions of the panels of outings.

import assert from 'node:assert/strict';
import test from 'node:test';

import './settings.mjs';

const site = new URL('../../Sources/VicinityServer/Page/Site', import.meta.url).pathname;
/** @typedef {import('../../Sources/VicinityServer/Page/Site/state/address.js').Coordinate} Coordinate */

const { mostPoints, NoLine, readLine, sendable, thinned } = await import(`${site}/outings/gpx.js`);
const query = await import(`${site}/outings/query.js`);
const { pixels } = await import(`${site}/base/geometry.js`);
const { outingNames, readState, writeState } = await import(`${site}/state/address.js`);

const near = { lat: 48.7758, lon: 9.1729 };

const gpx = (/** @type {string} */ content) => `<?xml version="1.0"?><gpx version="1.1">${content}</gpx>`;
const point = (/** @type {string} */ name, /** @type {number[]} */ [lat, lon]) =>
  `<${name} lat="${lat}" lon="${lon}"><ele>1</ele></${name}>`;
const points = (/** @type {string} */ name, /** @type {number[][]} */ ...all) =>
  all.map((one) => point(name, one)).join('');

test('the tracks of a GPX file are joined', () => {
  const text = gpx(`<wpt lat="1" lon="1"/>
    <trk><trkseg>${points('trkpt', [48.1, 9.1], [48.2, 9.2])}</trkseg>
    <trkseg>${points('trkpt', [48.3, 9.3])}</trkseg></trk>
    <trk><trkseg>${points('trkpt', [48.4, 9.4])}</trkseg></trk><rte>${points('rtept', [1, 1], [2, 2])}</rte>`);
  assert.deepEqual(readLine(text).map(({ lat }) => lat), [48.1, 48.2, 48.3, 48.4]);
});

test('without tracks the routes count', () => {
  assert.deepEqual(readLine(gpx(`<rte>${points('rtept', [-1.5, 170], [2, -170])}</rte>`)), [
    { lat: -1.5, lon: 170 }, { lat: 2, lon: -170 },
  ]);
});

test('prefixes, quotes, the order of attributes, comments and cut files do not matter', () => {
  const text = `\ufeff<g:gpx xmlns:g="x"><!-- <trkpt lat="0" lon="0"/> -->
    <g:name><![CDATA[<trkpt lat="0" lon="0"/>]]></g:name><g:trkpt lon='9.1'
      lat = "48.1" /><g:trkpt foo="1" lat="48.2" lon="9.2"><g:ele>3`;
  assert.deepEqual(readLine(text), [{ lat: 48.1, lon: 9.1 }, { lat: 48.2, lon: 9.2 }]);
});

test('the first line of GeoJSON counts', () => {
  const line = { type: 'LineString', coordinates: [[9.1, 48.1, 300], [9.2, 48.2, 310]] };
  const wanted = [{ lat: 48.1, lon: 9.1 }, { lat: 48.2, lon: 9.2 }];
  const feature = { type: 'Feature', properties: {}, geometry: line };
  const place = { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] } };
  const all = [
    line, feature, { type: 'FeatureCollection', features: [place, feature] },
    { type: 'GeometryCollection', geometries: [line] },
    { type: 'MultiLineString', coordinates: [[[9.1, 48.1]], [[9.2, 48.2]]] },
  ];
  for (const value of all) assert.deepEqual(readLine(JSON.stringify(value)), wanted);
});

test('other files say what is wrong', () => {
  const unreadable = [
    '', 'hello', '<kml/>', '{', '{"type":"LineString","coordinates":[[200,1],[1,2]]}', gpx('<trkpt lat="91" lon="1"/>'),
    gpx('<trkpt lat="x" lon="1"/><trkpt lon="1"/>'), '{"type":"LineString","coordinates":7}',
    '{"type":"LineString","coordinates":[[null,null],["a","b"]]}',
  ];
  for (const text of unreadable) assert.throws(() => readLine(text), new NoLine('file unreadable'), text);
  const lineless = [
    gpx(''), gpx('<wpt lat="1" lon="1"/>'), gpx('<trkpt lat="1" lon="1"/>'), '{}',
    '{"type":"Point","coordinates":[1,2]}',
  ];
  for (const text of lineless) assert.throws(() => readLine(text), new NoLine('file without line'), text);
});

/** A spiral with some noise. */
const walk = (/** @type {number} */ count) => Array.from({ length: count }, (_, index) => ({
  lat: 48 + (index / 10_000) * Math.sin(index / 500) + 0.00002 * Math.sin(index * 7.3),
  lon: 9 + (index / 10_000) * Math.cos(index / 500) + 0.00002 * Math.cos(index * 5.1),
}));

test('thinned lines stay within the tolerance and keep their ends', () => {
  const line = walk(6000);
  const thin = thinned(line, 5);
  assert.ok(thin.length < line.length);
  assert.deepEqual([thin[0], thin.at(-1)], [line[0], line.at(-1)]);
  let at = 0;
  for (const point of line) {
    if (point === thin[at + 1]) at += 1;
    const [a, b] = [thin[at], thin[Math.min(at + 1, thin.length - 1)]];
    assert.ok(off(point, a, b) <= 5.01, `${off(point, a, b)}`);
  }
});

/**
 * Independent of the code under test: the least distance to many points of the segment.
 *
 * @param {Coordinate} point
 * @param {Coordinate} a
 * @param {Coordinate} b
 */
function off({ lat, lon }, a, b) {
  const scale = Math.cos((lat * Math.PI) / 180);
  const all = Array.from({ length: 2001 }, (_, index) => {
    const part = index / 2000;
    return Math.hypot(a.lat + part * (b.lat - a.lat) - lat, (a.lon + part * (b.lon - a.lon) - lon) * scale) * 111_320;
  });
  return Math.min(...all);
}

test('lines across the 180th meridian are thinned as others', () => {
  const line = [179.9, 179.95, -179.99, -179.9].map((lon) => ({ lat: 10, lon }));
  assert.deepEqual(thinned(line, 5), [line[0], line[3]]);
});

test('only long lines are thinned, and become short enough', () => {
  const short = walk(mostPoints);
  assert.equal(sendable(short), short);
  const long = walk(100_000);
  const sent = sendable(long);
  assert.ok(sent.length <= 20_000 && sent.length > 100, `${sent.length}`);
  assert.deepEqual(thinned([near, near, near], 5), [near, near]);
});

test('a group is asked for with the filters', () => {
  const asked = query.groupQuery([near, { lat: 48.78, lon: 9.18 }], { kind: 'bar', tag: 'jazz' }, { by: 'sum' });
  assert.deepEqual([asked.near.length, asked.group, asked.limit], [2, { by: 'sum' }, 20]);
  assert.deepEqual([asked.kinds, asked.tags], [['bar'], { all: ['jazz'] }]);
  assert.ok(asked.fields.includes('distances') && asked.fields.includes('spread'));
  assert.deepEqual(query.groupQuery([near], {}, { by: 'nonsense' }).group, { by: 'worst' });
});

test('arrival replaces opening, and keeps a moment of departure', () => {
  const open = (/** @type {Record<string, string>} */ filters) =>
    query.groupQuery([near], filters, { arriving: 'walking' }).open;
  assert.deepEqual(open({}), { arriving: 'walking' });
  assert.deepEqual(open({ open: '22:00' }), { at: '22:00', arriving: 'walking' });
  assert.deepEqual(open({ open: 'tonight' }), { arriving: 'walking' });
  assert.deepEqual(open({ open: '20:00..22:00' }), { arriving: 'walking' });
  const { kinds } = query.groupQuery([near], { stay: 'tonight' }, { arriving: 'walking' });
  assert.deepEqual(kinds, ['couch', 'bar', 'event']);
  assert.equal(query.groupQuery([near], {}, { arriving: 'flying' }).open, undefined);
});

test('a route is asked for in its order', () => {
  const asked = query.routeQuery([near, { lat: 48.78, lon: 9.18 }], {}, { width: '500' });
  const coordinates = [[9.1729, 48.7758], [9.18, 48.78]];
  assert.deepEqual(asked.along, { line: { type: 'LineString', coordinates }, width: 500 });
  assert.equal(asked.sort, 'route');
  assert.deepEqual(['x', '', '-5', '99999'].map((width) => query.widthOf({ width })), [250, 250, 50, 2000]);
});

test('an evening is one of the nights that are said, filtered or first', () => {
  const today = '2026-12-31';
  assert.deepEqual(query.nightsOf({}, {}, today), ['2026-12-31', '2027-01-01']);
  assert.deepEqual(query.nightsOf({}, { stay: '2027-02-01..2027-02-03' }, today), ['2027-02-01', '2027-02-03']);
  const unusable = query.nightsOf({ nights: '2027-02-03..2027-02-01' }, { stay: 'weekend' }, today);
  assert.deepEqual(unusable, ['2026-12-31', '2027-01-01']);
  const words = { budget: '350', money: 'ron', walk: '2000' };
  const asked = query.planQuery(near, { tag: 'jazz', guests: '3' }, words, today);
  assert.deepEqual(JSON.parse(JSON.stringify(asked)), {
    near, stay: { from: '2026-12-31', to: '2027-01-01', guests: 3 }, walk: 2000, maxPrice: 350, currency: 'RON',
    eventTags: { all: ['jazz'] }, limit: 6,
  });
  assert.equal('currency' in query.planQuery(near, {}, { money: 'RON' }, today), false);
});

test('an evening without a couch, if it is said or there are none', () => {
  const today = '2026-12-31';
  const sleeps = (words, couches) => query.isAtHome(words, couches);
  assert.deepEqual([sleeps({}, 3), sleeps({}, 0), sleeps({ bed: 'home' }, 3), sleeps({ bed: 'couch' }, 0)],
    [false, true, true, false]);
  const asked = query.homePlan(near, { tag: 'jazz' }, { budget: '60', money: 'eur', people: '2' }, today);
  assert.deepEqual(JSON.parse(JSON.stringify(asked)), {
    near, evening: today, people: 2, walk: 1500, maxPrice: 60, currency: 'EUR', tags: { all: ['jazz'] },
  });
});

test('a crawl has its usual length', () => {
  const asked = query.crawlQuery(near, { 'min-rating': '4' }, { stops: '99', start: 'Friday' });
  assert.deepEqual(JSON.parse(JSON.stringify(asked)), {
    near, start: '20:00', stops: 6, stay: 60, walk: 1000, rating: { min: 4 }, limit: 3,
  });
  assert.equal(query.crawlQuery(near, {}, { start: 'now', pause: '45' }).stay, 45);
});

test('the stops of both kinds of outings', () => {
  const place = (/** @type {string} */ id) => ({ id, ...near, walk: 1 });
  const evening = { score: 1, walk: 3, couch: place('c'), event: place('e'), bar: place('b'), wayBack: 1 };
  assert.deepEqual(query.stopsOf(evening).map(({ id, kind }) => id + kind), ['ccouch', 'eevent', 'bbar']);
  const crawl = { score: 1, walk: 2, stops: [place('x'), place('y')] };
  assert.deepEqual(query.stopsOf(crawl).map(({ kind }) => kind), ['bar', 'bar']);
});

test('meters become pixels by the latitude', () => {
  assert.ok(Math.abs(pixels(40_075_017, 0, 0) - 256) < 1e-9);
  assert.ok(Math.abs(pixels(1000, 60, 14) / pixels(1000, 0, 14) - 2) < 1e-9);
});

test('an address holds what outings say', () => {
  const outing = Object.fromEntries(outingNames.map((name, index) => [name, `${index + 1}`]));
  const points = [near, { lat: -1, lon: 0 }];
  const state = { ...readState('?view=1,2,3&show=meet'), origin: near, outing, points };
  assert.deepEqual(readState(writeState(state)), state);
  // Elsewhere it says nothing of them.
  assert.equal(writeState({ ...state, show: '' }), '?view=1,2,3');
  assert.deepEqual(readState('?view=1,2,3').outing, {});
  assert.equal(readState('?view=1,2,3').origin, null);
});
