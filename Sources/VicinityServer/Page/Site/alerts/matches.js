// What alerts have found: it stands among the changes that a member is told of.

import { memberRequest } from '../members/request.js';
import { currentMember } from '../state/member.js';

/**
 * @typedef {{alert: string, listing: string, name?: string, at: string, what: string}} Found what: `begins` or `ceases`
 */

/** Pages of changes that are read at most: the server keeps those of 30 days. */
const most = 50;

/** Changes of a page that is full. */
const pageSize = 200;

/** What is known of a member already: what comes later is read after it. */
let known = { member: '', last: 0, found: /** @type {Found[]} */ ([]) };

/**
 * What began and ceased to match the member's alerts, the latest first.
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
