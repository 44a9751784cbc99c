// The map under the pins: pictures or shapes of an operator, else land, waters and names. Shapes are drawn here.

import { settings } from '../base/settings.js';
import { decodeInSteps } from './vectortile.js';

/**
 * @typedef {import('./vectortile.js').VectorTile} VectorTile
 * @typedef {import('./vectortile.js').Layer} Layer
 * @typedef {import('./vectortile.js').Feature} Feature
 * @typedef {import('../base/settings.js').BaseMap} BaseMap
 * @typedef {Generator<void, void>} Steps
 * @typedef {{x: number, y: number, z: number}} Coords
 */

const light = {
  land: '#f4f2ee', water: '#c6d8e3', wood: '#dde5d2', grass: '#e5ecda', sand: '#f1ecd9', ice: '#fbfcfd',
  town: '#edeae5', works: '#e9e6e3', pitch: '#dce7d2', paved: '#e4e1dc', building: '#e3dfd7', wall: '#d3cdc2',
  built: '#e8e3da',
  motorway: '#f2dcae', main: '#f9ecc9', road: '#ffffff', edge: '#d3cdc3', tunnel: '#e3dfd9', path: '#cbc2b3',
  rail: '#bdb8b0', ferry: '#93b0c3', stream: '#b4cbd9', border: '#a59bab', state: '#c8c0cb',
  text: '#3d3f42', faint: '#55575b', street: '#55524c', sea: '#34586f', halo: '#ffffff',
};
/** @type {typeof light} */
const dark = {
  land: '#20252b', water: '#131a22', wood: '#222c28', grass: '#242e2a', sand: '#2c2b27', ice: '#2d343b',
  town: '#242a30', works: '#272b30', pitch: '#263029', paved: '#2a2f35', building: '#2b3138', wall: '#373e46',
  built: '#292f36',
  motorway: '#5c5340', main: '#47433a', road: '#3b424a', edge: '#191d22', tunnel: '#2c3238', path: '#444b53',
  rail: '#464c54', ferry: '#31485a', stream: '#1c2833', border: '#7b7386', state: '#474450',
  text: '#d5dae0', faint: '#aeb5bd', street: '#b7bbc0', sea: '#8fb0c6', halo: '#171b20',
};
export const themes = { light, dark };

// MARK: Style

/**
 * @typedef {keyof typeof light} Colour
 * @typedef {{
 *   layer: string, classes: string[] | null, colour: Colour, from: number, width?: [number, number], edge?: boolean,
 *   dash?: [number, number], wall?: boolean, below?: number,
 * }} Rule what is drawn. classes: null for all. from, below: zooms of the map. width: of a line at zooms 12 and 18.
 *   edge: with a casing. wall: of an area, with a stroke
 */

/**
 * @param {string} layer
 * @param {string} classes apart by blanks; `*` for all
 * @param {Colour} colour
 * @param {number} [from]
 * @param {Partial<Rule>} [more]
 * @returns {Rule}
 */
const area = (layer, classes, colour, from = 0, more) =>
  ({ layer, classes: classes === '*' ? null : classes.split(' '), colour, from, ...more });

/**
 * @param {string} layer
 * @param {string} classes
 * @param {Colour} colour
 * @param {[number, number]} width
 * @param {number} [from]
 * @param {Partial<Rule>} [more]
 */
const line = (layer, classes, colour, width, from, more) => area(layer, classes, colour, from, { width, ...more });

/**
 * @param {string} classes
 * @param {Colour} colour
 * @param {[number, number]} width
 * @param {number} from
 */
const road = (classes, colour, width, from) => line('transportation', classes, colour, width, from, { edge: true });

const outlines = [
  area('countries', '*', 'land'),
  line('states', '*', 'state', [1, 1], 4),
  line('borders', '', 'border', [2, 3]),
  line('borders', 'disputed', 'border', [2, 3], 0, { dash: [4, 3] }),
];

/** Of Natural Earth. */
const waters = [
  area('urban', '*', 'built', 5, { below: 11 }),
  area('lakes', '*', 'water'),
  line('rivers', 'large', 'stream', [3, 7], 4),
  line('rivers', 'medium', 'stream', [2, 5], 6),
  line('rivers', 'small', 'stream', [1.2, 3], 8),
];

