// What members are called: others know them by the name that they show.

import { encoded } from '../api.js';
import { h } from '../dom.js';
import { own } from './request.js';

/**
 * @typedef {import('../page.js').Page} Page
 * @typedef {{displayName: string, picture?: string}} Shown what others see of a member. picture: its address
 */

/** @type {Map<string, Promise<Shown>>} */
const known = new Map();

/**
 * What others see of a member; the name of the catalog for one without an account.
 *
 * @param {Page} page
 * @param {string} name
 * @returns {Promise<Shown>}
 */
export function shown(page, name) {
  const { account } = page.member;
  if (name === account?.name) return Promise.resolve(account);
  const load = async () => {
    const { members } = await own(page, `/v1/members?q=${encoded(name)}&limit=1`);
    return members.find((/** @type {{name: string}} */ member) => member.name === name) ?? { displayName: name };
  };
  const asked = known.get(name) ?? load().catch(() => {
    known.delete(name);
    return { displayName: name };
  });
  known.set(name, asked);
  return asked;
}

/**
 * @param {Page} page
 * @param {string} name
 */
export const shownName = async (page, name) => (await shown(page, name)).displayName;

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
