// A symbol for each category of listings, drawn for this page on a grid of 24.

import { icon } from './dom.js';
import { loadIcons } from './icons.js';

/** @type {Record<string, string>} */
const symbols = {
  // Bars
  bar: 'M5 4h14l-7 8zM12 12v8M8 20h8',
  pub: 'M6 8h9v12H6zM15 10.5h2a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2h-2'
    + 'M6 8a2.5 2.5 0 0 1 .5-4.5 3.5 3.5 0 0 1 6 0A2.5 2.5 0 0 1 15 8'
    + 'M9 12v4.5M12 12v4.5',
  biergarten: 'M12 14V3M12 3C8 3 5 5.5 4.5 9h15C19 5.5 16 3 12 3zM4 14h16M7.5 14 5.5 21M16.5 14l2 7',
  cafe: 'M4 9h12v6a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4zM16 10h1.5a2.5 2.5 0 0 1 0 5H16M8 3v3M12 3v3',
  restaurant: 'M7 3v18M4 3v5a3 3 0 0 0 6 0V3M17 21v-7M17 14c-2 0-3-2-3-5.5S15.5 3 17 3z',
  nightclub: 'M12 2v4M12 6a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM4.5 13.5h15M12 6c-4 4.5-4 10.5 0 15'
    + 'M12 6c4 4.5 4 10.5 0 15',
  'fast-food': 'M4 11a8 6 0 0 1 16 0zM3 14.5h18M5 18h14a2.5 2.5 0 0 1-2.5 2.5h-9A2.5 2.5 0 0 1 5 18z',
  'ice-cream': 'M8 11l4 10 4-10M6 11h12M7 11a5 5 0 1 1 10 0',
  // Events
  concert: 'M9 18V5.5L19 3v13M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM19 16a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z',
  party: 'M4 20l4-11 7 7zM13 9c2-1 2.5-3 2-5M15.5 11.5c1-1.5 2.5-2 5-1.5M19 5h.01M20 15h.01M9.5 4h.01',
  market: 'M4 9l1.5-5h13L20 9M4 9a2.67 2.67 0 0 0 5.33 0 2.67 2.67 0 0 0 5.34 0A2.67 2.67 0 0 0 20 9'
    + 'M5.5 12.5V20h13v-7.5M10 20v-4h4v4',
  theatre: 'M5 4c4 1.5 10 1.5 14 0v8c0 5-4 8-7 9-3-1-7-4-7-9zM9 9.5h.01M15 9.5h.01M9 14c2 2 4 2 6 0',
  festival: 'M12 3v5M12 3l4.5 1.5L12 6.5M12 8 3 20h18zM12 14l-3 6M12 14l3 6',
  exhibition: 'M4 5h16v14H4zM7 16l4-5 2.5 3 1.5-1.5 2 3.5M15.5 8.5h.01',
  comedy: 'M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM6 11a6 6 0 0 0 12 0M12 17v4M9 21h6',
  film: 'M4 5h16v14H4zM8 5v14M16 5v14M4 9.67h4M4 14.33h4M16 9.67h4M16 14.33h4',
  sport: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 8l4 3-1.5 4.5h-5L8 11zM12 3v5M20.5 10 16 11M17.3 19.3l-2.8-3.8'
    + 'M6.7 19.3l2.8-3.8M3.5 10 8 11',
  dance: 'M13.5 4.5a1.5 1.5 0 1 0-3 0 1.5 1.5 0 0 0 3 0zM4 8.5l6 1.5 5-1 4-4M10 10l1.5 5-4 6M11.5 15l4.5 1.5 1 4.5',
  course: 'M12 5 2 10l10 5 10-5zM6 12v5c3 3 9 3 12 0v-5M22 10v6',
  talk: 'M4 5h16v11h-8l-5 4v-4H4zM8 9h8M8 12.5h5',
  children: 'M12 3a5.5 6.5 0 0 0-5.5 6.5C6.5 13 9.5 16 12 16s5.5-3 5.5-6.5A5.5 6.5 0 0 0 12 3zM12 16c-2 2 2 3 0 6',
  event: 'M5 5h14v15H5zM5 10h14M9 3v4M15 3v4',
  // Couches
  couch: 'M5 11V8a3 3 0 0 1 3-3h8a3 3 0 0 1 3 3v3M3 11a2 2 0 0 1 4 0v3h10v-3a2 2 0 0 1 4 0v7H3zM5 18v2M19 18v2',
  'shared-room': 'M4 3v18M20 3v18M4 10h16M4 19h16M7 10V7h5v3M7 19v-3h5v3',
  room: 'M3 20V5M3 16h18v4M21 16v-2.5a3 3 0 0 0-3-3h-8V16M6.5 9.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z',
  apartment: 'M6 21V4h12v17M3 21h18M10 8h.01M14 8h.01M10 12h.01M14 12h.01M10.5 21v-4.5h3V21',
  hostel: 'M7 9a5 5 0 0 1 10 0v11H7zM10 4.5V3h4v1.5M10 10h4M10 20v-5h4v5M4 13v5M20 13v5',
  hotel: 'M4 18a8 8 0 0 1 16 0zM3 21h18M12 10V7M10 7h4',
  'guest-house': 'M3 11l9-7 9 7M5.5 9.5V20h13V9.5M10 20v-6h4v6',
};

let isLoaded = false;

/**
 * The symbol of a listing: of its category, else of its kind.
 *
 * @param {{kind: string, category?: string}} listing
 */
export function categoryIcon({ kind, category = '' }) {
  if (!isLoaded) {
    loadIcons(Object.fromEntries(Object.entries(symbols).map(([name, path]) => [`category-${name}`, path])));
    isLoaded = true;
  }
  return icon(`category-${category in symbols ? category : kind}`);
}
