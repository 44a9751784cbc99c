// One date as a file for calendar programs (iCalendar, RFC 5545). It does not depend on the page, for its tests.

import { plusDays } from './dates.js';

/**
 * @typedef {{
 *   uid: string, name: string, starts: string, ends?: string, place?: string, lat?: number, lon?: number, url?: string,
 *   stamp: number,
 * }} Entry starts, ends: RFC 3339, or dates for whole days, the last of which is not part of it; without an end a
 *   moment, or one day. stamp: the time now, in milliseconds
 */

/** @param {string} text */
const escaped = (text) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');

/** The most bytes of a line. */
const mostBytes = 75;

/**
 * Folds a line: each piece except the first starts with a space.
 *
 * @param {string} line
 */
function folded(line) {
  const encoder = new TextEncoder();
  let text = '';
  let length = 0;
  for (const letter of line) {
    const bytes = encoder.encode(letter).length;
    if (length + bytes > mostBytes) {
      text += '\r\n ';
      length = 1;
    }
    text += letter;
    length += bytes;
  }
  return text;
}

/** @param {number} milliseconds */
const instant = (milliseconds) => `${new Date(milliseconds).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/**
 * @param {string} key
 * @param {string} text
 */
function time(key, text) {
  if (text.length === 10) return `${key};VALUE=DATE:${text.replaceAll('-', '')}`;
  // Without an offset the clock on the wall counts.
  if (/\d$/.test(text) && !/[+-]\d\d:\d\d$/.test(text)) return `${key}:${text.slice(0, 19).replace(/[-:]/g, '')}`;
  return `${key}:${instant(Date.parse(text))}`;
}

/**
 * The text of a file with one date.
 *
 * @param {Entry} entry
 */
export function calendarText({ uid, name, starts, ends, place, lat, lon, url, stamp }) {
  const end = ends ?? (starts.length === 10 ? plusDays(starts, 1) : '');
  const lines = [
    'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Vicinity//Map page//EN', 'BEGIN:VEVENT', `UID:${escaped(uid)}`,
    `DTSTAMP:${instant(stamp)}`, time('DTSTART', starts), end && time('DTEND', end), `SUMMARY:${escaped(name)}`,
    place && `LOCATION:${escaped(place)}`, lat !== undefined && lon !== undefined && `GEO:${lat};${lon}`,
    url && `URL:${url}`, 'END:VEVENT', 'END:VCALENDAR',
  ];
  return lines.filter((line) => line !== '' && line !== false && line !== undefined)
    .map((line) => `${folded(String(line))}\r\n`).join('');
}
