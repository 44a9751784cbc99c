// The settings of the page in tests: the filters as the server sends them. `MapPageTests` records them.

import { readFileSync } from 'node:fs';

export const filters = JSON.parse(readFileSync(new URL('filters.json', import.meta.url), 'utf8'));

globalThis.document = /** @type {any} */ ({ getElementById: () => ({ textContent: JSON.stringify({ filters }) }) });