const streets = [
  area('landcover', 'wood', 'wood'),
  area('landcover', 'grass', 'grass'),
  area('landcover', 'sand', 'sand'),
  area('landcover', 'ice', 'ice'),
  area('landuse', 'residential', 'town', 6),
  area('landuse', 'commercial industrial retail railway military bus_station quarry', 'works', 10),
  area('landuse', 'school university kindergarten college library hospital stadium', 'works', 12),
  area('park', '*', 'grass', 8),
  area('landuse', 'cemetery pitch playground theme_park zoo track', 'pitch', 12),
  area('water', '*', 'water'),
  line('waterway', 'river canal', 'stream', [1.2, 9], 8),
  line('waterway', 'stream drain ditch', 'stream', [0.5, 3], 14),
  area('aeroway', '*', 'paved', 11),
  line('aeroway', 'runway', 'paved', [3, 60], 11),
  line('aeroway', 'taxiway', 'paved', [0.8, 16], 12),
  area('building', '*', 'building', 14, { wall: true }),
  area('transportation', '*', 'paved', 14),
  line('transportation', 'motorway/tunnel trunk/tunnel primary/tunnel secondary/tunnel tertiary/tunnel minor/tunnel',
    'tunnel', [1, 9], 13),
  line('transportation', 'pier', 'land', [1.5, 6], 13),
  line('transportation', 'path track', 'path', [0.4, 2], 15, { dash: [3, 2] }),
  line('transportation', 'ferry', 'ferry', [0.8, 1.6], 10, { dash: [5, 4] }),
  road('service raceway', 'road', [0.3, 5.5], 14),
  road('minor', 'road', [0.7, 12], 12),
  road('motorway/ramp trunk/ramp primary/ramp secondary/ramp tertiary/ramp', 'main', [1, 9], 12),
  road('tertiary', 'road', [1.2, 14], 10),
  road('secondary', 'road', [1.6, 16], 9),
  road('primary', 'main', [2, 18], 7),
  road('trunk', 'main', [2.3, 20], 5),
  road('motorway', 'motorway', [2.6, 22], 4),
  line('transportation', 'rail light_rail narrow_gauge transit', 'rail', [0.8, 1.8], 10),
  line('transportation', 'tram', 'rail', [0.4, 1], 15),
  line('boundary', '3 4', 'state', [1, 2], 4, { dash: [6, 3] }),
  line('boundary', '2', 'border', [1.4, 3]),
];

/**
 * What is named, important ones first.
 *
 * @typedef {[layer: string, kind: string, size: number, from: number, colour: Colour, weight: string]} Naming
 */

/** @type {Naming[]} */
const streetNames = [
  ['place', 'country', 14, 6, 'text', '600'],
  ['place', 'city', 15, 4, 'text', '600'],
  ['place', 'town', 13, 8, 'text', '600'],
  ['place', 'state', 11, 6, 'faint', '600'],
  ['place', 'village', 12, 10, 'text', '500'],
  ['place', 'island', 11, 10, 'text', '500'],
  ['place', 'suburb', 11, 12, 'faint', '600'],
  ['place', 'hamlet', 11, 13, 'faint', '500'],
  ['water_name', '*', 11, 9, 'sea', 'italic 400'],
  ['aerodrome_label', 'international', 11, 11, 'faint', '500'],
  ['transportation_name', 'motorway', 11, 11, 'street', '500'],
  ['transportation_name', 'trunk', 11, 12, 'street', '500'],
  ['transportation_name', 'primary', 11, 13, 'street', '500'],
  ['transportation_name', 'secondary', 11, 14, 'street', '500'],
  ['transportation_name', 'tertiary', 11, 14, 'street', '500'],
  ['place', 'quarter', 10, 13, 'faint', '500'],
  ['place', 'neighbourhood', 10, 14, 'faint', '500'],
  ['transportation_name', 'minor', 10.5, 15, 'street', '500'],
  ['transportation_name', 'service', 10, 17, 'street', '400'],
  ['transportation_name', 'path', 10, 16, 'street', '400'],
  ['transportation_name', 'track', 10, 16, 'street', '400'],
  ['housenumber', '*', 9.5, 17, 'faint', '400'],
];

/** @type {Naming[]} */
const plainNames = [
  ['country_labels', '*', 11, 1, 'text', '600'],
  ['place', 'city', 14.5, 4, 'text', '600'],
  ['state_labels', '*', 10.5, 4, 'faint', '500'],
  ['place', 'town', 12.5, 6, 'text', '600'],
  ['place', 'village', 12, 9, 'text', '500'],
  ['place', 'suburb', 11.5, 11, 'faint', '600'],
];

// Below these zooms, land and sea come from the outlines, as extracts have no sea, and so do borders and names.
const outlinesBelow = 9;
const bordersBelow = 6;
// The zooms at which waters are neither too many nor too far from where they are.
const watersFrom = 4;
const watersBelow = 12;
/** The highest zoom of the tiles with places of the gazetteer. */
const placesZoom = 14;

/**
 * @param {[number, number]} width
 * @param {number} zoom
 */
const widthAt = ([low, high], zoom) => Math.max(0.4, low * (high / low) ** ((zoom - 12) / 6));

// MARK: Work in slices

/** @typedef {{rank: () => number, steps: Steps}} Job the least rank is done first, infinite ones wait */

/** Does jobs for a few milliseconds of each frame: browsers take several times as long to show what was drawn. */
class Queue {
  /** @type {Set<Job>} */
  jobs = new Set();
  isAwake = false;

  /**
   * @param {() => number} rank
   * @param {Steps} steps
   */
  add(rank, steps) {
    const job = { rank, steps };
    this.jobs.add(job);
    this.wake();
    return job;
  }

  /** @param {Job | null} job */
  drop(job) {
    if (job) this.jobs.delete(job);
  }

  wake() {
    if (this.isAwake) return;
    this.isAwake = true;
    requestAnimationFrame(() => this.run());
  }

  run() {
    this.isAwake = false;
    const end = performance.now() + 6;
    for (let job = this.first(); job; job = this.first()) {
      while (this.jobs.has(job)) {
        if (performance.now() > end) return this.wake();
        if (job.steps.next().done) this.jobs.delete(job);
      }
    }
  }

  first() {
    let found = null;
    let least = Infinity;
    for (const job of this.jobs) {
      const rank = job.rank();
      if (rank < least) [found, least] = [job, rank];
    }
    return found;
  }
}

