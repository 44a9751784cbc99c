// What an address holds: what cannot be read counts as not said, and what is said means the same tomorrow.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import './settings.mjs';

const site = new URL('../../Sources/VicinityServer/Page/Site', import.meta.url).pathname;
const { readState, writeState } = await import(`${site}/state/address.js`);
const { areOfNights, dated, filterOf, filterQuery, placeQuery, shown } = await import(`${site}/state/query.js`);

test('what cannot be read counts as not said', () => {
  const filters = (query) => readState(`?view=1,2,3&${query}`).filters;
  for (const query of [
    'kind=pub', 'max-price=abc', 'max-price=-5', 'max-price=NaN', 'max-price=%20', 'max-price=1e999', 'min-rating=99',
    'min-rating=x', 'guests=many', 'guests=0', 'guests=1.5', 'currency=euro', 'accessible=maybe',
    `text=${'x'.repeat(3000)}`, `area=${'x'.repeat(3000)}`, 'unknown=1',
  ]) assert.deepEqual(filters(query), {}, query);
  assert.deepEqual(filters('kind=pub,bar'), { kind: 'bar' });
  assert.deepEqual(filters('max-price=0&currency=eur'), { 'max-price': '0', currency: 'EUR' });
  assert.deepEqual(filters('min-rating=4.5&accessible=yes,no&guests=2'), {
    'min-rating': '4.5', accessible: 'yes,no', guests: '2',
  });
  for (const sort of ['foo', '-price', '']) assert.equal(readState(`?view=1,2,3&sort=${sort}`).sort, '');
  assert.equal(readState('?view=1,2,3&sort=-rating').sort, '-rating');
  assert.equal(readState('?view=1,2,3&near=,').near, null);
});

test('what can be read is written as it was', () => {
  for (const address of [
    '?view=1,2,3&kind=bar,event&text=jazz&max-price=4.99&currency=EUR&sort=price',
    '?view=1,2,3&open=2026-11-27T18:00~2026-11-28T06:00', '?view=1,2,3&stay=2026-12-04..2026-12-06&guests=2',
  ]) assert.equal(writeState(readState(address)), address);
});

test('nights and times of the clock become dates', () => {
  const stay = { from: '2026-12-04', to: '2026-12-06' };
  assert.deepEqual(dated({ stay: 'next weekend', guests: '2' }, { stay }), {
    stay: '2026-12-04..2026-12-06', guests: '2',
  });
  assert.deepEqual(dated({ stay: '2026-12-04' }, { stay: { from: '2026-12-04', to: '2026-12-05' } }), {
    stay: '2026-12-04..2026-12-05',
  });
  assert.deepEqual(dated({ open: '02:00' }, { open: { from: '2026-11-28T02:00:00' } }), { open: '2026-11-28T02:00' });
  assert.deepEqual(
    dated({ open: '01:59..02:00' }, { open: { from: '2026-11-28T01:59:00', to: '2026-11-28T02:00:00' } }),
    { open: '2026-11-28T01:59..2026-11-28T02:00' });
  // Words stay words, and what was not understood stays as it is.
  const tonight = { open: { from: '2026-11-27T21:00:00', to: '2026-11-28T06:00:00' } };
  assert.deepEqual(dated({ open: 'tonight' }, tonight), { open: 'tonight' });
  assert.deepEqual(dated({ stay: 'weekend', open: 'now' }, undefined), { stay: 'weekend', open: 'now' });
});

test('what is shared has dates in place of words', () => {
  const understood = {
    open: { from: '2026-11-27T21:00:00', to: '2026-11-28T06:00:00' },
    during: { from: '2026-11-28T00:00:00', to: '2026-11-30T00:00:00' },
  };
  assert.deepEqual(dated({ open: 'tonight', during: 'weekend' }, understood, true), {
    open: '2026-11-27T21:00~2026-11-28T06:00', during: '2026-11-28..2026-11-30',
  });
  assert.deepEqual(dated({ during: 'tonight' }, {
    during: { from: '2026-11-27T18:00:00', to: '2026-11-28T06:00:00' },
  }, true), { during: '2026-11-27T18:00..2026-11-28T06:00' });
  assert.deepEqual(dated({ open: 'now', during: 'upcoming' }, {}, true), { open: 'now', during: 'upcoming' });
});

test('each form of opening is asked as it is meant', () => {
  assert.deepEqual(filterQuery({ open: 'tonight' }), { open: { at: 'tonight' } });
  assert.deepEqual(filterQuery({ open: 'Fr..Su' }), { open: { at: 'Fr..Su' } });
  assert.deepEqual(filterQuery({ open: '01:59..02:00' }), { open: '01:59..02:00' });
  assert.deepEqual(filterQuery({ open: '2026-11-27T18:00~2026-11-28T06:00' }), {
    open: { sometime: { from: '2026-11-27T18:00', to: '2026-11-28T06:00' } },
  });
});

test('a part of a query leads to its filter', () => {
  const rows = {
    '/open/at': 'open', '/kinds/0': 'kind', '/within/area': 'area', '/price/max': 'max-price', '/stay/from': 'stay',
    '/tags/all/1': 'tag', '/sort': 'sort', '': '',
  };
  for (const [pointer, name] of Object.entries(rows)) assert.equal(filterOf(pointer), name, pointer);
});

test('with nights the price is that of a night of the stay', () => {
  const stay = { from: '2026-12-04', to: '2026-12-06', guests: 1 };
  const nights = { stay: '2026-12-04..2026-12-06', 'max-price': '80', currency: 'EUR' };
  assert.deepEqual(filterQuery(nights), { stay, nightPrice: { max: 80, currency: 'EUR' } });
  assert.deepEqual(filterQuery({ ...nights, kind: 'couch' }).nightPrice, { max: 80, currency: 'EUR' });
  assert.deepEqual(filterQuery({ 'max-price': '80', kind: 'couch' }), { kinds: ['couch'], price: { max: 80 } });
  // Beside bars each kind has its own price.
  const both = filterQuery({ ...nights, kind: 'bar,couch', currency: '' });
  assert.deepEqual([both.price, both.nightPrice], [undefined, undefined]);
  assert.deepEqual(both.filter, {
    or: [
      { op: '<=', args: [{ property: 'nightPrice' }, 80] },
      {
        and: [
          { op: '<>', args: [{ property: 'kind' }, 'couch'] }, { op: '<=', args: [{ property: 'price' }, 80] },
        ],
      },
    ],
  });
  assert.ok(filterQuery({ ...nights, open: 'now' }).filter);
  assert.ok(areOfNights(nights) && !areOfNights({ 'max-price': '80' }) && !areOfNights({ ...nights, open: 'now' }));
});

test('with nights the order and the counts are of the nights too', () => {
  const query = (filters) => placeQuery({ filters, sort: 'price' }, { lat: 1, lon: 2 }, [0, 0, 1, 1]);
  const nights = { stay: '2026-12-04..2026-12-06', kind: 'couch' };
  assert.equal(query(nights).sort, 'nightPrice');
  assert.equal(query({ kind: 'couch' }).sort, 'price');
  assert.deepEqual(query({ ...nights, kind: 'bar,couch' }).sort, ['nightPrice', 'price']);
  assert.ok(shown(query(nights)).facets.includes('nightPrice'));
  assert.ok(!shown(query(nights)).facets.includes('priceBand'));
  assert.ok(shown(query({})).facets.includes('priceBand'));
});
