// What the map shows of an answer: the best as pins, the others as dots, and counts where dots would overlap.

import { boxOf, cellOf, pixelOf } from '../base/geometry.js';

/**
 * @typedef {import('../state/answer.js').Result} Result
 * @typedef {import('../state/answer.js').Answer} Answer
 * @typedef {import('../state/answer.js').Cluster} Cluster
 * @typedef {{
 *   lat: number, lon: number, count: number, bbox: number[], results?: Result[], id?: string, isLower?: boolean,
 * }} Count results: what is counted, if the page knows it. id: of the only one. isLower: whether the tip of a pin would
 *   cover it
 * @typedef {{whole: Result[], dots: Result[], counts: Count[]}} Layout
 */

/** The most pins with a name or a price. */
export const mostWhole = 20;
/** The height of a pin, and how far its middle is above its place; pixels. */
const pinBodyHeight = 40;
const pinMiddle = 26;
/** Dots that are nearer to each other than this overlap; pixels. */
const dotSize = 16;

/**
 * @param {Pick<Answer, 'results' | 'clusters'>} answer its results are the best first
 * @param {Result[]} others listings that the answer only counts, the best first
 * @param {number} zoom of the map
 * @param {(result: Result) => {width: number, lower: number}} shapeOf of a pin; lower: by how much it hangs
 * @returns {Layout}
 */
export function layOut({ results, clusters }, others, zoom, shapeOf) {
  const known = [...results, ...others];
  const uncertain = unknown(clusters ?? [], known);
  const whole = chosen(known, new Set(results), uncertain, zoom, shapeOf);
  const isWhole = new Set(whole);
  const rest = known.filter((result) => !isWhole.has(result)).map(oneOf);
  const counts = merged([...uncertain, ...rest], zoom);
  const isDot = (/** @type {Count} */ { count, results: [first] = [] }) => count === 1 && first !== undefined;
  const tips = whole.filter((result) => !shapeOf(result).lower).map((result) => pixelOf(result, zoom));
  return {
    whole, dots: counts.flatMap((count) => (isDot(count) ? count.results ?? [] : [])),
    counts: counts.filter((count) => !isDot(count))
      .map((count) => (isUnder(tips, count, zoom) ? { ...count, isLower: true } : count)),
  };
}

/**
 * Whether a count lies under the tip of a pin.
 *
 * @param {{x: number, y: number}[]} tips
 * @param {Count} count
 * @param {number} zoom
 */
function isUnder(tips, count, zoom) {
  const { x, y } = pixelOf(count, zoom);
  const half = sizeOf(count.count) / 2;
  return tips.some((tip) => Math.abs(tip.x - x) < half && Math.abs(tip.y - y) < half);
}

/**
 * The best whose pins do not cover each other; of those that are not listed, only ones that cover no count.
 *
 * @param {Result[]} known
 * @param {Set<Result>} listed
 * @param {Count[]} counts
 * @param {number} zoom
 * @param {(result: Result) => {width: number, lower: number}} shapeOf
 */
function chosen(known, listed, counts, zoom, shapeOf) {
  /** @type {Result[]} */
  const found = [];
  /** @type {{x: number, y: number, width: number}[]} */
  const taken = [];
  const places = counts.map((count) => pixelOf(count, zoom));
  for (const result of known) {
    const { width, lower } = shapeOf(result);
    const at = pixelOf(result, zoom);
    const [x, y] = [at.x, at.y + lower];
    const isFree = taken.every((other) =>
      Math.abs(other.x - x) > (other.width + width) / 2 || Math.abs(other.y - y) > pinBodyHeight);
    if (!isFree) continue;
    const coversOne = places.some((other) =>
      Math.abs(other.x - x) < width / 2 && Math.abs(other.y - y + pinMiddle) < pinBodyHeight / 2);
    if (coversOne && !listed.has(result)) continue;
    taken.push({ x, y, width });
    found.push(result);
    if (found.length === mostWhole) break;
  }
  return found;
}

