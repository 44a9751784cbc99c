// The form of a listing.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  madeListing, newId, offerFields, patchOf,
} from '../../Sources/VicinityServer/Page/Site/hosting/offerfields.js';

const shown = (listing) => Object.fromEntries(
  Object.entries(offerFields).map(([key, { read }]) => [key, read(listing)]));

const event = {
  id: 'e', kind: 'event', name: 'Jazz', lat: 1, lon: 2, starts: '2026-12-05T20:00:00+01:00', price: 12,
  currency: 'EUR', tags: ['jazz', 'live'], capacity: 10,
};

test('what is not changed is not sent', () => assert.deepEqual(patchOf(shown(event), event), {}));

const changes = [
  ['a name', { name: 'Blues' }, { name: 'Blues' }],
  ['a price', { price: '0' }, { price: 0 }],
  ['no price', { price: '' }, { price: null }],
  ['tags', { tags: 'jazz,  late night ,' }, { tags: ['jazz', 'late night'] }],
  ['no tags', { tags: ' , ' }, { tags: null }],
  ['a time', { starts: '2026-12-05T21:00' }, { starts: '2026-12-05T21:00' }],
  ['a currency', { currency: 'huf' }, { currency: 'HUF' }],
  ['a page for paying', { payment: 'https://pay.example/1' }, { links: { payment: 'https://pay.example/1' } }],
  ['a field of another kind', { guests: '3', openingHours: '24/7' }, {}],
];

for (const [name, values, expected] of changes) {
  test(`changed: ${name}`, () => assert.deepEqual(patchOf({ ...shown(event), ...values }, event), expected));
}

test('a page for paying goes, and other links stay', () => {
  const listing = { ...event, links: { payment: 'https://pay.example/1', website: 'https://example.org' } };
  assert.deepEqual(patchOf({ ...shown(listing), payment: '' }, listing), { links: { payment: null } });
  assert.deepEqual(patchOf(shown(listing), listing), {});
});

test('a new listing has what its kind has', () => {
  const values = { name: 'Sofa', guests: '2', openingHours: '24/7', price: '', tags: 'quiet' };
  assert.deepEqual(madeListing(values, 'couch'), { kind: 'couch', name: 'Sofa', guests: 2, tags: ['quiet'] });
  assert.deepEqual(
    madeListing(values, 'bar'), { kind: 'bar', name: 'Sofa', openingHours: '24/7', tags: ['quiet'] });
});

const ids = [
  ['Zum Ochsen', 'zum-ochsen-0123456789ab'], ['Kőrózsa!', 'ko-ro-zsa-0123456789ab'],
  ['مقهى', '0123456789ab'], ['--', '0123456789ab'],
];

for (const [name, id] of ids) {
  test(`the id of ${name}`, () => assert.equal(newId(name, '0123456789abcdef'), id));
}
