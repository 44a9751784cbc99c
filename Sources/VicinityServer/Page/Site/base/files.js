// Files that the page makes.

import { h } from './dom.js';

/**
 * Gives a file to the browser.
 *
 * @param {string} name
 * @param {string} text
 * @param {string} type such as `text/calendar`
 */
export function saveFile(name, text, type) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  h('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
