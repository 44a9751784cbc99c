// The files of languages, those of the page and those of what belongs to members: all have the same phrases with the
// same values to fill in, and every phrase is used.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const site = fileURLToPath(new URL('../../Sources/VicinityServer/Page/Site/', import.meta.url));
const scripts = (folder) => readdirSync(site + folder).filter((name) => name.endsWith('.js'));
const names = scripts('languages');
const files = [...names.map((name) => `languages/${name}`), ...names.map((name) => `members/${name}`)];
const languages = Object.fromEntries(await Promise.all(files.map(async (name) =>
  [name, (await import(site + name)).default])));
/** The English file beside one. */
const englishOf = (name) => languages[name.replace(/[^/]+$/, 'en.js')];
const english = { ...languages['languages/en.js'], ...languages['members/en.js'] };
const modules = readdirSync(site, { recursive: true })
  .filter((name) => name.endsWith('.js') && !name.startsWith('words/') && !files.includes(name));
const code = modules.map((name) => readFileSync(site + name, 'utf8')).join('\n');

/** The texts of a phrase: one, or one for each plural form. */
const forms = (phrase) => (typeof phrase === 'string' ? [phrase] : Object.values(phrase));

/** The names of the values that are filled in. */
const places = (phrase) => [...new Set(forms(phrase).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();

/** Keys that are written out, in single quotes. */
const literals = new Set(Array.from(code.matchAll(/'((?:[^'\\\n]|\\.)*)'/g), ([, text]) => text));

/** Parts of keys that templates make: `kind ${…}` gives the pattern /^kind .+$/. */
const templates = [...code.matchAll(/`([^`$\n]*)\$\{[^`\n]*\}([^`$\n]*)`/g)]
  .map(([, before, after]) => [before, after])
  .filter(([before, after]) => / $/.test(before) || /^ /.test(after));

const isMade = (key) => literals.has(key) || templates.some(([before, after]) =>
  key.startsWith(before) && key.endsWith(after) && key.length > before.length + after.length);

test('there is more than English', () => assert.ok(names.length > 1));

test('no phrase is in two files', () => {
  const both = Object.keys(languages['members/en.js']).filter((key) => key in languages['languages/en.js']);
  assert.deepEqual(both, []);
});

for (const [name, phrases] of Object.entries(languages)) {
  test(`${name} has the phrases of en.js`, () => {
    assert.deepEqual(Object.keys(phrases).sort(), Object.keys(englishOf(name)).sort());
  });

  test(`${name} fills in the same values`, () => {
    for (const [key, phrase] of Object.entries(phrases)) {
      // A form for one may leave the number out.
      const own = places(phrase);
      assert.deepEqual(own, places(englishOf(name)[key] ?? ''), `${name}: ${key}`);
    }
  });

  test(`${name} has the plural forms of its language`, () => {
    const { pluralCategories } = new Intl.PluralRules(name.replace(/.*\/|\.js$/g, '')).resolvedOptions();
    for (const [key, phrase] of Object.entries(phrases)) {
      if (typeof phrase === 'string') continue;
      assert.ok('other' in phrase, `${name}: ${key} lacks the form other`);
      for (const form of Object.keys(phrase)) {
        assert.ok(pluralCategories.includes(form), `${name}: ${key} has the form ${form}`);
      }
    }
  });

  test(`${name} has no empty phrase`, () => {
    for (const [key, phrase] of Object.entries(phrases)) {
      for (const form of forms(phrase)) assert.ok(form.trim(), `${name}: ${key}`);
    }
  });
}

test('each phrase that is named exists', () => {
  const named = [
    ...code.matchAll(/\bt\(\s*'((?:[^'\\]|\\.)*)'/g),
    ...code.matchAll(/\bt\([^()'`]*\? '([^']*)' : '([^']*)'\)?/g),
  ];
  const missing = named.flatMap(([, ...keys]) => keys).filter((key) => key && !(key in english));
  assert.deepEqual([...new Set(missing)], []);
});

test('no phrase is idle', () => {
  assert.deepEqual(Object.keys(english).filter((key) => !isMade(key)), []);
});

test('each template leads to a phrase', () => {
  const made = [...code.matchAll(/\bt\(\s*`([^`$\n]*)\$\{[^`\n]*\}([^`$\n]*)`/g)];
  const idle = made.map(([, before, after]) => [before, after]).filter(([before, after]) =>
    !Object.keys(english).some((key) => key.startsWith(before) && key.endsWith(after)));
  assert.deepEqual(idle, []);
});
