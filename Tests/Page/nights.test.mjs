// Which nights a host keeps.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { spansOf } from '../../Sources/VicinityServer/Page/Site/hosting/nights.js';

/** Nights of December, `.` for free and `x` for taken. */
const nights = (text) => [...text].map((sign, index) => ({
  date: `2026-12-${String(index + 1).padStart(2, '0')}`, free: sign === '.',
}));

/** Spans as the days of December. */
const days = (spans) => spans.map(({ from, to }) => `${Number(from.slice(8))}-${Number(to.slice(8))}`);

const cases = [
  ['no night', '', [], [], []],
  ['all free', '....', [], [], []],
  ['one span', '.xx.', [], [], ['2-4']],
  ['several spans', 'x.xx.x', [], [], ['1-2', '3-5', '6-7']],
  ['a stay', '.xxx.', [[2, 4, 'confirmed']], [], ['4-5']],
  ['a stay in the middle', 'xxxxx', [[2, 4, 'requested']], [], ['1-2', '4-6']],
  ['a stay that was cancelled', '.xx.', [[2, 4, 'cancelled']], [], ['2-4']],
  ['nights of the listing', '.xxx.', [], [['2026-12-03', '2026-12-05']], ['2-3']],
];

const date = (day) => `2026-12-${String(day).padStart(2, '0')}`;

for (const [name, text, stays, unavailable, expected] of cases) {
  test(name, () => {
    const bookings = stays.map(([from, to, status]) => ({ from: date(from), to: date(to), status }));
    assert.deepEqual(days(spansOf(nights(text), bookings, unavailable)), expected);
  });
}
