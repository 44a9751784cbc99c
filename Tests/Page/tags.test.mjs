// Tags in addresses, and as words.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  readTags, shortTag, tagText, tellingTags, writeTags,
} from '../../Sources/VicinityServer/Page/Site/base/tags.js';

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

test('the tags that say most: those asked for, then the rare ones, never what helps nobody', () => {
  const counts = new Map(Object.entries({
    restaurant: 900, 'diet:vegan': 500, 'cuisine:thai': 30, outdoor_seating: 800,
  }));
  const tags = ['diet:vegan', 'outdoor_seating', 'restaurant', 'wheelchair:no', 'internet_access:wlan', 'cuisine:thai',
    'takeaway:no'];
  const telling = (asked, most = 3) => tellingTags(tags, { asked, counts, category: 'restaurant' }, most);
  assert.deepEqual(telling([]), ['cuisine:thai', 'diet:vegan', 'outdoor_seating']);
  assert.deepEqual(telling(['outdoor_seating']), ['outdoor_seating', 'cuisine:thai', 'diet:vegan']);
  assert.deepEqual(telling(['wheelchair:no'], 1), ['wheelchair:no']);
  assert.deepEqual(tellingTags(['beer_garden', 'ice_cream'], { asked: [], counts, category: 'ice-cream' }, 3),
    ['beer_garden']);
});

test('of some tags the value is enough', () => {
  assert.equal(shortTag('cuisine:middle_eastern'), 'middle eastern');
  assert.equal(shortTag('lgbtq:primary'), 'lgbtq: primary');
});
