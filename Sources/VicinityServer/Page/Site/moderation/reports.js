// The reports of members, for editors to decide on.

import '../members/ready.js';

import { showBanner } from '../base/banner.js';
import { h, set } from '../base/dom.js';
import { number, t } from '../base/text.js';
import { person } from '../members/names.js';
import { formPlace } from '../members/opening.js';
import { living } from '../members/part.js';
import { memberRequest } from '../members/request.js';
import { listingLink, namedLink } from '../members/rows.js';
import { starsPicture } from '../members/stars.js';
import { timeText } from '../members/times.js';
import { messageContent } from '../messages/message.js';
import { currentMember } from '../state/member.js';
import { store } from '../state/store.js';
import { decide, reasoned, suspend } from './decide.js';

/**
 * @typedef {import('./decide.js').Status} Status
 * @typedef {import('../base/dom.js').Child} Child
 * @typedef {{
 *   number: number, subject: 'listing' | 'review' | 'message' | 'member', listing?: string,
 *   review?: {listing: string, member: string}, message?: number, member?: string,
 *   reason: import('../members/report.js').Reason, text?: string, at: string, status: Status, reporter?: string,
 *   author?: string, decision?: string, decided?: string, content?: Record<string, any> | null,
 * }} Report content: what is reported, as it is or as it was hidden
 */

const statuses = /** @type {Status[]} */ (['open', 'hidden', 'dismissed', 'restored']);

/**
 * @param {AbortSignal} signal
 * @returns {Promise<import('../members/part.js').Part>}
 */
export async function reports(signal) {
  const status = statuses.find((one) => one === store.state.item) ?? 'open';
  const ways = statuses.map((one) => h('button', {
    type: 'button', class: `chip${one === status ? ' is-on' : ''}`, 'data-status': one,
    'aria-current': one === status ? 'page' : 'false',
    onclick: () => store.update({ item: one === 'open' ? '' : one }),
  }, t(`reports ${one}`)));
  let pages = 1;
  const list = await living(signal, ['reports'], async (renew) => {
    const { all, hasMore } = await readReports(status, signal, { pages });
    const more = async () => {
      pages += 1;
      await renew();
    };
    return [
      h('h3', { tabindex: -1 }, t(`reports ${status}`)),
      all.length ? h('ol', { class: 'plain reports' }, grouped(all).map((group) => entry(group, renew)))
        : h('p', { class: 'soft' }, t('no reports')),
      hasMore && h('button', { type: 'button', class: 'wide', onclick: more }, t('more reports')),
    ];
  });
  // New reports cause no change event: they are read again when the page becomes visible.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    document.dispatchEvent(new CustomEvent('vicinity-news', { detail: { kind: 'reports' } }));
  }, { signal });
  const element = h('div', {}, h('nav', { class: 'chips report-ways', 'aria-label': t('own reports') }, ways), list);
  const focus = () => ways.find((way) => way.dataset.status === status)?.focus({ preventScroll: true });
  return { element, focus };
}

/**
 * The first pages of reports; the number of open ones is shown in the tab.
 *
 * @param {Status} status
 * @param {AbortSignal} signal
 * @param {{pages?: number, limit?: number, subject?: string}} which limit: reports of a page
 */
export async function readReports(status, signal, { pages = 1, limit = 50, subject } = {}) {
  /** @type {Report[]} */
  const all = [];
  let total = 0;
  let hasMore = true;
  for (let turn = 0; turn < pages && hasMore; turn += 1) {
    const parameters = { status, limit, subject, after: all.at(-1)?.number };
    const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
    const query = given.map((pair) => pair.join('=')).join('&');
    const { reports: found, total: count, next } = await memberRequest(`/v1/reports?${query}`, { signal });
    all.push(...found);
    total = count;
    hasMore = Boolean(next);
  }
  const detail = number(total, 0);
  if (status === 'open' && !subject) document.dispatchEvent(new CustomEvent('vicinity-reports', { detail }));
  return { all, total, hasMore };
}

/**
 * The reports of the same thing together, in the order of the first ones.
 *
 * @param {Report[]} reports
 */
function grouped(reports) {
  /** @type {Map<string, Report[]>} */
  const groups = new Map();
  for (const report of reports) {
    const key = JSON.stringify([report.subject, report[report.subject]]);
    groups.set(key, [...groups.get(key) ?? [], report]);
  }
  return [...groups.values()];
}

/**
 * The report that says what was reported: of something hidden, one alone may have it.
 *
 * @param {Report[]} group
 */
const telling = (group) => group.find(({ content: found }) => found) ?? group[0];

/**
 * @param {Report[]} group
 * @param {() => Promise<void>} renew
 */
