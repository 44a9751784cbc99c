// What members are called: others know them by the name that they show.

import { encoded } from '../api.js';
import { h } from '../dom.js';
import { own } from './request.js';

/** @typedef {import('../page.js').Page} Page */

/** @type {Map<string, Promise<string>>} */
const known = new Map();

/**
 * The shown name of a member; that of the catalog for one without an account.
 *
 * @param {Page} page
 * @param {string} name
 */
export function shownName(page, name) {
  const { account } = page.member;
  if (name === account?.name) return Promise.resolve(account.displayName);
  const load = async () => {
    const { members } = await own(page, `/v1/members?q=${encoded(name)}&limit=1`);
    const found = members.find((/** @type {{name: string}} */ member) => member.name === name);
    return found?.displayName ?? name;
  };
  const asked = known.get(name) ?? load().catch(() => {
    known.delete(name);
    return name;
  });
  known.set(name, asked);
  return asked;
}

/**
 * An element with the shown name, which comes later.
 *
 * @param {Page} page
 * @param {string} name
 */
export function person(page, name) {
  const element = h('bdi', { title: name }, name);
  shownName(page, name).then((text) => (element.textContent = text));
  return element;
}
