// Rules of events that repeat, and dates as files for calendars.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { calendarText } from '../../Sources/VicinityServer/Page/Site/base/icalendar.js';
import { readRule, weekdayOf, weekOf, writeRule } from '../../Sources/VicinityServer/Page/Site/listing/recurrence.js';

const same = [
  'FREQ=WEEKLY;BYDAY=FR', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;UNTIL=20261218', 'FREQ=DAILY', 'FREQ=DAILY;COUNT=10',
  'FREQ=MONTHLY;BYDAY=1FR', 'FREQ=MONTHLY;BYDAY=-1SA', 'FREQ=MONTHLY', 'FREQ=YEARLY;COUNT=3',
];

for (const text of same) test(`read and written: ${text}`, () => assert.equal(writeRule(readRule(text)), text));

const read = [
  ['RRULE:FREQ=WEEKLY;WKST=MO;BYDAY=FR,MO;', 'FREQ=WEEKLY;BYDAY=MO,FR'],
  ['freq=weekly;until=20261218T200000Z', 'FREQ=WEEKLY;UNTIL=20261218'],
];

for (const [text, written] of read) {
  test(`another spelling: ${text}`, () => assert.equal(writeRule(readRule(text)), written));
}

const others = [
  '', undefined, 'FREQ=HOURLY', 'FREQ=MONTHLY;BYMONTHDAY=3,4', 'FREQ=MONTHLY;BYDAY=FR', 'FREQ=WEEKLY;BYDAY=1FR',
  'RRULE:FREQ=WEEKLY\nEXDATE:20261204', 'FREQ=MONTHLY;BYDAY=5FR', 'FREQ=WEEKLY;BYDAY=XX', 'FREQ=WEEKLY;INTERVAL=x',
];

for (const text of others) test(`no plain words: ${text}`, () => assert.equal(readRule(text), null));

test('days and weeks of a month', () => {
  assert.deepEqual(['2026-12-04', '2026-12-07'].map(weekdayOf), ['Fr', 'Mo']);
  const dates = ['2026-12-01', '2026-12-07', '2026-12-08', '2026-12-28', '2026-12-29'];
  assert.deepEqual(dates.map(weekOf), [1, 1, 2, 4, -1]);
});

const entry = { uid: 'jazz/1', name: 'Jazz; live, "late"\nand more', stamp: Date.parse('2026-11-27T20:00:00Z') };

test('a date in a calendar', () => {
  const text = calendarText({
    ...entry, starts: '2026-12-04T20:00:00+01:00', ends: '2026-12-04T23:30:00+01:00', place: 'Hof 3, Ulm', lat: 48.4,
    lon: 10, url: 'https://example.org/map?id=jazz',
  });
  assert.deepEqual(text.split('\r\n'), [
    'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Vicinity//Map page//EN', 'BEGIN:VEVENT', 'UID:jazz/1',
    'DTSTAMP:20261127T200000Z', 'DTSTART:20261204T190000Z', 'DTEND:20261204T223000Z',
    'SUMMARY:Jazz\\; live\\, "late"\\nand more', 'LOCATION:Hof 3\\, Ulm', 'GEO:48.4;10',
    'URL:https://example.org/map?id=jazz', 'END:VEVENT', 'END:VCALENDAR', '',
  ]);
});

test('whole days, and a moment without an end', () => {
  const days = calendarText({ ...entry, starts: '2026-12-04' });
  assert.match(days, /DTSTART;VALUE=DATE:20261204\r\nDTEND;VALUE=DATE:20261205/);
  const moment = calendarText({ ...entry, starts: '2026-12-04T20:00:00Z' });
  assert.ok(moment.includes('DTSTART:20261204T200000Z') && !moment.includes('DTEND'));
});

test('long lines are folded between letters', () => {
  const name = 'ő🎷'.repeat(40);
  const text = calendarText({ ...entry, name, starts: '2026-12-04' });
  const lines = text.split('\r\n');
  assert.ok(lines.every((line) => Buffer.byteLength(line) <= 75));
  assert.ok(text.replaceAll('\r\n ', '').includes(`SUMMARY:${name}\r\n`));
});
