// Requests and changes of a signed-in member, and the texts of their errors.

import './ready.js';

import { Problem, problemMessage, request } from '../base/api.js';
import { showBanner } from '../base/banner.js';
import { set } from '../base/dom.js';
import { has, t } from '../base/text.js';
import { currentMember } from '../state/member.js';

/** @typedef {NonNullable<Parameters<typeof request>[1]>} Options */

/**
 * Sends a request in the member's name. Once the session has ended, the page says so.
 *
 * @param {string} path
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export async function memberRequest(path, options = {}) {
  try {
    return await request(path, { patience: 2, ...options });
  } catch (error) {
    if (error instanceof Problem && error.code === 'unauthorized' && currentMember.account) {
      currentMember.setAccount(null);
      showBanner(t('session over'));
    }
    throw error;
  }
}

/**
 * Changes something. A change without an idempotency key is sent once: if its answer is lost, it may have arrived, and
 * a repetition might perform it twice.
 *
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export const change = (method, path, body, options = {}) =>
  memberRequest(path, { patience: method === 'POST' && !options.headers ? 0 : 2, method, body, ...options });

/**
 * Does what a button does, unless it is being done.
 *
 * @param {Element} button
 * @param {() => Promise<unknown>} action shows its errors itself
 */
export async function oneAtATime(button, action) {
  if (button.getAttribute('aria-disabled') === 'true') return;
  set(button, { 'aria-disabled': true });
  try {
    await action();
  } finally {
    set(button, { 'aria-disabled': null });
  }
}

/** A key by which the server knows a change that is sent again. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
  byte.toString(16).padStart(2, '0')).join('');

/**
 * What is wrong, in the language of the page: the words of the server are for programs.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function problemText(error) {
  if (!(error instanceof Problem)) throw error;
  if (!error.status) return t('not sent');
  const field = `wrong ${error.pointer.slice(1)}`;
  if (error.pointer && has(field)) return t(field);
  const key = `problem ${error.code}`;
  // The reason follows a colon.
  if (has(key)) return t(key, { reason: /: (.*)/s.exec(error.message)?.[1] ?? '' });
  if (error.status === 429 || error.status >= 500) return problemMessage(error);
  return t(error.pointer ? 'wrong value' : 'problem other');
}