// MARK: Tiles of data

/**
 * @typedef {{users: number, tile: VectorTile, isReady: boolean, lasts: boolean, abort: AbortController,
 *   ready: Promise<void>}} Entry users: tiles of the map that need it. lasts: whether to keep it without users
 */

const mostUnused = 64;

/**
 * Where a tile is. Servers with several names are used in turn, as in Leaflet.
 *
 * @param {string} template with `{z}`, `{x}`, `{y}`, and `{s}` for `a`, `b` or `c`
 * @param {string} key the zoom, the column and the row
 */
export function addressOf(template, key) {
  const [z, x, y] = key.split('/');
  /** @type {Record<string, string>} */
  const parts = { z, x, y, s: 'abc'[(Number(x) + Number(y)) % 3] };
  return template.replace(/\{([zxys])\}/g, (_, name) => parts[name]);
}

/** Tiles of one source while they are used, and those that were used last. */
class Source {
  /** @type {Map<string, Entry>} */
  entries = new Map();

  /**
   * @param {Queue} queue
   * @param {string} template
   * @param {number} minZoom
   * @param {number} maxZoom
   */
  constructor(queue, template, minZoom, maxZoom) {
    this.queue = queue;
    this.template = template;
    /** The zoom of the data for a zoom of the map: it is made to be seen with 512 pixels on a side. */
    this.level = (/** @type {number} */ zoom) => Math.min(maxZoom, Math.max(minZoom, Math.round(zoom) - 1));
  }

  /**
   * The data for a tile of the map; gives it and what releases it.
   *
   * @param {Coords} coords
   */
  hold({ x, y, z }) {
    const level = this.level(z);
    const key = `${level}/${x >> (z - level)}/${y >> (z - level)}`;
    const entry = this.entries.get(key) ?? this.begin(key);
    entry.users++;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return { entry, release: () => this.release(key, entry) };
  }

  /**
   * @param {string} key
   * @param {Entry} entry
   */
  release(key, entry) {
    if (--entry.users > 0) return;
    if (!entry.isReady) entry.abort.abort();
    if (!entry.lasts && this.entries.get(key) === entry) this.entries.delete(key);
    const unused = [...this.entries].filter((each) => !each[1].users);
    for (const [old] of unused.slice(0, -mostUnused)) this.entries.delete(old);
  }

  /** @param {string} key */
  begin(key) {
    const abort = new AbortController();
    /** @type {Entry} */
    const entry = { users: 0, tile: new Map(), isReady: false, lasts: false, abort, ready: Promise.resolve() };
    entry.ready = this.load(entry, key).catch((error) => {
      if (!abort.signal.aborted) console.warn(`Tile ${key} of the base map: ${error.message}`);
    }).then(() => {
      entry.isReady = true;
    });
    return entry;
  }

