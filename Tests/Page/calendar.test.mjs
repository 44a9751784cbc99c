// The dates of the calendar, and the days that can be chosen for a stay.

import assert from 'node:assert/strict';
import test from 'node:test';

const site = new URL('../../Sources/VicinityServer/Page/Site', import.meta.url).pathname;
const { nightsBetween, plusDays, plusMonths, weekday, weekStart } = await import(`${site}/base/dates.js`);
const { arrivalObstacle, departureObstacle, firstWeekday, limits, sum, weeks } =
  await import(`${site}/filters/stay.js`);

/** @typedef {import('../../Sources/VicinityServer/Page/Site/filters/stay.js').Night} Night */

/** @param {Night[]} nights @param {string} first */
const terms = (nights, first = '2026-12-01') => {
  const byDate = new Map(nights.map((night) => [night.date, night]));
  return { nights: byDate, first };
};

/**
 * Nights from the first of December on: `.` is free, `x` is taken, a digit is free with that least number of nights.
 *
 * @param {string} pattern
 * @returns {Night[]}
 */
const nightsOf = (pattern) => [...pattern].map((sign, index) => ({
  date: plusDays('2026-12-01', index), free: sign !== 'x', price: 10 + index, minNights: Number(sign) || 1,
}));

const december = (/** @type {number} */ day) => plusDays('2026-11-30', day);

test('Days', () => {
  assert.equal(plusDays('2026-12-31', 1), '2027-01-01');
  assert.equal(plusDays('2028-03-01', -1), '2028-02-29');
  assert.equal(nightsBetween('2026-03-28', '2026-03-30'), 2, 'over the change to summer time');
  assert.equal(nightsBetween('2026-12-05', '2026-12-01'), -4);
  assert.equal(weekday('2026-11-29'), 7);
  assert.equal(weekday('2026-11-30'), 1);
});

test('Months', () => {
  assert.equal(plusMonths('2026-01-31', 1), '2026-02-28');
  assert.equal(plusMonths('2027-12-31', 2), '2028-02-29');
  assert.equal(plusMonths('2026-03-31', -1), '2026-02-28');
  assert.equal(plusMonths('2026-11-15', 14), '2028-01-15');
  assert.equal(plusMonths('2026-01-15', -1), '2025-12-15');
});

test('Weeks', () => {
  assert.equal(weekStart('2026-11-29', 1), '2026-11-23');
  assert.equal(weekStart('2026-11-29', 7), '2026-11-29');
  assert.equal(weekStart('2026-11-28', 7), '2026-11-22');
  assert.equal(weeks('2027-02', 1).length, 4, 'a month that begins on a Monday');
  assert.deepEqual(weeks('2026-11', 1)[0], [null, null, null, null, null, null, '2026-11-01']);
  assert.equal(weeks('2026-11', 7)[0][0], '2026-11-01');
});

test('Each month has all its days once, in order, below their weekday', () => {
  for (let month = 0; month < 48; month += 1) {
    const first = plusMonths('2026-01-01', month);
    for (const begin of [1, 6, 7]) {
      const rows = weeks(first.slice(0, 7), begin);
      const days = rows.flat().filter(Boolean);
      assert.equal(days.length, nightsBetween(first, plusMonths(first, 1)));
      assert.deepEqual(days, [...new Set(days)].sort());
      for (const row of rows) {
        assert.equal(row.length, 7);
        assert.ok(row.some(Boolean));
        for (const [index, date] of row.entries()) if (date) assert.equal((weekday(date) - begin + 7) % 7, index);
      }
    }
  }
});

test('The week begins where the reader lives', () => {
  assert.equal(firstWeekday('en', ['en-US', 'en']), 7);
  assert.equal(firstWeekday('en', ['en-GB']), 1);
  assert.equal(firstWeekday('en', ['en']), 1);
  assert.equal(firstWeekday('de', ['en-US', 'de-DE']), 1);
  assert.equal(firstWeekday('de', []), 1);
});

test('Arrivals', () => {
  const why = (/** @type {number} */ day, /** @type {string} */ pattern, first = '2026-12-02') =>
    arrivalObstacle(december(day), terms(nightsOf(pattern), first))?.why ?? null;
  assert.equal(why(1, '..'), 'past');
  assert.equal(why(2, '..'), null);
  assert.equal(why(2, '.x'), 'taken');
  assert.equal(why(2, '.3.x'), 'short', 'two nights are free, three are the least');
  assert.equal(why(2, '.3..x'), null);
  assert.equal(why(9, '..'), null, 'a night that is not known');
});

