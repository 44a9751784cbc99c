// Longitudes on a map that goes round more than once.

/**
 * A longitude from -180 to 180.
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
  const edge = 85;
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
 * The zoom of cells so that no more than `mostMarkers` fit on the map: cells of `cluster` are a quarter of a tile wide.
 *
 * @param {number} zoom of the map
 * @param {number} width of the map in pixels
 * @param {number} height
 */
export function cellZoom(zoom, width, height) {
  // Counts need some room: cells of 128 pixels.
  let cells = zoom - 1;
  while (cells > 0 && (width / side(zoom, cells) + 1) * (height / side(zoom, cells) + 1) > mostMarkers) cells -= 1;
  return Math.max(0, Math.min(22, cells));
}

/**
 * @param {number} zoom
 * @param {number} cells
 */
const side = (zoom, cells) => 64 * 2 ** (zoom - cells);
