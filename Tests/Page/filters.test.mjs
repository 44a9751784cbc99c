// Every filter of the page and back, on random texts: in an address, in a query, and in the query of an alert.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';

import { filters } from './settings.mjs';

const offered = filters.filter(({ choices }) => choices);
// Forms that a further filter may have.
filters.push(
  { name: 'free', path: 'free', form: 'flag', choices: ['true'] },
  { name: 'built', path: 'more.built', form: 'dates', choices: ['2001-01-01..2002-01-01'] },
  { name: 'state', path: 'more.state', form: 'text', words: ['open', 'planned'], choices: ['planned'] },
  { name: 'seats', path: 'seats', form: 'integer', least: 1, choices: ['20'] },
);

const site = new URL('../../Sources/VicinityServer/Page/Site', import.meta.url).pathname;
const { readTags, writeTags } = await import(`${site}/base/tags.js`);
const { readState, writeState } = await import(`${site}/state/address.js`);
const { filterOf, filterQuery } = await import(`${site}/state/query.js`);
const { alertQuery, filtersOf } = await import(`${site}/alerts/query.js`);

/**
 * The same whole numbers below a bound in every run (mulberry32).
 *
 * @param {number} seed
 */
function numbers(seed) {
  return (/** @type {number} */ bound) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

const samples = {
  text: ['weekend', '2026-12-01..2026-12-03', '"two words" OR -other', 'a&b=c+d#%25', 'Łódź; ~x'],
  words: ['jazz', 'a,b', '100%', '%2C', 'cuisine:indian', 'beer garden'],
  moment: ['now', '22:00', 'Fr..Su', '2026-11-28T01:59..2026-11-28T02:00', '2026-11-27T18:00~2026-11-28T06:00'],
  nights: ['weekend', '2026-12-01', '2026-12-01..2026-12-05'],
  currency: ['EUR', 'HUF'],
  dates: ['2026-12-01..2026-12-03'],
  flag: ['true'],
};

/** A valid text of a filter. */
function textOf({ form, words, least = -1000, most = 1000 }, below) {
  const one = (all) => all[below(all.length)];
  const span = Math.min(most, 1000) - least;
  if (form === 'integer') return String(least + below(span + 1));
  if (form === 'number') return String(least + below(100 * span + 1) / 100);
  if (form !== 'words') return one(words ?? samples[form]);
  const all = words ?? samples.words;
  const first = one(all);
  return writeTags([first, ...all.filter((word) => word !== first && below(3) === 0)]);
}

const named = (name) => filters.find((filter) => filter.name === name);

/** What an address makes of filters. */
const throughAddress = (texts) => readState(writeState({ ...readState('?view=1,2,3'), filters: texts })).filters;

for (const filter of filters) {
  test(`${filter.name} comes back from an address, a query and an alert`, () => {
    const below = numbers(41);
    for (let turn = 0; turn < 100; turn += 1) {
      const text = textOf(filter, below);
      const texts = { ...(filter.of && { [filter.of]: textOf(named(filter.of), below) }), [filter.name]: text };
      assert.deepEqual(throughAddress(texts), texts);
      const query = filterQuery(texts);
      const value = filter.path.split('.').reduce((part, step) => part?.[step], query);
      assert.notEqual(value, undefined, text);
      if (filter.form === 'words') assert.deepEqual(value, readTags(text));
      if (['number', 'integer'].includes(filter.form)) assert.equal(value, Number(text));
      const guests = texts.stay && { guests: texts.guests ?? '1' };
      assert.deepEqual(filtersOf(alertQuery(texts, {})), { filters: { ...texts, ...guests }, isAll: true });
    }
  });

  test(`${filter.name} is found by its place in a query`, () => {
    assert.equal(filterOf(`/${filter.path.replaceAll('.', '/')}`), filter.name);
  });

  test(`${filter.name} does not take what is not valid`, () => {
    const { form, words, least, most } = filter;
    const others = {
      words: words && ['no-such-word', ',', 'bars'], text: words && ['no-such-word'], flag: ['false', '1'],
      number: ['x', ' ', '1e999'], integer: ['x', '1.5', ' '], currency: ['€', 'euro'],
    };
    const beyond = [least !== undefined && String(least - 1), most !== undefined && String(most + 1)].filter(Boolean);
    for (const text of [...(others[form] ?? []), ...beyond]) {
      assert.deepEqual(readState(`?view=1,2,3&${filter.name}=${encodeURIComponent(text)}`).filters, {}, text);
    }
  });
}

test('random filters come back together', () => {
  const below = numbers(1741);
  let [whole, divided] = [0, 0];
  for (let turn = 0; turn < 1000; turn += 1) {
    const chosen = filters.filter(() => below(4) === 0);
    const texts = Object.fromEntries(chosen.map((filter) => [filter.name, textOf(filter, below)]));
    assert.deepEqual(throughAddress(texts), texts);
    const place = [{}, { bbox: [9.1, 48.7, 9.3, 48.8] }, { near: { lat: 1, lon: 2 }, radius: 2000 }][below(3)];
    const query = alertQuery(texts, place);
    const back = filtersOf(query);
    // No filter of the page says that the limit on prices is another one for each kind.
    const { filter: limits, ...others } = query;
    assert.equal(back.isAll, !limits, JSON.stringify(query));
    assert.deepEqual(alertQuery(back.filters, place), others);
    const lost = Object.keys(texts).filter((name) => back.filters[name] !== texts[name]);
    for (const name of lost) {
      const { of } = named(name);
      assert.ok((of && !(of in texts)) || (limits && ['min-price', 'max-price', 'currency'].includes(name)), name);
    }
    if (limits) divided += 1;
    else whole += 1;
  }
  assert.ok(whole > 500 && divided > 20, `${whole} and ${divided}`);
});

test('the filters that the page offers have phrases in every language', async () => {
  assert.ok(offered.length > 0);
  for (const language of readdirSync(`${site}/languages`)) {
    const phrases = (await import(`${site}/languages/${language}`)).default;
    const keys = offered.flatMap(({ name, path, choices }) =>
      [`filter ${name}`, `drop ${path}`, `condition ${path}`, ...choices.map((choice) => `choice ${name} ${choice}`)]);
    assert.deepEqual(keys.filter((key) => !(key in phrases)), [], language);
  }
});
