// The account: what a member says of themself, the password, other devices, and signing out.

import '../members/ready.js';

import { encoded } from '../base/api.js';
import { fill, h } from '../base/dom.js';
import { settings } from '../base/settings.js';
import { day, moment, t } from '../base/text.js';
import { confirmed, Form } from '../members/form.js';
import { change, memberRequest } from '../members/request.js';
import { termsBox } from '../members/terms.js';
import { signOut } from '../session/session.js';
import { localTime } from '../state/answer.js';
import { currentMember } from '../state/member.js';
import { mailCodes } from '../state/store.js';
import { endAccount, ownData } from './owndata.js';
import { ownPicture } from './ownpicture.js';
import { mails, ownCalendar } from './reminders.js';

/**
 * @param {AbortSignal} signal
 * @returns {Promise<import('../members/part.js').Part>}
 */
export async function account(signal) {
  // Another device may have changed something.
  try {
    currentMember.setAccount(await memberRequest('/v1/me', { signal, patience: 0 }));
  } catch (error) {
    if (!currentMember.account || signal.aborted) throw error;
  }
  const element = h('div', {},
    newTerms(), mailCodes.confirm && confirmation(), profile(), mails(), ownCalendar(), address(),
    password(), devices(signal), blocked(signal), ownData(),
    h('section', { class: 'part' }, h('h3', {}, t('sign out')), confirmed({
      text: t('sign out'), question: t('sign out question'), action: () => signOut(),
      attributes: { 'data-act': 'sign-out' },
    })), endAccount());
  return { element };
}

/**
 * @param {string} title
 * @param {...import('../base/dom.js').Child} content
 */
const section = (title, ...content) => h('section', { class: 'part' }, h('h3', {}, title), content);

function profile() {
  const known = currentMember.account;
  const statusLine = h('p', { role: 'status', class: 'form-status' });
  const form = new Form({
    text: t('save profile'),
    fields: [
      {
        name: 'displayName', label: t('display name'), required: true, value: known?.displayName, maxlength: 80,
        autocomplete: 'name',
      },
      { name: 'about', label: t('about'), hint: t('about hint'), type: 'area', value: known?.about, maxlength: 2000 },
      { name: 'telephone', label: t('telephone'), hint: t('telephone hint'), type: 'tel', value: known?.telephone },
    ],
    send: async ({ displayName, about, telephone }) => {
      fill(statusLine);
      const body = { displayName, about: about || null, telephone: telephone || null };
      currentMember.setAccount(await change('PATCH', '/v1/me', body));
      fill(statusLine, t('kept'));
    },
  });
  return section(t('profile'), h('p', { class: 'soft' }, t('your name', { name: known?.name ?? '' })), ownPicture(),
    form.element, statusLine);
}

/** Terms that are new since the member has accepted some. */
function newTerms() {
  const { terms } = settings;
  if (!terms || currentMember.account?.terms === terms) return null;
  const form = new Form({
    text: t('accept'),
    fields: [termsBox()],
    send: async () => {
      currentMember.setAccount(await change('PATCH', '/v1/me', { terms }));
      part.remove();
    },
  });
  const part = section(t('new terms'), form.element);
  return part;
}

/** The code of a link in an email, for a new address. */
function confirmation() {
  const statusLine = h('p', { role: 'status', class: 'form-status' });
  const form = new Form({
    text: t('confirm address'),
    fields: [{ name: 'code', label: t('code'), required: true, value: mailCodes.confirm }],
    send: async ({ code }) => {
      currentMember.setAccount(await change('POST', '/v1/email-confirmations', { code }));
      mailCodes.confirm = '';
      fill(statusLine, t('address confirmed'));
    },
  });
  return section(t('confirm address'), form.element, statusLine);
}

function address() {
  const statusLine = h('p', { role: 'status', class: 'form-status' });
  const form = new Form({
    text: t('change mail'),
    fields: [
      {
        name: 'mail', label: t('mail'), type: 'email', required: true, value: currentMember.account?.mail,
        autocomplete: 'email',
      },
      {
        name: 'password', label: t('current password'), type: 'password', required: true,
        autocomplete: 'current-password',
      },
    ],
    send: async ({ mail, password }) => {
      await change('PUT', '/v1/me/mail', { mail, password });
      fill(statusLine, t('mail sent', { mail }), confirmation());
    },
  });
  return details(t('change mail'), form.element, statusLine);
}