  /**
   * @param {Entry} entry
   * @param {string} key
   */
  async load(entry, key) {
    const { signal } = entry.abort;
    const response = await fetch(addressOf(this.template, key), { signal });
    entry.lasts = response.status < 500;
    // Nothing is there, as in the ocean.
    if ([204, 404, 410].includes(response.status)) return;
    if (!response.ok) throw new Error(`status ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    await new Promise((resolve, reject) => {
      const steps = (function* () {
        try {
          if (!signal.aborted) entry.tile = yield* decodeInSteps(bytes);
          resolve(null);
        } catch (error) {
          reject(error);
        }
      })();
      this.queue.add(() => -1, steps);
    });
  }
}

/** @type {WeakMap<Layer, Map<string, Feature[]>>} */
const classified = new WeakMap();

/**
 * Features by class; those in tunnels and on ramps apart.
 *
 * @param {Layer} layer
 */
function classesOf(layer) {
  const known = classified.get(layer);
  if (known) return known;
  /** @type {Map<string, Feature[]>} */
  const classes = new Map();
  for (const feature of layer.features) {
    const { class: name, admin_level: level, brunnel, ramp, disputed } = feature.properties;
    const end = brunnel === 'tunnel' ? '/tunnel' : ramp ? '/ramp' : '';
    const key = disputed === true ? 'disputed' : `${name ?? level ?? ''}${end}`;
    const others = classes.get(key);
    if (others) others.push(feature);
    else classes.set(key, [feature]);
  }
  classified.set(layer, classes);
  return classes;
}

// MARK: Drawing

const tileSize = 256;
const ratio = () => Math.min(2, devicePixelRatio);

/**
 * @typedef {{scale: number, left: number, top: number}} Frame scale: pixels of a unit of the data. left, top: of the
 *   tile of the map, in pixels of the data
 */

/**
 * Adds what can be seen of a feature to a path. Only the first and the last of several points in a row beyond the
 * same side are taken, and only one of points that are too near to each other.
 *
 * @param {Pick<Path2D, 'moveTo' | 'lineTo' | 'closePath'>} path
 * @param {Feature} feature
 * @param {Frame} frame
 * @param {number} margin pixels around the tile that matter, as lines are thick
 */
export function trace(path, { type, points, ends, boxes }, { scale, left, top }, margin) {
  const [minX, minY] = [(left - margin) / scale, (top - margin) / scale];
  const [maxX, maxY] = [(left + tileSize + margin) / scale, (top + tileSize + margin) / scale];
  const near = 0.4 / scale;
  /**
   * @param {number} x
   * @param {number} y
   */
  const side = (x, y) => (x < minX ? 1 : x > maxX ? 2 : 0) | (y < minY ? 4 : y > maxY ? 8 : 0);
  for (let part = 0, i = 0; part < ends.length; i = ends[part++]) {
    const end = ends[part];
    const [west, north, east, south] = boxes.subarray(part * 4, part * 4 + 4);
    if (side(west, north) & side(east, south)) continue;
    if (type === 3 && east - west < near && south - north < near) continue;
    let [x, y] = [points[i], points[i + 1]];
    let beyond = side(x, y);
    let isBehind = false;
    path.moveTo(x * scale - left, y * scale - top);
    for (let at = i + 2; at < end; at += 2) {
      const [nextX, nextY] = [points[at], points[at + 1]];
      if (Math.abs(nextX - x) < near && Math.abs(nextY - y) < near && at + 2 < end) continue;
      const next = side(nextX, nextY);
      if (isBehind && !(next & beyond)) {
        path[type === 3 ? 'lineTo' : 'moveTo'](x * scale - left, y * scale - top);
        beyond = side(x, y);
      }
      isBehind = (next & beyond) > 0;
      beyond = isBehind ? beyond & next : next;
      [x, y] = [nextX, nextY];
      if (!isBehind) path.lineTo(x * scale - left, y * scale - top);
    }
    if (type !== 3) continue;
    if (isBehind) path.lineTo(x * scale - left, y * scale - top);
    path.closePath();
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {VectorTile} tile
 * @param {Rule[]} rules
 * @param {number} zoom
 * @param {Frame} frame its scale is that of the whole tile
 * @param {typeof light} colours
 * @returns {Steps}
 */
function* draw(context, tile, rules, zoom, { scale, left, top }, colours) {
  /**
   * @param {Rule} rule
   * @param {Colour} colour
   * @param {number} width 0 to fill
   * @returns {Steps}
   */
  function* one({ layer: name, classes, width: isLine, dash }, colour, width) {
    const layer = tile.get(name);
    if (!layer) return;
    const features = classesOf(layer);
    const frame = { scale: scale / layer.extent, left, top };
    let work = 0;
    context.fillStyle = context.strokeStyle = colours[colour];
    context.lineWidth = width;
    context.lineCap = dash ? 'butt' : 'round';
    context.setLineDash(dash ?? []);
    context.beginPath();
    for (const kind of classes ?? features.keys()) {
      for (const feature of features.get(kind) ?? []) {
        if (feature.type !== (isLine ? 2 : 3)) continue;
        trace(context, feature, frame, width + 2);
        if ((work += feature.points.length + 8) < 20_000) continue;
        // Areas are filled at once, as seams would show between them.
        if (width) {
          context.stroke();
          context.beginPath();
        }
        work = 0;
        yield;
      }
    }
    if (width) context.stroke();
    else context.fill();
    yield;
  }
  context.lineJoin = 'round';
  const seen = rules.filter(({ from, below = Infinity }) => zoom >= from && zoom < below);
  const edged = seen.filter(({ edge, width }) => edge && width && widthAt(width, zoom) >= 2);
  for (const rule of seen) {
    if (rule.edge) for (const { width, ...each } of edged.splice(0)) {
      if (width) yield* one({ ...each, width }, 'edge', widthAt(width, zoom) + 1.6);
    }
    yield* one(rule, rule.colour, rule.width ? widthAt(rule.width, zoom) : 0);
    if (rule.wall && zoom > 15) yield* one(rule, 'wall', 1);
  }
}

// MARK: Names

/**
 * @typedef {{text: string, lines: string[], naming: Naming, size: number, order: number, x: number, y: number,
 *   angle: number}} Label x, y: of its middle, in pixels of the picture
 * @typedef {[left: number, top: number, right: number, bottom: number]} Box
 */

/**
 * What a label covers: a box, or a row of them along one that is turned.
 *
 * @param {Label} label
 * @param {number} width
 */
export function boxesOf({ x, y, angle, size, lines }, width) {
  const half = angle ? size / 2 + 3 : size * 0.6 * lines.length + 3;
  const count = angle ? Math.ceil(width / size) : 1;
  const reach = angle ? half : width / 2 + 3;
  return Array.from({ length: count }, (_, i) => {
    const along = ((i + 0.5) / count - 0.5) * width;
    const [atX, atY] = [x + along * Math.cos(angle), y + along * Math.sin(angle)];
    return /** @type {Box} */ ([atX - reach, atY - half, atX + reach, atY + half]);
  });
}

/**
 * How far a name may be from its place, the best first: that of a city is as true a little further up or down.
 *
 * @param {Label} label
 */
const shiftsOf = ({ naming: [layer, kind], size }) =>
  (layer !== 'place' ? [0] : kind === 'city' ? [0, -2, 2, -4, 4, -6, 6, -8, 8, -10, 10] : [0, -1.5, 1.5, -3, 3])
    .map((lines) => lines * size);

/**
 * A name in lines of about 14 characters.
 *
 * @param {string} name
 */
export function lined(name) {
  /** @type {string[]} */
  const lines = [];
  for (const word of name.split(' ')) {
    const last = lines[lines.length - 1];
    if (last && (last.length + word.length < 14 || word.length < 3)) lines.push(`${lines.pop()} ${word}`);
    else lines.push(word);
  }
  return lines;
}

/** @param {Feature} feature */
function nameOf({ properties }) {
  const { name, name_int: other, ref, housenumber } = properties;
  return String(name || properties['name:latin'] || other || ref || housenumber || '');
}

/** @typedef {{text: string, kind: string, line: number[]}} NamedLine line: x, y, x, y */

/** @type {WeakMap<Layer, NamedLine[]>} */
const joined = new WeakMap();

/**
 * Lines with their names; lines of the same name that touch are one.
 *
 * @param {Layer} layer
 */
export function namedLines(layer) {
  const known = joined.get(layer);
  if (known) return known;
  /** @type {Map<string, NamedLine[]>} */
  const ends = new Map();
  /**
   * @param {NamedLine} of
   * @param {number} at
   */
  const keyOf = ({ text, kind, line }, at) => `${text}/${kind}/${line.slice(at, at + 2 || undefined)}`;
  const left = new Set(layer.features.flatMap((feature) => {
    const { type, points, ends: to, properties } = feature;
    const text = type === 2 ? nameOf(feature) : '';
    if (!text) return [];
    const kind = String(properties.class ?? '');
    return Array.from(to, (end, part) => ({ text, kind, line: [...points.subarray(to[part - 1] ?? 0, end)] }));
  }));
  for (const each of left) {
    for (const key of [keyOf(each, 0), keyOf(each, -2)]) ends.set(key, [...(ends.get(key) ?? []), each]);
  }
  const found = [];
  for (const start of left) {
    left.delete(start);
    let path = start;
    for (let turn = 0; turn < 2; turn++) {
      for (let key = keyOf(path, -2), next; (next = ends.get(key)?.find((each) => left.has(each)));) {
        left.delete(next);
        path.line.push(...(keyOf(next, 0) === key ? next.line : reversed(next.line)).slice(2));
        key = keyOf(path, -2);
      }
      path = { ...path, line: reversed(path.line) };
    }
    found.push(path);
  }
  joined.set(layer, found);
  return found;
}

/** @param {number[]} line */
function reversed(line) {
  const found = [];
  for (let i = line.length - 2; i >= 0; i -= 2) found.push(line[i], line[i + 1]);
  return found;
}

/**
 * Places for a text of a width along a line where it hardly bends: middles and angles.
 *
 * @param {number[]} line x, y, x, y
 * @param {number} width
 */
export function placesAlong(line, width) {
  const lengths = [0];
  for (let i = 2; i < line.length; i += 2) {
    lengths.push(lengths[i / 2 - 1] + Math.hypot(line[i] - line[i - 2], line[i + 1] - line[i - 1]));
  }
  /**
   * @param {number} length
   * @param {number} axis
   */
  const at = (length, axis) => {
    const i = Math.max(1, lengths.findIndex((each) => each >= length));
    const part = (length - lengths[i - 1]) / (lengths[i] - lengths[i - 1] || 1);
    return line[i * 2 - 2 + axis] * (1 - part) + line[i * 2 + axis] * part;
  };
  const whole = lengths[lengths.length - 1];
  const count = Math.max(1, Math.floor(whole / Math.max(width * 2, 350)));
  const found = [];
  for (let i = 0; i < count; i++) {
    for (const shift of [0, -0.5, 0.5, -1, 1]) {
      const from = ((i + 0.5) * whole) / count + (shift - 0.5) * width;
      if (from < 0 || from + width > whole) continue;
      const [x, y] = [at(from, 0), at(from, 1)];
      const [toX, toY] = [at(from + width, 0), at(from + width, 1)];
      if (Math.hypot(toX - x, toY - y) < 0.97 * width) continue;
      // Not upside down.
      const angle = Math.atan((toY - y) / (toX - x || 1e-9)) || 1e-9;
      found.push({ x: (x + toX) / 2, y: (y + toY) / 2, angle });
      break;
    }
  }
  return found;
}

const family = 'system-ui, sans-serif';
/** The part of the map's size that names are drawn beyond each of its sides. */
const beyondView = 0.12;
/** Pixels between two places of the same name. */
const apart = 250;

/** A canvas with names over all tiles, so that none is cut or drawn twice; another one is drawn in the meantime. */
class Names {
  /** @type {Job | null} */
  job = null;
  isZooming = false;
  /** @type {number | undefined} */
  timer;
  /** @type {Map<string, number>} */
  widths = new Map();

  /**
   * @param {L.Map} map
   * @param {Shapes} shapes
   */
  constructor(map, shapes) {
    this.map = map;
    this.shapes = shapes;
    const pane = map.createPane('names');
    Object.assign(pane.style, { zIndex: 250, pointerEvents: 'none' });
    // The origin is in pixels of the world.
    const canvas = () => L.DomUtil.create('canvas', 'leaflet-zoom-animated', pane);
    this.front = { canvas: canvas(), origin: L.point(0, 0), zoom: 0 };
    this.back = { canvas: canvas(), origin: L.point(0, 0), zoom: 0 };
    map.on('moveend resize', () => this.refresh());
    map.on('zoomstart zoomend', ({ type }) => {
      this.isZooming = type === 'zoomstart';
      this.refresh();
    });
    map.on('zoomanim', ({ center, zoom }) => this.place(center, zoom));
    map.on('zoom', () => this.place(map.getCenter(), map.getZoom()));
  }

  /** Writes all names again, after the tiles. */
  refresh() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      const { queue } = this.shapes;
      queue.drop(this.job);
      this.job = queue.add(() => (this.isZooming ? Infinity : 1e6), this.draw());
    }, 60);
  }

  /**
   * Puts the front where it belongs, also while the zoom changes.
   *
   * @param {L.LatLng} center
   * @param {number} zoom
   */
  place(center, zoom) {
    const { map, front } = this;
    const scale = map.getZoomScale(zoom, front.zoom);
    const moved = L.DomUtil.getPosition(map.getPane('mapPane'));
    const corner = map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(moved).round();
    L.DomUtil.setTransform(front.canvas, front.origin.multiplyBy(scale).subtract(corner), scale);
  }

  /** @returns {Steps} */
  *draw() {
    const { map, back, shapes } = this;
    const { canvas } = back;
    const zoom = map.getZoom();
    const size = map.getSize().multiplyBy(1 + 2 * beyondView).round();
    const origin = map.project(map.getCenter(), zoom).subtract(size.divideBy(2)).round();
    Object.assign(back, { zoom, origin });
    const [width, height] = [size.x * ratio(), size.y * ratio()].map(Math.round);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    Object.assign(canvas.style, { width: `${size.x}px`, height: `${size.y}px` });
    const context = canvas.getContext('2d');
    if (!context) return;
    context.setTransform(ratio(), 0, 0, ratio(), 0, 0);
    context.clearRect(0, 0, size.x, size.y);
    yield;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    /** @type {Label[]} */
    const labels = [];
    for (const part of shapes.visible(zoom, origin, size)) {
      yield* this.collect(context, part, zoom, (label) => {
        const isIn = label.x > 0 && label.y > 0 && label.x < size.x && label.y < size.y;
        if (isIn) labels.push(label);
      });
    }
    yield;
    labels.sort((a, b) => a.order - b.order || a.text.localeCompare(b.text) || a.x - b.x);
    const margin = size.subtract(map.getSize()).divideBy(2);
    const taken = shapes.obstacles().map(([left, top, right, bottom]) =>
      /** @type {Box} */ ([left + margin.x, top + margin.y, right + margin.x, bottom + margin.y]));
    yield* this.write(context, labels, taken);
    [this.front, this.back] = [back, this.front];
    canvas.style.display = '';
    this.back.canvas.style.display = 'none';
    this.place(map.getCenter(), map.getZoom());
  }

  /**
   * Finds what could be written of a tile.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {Visible} visible
   * @param {number} zoom
   * @param {(label: Label) => void} add
   * @returns {Steps}
   */
  *collect(context, { tile, namings, side, left, top }, zoom, add) {
    let work = 0;
    for (const [name, layer] of tile) {
      const own = namings.filter((naming) => naming[0] === name && naming[3] <= zoom);
      const namingOf = (/** @type {unknown} */ kind) => own.find((naming) => naming[1] === kind || naming[1] === '*');
      const unit = side / layer.extent;
      /**
       * @param {Naming} naming
       * @param {string} text
       * @param {{x: number, y: number, angle: number}} place in pixels of the tile
       * @param {number} growth
       * @param {number} later
       */
      const put = (naming, text, { x, y, angle }, growth, later) => {
        // The margin belongs to the next tiles.
        if (x < 0 || y < 0 || x >= side || y >= side) return;
        const order = namings.indexOf(naming) + later;
        const lines = angle ? [text] : lined(text);
        add({ text, lines, naming, size: naming[2] + growth, order, x: x + left, y: y + top, angle });
      };
      for (const feature of own.length ? layer.features : []) {
        if (++work % 500 === 0) yield;
        const { zoom: from = 0, rank = 9, class: kind } = feature.properties;
        const naming = namingOf(kind);
        const text = nameOf(feature);
        if (feature.type !== 1 || from > zoom || !naming || !text) continue;
        const growth = from ? zoom - Number(from) : name === 'place' ? (zoom - 9) * 0.6 : 0;
        const place = { x: feature.points[0] * unit, y: feature.points[1] * unit, angle: 0 };
        put(naming, text, place, Math.max(-3, Math.min(4, growth)), Number(rank) / 100 + work / 1e7);
      }
      for (const { text, kind, line } of own.length ? namedLines(layer) : []) {
        if (++work % 50 === 0) yield;
        const naming = namingOf(kind);
        if (!naming) continue;
        const width = this.width(context, text, `${naming[5]} ${naming[2]}px ${family}`);
        for (const place of placesAlong(line.map((value) => value * unit), width)) put(naming, text, place, 0, 0);
      }
    }
  }

  /**
   * Writes labels that do not cover more important ones.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {Label[]} labels important ones first
   * @param {Box[]} taken what they must not cover
   * @returns {Steps}
   */
  *write(context, labels, taken) {
    /** @type {Label[]} */
    const written = [];
    const { colours } = this.shapes;
    let work = 0;
    for (const label of labels) {
      if (++work % 8 === 0) yield;
      const { text, lines, naming, size, x, y, angle } = label;
      const isNear = (/** @type {Label} */ b) => b.text === text && Math.hypot(b.x - x, b.y - y) < apart;
      if (naming[0] !== 'housenumber' && written.some(isNear)) continue;
      const font = `${naming[5]} ${size}px ${family}`;
      const width = Math.max(...lines.map((each) => this.width(context, each, font)));
      const placed = shiftsOf(label).map((shift) => boxesOf({ ...label, y: y + shift }, width));
      const free = placed.findIndex((boxes) => !boxes.some((a) =>
        taken.some((b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3])));
      if (free < 0) continue;
      taken.push(...placed[free]);
      written.push(label);
      context.font = font;
      context.strokeStyle = colours.halo;
      context.fillStyle = colours[naming[4]];
      context.lineWidth = size / 4;
      context.save();
      context.translate(x, y + shiftsOf(label)[free]);
      context.rotate(angle);
      lines.forEach((each, i) => {
        const at = (i - (lines.length - 1) / 2) * size * 1.2;
        context.strokeText(each, 0, at);
        context.fillText(each, 0, at);
      });
      context.restore();
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {string} text
   * @param {string} font
   */
  width(context, text, font) {
    const key = font + text;
    let width = this.widths.get(key);
    if (width === undefined) {
      if (this.widths.size > 5000) this.widths.clear();
      context.font = font;
      width = context.measureText(text).width;
      this.widths.set(key, width);
    }
    return width;
  }
}

// MARK: The layer

/**
 * @typedef {{source: Source, rules: Rule[], namings: Naming[], isBeyond: boolean}} Part isBeyond: whether it is drawn
 *   only where the base map has nothing
 * @typedef {{tile: VectorTile, namings: Naming[], side: number, left: number, top: number}} Visible a tile of data
 *   whose names can be seen; its size and place in pixels
 * @typedef {{
 *   coords: Coords, job: Job | null, paint: () => Steps, finish: (() => void) | null, release: () => void,
 * }} Drawn finish: null until its data is here
 */

/** Draws shapes on tiles of the map. */
class Shapes {
  queue = new Queue();
  colours = light;
  zoom = 0;
  /** @type {Map<HTMLElement, Drawn>} */
  tiles = new Map();
  /**
   * What names must not cover, in pixels of the map.
   *
   * @type {() => Box[]}
   */
  obstacles = () => [];

  /**
   * @param {L.Map} map
   * @param {string} assets where the outlines and the waters are
   * @param {BaseMap | null} base
   * @param {number} maxZoom
   */
  constructor(map, assets, base, maxZoom) {
    this.map = map;
    this.base = base;
    const whole = (/** @type {string} */ name) => new Source(this.queue, new URL(name, assets).href, 0, 0);
    this.outlines = whole('outlines.mvt');
    this.waters = whole('waters.mvt');
    this.places = new Source(this.queue, 'tiles/places/{z}/{x}/{y}.mvt', 0, placesZoom);
    this.streets = base && new Source(this.queue, base.tiles, base.minZoom, base.maxZoom);
    this.names = new Names(map, this);
    const attribution = base ? safeAttribution(base.attribution) : naturalEarth;
    const layer = new L.GridLayer({ maxZoom, updateWhenZooming: false, keepBuffer: 1, attribution });
    layer.createTile = (coords, done) => this.create(coords, done);
    layer.on('tileunload', ({ tile }) => this.unload(tile));
    map.on('zoomend', () => this.setGround());
    this.layer = layer.addTo(map);
  }

  /**
   * What shows something at a zoom, lowest first.
   *
   * @param {number} zoom
   * @returns {Part[]}
   */
  sources(zoom) {
    const { base, streets: source } = this;
    const isIn = base && source && zoom >= base.minZoom;
    const isBeyond = Boolean(isIn);
    /** @type {Part[]} */
    const found = [];
    if (!isIn || zoom < bordersBelow) {
      found.push({ source: this.outlines, rules: outlines, namings: plainNames, isBeyond: false });
    } else {
      const rules = outlines.slice(0, 1);
      found.push({ source: this.outlines, rules, namings: [], isBeyond: zoom >= outlinesBelow });
    }
    if (zoom >= watersFrom && zoom < watersBelow) {
      found.push({ source: this.waters, rules: waters, namings: [], isBeyond });
    }
    if (settings.gazetteer) found.push({ source: this.places, rules: [], namings: plainNames, isBeyond });
    if (isIn) found.push({ source, rules: streets, namings: streetNames, isBeyond: false });
    return found;
  }

  /**
   * @param {Coords} coords
   * @param {L.DoneCallback} done
   */
  create(coords, done) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = tileSize * ratio();
    this.zoom = coords.z;
    const sources = this.sources(coords.z);
    const hold = (/** @type {Part} */ part) => ({ ...part, ...part.source.hold(coords) });
    let parts = sources.filter(({ isBeyond }) => !isBeyond).map(hold);
    const release = () => parts.forEach((part) => part.release());
    /** @type {Drawn} */
    const tile = { coords, job: null, paint: () => this.paint(canvas, coords, parts), finish: null, release };
    this.tiles.set(canvas, tile);
    const ready = () => Promise.all(parts.map(({ entry }) => entry.ready));
    ready().then(() => {
      const isCovered = parts.some(({ source, entry }) => source === this.streets && entry.tile.size > 0);
      if (isCovered || !this.tiles.has(canvas)) return undefined;
      parts = [...sources.filter(({ isBeyond }) => isBeyond).map(hold), ...parts];
      return ready();
    }).then(() => {
      if (!this.tiles.has(canvas)) return;
      tile.finish = () => {
        done(null, canvas);
        this.names.refresh();
        tile.finish = () => {};
      };
      this.repaint(tile);
    });
    return canvas;
  }

  /** @param {HTMLElement} canvas */
  unload(canvas) {
    const tile = this.tiles.get(canvas);
    if (!tile) return;
    this.tiles.delete(canvas);
    this.queue.drop(tile.job);
    tile.finish = null;
    tile.release();
  }

  /** @param {Drawn} tile */
  repaint(tile) {
    if (!tile.finish) return;
    this.queue.drop(tile.job);
    const steps = (function* () {
      yield* tile.paint();
      tile.finish?.();
    })();
    tile.job = this.queue.add(() => this.rank(tile.coords), steps);
  }

  /**
   * The middle first; tiles of another zoom will soon go.
   *
   * @param {Coords} coords
   */
  rank({ x, y, z }) {
    const middle = this.map.project(this.map.getCenter(), z).divideBy(tileSize);
    const across = Math.abs(x + 0.5 - middle.x) % 2 ** z;
    return z === this.zoom ? Math.hypot(Math.min(across, 2 ** z - across), y + 0.5 - middle.y) : Infinity;
  }

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Coords} coords
   * @param {{source: Source, rules: Rule[], entry: Entry}[]} parts
   * @returns {Steps}
   */
  *paint(canvas, coords, parts) {
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) return;
    const { x, y, z } = coords;
    const { colours } = this;
    context.setTransform(ratio(), 0, 0, ratio(), 0, 0);
    context.fillStyle = colours[parts[0].source === this.outlines && parts[0].entry.tile.size ? 'water' : 'land'];
    context.fillRect(0, 0, tileSize, tileSize);
    for (const { source, rules, entry } of parts) {
      const span = 2 ** (z - source.level(z));
      const frame = { scale: span * tileSize, left: (x % span) * tileSize, top: (y % span) * tileSize };
      yield* draw(context, entry.tile, rules, z, frame, colours);
    }
  }

  /**
   * @param {number} zoom
   * @param {L.Point} from the left upper corner of what is seen, in pixels of the world
   * @param {L.Point} size
   * @returns {Generator<Visible>}
   */
  *visible(zoom, from, size) {
    for (const { source, namings } of this.sources(Math.round(zoom))) {
      const level = source.level(zoom);
      const side = tileSize * 2 ** (zoom - level);
      for (let x = Math.floor(from.x / side); x * side < from.x + size.x; x++) {
        for (let y = Math.floor(from.y / side); y * side < from.y + size.y; y++) {
          const tile = source.entries.get(`${level}/${x & (2 ** level - 1)}/${y}`)?.tile;
          if (tile) yield { tile, namings, side, left: x * side - from.x, top: y * side - from.y };
        }
      }
    }
  }

  /** Until tiles are drawn: near the ground one mostly looks at land. */
  setGround() {
    const isNear = this.streets || this.map.getZoom() > 6;
    this.map.getContainer().style.background = this.colours[isNear ? 'land' : 'water'];
  }

  /** @param {() => Box[]} obstacles what names must not cover, in pixels of the map */
  avoid(obstacles) {
    this.obstacles = obstacles;
    this.names.refresh();
  }

  /** @param {boolean} isDark */
  setDark(isDark) {
    this.colours = isDark ? dark : light;
    this.setGround();
    for (const tile of this.tiles.values()) this.repaint(tile);
    this.names.refresh();
  }
}

const naturalEarth = 'Made with <a href="https://www.naturalearthdata.com/">Natural Earth</a>';

/**
 * Text and links of an attribution; other HTML becomes text.
 *
 * @param {string} html
 */
export const safeAttribution = (html) => html.replace(/<a href="https?:\/\/[^"<>]*">|<\/a>|[<>]/g, (found) =>
  (found.length > 1 ? found : found === '<' ? '&lt;' : '&gt;'));

const highest = 24;

/**
 * Adds the map under the pins.
 *
 * @param {L.Map} map with a view
 * @param {BaseMap | null} base null for outlines of countries
 * @param {string} [assets] where `outlines.mvt` and `waters.mvt` are
 * @returns {{setDark(isDark: boolean): void, avoid(obstacles: () => Box[]): void}} avoid: keeps names from covering
 *   something, now and until it is called again
 */
export function addBaseMap(map, base, assets = import.meta.url) {
  if (base?.kind !== 'raster') return new Shapes(map, assets, base, highest);
  const { tiles, minZoom, maxZoom } = base;
  const below = minZoom > 0 ? new Shapes(map, assets, null, minZoom - 1) : null;
  const attribution = safeAttribution(base.attribution);
  const pictures = L.tileLayer(tiles, { minZoom, maxZoom: highest, maxNativeZoom: maxZoom, attribution }).addTo(map);
  return {
    avoid: (obstacles) => below?.avoid(obstacles),
    setDark(isDark) {
      below?.setDark(isDark);
      const container = pictures.getContainer();
      if (container) container.style.filter = isDark ? 'brightness(0.7)' : '';
    },
  };
}