function entry(group, renew) {
  const report = telling(group);
  const { subject, author, decision, decided } = report;
  const name = title(report);
  return h('li', { class: 'report', 'data-report': report.number },
    h('h4', {}, t(`subject ${subject}`), name && ': ', name),
    author && subject !== 'member' && h('p', { class: 'soft' }, t('by member'), ' ', person(author)),
    h('div', { class: 'report-content' }, content(report)),
    group.length > 1 && h('p', {}, t('reports count', { n: group.length })),
    h('ul', { class: 'plain report-reasons' }, group.map((one) => h('li', {},
      h('span', { class: 'soft' }, one.reporter ? person(one.reporter) : t('former member'), ' · ',
        h('time', { datetime: one.at }, timeText(one.at))),
      h('p', {}, h('b', {}, t(`reason ${one.reason}`)), one.text && ': ',
        one.text && h('span', { class: 'report-text', dir: 'auto' }, one.text))))),
    decision && h('p', { class: 'report-decision' }, t('decided because'), ' ', h('bdi', {}, decision),
      decided && h('span', { class: 'soft' }, ' · ', timeText(decided))),
    decisions(group, renew));
}

/**
 * @param {Report} report
 * @returns {Child}
 */
function title({ listing, review, member, content, status }) {
  if (listing) {
    const name = content?.name || listing;
    return content && status !== 'hidden' ? listingLink(listing, name) : h('bdi', {}, name);
  }
  if (review) return namedLink(review.listing);
  if (member) return h('bdi', { title: member }, content?.displayName ?? member);
  return content?.at ? timeText(content.at) : '';
}

/**
 * What was reported, as text.
 *
 * @param {Report} report
 * @returns {Child | Child[]}
 */
function content({ subject, content: found, member, message }) {
  const text = (/** @type {string | undefined} */ words) =>
    words && h('p', { class: 'report-text', dir: 'auto' }, words);
  if (!found) return h('p', { class: 'soft' }, t('not there any more'));
  if (subject === 'listing') return text(found.description);
  if (subject === 'review') return [h('p', {}, starsPicture(found.stars)), text(found.text)];
  if (subject === 'member') return [h('p', { class: 'soft' }, member), text(found.about)];
  return messageOf(found, message ?? 0);
}

/**
 * A message, also one that was stored when it was hidden.
 *
 * @param {Record<string, any>} found
 * @param {number} message its number
 */
function messageOf(found, message) {
  const { lat, lon, name, address, telephone, medium, medium_type: type } = found;
  const orNone = (/** @type {any} */ value) => value ?? undefined;
  const place = typeof lat === 'number' && {
    lat, lon, name: orNone(name), address: orNone(address), telephone: orNone(telephone),
  };
  const isVideo = found.kind === 'video' || String(type ?? '').startsWith('video/');
  const parts = messageContent({
    number: found.number ?? message, conversation: found.conversation ?? '', at: found.at ?? '', mine: false,
    kind: found.kind === 'medium' ? (isVideo ? 'video' : 'picture') : found.kind, text: orNone(found.text),
    media: found.media ?? (medium ? { id: medium, type } : undefined), location: found.location ?? (place || undefined),
    status: found.status,
  });
  const element = h('div', { class: 'report-message' }, parts);
  for (const one of element.querySelectorAll('img, video')) {
    // Its member may have deleted it.
    set(one, { onerror: () => one.replaceWith(h('p', { class: 'soft' }, t('picture gone'))) });
  }
  return element;
}

/**
 * The buttons for what can be decided, and where they ask for the reason.
 *
 * @param {Report[]} group
 * @param {() => Promise<void>} renew
 */
function decisions(group, renew) {
  const { subject, status, author, content: found, member, listing } = telling(group);
  const place = formPlace();
  const title = found?.name || found?.displayName || listing || member;
  const name = title || [t(`subject ${subject}`), author].filter(Boolean).join(', ');
  const numbers = group.map((one) => one.number);
  const isMember = subject === 'member';
  const then = async (/** @type {Promise<void>} */ decided, /** @type {string} */ outcome) => {
    await decided;
    showBanner(outcome);
    await renew();
  };
  const button = (/** @type {Status} */ next, /** @type {string} */ act, isDanger = false) => reasoned({
    text: t(act), question: t(`${act} reason`), name, act: next, place, isDanger,
    action: (reason) => then(decide(numbers, next, reason), t(`${act} done`)),
  });
  const isOther = author && author !== currentMember.account?.name;
  return [
    h('div', { class: 'actions' },
      status === 'open' && button('dismissed', 'decide dismiss'),
      status === 'hidden' ? button('restored', isMember ? 'decide reinstate' : 'decide restore')
        : found && button('hidden', isMember ? 'decide suspend' : 'decide hide', true)),
    // What concerns the member, and not this one thing, is apart from it.
    !isMember && isOther && h('div', { class: 'report-author' }, h('span', { class: 'soft' }, t('subject member'), ': ',
      person(author)), reasoned({
      text: t('decide suspend'), question: t('decide suspend reason'), name: author, act: 'suspend', place,
      isDanger: true, isPlain: true,
      action: (reason) => then(suspend(author, reason), t('decide suspend done')),
    })),
    place,
  ];
}