/**
 * The counts of what the page does not know, in the middle of it; a cell with a single listing has its id.
 *
 * @param {Cluster[]} clusters
 * @param {Result[]} known
 */
function unknown(clusters, known) {
  const level = Number(clusters[0]?.cell.split('/')[0]);
  /** @type {Map<string, Result[]>} */
  const inCells = new Map();
  for (const result of known) {
    const cell = cellOf(result, level);
    inCells.set(cell, [...(inCells.get(cell) ?? []), result]);
  }
  /** @type {Count[]} */
  const counts = [];
  for (const { cell, lat, lon, count, bbox, id } of clusters) {
    const inside = inCells.get(cell) ?? [];
    const rest = count - inside.length;
    if (rest <= 0) continue;
    const [west, south, east, north] = bbox;
    const middle = (/** @type {'lat' | 'lon'} */ axis, /** @type {number} */ mean) =>
      (mean * count - inside.reduce((sum, result) => sum + result[axis], 0)) / rest;
    counts.push({
      lat: Math.min(north, Math.max(south, middle('lat', lat))),
      lon: Math.min(east, Math.max(west, middle('lon', lon))), count: rest, bbox, ...(id === undefined ? {} : { id }),
    });
  }
  return counts;
}

/**
 * The diameter of a mark, in pixels.
 *
 * @param {number} count
 */
export const sizeOf = (count) => (count === 1 ? dotSize : Math.round(24 + 7 * Math.log10(count)));

/**
 * Counts without overlaps: one that would cover another is part of it.
 *
 * @param {Count[]} counts
 * @param {number} zoom
 */
function merged(counts, zoom) {
  let before = counts;
  // Two dots make a larger mark, which may reach a third one.
  for (let round = 0; round < 4; round += 1) {
    const found = mergedOnce(before, zoom);
    if (found.length === before.length) return found;
    before = found;
  }
  return before;
}

/**
 * @param {Count[]} counts
 * @param {number} zoom
 */
function mergedOnce(counts, zoom) {
  /** @type {{x: number, y: number, size: number, parts: Count[]}[]} */
  const found = [];
  for (const count of counts) {
    const { x, y } = pixelOf(count, zoom);
    const size = sizeOf(count.count);
    const near = found.find((other) => {
      const apart = (other.size + size) / 2;
      return Math.abs(other.x - x) < apart && Math.abs(other.y - y) < apart;
    });
    if (near) near.parts.push(count);
    else found.push({ x, y, size, parts: [count] });
  }
  return found.map(({ parts }) => (parts.length === 1 ? parts[0] : together(parts)));
}

/**
 * @param {Count[]} parts
 * @returns {Count}
 */
function together(parts) {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const mean = (/** @type {'lat' | 'lon'} */ axis) =>
    parts.reduce((sum, part) => sum + part[axis] * part.count, 0) / count;
  const bbox = boxOf(parts.flatMap(({ bbox: [west, south, east, north] }) =>
    [{ lat: south, lon: west }, { lat: north, lon: east }]));
  const isKnown = parts.every(({ results }) => results);
  return {
    lat: mean('lat'), lon: mean('lon'), count, bbox,
    ...(isKnown ? { results: parts.flatMap(({ results = [] }) => results) } : {}),
  };
}

/**
 * @param {Result} result
 * @returns {Count}
 */
const oneOf = (result) =>
  ({ lat: result.lat, lon: result.lon, count: 1, bbox: boxOf([result]), results: [result] });

/**
 * Whether all lie at one place, however near one looks.
 *
 * @param {number[]} box west, south, east, north
 * @param {number} zoom the nearest
 */
export function isOnePlace([west, south, east, north], zoom) {
  const [a, b] = [pixelOf({ lat: north, lon: west }, zoom), pixelOf({ lat: south, lon: east }, zoom)];
  return b.x - a.x < dotSize && b.y - a.y < dotSize;
}
