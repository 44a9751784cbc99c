// The map as numbers: Web Mercator with tiles of 256 pixels, and longitudes that go round more than once.

/** The levels of zoom of the map. */
export const zooms = { least: 1, most: 19 };

/** The latitude beyond which a map ends. */
const edge = 85;

/**
 * A longitude from -180 to 180, or a difference of longitudes the shorter way round.
 *
 * @param {number} lon
 */
export const wrapped = (lon) => ((((lon + 180) % 360) + 360) % 360) - 180;

/**
 * The box of a query: west, south, east, north; west is greater than east across the 180th meridian. What reaches the
 * edge of the map reaches the pole.
 *
 * @param {number} west as the map counts it, also beyond -180
 * @param {number} south
 * @param {number} east
 * @param {number} north
 */
export function queryBox(west, south, east, north) {
  const isAll = east - west >= 360;
  return [
    isAll ? -180 : round(wrapped(west)), south <= -edge ? -90 : round(south),
    isAll ? 180 : round(wrapped(east)), north >= edge ? 90 : round(north),
  ];
}

/**
 * Seven decimals are about a centimeter.
 *
 * @param {number} degrees
 */
const round = (degrees) => Number(degrees.toFixed(7));

/**
 * The copy of a longitude that lies nearest to the middle of the map.
 *
 * @param {number} lon
 * @param {number} middle
 */
export const nearestCopy = (lon, middle) => lon + 360 * Math.round((middle - lon) / 360);

/** The most markers on the map at once. */
export const mostMarkers = 200;

/**
 * What a search of a map covers: its box, and the zoom of the cells that are counted.
 *
 * @param {import('./settings.js').View} view the middle of the map
 * @param {number} width the width of the map in pixels
 * @param {number} height
 * @param {number} [top] how much of it is covered: nothing is searched there
 */
export function extentOf({ lat, lon, zoom }, width, height, top = 0) {
  const world = 256 * 2 ** zoom;
  const [x, y] = [world * (lon / 360 + 0.5), world * mercator(lat)];
  const lonAt = (/** @type {number} */ pixel) => (pixel / world - 0.5) * 360;
  const latAt = (/** @type {number} */ pixel) =>
    (Math.atan(Math.sinh((1 - (2 * pixel) / world) * Math.PI)) * 180) / Math.PI;
  // No tools cover a pole.
  const north = latAt(y - height / 2) >= edge ? 90 : latAt(y - height / 2 + top);
  return {
    box: queryBox(lonAt(x - width / 2), latAt(y + height / 2), lonAt(x + width / 2), north),
    cells: cellZoom(zoom, width, height),
  };
}

/**
 * How far south a latitude lies on the map of the world, from 0 at its northern edge to 1.
 *
 * @param {number} lat
 */
function mercator(lat) {
  const sine = Math.sin((Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/**
 * The zoom of cells so that no more than `mostMarkers` fit on the map: cells of `cluster` are a quarter of a tile wide.
 *
 * @param {number} zoom the zoom of the map
 * @param {number} width the width of the map in pixels
 * @param {number} height
 */
export function cellZoom(zoom, width, height) {
  // Counts need some room: cells of 128 pixels.
  let cells = zoom - 1;
  const most = () => (Math.ceil(width / side(zoom, cells)) + 1) * (Math.ceil(height / side(zoom, cells)) + 1);
  while (cells > 0 && most() > mostMarkers) cells -= 1;
  return Math.max(0, Math.min(22, cells));
}

/**
 * @param {number} zoom
 * @param {number} cells
 */
const side = (zoom, cells) => 64 * 2 ** (zoom - cells);

/**
 * The cell of the server in which a place lies, by its name in an answer.
 *
 * @param {{lat: number, lon: number}} place
 * @param {number} level there are `2 ** level` cells around the world
 */
export function cellOf({ lat, lon }, level) {
  const side = 2 ** level;
  return `${level}/${Math.floor((lon / 360 + 0.5) * side)}/${Math.floor(mercator(lat) * side)}`;
}

/**
 * Where a place lies on the map of the world, in pixels.
 *
 * @param {{lat: number, lon: number}} place
 * @param {number} zoom
 */
export function pixelOf({ lat, lon }, zoom) {
  const world = 256 * 2 ** zoom;
  return { x: world * (lon / 360 + 0.5), y: world * mercator(lat) };
}

/**
 * The box around places: west, south, east, north.
 *
 * @param {{lat: number, lon: number}[]} places
 */
export function boxOf(places) {
  const [lats, lons] = [places.map(({ lat }) => lat), places.map(({ lon }) => lon)];
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
}

/**
 * The width of some meters on the map, in pixels.
 *
 * @param {number} meters
 * @param {number} lat
 * @param {number} zoom
 */
export const pixels = (meters, lat, zoom) =>
  (meters * 256 * 2 ** zoom) / (40_075_017 * Math.max(0.01, Math.cos((lat * Math.PI) / 180)));

/** Meters of a degree of latitude. */
export const degree = 111_195;

/**
 * The box around a circle: west, south, east, north.
 *
 * @param {{lat: number, lon: number}} middle
 * @param {number} radius in meters
 */
export function boxAround({ lat, lon }, radius) {
  const high = radius / degree;
  const wide = high / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  return [lon - wide, lat - high, lon + wide, lat + high];
}
