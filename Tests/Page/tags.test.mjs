// Tags in addresses, and as words.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readTags, tagText, writeTags } from '../../Sources/VicinityServer/Page/Site/base/tags.js';

test('what is written is read as the same', () => {
  for (const tags of [[], ['jazz'], ['jazz', 'wine, beer'], ['100%', '%2C', ',', 'a%25b']]) {
    assert.deepEqual(readTags(writeTags(tags)), tags);
  }
});

test('addresses of tags without commas are as one would write them', () => {
  assert.equal(writeTags(['jazz', 'beer_garden']), 'jazz,beer_garden');
  assert.deepEqual(readTags(undefined), []);
});

test('tags of OpenStreetMap are read as words', () => {
  assert.equal(tagText('cuisine:middle_eastern'), 'cuisine: middle eastern');
  assert.equal(tagText('late-arrival'), 'late-arrival');
});
