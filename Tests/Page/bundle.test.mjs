// The first modules can be joined into one file, as the server does (`PageBundle`).

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import test from 'node:test';

const site = new URL('../../Sources/VicinityServer/Page/Site/', import.meta.url);

/** The import of a module, with its path. */
const imports = /^import (?:[\w{},*\s]+ from )?'(\.\.?\/[\w./]+\.js)';\n/gmu;

const comments = /^ *\/\*(?:(?!\*\/)[\s\S])*\*\/\n|^ *\/\/.*\n/gmu;

/** @type {Map<string, string>} the texts of the modules without their comments, those that others import first */
const modules = new Map();

/** @param {string} name */
async function read(name) {
  if (modules.has(name)) return;
  const text = (await readFile(new URL(name, site), 'utf8')).replace(comments, '');
  for (const [, path] of text.matchAll(imports)) await read(posix.join(posix.dirname(name), path));
  modules.set(name, text);
}
await read('main.js');
modules.delete('main.js');

const declared = /^(?:export )?(?:async )?(?:const|let|function|class) (?:\{([^}]*)\}|\[([^\]]*)\]|(\w+))/gmu;

test('no two of the first modules declare the same name', () => {
  /** @type {Map<string, string>} */
  const owners = new Map();
  for (const [name, text] of modules) {
    for (const [, object, list, one] of text.matchAll(declared)) {
      for (const declaration of (object ?? list ?? one).split(',')) {
        const word = declaration.split(':').at(-1)?.trim() ?? '';
        assert.ok(!owners.has(word), `${word} is declared in ${owners.get(word)} and in ${name}`);
        owners.set(word, name);
      }
    }
  }
});

test('the first modules have no imports, exports and addresses that one file cannot have', () => {
  for (const [name, text] of modules) {
    assert.doesNotMatch(text, /^import (?:\*|[^;]*\bas\b)|^export (?:default|\*|\{)|import\.meta/mu, name);
    const lines = text.match(/^import .*/gmu) ?? [];
    assert.equal([...text.matchAll(imports)].length, lines.length, `the imports of ${name}`);
  }
});

test('they are one module', () => {
  const bundle = [...modules.values()].map((text) => text.replace(imports, '')).join('');
  const { status, stderr } = spawnSync('node', ['--check', '--input-type=module'], { input: bundle, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
});
