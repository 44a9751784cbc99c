// Reads Mapbox Vector Tiles, version 2.1: https://github.com/mapbox/vector-tile-spec/tree/master/2.1

/**
 * @typedef {string | number | boolean} Value
 * @typedef {{
 *   type: number, properties: Record<string, Value>, points: Int32Array, ends: Int32Array, boxes: Int32Array,
 * }} Feature type: 1 points, 2 lines, 3 polygons, 0 unknown. points: x, y, x, y of all parts in a row; rings are closed
 *   but do not repeat their first point. ends: for each part (all points of a feature of points, a line, a ring) where
 *   it ends in `points`. boxes: for each part its smallest x and y and its largest x and y
 * @typedef {{name: string, extent: number, features: Feature[]}} Layer extent: units on a side of the tile
 * @typedef {Map<string, Layer>} VectorTile layers by name
 */

/** The error for bytes that are not a vector tile. */
export class TileError extends Error {
  name = 'TileError';
}

const text = new TextDecoder();

/** The fields of a message of protocol buffers. */
class Fields {
  /**
   * @param {Uint8Array} bytes
   * @param {number} at
   * @param {number} end
   */
  constructor(bytes, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
    /** Number and wire type of the current field. */
    this.number = 0;
    this.wire = 0;
  }

  /** Goes to the next field; its content must be read or skipped. */
  next() {
    if (this.at >= this.end) return false;
    const tag = this.varint();
    this.number = Math.floor(tag / 8);
    this.wire = tag % 8;
    return true;
  }

