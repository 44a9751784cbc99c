// The matches of alerts, which are among the changes that the server reports to a member.

import { memberRequest } from '../members/request.js';
import { currentMember } from '../state/member.js';

/**
 * @typedef {{alert: string, listing: string, name?: string, at: string, what: string}} Found what: `begins` or `ceases`
 */

/** Pages of changes that are read at most: the server keeps those of 30 days. */
const most = 50;

/** Changes of a page that is full. */
const pageSize = 200;

/** The matches that have been read: later ones are read after them. */
let known = { member: '', last: 0, found: /** @type {Found[]} */ ([]) };

/**
 * The listings that started or stopped matching the member's alerts, the latest first.
 *
 * @param {AbortSignal} signal
 * @returns {Promise<Found[]>}
 */
export async function matches(signal) {
  const member = currentMember.account?.name ?? '';
  if (known.member !== member) known = { member, last: 0, found: [] };
  let { last, found } = known;
  for (let count = 0; count < most; count += 1) {
    const { changes, last: read } = await memberRequest(`/v1/changes?f=json&after=${last}`, { signal });
    found = [...changes.filter(isFound).reverse(), ...found];
    last = read;
    if (changes.length < pageSize) break;
  }
  known = { member, last, found };
  return found;
}

/** @param {any} change */
const isFound = ({ kind, what }) => kind === 'alert' && (what === 'begins' || what === 'ceases');
