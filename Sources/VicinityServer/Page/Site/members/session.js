// Begins and ends being signed in.

import './ready.js';

import { Problem } from '../api.js';
import { Changes } from './changes.js';
import * as favourites from './favourites.js';
import * as notices from './notices.js';
import { addOthers } from './others.js';
import * as unread from './unread.js';
import { change, own } from './request.js';

/**
 * @typedef {import('../page.js').Page} Page
 * @typedef {import('../member.js').Account} Account
 */

/** @type {Changes | null} */
let changes = null;
let isListening = false;

/**
 * Reads the account of somebody who has been signed in before; without a connection, once there is one.
 *
 * @param {Page} page
 */
export async function begin(page) {
  favourites.begin(page);
  try {
    page.member.become(await own(page, '/v1/me', { patience: Infinity }));
    await run(page);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (!page.member.account) end(page);
  }
}

/**
 * @param {Page} page
 * @param {{login: string, password: string, keep: boolean}} form
 */
export async function signIn(page, { login, password, keep }) {
  const body = { login, password, keep, cookie: true };
  const { member } = await change(page, 'POST', '/v1/sessions', body);
  favourites.begin(page);
  const { wish } = page.member;
  page.member.wish = '';
  // What is shown next is the member's already.
  if (!wish && page.store.state.show === 'account') page.store.update({ show: 'mine' }, 'replace');
  page.member.become(member);
  if (wish) page.open(wish);
  run(page).catch(() => {});
}

/** @param {Page} page */
export async function signOut(page) {
  await change(page, 'DELETE', '/v1/sessions/current');
  page.store.update({ show: 'account', item: '' }, 'replace');
  page.member.become(null);
}

/**
 * What goes on as long as somebody is signed in.
 *
 * @param {Page} page
 */
async function run(page) {
  if (!isListening) page.member.listen(() => page.member.account || end(page));
  isListening = true;
  addOthers(page);
  unread.begin(page);
  notices.begin(page);
  changes = new Changes(page);
  await favourites.read(page);
}

/** @param {Page} page */
function end(page) {
  changes?.end();
  changes = null;
  unread.end();
  notices.end();
  favourites.end(page);
}
