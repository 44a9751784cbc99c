// Style sheets of parts of the page that are loaded later.

import { h } from './dom.js';

/**
 * Loads a style sheet.
 *
 * @param {string} name
 * @param {string} beside the address of the module that lies in the same folder
 * @returns {Promise<void>} also when it cannot be loaded: the page works without
 */
export const loadStyles = (name, beside) => new Promise((done) => {
  const href = new URL(name, beside).href;
  document.head.append(h('link', { rel: 'stylesheet', href, onload: () => done(), onerror: () => done() }));
});
