// For admins: an overview, members with their roles, and suspended members.

import '../members/ready.js';

import { encoded } from '../base/api.js';
import { showBanner } from '../base/banner.js';
import { debounced, fill, h } from '../base/dom.js';
import { settings } from '../base/settings.js';
import { day, moment, number, t } from '../base/text.js';
import { Form } from '../members/form.js';
import { formPlace, opening } from '../members/opening.js';
import { living } from '../members/part.js';
import { change, memberRequest } from '../members/request.js';
import { list } from '../members/rows.js';
import { currentMember } from '../state/member.js';
import { store } from '../state/store.js';
import { decide, reasoned, suspend } from './decide.js';
import { readReports } from './reports.js';

/**
 * @typedef {import('../state/member.js').Account['role']} Role
 * @typedef {{name: string, displayName: string, role: Role, since: string}} Known as the directory has a member
 */

const roles = /** @type {Role[]} */ (['member', 'host', 'editor', 'admin']);

const kinds = /** @type {import('../base/settings.js').Kind[]} */ (['bar', 'event', 'couch']);

/** Members that are read at once. */
const pageSize = 50;

/** The most pages of reports that are read for suspended members. */
const mostPages = 10;

/**
 * @param {AbortSignal} signal
 * @returns {Promise<import('../members/part.js').Part>}
 */
export async function admin(signal) {
  const input = h('input', { type: 'search', name: 'q', id: 'members-q', autocomplete: 'off', autocapitalize: 'none' });
  let count = pageSize;
  let renewMembers = async () => {};
  let renewSuspended = async () => {};
  const both = async () => {
    await renewMembers();
    await renewSuspended();
  };
  const members = await living(signal, [], async (renew) => {
    renewMembers = renew;
    const { found, hasMore } = await readMembers(input.value.trim(), count, signal);
    const more = async () => {
      count += pageSize;
      await renew();
    };
    return [
      h('h3', { tabindex: -1 }, t('members')),
      found.length ? h('ul', { class: 'plain rows' }, found.map((one) => memberRow(one, both)))
        : h('p', { class: 'soft' }, t('no members')),
      hasMore && h('button', { type: 'button', class: 'wide', onclick: more }, t('more members')),
    ];
  });
  const suspended = await living(signal, [], async (renew) => {
    renewSuspended = renew;
    const { all: reports } = await readReports(
      'hidden', signal, { pages: mostPages, limit: 200, subject: 'member' });
    const names = [...new Set(reports.map(({ member = '' }) => member))];
    return [list(t('suspended members'), names.map((name) =>
      suspendedRow(name, reports.filter(({ member }) => member === name), both)), t('nobody suspended'))];
  });
  const find = debounced(250, () => {
    count = pageSize;
    renewMembers();
  });
  input.addEventListener('input', find);
  const search = h('form', { class: 'form', role: 'search', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    find();
  } }, h('div', { class: 'form-field' }, h('label', { for: input.id }, t('find members')), input));
  const element = h('div', {}, overview(signal), search, members, suspended);
  return { element };
}

/**
 * The directory by name, as far as it is shown.
 *
 * @param {string} text the beginning of a name
 * @param {number} count
 * @param {AbortSignal} signal
 */
async function readMembers(text, count, signal) {
  /** @type {Known[]} */
  const found = [];
  let hasMore = true;
  while (hasMore && found.length < count) {
    const after = encoded(found.at(-1)?.name ?? '');
    const path = `/v1/members?q=${encoded(text.toLowerCase())}&limit=${pageSize}${after && `&after=${after}`}`;
    const { members, next } = await memberRequest(path, { signal });
    found.push(...members);
    hasMore = Boolean(next);
  }
  return { found, hasMore };
}

/**
 * The counts of the catalog when the page was loaded, and the open reports.
 *
 * @param {AbortSignal} signal
 */
function overview(signal) {
  const rows = kinds.map((kind) => [t(`kinds ${kind}`), number(settings.counts[kind] ?? 0, 0)]);
  const open = h('dd', {}, '…');
  readReports('open', signal, { limit: 1 }).then(({ total }) => fill(open, h('button', {
    type: 'button', class: 'action', 'data-act': 'reports', onclick: () => store.update({ show: 'reports' }),
  }, number(total, 0)))).catch(() => {});
  return h('section', {}, h('h3', {}, t('overview')), h('dl', { class: 'own' },
    rows.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
    h('dt', {}, t('reports open')), open));
}

/**
 * @param {Known} member
 * @param {() => Promise<void>} renew
 */
function memberRow({ name, displayName, role, since }, renew) {
  const place = formPlace();
  const isOwn = name === currentMember.account?.name;
  const changeRole = opening({
    text: t('change role'), place,
    attributes: { 'data-act': 'role', 'aria-label': `${t('change role')}: ${displayName}` },
    form: (_, no) => new Form({
      text: t('save profile'),
      fields: [{
        name: 'role', label: t('role'), hint: isOwn ? t('own role hint') : t('role hint'),
        input: h('select', {}, roles.map((one) =>
          h('option', { value: one, selected: one === role }, t(`role ${one}`)))),
      }],
      send: async ({ role: next }) => {
        await change('PUT', `/v1/members/${encoded(name)}/role`, { role: next });
        showBanner(t('kept'));
        const { account } = currentMember;
        if (isOwn && account) currentMember.setAccount({ ...account, role: /** @type {Role} */ (next) });
        if (isOwn && next !== 'admin') return store.update({ show: 'mine', item: '' });
        return renew();
      },
      beside: [no],
    }),
  });
  const facts = [name, t(`role ${role}`), t('member since', { month: day(moment(since).date, 'month') })];
  return h('li', { class: 'row', 'data-member': name },
    h('span', { class: 'row-text' }, h('bdi', {}, displayName),
      h('span', { class: 'soft' }, facts.join(' · '))),
    h('span', { class: 'row-actions' }, changeRole, !isOwn && role !== 'admin' && reasoned({
      text: t('decide suspend'), question: t('decide suspend reason'), name: displayName, act: 'suspend', place,
      isDanger: true,
      action: async (reason) => {
        await suspend(name, reason);
        showBanner(t('decide suspend done'));
        await renew();
      },
    })), place);
}

/**
 * @param {string} name
 * @param {import('./reports.js').Report[]} reports the reports that led to the suspension
 * @param {() => Promise<void>} renew
 */
function suspendedRow(name, reports, renew) {
  const place = formPlace();
  const [{ content, decision = '' }] = reports;
  const shown = content?.displayName ?? name;
  return h('li', { class: 'row', 'data-member': name },
    h('span', { class: 'row-text' }, h('bdi', {}, shown), h('span', { class: 'soft' }, name),
      h('span', { dir: 'auto' }, decision)),
    h('span', { class: 'row-actions' }, reasoned({
      text: t('decide reinstate'), question: t('decide reinstate reason'), name: shown, act: 'restored', place,
      action: async (reason) => {
        await decide(reports.map(({ number: one }) => one), 'restored', reason);
        showBanner(t('decide reinstate done'));
        await renew();
      },
    })), place);
}
