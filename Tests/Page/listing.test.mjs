// The custom fields of a listing: node --test Tests/Page

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { customFields } from '../../Sources/VicinityServer/Page/Site/listing/customfields.js';

const standard = ['id', 'name', 'cancellationNotice', 'publicRadius', 'tags'];

test('fields that every listing may have are not custom ones', () => {
  const listing = { id: 'a', name: 'A', cancellationNotice: 2, publicRadius: 300, tags: ['jazz'] };
  assert.deepEqual(customFields(listing, standard), []);
});

test('other fields are, without empty ones and lists', () => {
  const listing = { id: 'a', dresscode: 'none', seats: 40, terrace: true, gone: null, menu: ['soup'] };
  assert.deepEqual(customFields(listing, standard), [['dresscode', 'none'], ['seats', 40], ['terrace', true]]);
});
