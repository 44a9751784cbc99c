// Begins and ends being signed in.

import '../members/ready.js';

import { Problem } from '../base/api.js';
import { change, memberRequest } from '../members/request.js';
import { currentMember } from '../state/member.js';
import { openListing } from '../state/navigation.js';
import { store } from '../state/store.js';
import { Changes } from './changes.js';
import * as ownFavourites from './favourites.js';
import * as notices from './notices.js';
import { addOthers } from './others.js';
import * as unread from './unread.js';

/** @typedef {import('../state/member.js').Account} Account */

/** @type {Changes | null} */
let changes = null;
let isListening = false;

/** Reads the account of a member who was signed in before; offline, once there is a connection. */
export async function begin() {
  ownFavourites.begin();
  try {
    currentMember.setAccount(await memberRequest('/v1/me', { patience: Infinity }));
    await run();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (!currentMember.account) end();
  }
}

/** @param {{login: string, password: string, keep: boolean}} form */
export async function signIn({ login, password, keep }) {
  const body = { login, password, keep, cookie: true };
  const { member } = await change('POST', '/v1/sessions', body);
  ownFavourites.begin();
  const { listingAfterSignIn } = currentMember;
  currentMember.listingAfterSignIn = '';
  // The next panel already belongs to the member.
  if (!listingAfterSignIn && store.state.show === 'account') store.update({ show: 'mine' }, 'replace');
  currentMember.setAccount(member);
  if (listingAfterSignIn) openListing(listingAfterSignIn);
  run().catch(() => {});
}

export async function signOut() {
  await change('DELETE', '/v1/sessions/current');
  store.update({ show: 'account', item: '' }, 'replace');
  currentMember.setAccount(null);
}

/** Starts the services for a signed-in member. */
async function run() {
  if (!isListening) currentMember.listen(() => currentMember.account || end());
  isListening = true;
  addOthers();
  unread.begin();
  notices.begin();
  changes = new Changes();
  await ownFavourites.read();
}

function end() {
  changes?.end();
  changes = null;
  unread.end();
  notices.end();
  ownFavourites.end();
}
