// The prices of single nights.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { plusDays, weekday } from '../../Sources/VicinityServer/Page/Site/base/dates.js';
import {
  datesBetween, weekendPrice, withPrice, withWeekends,
} from '../../Sources/VicinityServer/Page/Site/hosting/rates.js';

const today = '2026-11-27';
const christmas = { from: '2026-12-24', to: '2026-12-27', price: 80, minNights: 3 };

test('a price for some nights', () => {
  const dates = datesBetween('2026-12-01', '2026-12-03');
  assert.deepEqual(withPrice([], dates, 40), [{ from: '2026-12-01', to: '2026-12-03', price: 40 }]);
});

test('a price within a rate splits it, and its limits remain', () => {
  assert.deepEqual(withPrice([christmas], ['2026-12-25'], 90), [
    { from: '2026-12-24', to: '2026-12-25', price: 80, minNights: 3 },
    { from: '2026-12-25', to: '2026-12-26', price: 90, minNights: 3 },
    { from: '2026-12-26', to: '2026-12-27', price: 80, minNights: 3 },
  ]);
});

test('without a price of their own nights that follow each other are one rate again', () => {
  const split = withPrice([christmas], ['2026-12-25'], 90);
  assert.deepEqual(withPrice(split, ['2026-12-25'], 80), [christmas]);
  const { price, ...limits } = christmas;
  assert.equal(price, 80);
  assert.deepEqual(withPrice([christmas], datesBetween(christmas.from, christmas.to), null), [limits]);
});

test('weekends are the nights of Friday and Saturday', () => {
  const rates = withWeekends([], today, 50);
  assert.equal(rates.length, 53);
  assert.deepEqual(rates[0], { from: '2026-11-27', to: '2026-11-29', price: 50 });
  for (const { from, to } of rates) assert.deepEqual([weekday(from), weekday(to)], [5, 7], from);
  assert.equal(weekendPrice(rates, today), 50);
});

test('another price of weekends, and none', () => {
  const rates = withWeekends(withWeekends([], today, 50), today, 60);
  assert.equal(weekendPrice(rates, today), 60);
  assert.equal(rates.length, 53);
  assert.deepEqual(withWeekends(rates, today, null), []);
});

test('a weekend with a price of its own keeps it', () => {
  const rates = withWeekends([christmas], today, 50);
  const ofNight = (date) => rates.find(({ from, to }) => date >= from && date < to)?.price;
  assert.deepEqual(['2026-12-25', '2026-12-26', '2026-12-18', '2026-12-17'].map(ofNight), [80, 80, 50, undefined]);
});

test('several prices of weekends are none that a form can show', () => {
  assert.equal(weekendPrice([{ from: '2026-12-04', to: '2026-12-06', price: 50 }], today), undefined);
});

test('rates become the same when they are written again', () => {
  let seed = 7;
  const random = (most) => (seed = (seed * 16807) % 2147483647) % most;
  for (let turn = 0; turn < 100; turn += 1) {
    let rates = [];
    const truth = new Map();
    for (let step = 0; step < 8; step += 1) {
      const from = plusDays(today, random(40));
      const dates = datesBetween(from, plusDays(from, 1 + random(9)));
      const price = random(4) ? random(5) * 10 : null;
      for (const date of dates) truth.set(date, price);
      rates = withPrice(rates, dates, price);
    }
    const read = new Map(rates.flatMap(({ from, to, price }) => datesBetween(from, to).map((date) => [date, price])));
    for (const [date, price] of truth) assert.equal(read.get(date) ?? null, price, date);
    for (const [index, rate] of rates.entries()) assert.ok(index === 0 || rates[index - 1].to <= rate.from);
  }
});