  /** An unsigned number; exact up to 2^53. */
  varint() {
    let value = 0;
    for (let factor = 1, count = 0; count < 10; count++, factor *= 128) {
      if (this.at >= this.end) throw new TileError('a number is cut off');
      const byte = this.bytes[this.at++];
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    throw new TileError('a number has more than ten bytes');
  }

  /** A number of 64 bits in complement of two. */
  signed() {
    const start = this.at;
    const value = this.varint();
    if (value < 2 ** 63) return value;
    const bits = this.bytes.subarray(start, this.at).reduceRight((sum, byte) => sum * 128n + BigInt(byte & 127), 0n);
    return Number(BigInt.asIntN(64, bits));
  }

  /** Where `length` more bytes begin, which are passed over. */
  pass(/** @type {number} */ length) {
    const start = this.at;
    if (length > this.end - start) throw new TileError('a field is cut off');
    this.at += length;
    return start;
  }

  /** The fields inside the current one. */
  inside() {
    if (this.wire !== 2) throw new TileError(`field ${this.number} has the wrong type`);
    const length = this.varint();
    const start = this.pass(length);
    return new Fields(this.bytes, start, start + length);
  }

  string() {
    const { at, end } = this.inside();
    return text.decode(this.bytes.subarray(at, end));
  }

  skip() {
    if (this.wire === 0) this.varint();
    else if (this.wire === 1) this.pass(8);
    else if (this.wire === 2) this.inside();
    else if (this.wire === 5) this.pass(4);
    else throw new TileError(`wire type ${this.wire} is unknown`);
  }
}

/**
 * Reads a tile.
 *
 * @param {Uint8Array} bytes not compressed
 * @returns {VectorTile}
 * @throws {TileError} for damaged bytes
 */
export function decodeTile(bytes) {
  const steps = decodeInSteps(bytes);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * The same in steps of a few milliseconds, for a caller that must not take long at a time.
 *
 * @param {Uint8Array} bytes
 * @returns {Generator<void, VectorTile>}
 */
export function* decodeInSteps(bytes) {
  /** @type {VectorTile} */
  const layers = new Map();
  const fields = new Fields(bytes);
  while (fields.next()) {
    if (fields.number !== 3) {
      fields.skip();
      continue;
    }
    const layer = yield* readLayer(fields.inside());
    layers.set(layer.name, layer);
  }
  return layers;
}

/**
 * @param {Fields} fields
 * @returns {Generator<void, Layer>}
 */
function* readLayer(fields) {
  let name = '';
  let extent = 4096;
  let version = 1;
  /** @type {Fields[]} */
  const raw = [];
  /** @type {string[]} */
  const keys = [];
  /** @type {Value[]} */
  const values = [];
  while (fields.next()) {
    if (fields.number === 1) name = fields.string();
    else if (fields.number === 2) raw.push(fields.inside());
    else if (fields.number === 3) keys.push(fields.string());
    else if (fields.number === 4) values.push(readValue(fields.inside()));
    else if (fields.number === 5 && fields.wire === 0) extent = fields.varint();
    else if (fields.number === 15 && fields.wire === 0) version = fields.varint();
    else fields.skip();
  }
  if (!name) throw new TileError('a layer has no name');
  if (version !== 1 && version !== 2) throw new TileError(`layer ${name} has the unknown version ${version}`);
  if (extent < 1) throw new TileError(`layer ${name} has no extent`);
  /** @type {Feature[]} */
  const features = [];
  let work = 0;
  for (const each of raw) {
    work += each.end - each.at + 100;
    features.push(readFeature(each, keys, values));
    if (work < 50_000) continue;
    yield;
    work = 0;
  }
  yield;
  return { name, extent, features };
}

/** @param {Fields} fields */
function readValue(fields) {
  /** @type {Value} */
  let value = '';
  while (fields.next()) {
    const { number, wire } = fields;
    if (number === 1) value = fields.string();
    else if (number === 2 && wire === 5) value = view(fields, 4).getFloat32(0, true);
    else if (number === 3 && wire === 1) value = view(fields, 8).getFloat64(0, true);
    else if (number === 4 && wire === 0) value = fields.signed();
    else if (number === 5 && wire === 0) value = fields.varint();
    else if (number === 6 && wire === 0) value = zigzag(fields.varint());
    else if (number === 7 && wire === 0) value = fields.varint() > 0;
    else fields.skip();
  }
  return value;
}

/**
 * @param {Fields} fields
 * @param {number} length
 */
function view(fields, length) {
  const start = fields.pass(length);
  return new DataView(fields.bytes.buffer, fields.bytes.byteOffset + start, length);
}

const zigzag = (/** @type {number} */ value) => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

/**
 * @param {Fields} fields
 * @param {string[]} keys
 * @param {Value[]} values
 * @returns {Feature}
 */
function readFeature(fields, keys, values) {
  let type = 0;
  /** @type {Record<string, Value>} */
  const properties = {};
  /** @type {Fields | null} */
  let geometry = null;
  while (fields.next()) {
    if (fields.number === 2) readTags(fields.inside(), keys, values, properties);
    else if (fields.number === 3 && fields.wire === 0) type = fields.varint();
    else if (fields.number === 4) geometry = fields.inside();
    else fields.skip();
  }
  if (type > 3) throw new TileError(`geometry type ${type} is unknown`);
  return { type, properties, ...readGeometry(geometry, type) };
}

/**
 * @param {Fields} fields
 * @param {string[]} keys
 * @param {Value[]} values
 * @param {Record<string, Value>} properties
 */
function readTags(fields, keys, values, properties) {
  while (fields.at < fields.end) {
    const key = keys[fields.varint()];
    const value = values[fields.varint()];
    if (key === undefined || value === undefined) throw new TileError('a property is not in the layer');
    properties[key] = value;
  }
}

/** Room for the points of a feature, before their number is known; grows. */
let room = new Int32Array(1024);
/** @type {number[]} */
const partEnds = [];

/**
 * @param {Fields | null} fields
 * @param {number} type
 */
function readGeometry(fields, type) {
  let count = 0;
  let x = 0;
  let y = 0;
  let open = false;
  partEnds.length = 0;
  while (fields && type > 0 && fields.at < fields.end) {
    const command = fields.varint();
    const times = Math.floor(command / 8);
    const kind = command % 8;
    if (kind === 7) {
      if (!open) throw new TileError('a ring is closed that was not begun');
      if (type === 3) partEnds.push(count);
      open = false;
      continue;
    }
    if (kind !== 1 && kind !== 2) throw new TileError(`command ${kind} is unknown`);
    if (kind === 2 && !open) throw new TileError('a line has no beginning');
    if (kind === 1 && open && type === 2) partEnds.push(count);
    if (kind === 1 && open && type === 3) throw new TileError('a ring is not closed');
    if (times > fields.end - fields.at) throw new TileError('a geometry is cut off');
    while (count + 2 * times > room.length) room = grown(room);
    for (let i = 0; i < times; i++) {
      x += delta(fields.varint());
      y += delta(fields.varint());
      room[count++] = x;
      room[count++] = y;
    }
    open = true;
  }
  if (open && type === 3) throw new TileError('a ring is not closed');
  if (open) partEnds.push(count);
  const points = room.slice(0, count);
  const ends = Int32Array.from(partEnds);
  return { points, ends, boxes: boxesOf(points, ends) };
}

const delta = (/** @type {number} */ value) => (value >>> 1) ^ -(value & 1);

/** @param {Int32Array} array */
function grown(array) {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/**
 * @param {Int32Array} points
 * @param {Int32Array} ends
 */
function boxesOf(points, ends) {
  const boxes = new Int32Array(ends.length * 4);
  let at = 0;
  for (let part = 0; part < ends.length; part++) {
    let left = 2147483647;
    let top = left;
    let right = -left;
    let bottom = -left;
    for (; at < ends[part]; at += 2) {
      const x = points[at];
      const y = points[at + 1];
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
    boxes.set([left, top, right, bottom], part * 4);
  }
  return boxes;
}
