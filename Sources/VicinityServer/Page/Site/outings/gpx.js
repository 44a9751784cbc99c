// Lines of files: the tracks of GPX, the lines of GeoJSON. Files are read where the page runs.

import { wrapped } from '../base/geometry.js';

/** @typedef {import('../state/address.js').Coordinate} Coordinate */

/** Why a file gives no line; the message is the key of a phrase. */
export class NoLine extends Error {}

/** Longer lines are thinned before they are sent. */
export const mostPoints = 5000;

/** With more points than this a request is longer than the server accepts. */
const mostSent = 20_000;

/**
 * The line of a GPX or GeoJSON file.
 *
 * @param {string} text
 * @returns {Coordinate[]}
 * @throws {NoLine}
 */
export function readLine(text) {
  const line = /^\s*\{/.test(text) ? geoJSONLine(text) : gpxLine(text);
  if (line.some(({ lat, lon }) => !(Math.abs(lat) <= 90 && Math.abs(lon) <= 180))) throw new NoLine('file unreadable');
  if (line.length < 2) throw new NoLine('file without line');
  return line;
}

/**
 * The tracks of a GPX file, joined, else its routes. Only the points are looked for: their elements are the same in all
 * versions and behind all prefixes, also in files that are cut off.
 *
 * @param {string} text
 * @returns {Coordinate[]}
 */
function gpxLine(text) {
  const plain = text.replace(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>/g, '');
  if (!/<([\w.-]+:)?gpx[\s>]/.test(plain)) throw new NoLine('file unreadable');
  const track = gpxPoints(plain, 'trkpt');
  return track.length ? track : gpxPoints(plain, 'rtept');
}

/**
 * @param {string} text
 * @param {string} name
 */
function gpxPoints(text, name) {
  const tags = text.matchAll(new RegExp(`<(?:[\\w.-]+:)?${name}(\\s[^>]*)>`, 'g'));
  return Array.from(tags, ([, attributes]) => ({ lat: degrees(attributes, 'lat'), lon: degrees(attributes, 'lon') }));
}

/**
 * @param {string} attributes
 * @param {string} name
 */
const degrees = (attributes, name) =>
  parseFloat(new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(attributes)?.[1] ?? '');

/**
 * @param {string} text
 * @returns {Coordinate[]}
 */
function geoJSONLine(text) {
  try {
    return (positions(JSON.parse(text)) ?? []).map(([lon, lat]) => ({ lat: Number(lat), lon: Number(lon) }));
  } catch {
    throw new NoLine('file unreadable');
  }
}

/**
 * The positions of the first line in a GeoJSON value; those of several lines in one geometry are joined.
 *
 * @param {any} value
 * @returns {number[][] | undefined}
 */
function positions(value) {
  switch (value?.type) {
    case 'LineString': return value.coordinates;
    case 'MultiLineString': return value.coordinates.flat();
    case 'Feature': return positions(value.geometry);
    case 'FeatureCollection': return first(value.features);
    case 'GeometryCollection': return first(value.geometries);
    default: return undefined;
  }
}

/** @param {any[]} values */
function first(values) {
  for (const value of values) {
    const found = positions(value);
    if (found) return found;
  }
  return undefined;
}

/**
 * The line with as many points as can be sent.
 *
 * @param {Coordinate[]} line
 */
export function sendable(line) {
  if (line.length <= mostPoints) return line;
  for (let meters = 5; ; meters *= 2) {
    const thin = thinned(line, meters);
    if (thin.length <= mostSent) return thin;
  }
}

/**
 * The line without points that lie within some meters of what remains (Douglas–Peucker).
 *
 * @param {Coordinate[]} line
 * @param {number} meters
 */
export function thinned(line, meters) {
  const kept = new Uint8Array(line.length);
  kept[0] = kept[line.length - 1] = 1;
  const spans = [[0, line.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span;
    let [most, farthest] = [meters, -1];
    for (let index = from + 1; index < to; index += 1) {
      const off = metersOff(line[index], line[from], line[to]);
      if (off > most) [most, farthest] = [off, index];
    }
    if (farthest < 0) continue;
    kept[farthest] = 1;
    spans.push([from, farthest], [farthest, to]);
  }
  return line.filter((_, index) => kept[index]);
}

const metersPerDegree = 111_320;

/**
 * How far a point is from a segment that is straight in degrees, in the plane at the point.
 *
 * @param {Coordinate} point
 * @param {Coordinate} start
 * @param {Coordinate} end
 */
function metersOff(point, start, end) {
  const scale = Math.cos((point.lat * Math.PI) / 180);
  const [ax, ay] = [wrapped(start.lon - point.lon) * scale, start.lat - point.lat];
  const [dx, dy] = [wrapped(end.lon - start.lon) * scale, end.lat - start.lat];
  const square = dx * dx + dy * dy;
  const along = square ? Math.max(0, Math.min(1, -(ax * dx + ay * dy) / square)) : 0;
  return metersPerDegree * Math.hypot(ax + along * dx, ay + along * dy);
}
