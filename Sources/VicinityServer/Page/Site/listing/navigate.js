// Programs that lead to a place.

import { encoded } from '../base/api.js';
import { h, icon } from '../base/dom.js';
import { t } from '../base/text.js';

/**
 * @typedef {{lat: number, lon: number, name?: string}} Place
 */

/**
 * The addresses by program. `geo:` (RFC 5870) opens any map program of the device, such as Organic Maps or OsmAnd.
 *
 * @type {Record<string, (place: string, name: string) => string>}
 */
const programs = {
  device: (place, name) => `geo:${place}?q=${place}(${name})`,
  google: (place) => `https://www.google.com/maps/dir/?api=1&destination=${encoded(place)}`,
  apple: (place, name) => `https://maps.apple.com/?daddr=${place}&q=${name}`,
  openstreetmap: (place) => `https://www.openstreetmap.org/directions?to=${encoded(place)}`,
};

/**
 * The programs in the order in which the device may have them.
 *
 * @param {string} userAgent
 */
export function programsFor(userAgent) {
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return ['apple', 'google', 'openstreetmap', 'device'];
  if (/Android|Mobile/.test(userAgent)) return ['device', 'google', 'openstreetmap', 'apple'];
  return ['openstreetmap', 'google', 'apple', 'device'];
}

/**
 * A menu of them.
 *
 * @param {Place} place
 */
export function navigateMenu({ lat, lon, name = '' }) {
  const links = programsFor(navigator.userAgent).map((program) => {
    const href = programs[program](`${lat},${lon}`, encoded(name));
    const elsewhere = href.startsWith('http') && { target: '_blank', rel: 'noopener noreferrer' };
    return h('a', { class: 'action', href, 'data-program': program, ...elsewhere }, t(`navigate ${program}`));
  });
  return h('details', { class: 'navigate' }, h('summary', { class: 'action' }, icon('route'), t('navigate')),
    h('div', { class: 'actions' }, links));
}