test('Departures', () => {
  const why = (/** @type {number} */ day, /** @type {string} */ pattern) =>
    departureObstacle('2026-12-01', december(day), terms(nightsOf(pattern)))?.why ?? null;
  assert.equal(why(3, '..x'), null, 'the night of the day of departure may be taken');
  assert.equal(why(4, '..x.'), 'taken');
  assert.equal(why(3, '3...'), 'least');
  assert.equal(why(4, '3...'), null);
  assert.equal(why(4, '.22.'), null, 'limits of later nights do not count');
  const limited = terms([{ date: '2026-12-01', free: true, maxNights: 2 }]);
  assert.equal(departureObstacle('2026-12-01', '2026-12-03', limited), null);
  assert.deepEqual(departureObstacle('2026-12-01', '2026-12-04', limited), { why: 'most', n: 2 });
  const endless = terms([]);
  assert.equal(departureObstacle('2026-12-01', plusDays('2026-12-01', 731), endless), null);
  assert.equal(departureObstacle('2026-12-01', plusDays('2026-12-01', 732), endless)?.why, 'most');
});

test('Limits', () => {
  const { nights } = terms([{ date: '2026-12-01', free: true, minNights: 3, maxNights: 2000 }]);
  assert.deepEqual(limits('2026-12-01', nights), { least: 3, most: 731 });
  assert.deepEqual(limits('2026-12-02', nights), { least: 1, most: 731 });
});

test('Sums', () => {
  const { nights } = terms(nightsOf('...'));
  assert.equal(sum('2026-12-01', '2026-12-04', nights), 33);
  assert.equal(sum('2026-12-01', '2026-12-05', nights), undefined);
  const cents = [0.1, 0.2].map((price, index) => ({ date: december(index + 1), free: true, price }));
  assert.equal(sum('2026-12-01', '2026-12-03', terms(cents).nights), 0.3);
});

/**
 * Numbers from 0 to below 1, the same on each run (mulberry32).
 *
 * @param {number} seed
 */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param {() => number} next @param {number} count @returns {Night[]} */
function randomNights(next, count) {
  const below = (/** @type {number} */ bound) => Math.floor(next() * bound);
  return Array.from({ length: count }, (_, index) => ({
    date: plusDays('2026-12-01', index), free: next() > 0.2,
    ...next() > 0.1 && { price: below(1000) / 10 }, ...next() > 0.5 && { minNights: 1 + below(5) },
    ...next() > 0.5 && { maxNights: 1 + below(9) },
  }));
}

/**
 * Whether a stay is possible, and what it costs, written down night by night.
 *
 * @param {Night[]} nights
 * @param {number} from index of the night of arrival
 * @param {number} to
 */
function twin(nights, from, to) {
  const stay = nights.slice(from, to);
  const isLong = stay.length >= (nights[from].minNights ?? 1) && stay.length <= (nights[from].maxNights ?? Infinity);
  const isPriced = stay.every(({ price }) => price !== undefined);
  return {
    isPossible: isLong && stay.every(({ free }) => free),
    tenths: isPriced ? stay.reduce((total, { price = 0 }) => total + Math.round(price * 10), 0) : undefined,
  };
}

test('Random nights agree with the rules night by night', () => {
  const next = random(20261124);
  for (let round = 0; round < 300; round += 1) {
    const nights = randomNights(next, 24);
    const first = Math.floor(next() * 4);
    const known = terms(nights, nights[first].date);
    for (let from = 0; from < 12; from += 1) {
      const arrival = nights[from].date;
      const least = nights[from].minNights ?? 1;
      const isArrival = from >= first && nights.slice(from, from + least).every(({ free }) => free);
      assert.equal(arrivalObstacle(arrival, known) === null, isArrival, `${round} ${arrival}`);
      if (!isArrival) continue;
      for (let to = from + 1; to < 24; to += 1) {
        const departure = nights[to].date;
        const expected = twin(nights, from, to);
        const isPossible = departureObstacle(arrival, departure, known) === null;
        assert.equal(isPossible, expected.isPossible, `${round} ${arrival} ${departure}`);
        const total = sum(arrival, departure, known.nights);
        assert.equal(total === undefined ? undefined : Math.round(total * 10), expected.tenths);
      }
    }
  }
});
