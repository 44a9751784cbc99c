// The icons, drawn for this page on a grid of 24.

import { set } from './dom.js';

/** @type {Record<string, string>} */
const paths = {
  search: 'M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM14.5 14.5 20 20',
  down: 'M6 9l6 6 6-6',
  up: 'M6 15l6-6 6 6',
  back: 'M15 5l-7 7 7 7',
  heart: 'M12 20C5 15 3 12 3 8.5A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 9 1.5c0 3.5-2 6.5-9 11.5z',
  list: 'M4 6h16M4 12h16M4 18h16',
  calendar: 'M5 6h14v14H5zM5 10h14M9 3v4M15 3v4',
  route: 'M6 19a2 2 0 1 0 0-.01M18 5a2 2 0 1 0 0-.01M8 19h7a3.5 3.5 0 0 0 0-7H9a3.5 3.5 0 0 1 0-7h7',
  near: 'M12 2v4M12 18v4M2 12h4M18 12h4M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12z',
  share: 'M12 15V4M8 8l4-4 4 4M5 13v7h14v-7',
  pin: 'M12 21s7-6 7-11a7 7 0 0 0-14 0c0 5 7 11 7 11zM12 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  tag: 'M4 4h8l8 8-8 8-8-8zM8 8h.01',
  city: 'M4 20V9l5-3v14M9 20V4h6v16M15 10h5v10M3 20h18',
  recent: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 2',
  filter: 'M4 5h16l-6 7v6l-4 2v-8z',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z'
    + 'M9 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  cross: 'M6 6l12 12M18 6L6 18',
  member: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21a8 8 0 0 1 16 0',
};

/**
 * Puts icons into the document, so that `icon` can name them.
 *
 * @param {Record<string, string>} [added] paths by name; those of this file, if none are given
 */
export function loadIcons(added = paths) {
  const space = 'http://www.w3.org/2000/svg';
  const sprite = document.createElementNS(space, 'svg');
  set(sprite, { class: 'visually-hidden', 'aria-hidden': true });
  const all = Object.entries(added).map(([name, path]) => [name, path, 'none']);
  if (added === paths) all.push(['heart-full', paths.heart, 'currentColor']);
  for (const [name, path, fill] of all) {
    const symbol = document.createElementNS(space, 'symbol');
    set(symbol, { id: `icon-${name}`, viewBox: '0 0 24 24' });
    const line = document.createElementNS(space, 'path');
    set(line, {
      d: path, fill, stroke: 'currentColor',
      'stroke-width': 2, 'stroke-linecap': 'round', 'stroke-linejoin': 'round',
    });
    symbol.append(line);
    sprite.append(symbol);
  }
  document.body.append(sprite);
}