function password() {
  const statusLine = h('p', { role: 'status', class: 'form-status' });
  const form = new Form({
    text: t('change password'),
    fields: [
      {
        name: 'present', label: t('current password'), type: 'password', required: true,
        autocomplete: 'current-password',
      },
      {
        name: 'password', label: t('new password'), hint: t('password hint'), type: 'password', required: true,
        minlength: 10, autocomplete: 'new-password',
      },
    ],
    send: async ({ present, password: other }) => {
      fill(statusLine);
      await change('PUT', '/v1/me/password', { present, new: other });
      form.reset();
      fill(statusLine, t('password set'));
    },
  });
  return details(t('change password'), form.element, statusLine);
}

/**
 * @param {string} title
 * @param {...Node} content
 */
const details = (title, ...content) =>
  h('details', { class: 'part' }, h('summary', {}, title), content);

/** @param {AbortSignal} signal */
function devices(signal) {
  const list = h('ul', { class: 'plain rows' });
  const heading = h('h3', { tabindex: -1 }, t('devices'));
  const end = async (/** @type {string} */ id) => {
    await change('DELETE', `/v1/sessions/${encoded(id)}`);
    await load();
    heading.focus();
  };
  const load = async () => {
    const { sessions } = await memberRequest('/v1/sessions', { signal });
    fill(list, sessions.map((/** @type {Session} */ session) => h('li', { class: 'row' },
      h('span', { class: 'row-text' }, deviceName(session.agent),
        h('span', { class: 'soft' }, session.current ? t('this device') : lastUsed(session.seen))),
      !session.current && confirmed({
        text: t('end session'), question: t('end session question'), action: () => end(session.id),
        attributes: { 'aria-label': t('end session of', { device: deviceName(session.agent) }) },
      }))));
    if (sessions.length > 2) {
      list.append(h('li', {}, confirmed({
        text: t('end others'), question: t('end session question'), action: () => end('others'),
      })));
    }
  };
  load().catch(() => !signal.aborted && fill(list, h('li', { class: 'form-error' }, t('not loaded'))));
  return h('section', { class: 'part' }, heading, list);
}

/** @typedef {{id: string, seen: string, current: boolean, agent?: string}} Session */

/**
 * The browser and the system, as far as its name shows.
 *
 * @param {string} [agent]
 */
function deviceName(agent = '') {
  const find = (/** @type {[string, RegExp][]} */ names) => names.find(([, pattern]) => pattern.test(agent))?.[0] ?? '';
  const browser = find([['Firefox', /Firefox/], ['Edge', /Edg/], ['Chrome', /Chrome/], ['Safari', /Safari/]]);
  const system = find([
    ['Android', /Android/], ['iPhone', /iPhone/], ['iPad', /iPad/], ['Windows', /Windows/], ['macOS', /Mac OS/],
    ['Linux', /Linux/],
  ]);
  return [browser, system].filter(Boolean).join(', ') || agent.slice(0, 40) || t('unknown device');
}

/** @param {string} seen */
function lastUsed(seen) {
  const { date, time } = moment(localTime(Date.parse(seen)));
  return t('last used', { when: `${day(date)} ${time}` });
}

/** @param {AbortSignal} signal */
function blocked(signal) {
  const element = h('section', { class: 'part', hidden: true });
  const heading = h('h3', { tabindex: -1 }, t('blocked members'));
  const entry = (/** @type {string} */ name) => h('li', { class: 'row' }, h('span', { class: 'row-text' }, name),
    h('button', { type: 'button', class: 'action', onclick: () => unblock(name) }, t('unblock')));
  const unblock = async (/** @type {string} */ name) => {
    await change('DELETE', `/v1/me/blocked/${encoded(name)}`);
    await load();
    heading.focus();
  };
  const load = async () => {
    const { blocked: names } = await memberRequest('/v1/me/blocked', { signal });
    if (names.length) element.hidden = false;
    fill(element, heading, names.length
      ? h('ul', { class: 'plain rows' }, names.map(entry)) : h('p', { class: 'soft' }, t('nobody blocked')));
  };
  load().catch(() => {});
  return element;
}
