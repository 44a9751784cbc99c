// The check of the imports of the page: node --test Tests/Page

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../scripts/page-cycles', import.meta.url));

/**
 * Runs the check over files.
 *
 * @param {Record<string, string>} files texts by path
 */
function check(files) {
  const folder = mkdtempSync(join(tmpdir(), 'cycles-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { status, stdout, stderr } = spawnSync(script, [folder], { encoding: 'utf8' });
    return { status, lines: stdout.split('\n').filter(Boolean), stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('modules in an order pass', () => {
  const { status, lines } = check({
    'main.js': "import { a } from './app/a.js';", 'app/a.js': "import {\n  b,\n} from '../base/b.js';",
    'base/b.js': "import './c.js';", 'base/c.js': '',
  });
  assert.deepEqual([status, lines], [0, []]);
});

test('types in comments and other comments do not count', () => {
  const { status } = check({
    'base/a.js': "import { b } from './b.js';",
    'base/b.js': "// import { a } from './a.js';\n/** @typedef {import('./a.js').A} A */",
  });
  assert.equal(status, 0);
});

test('a cycle of modules is named', () => {
  const { status, lines } = check({
    'base/a.js': "import { b } from './b.js';", 'base/b.js': "import './c.js';",
    'base/c.js': "import * as a from './a.js';",
  });
  assert.equal(status, 1);
  assert.deepEqual(lines, [
    'page-cycles: a cycle of modules: base/a.js → base/b.js → base/c.js → base/a.js',
  ]);
});

test('a cycle counts also if a module is loaded later, and by a name that is made', () => {
  const { status, lines } = check({
    'base/a.js': "const b = await import('./b.js');", 'base/b.js': 'const a = (name) => import(`../base/${name}.js`);',
  });
  assert.equal(status, 1);
  assert.match(lines[0], /base\/a\.js → base\/b\.js → base\/a\.js$/);
});

test('a cycle of folders is named with its imports', () => {
  const { status, lines } = check({
    'map/view.js': "import { card } from '../list/card.js';", 'list/card.js': '',
    'list/list.js': "import '../map/pin.js';",
    'map/pin.js': '',
  });
  assert.equal(status, 1);
  assert.deepEqual(lines, [
    'page-cycles: a cycle of folders: list → map → list',
    '  list/list.js imports map/pin.js', '  map/view.js imports list/card.js',
  ]);
});

test('an import of a module that does not exist is an error', () => {
  const { status, stderr } = check({ 'base/a.js': "import './b.js';" });
  assert.equal(status, 1);
  assert.match(stderr, /base\/a\.js imports \.\/b\.js, which does not exist/);
});
