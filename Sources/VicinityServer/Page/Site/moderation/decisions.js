// Decisions of editors on the member's content and reports.

import { fill, h } from '../base/dom.js';
import { t } from '../base/text.js';
import { person } from '../members/names.js';
import { memberRequest } from '../members/request.js';
import { list, listingLink, namedLink, row } from '../members/rows.js';
import { timeText } from '../members/times.js';

/**
 * @typedef {{
 *   number: number, at: string, kind: string, what: string, subject?: string, listing?: string, name?: string,
 *   review?: {listing: string, member: string}, member?: string, message?: number, reason?: string,
 * }} Decision
 */

/** Changes that the server answers at once, and the most of its answers that are read. */
const pageSize = 200;
const mostPages = 10;

/**
 * A section, which comes later, or stays away when there is nothing.
 *
 * @param {AbortSignal} signal
 * @param {(told: Decision) => boolean} [isWanted]
 */
export function decisions(signal, isWanted = () => true) {
  const element = h('div', {});
  const load = async () => {
    const changes = await read(signal);
    const names = new Map(changes.filter(({ kind }) => kind === 'listing').map(({ listing, name }) => [listing, name]));
    /** @type {Map<string, Decision>} the last decision on each thing, the newest last */
    const last = new Map();
    for (const one of changes) {
      if (one.kind !== 'moderation' || !isWanted(one)) continue;
      const key = JSON.stringify([one.subject, one.listing, one.review, one.message, one.member]);
      last.delete(key);
      last.set(key, one);
    }
    const rows = [...last.values()].reverse().map((one) => decisionRow(one, names));
    fill(element, list(t('decisions'), rows));
  };
  document.addEventListener('vicinity-news', (event) => {
    if (/** @type {CustomEvent} */ (event).detail.kind === 'moderation') load().catch(() => {});
  }, { signal });
  load().catch(() => {});
  return element;
}

/**
 * The decisions and listings among the stored changes, the oldest first.
 *
 * @param {AbortSignal} signal
 */
async function read(signal) {
  /** @type {Decision[]} */
  const all = [];
  let after = 0;
  for (let turn = 0; turn < mostPages; turn += 1) {
    const { changes, last } = await memberRequest(`/v1/changes?f=json&after=${after}`, { signal });
    all.push(...changes.filter((/** @type {Decision} */ { kind }) => ['moderation', 'listing'].includes(kind)));
    if (changes.length < pageSize) break;
    after = last;
  }
  return all;
}

/**
 * @param {Decision} told
 * @param {Map<string | undefined, string | undefined>} names the names of listings
 */
function decisionRow({ subject = '', what, listing, review, member, reason, at }, names) {
  const isThere = what !== 'hidden';
  const name = listing && names.get(listing);
  const gone = listing && !isThere && h('bdi', {}, name ?? listing);
  const title = gone || (name ? listingLink(listing ?? '', name) : linked(listing ?? review?.listing));
  const state = `${subject === 'member' ? 'member' : 'thing'} ${what}`;
  return row([
    h('span', {}, t(`subject ${subject}`), (title || member) && ': ', title, member && person(member)),
    h('span', { class: what === 'hidden' ? 'booking booking-declined' : 'booking' }, t(`decided ${state}`)),
    reason && h('span', {}, t('decided because'), ' ', h('bdi', {}, reason)),
    h('span', { class: 'soft' }, timeText(at)),
  ], []);
}

/** @param {string} [id] */
const linked = (id) => (id ? namedLink(id) : null);
