// The display names of members.

import { encoded } from '../base/api.js';
import { h } from '../base/dom.js';
import { currentMember } from '../state/member.js';
import { memberRequest } from './request.js';

/**
 * @typedef {{displayName: string, picture?: string}} Shown what others see of a member. picture: its address
 */

/** @type {Map<string, Promise<Shown>>} */
const known = new Map();

/**
 * What others see of a member; the name of the catalog for one without an account.
 *
 * @param {string} name
 * @returns {Promise<Shown>}
 */
export function shown(name) {
  const { account } = currentMember;
  if (name === account?.name) return Promise.resolve(account);
  const load = async () => {
    const { members } = await memberRequest(`/v1/members?q=${encoded(name)}&limit=1`);
    return members.find((/** @type {{name: string}} */ member) => member.name === name) ?? { displayName: name };
  };
  const asked = known.get(name) ?? load().catch(() => {
    known.delete(name);
    return { displayName: name };
  });
  known.set(name, asked);
  return asked;
}

/** @param {string} name */
export const shownName = async (name) => (await shown(name)).displayName;

/**
 * An element with the shown name, which comes later.
 *
 * @param {string} name
 */
export function person(name) {
  const element = h('bdi', { title: name }, name);
  shownName(name).then((text) => (element.textContent = text));
  return element;
}
