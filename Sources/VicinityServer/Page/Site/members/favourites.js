// The favourites of the account: changes are written there, and the device keeps a copy.

import './ready.js';

import { encoded, Problem } from '../api.js';
import { fill, h } from '../dom.js';
import { present } from '../favouritelist.js';
import { keys, read as readKept } from '../favourites.js';
import { keep } from '../storage.js';
import { t } from '../text.js';
import { problemText, change, own } from './request.js';

/**
 * @typedef {import('../page.js').Page} Page
 * @typedef {import('../favourites.js').Favourite} Favourite
 */

/** The changes that are on their way, and how many there were. */
let writing = Promise.resolve();
let writes = 0;

/**
 * From now on the favourites are those of the account; its copy on this device is shown first.
 *
 * @param {Page} page
 */
export function begin(page) {
  page.favourites.use(true);
  page.favourites.write = (id, isSaved, before) => {
    writes += 1;
    writing = writing.then(() => write(page, id, isSaved, before));
  };
  for (const early of page.favourites.waiting.splice(0)) page.favourites.write(...early);
}

/**
 * @param {Page} page
 * @param {string} id
 * @param {boolean} isSaved
 * @param {Favourite[]} before
 */
async function write(page, id, isSaved, before) {
  try {
    await change(page, isSaved ? 'PUT' : 'DELETE', `/v1/me/favourites/${encoded(id)}`);
  } catch (error) {
    // Who has signed out meanwhile has the list of the device.
    if (!page.favourites.write) return;
    // Others may have been saved meanwhile.
    const list = page.favourites.list.filter((one) => one.id !== id);
    const place = before.findIndex((one) => one.id === id);
    if (place >= 0) list.splice(place, 0, before[place]);
    page.favourites.become(list);
    page.tell(error instanceof Problem && error.status ? problemText(error) : t('favourite not written'));
  }
}

/** @param {Page} page */
export function end(page) {
  page.favourites.write = null;
  page.favourites.waiting = [];
  page.favourites.use(false);
}

/**
 * Reads those of the account.
 *
 * @param {Page} page
 * @returns {Promise<void>}
 */
export async function read(page) {
  await writing;
  const before = writes;
  const list = await listed(page);
  // What was changed meanwhile may not be among them.
  if (writes === before) page.favourites.become(list);
  else await read(page);
}

/**
 * The favourites of the account, the latest first.
 *
 * @param {Page} page
 * @returns {Promise<Favourite[]>}
 */
async function listed(page) {
  const { favourites } = await own(page, '/v1/me/favourites');
  if (!favourites.length) return [];
  const known = await present(page, favourites.map((/** @type {{id: string}} */ { id }) => id));
  return favourites.flatMap((/** @type {{id: string, since: string}} */ { id, since }) => {
    const result = known.get(id);
    return result ? [{ ...result, saved: since }] : [];
  });
}

/**
 * The ids of those that are open or take place today.
 *
 * @param {Page} page
 * @returns {Promise<Set<string>>}
 */
export async function today(page) {
  const { favourites } = await own(page, '/v1/me/favourites?on=today', { patience: 0 });
  return new Set(favourites.map((/** @type {{id: string}} */ { id }) => id));
}

/** Whether the reader wants to think about it later. */
let isLater = false;

/**
 * An offer to take the favourites of this device into the account; null without any.
 *
 * @param {Page} page
 */
export function takeOver(page) {
  const { favourites } = page;
  const others = readKept(keys.device).filter(({ id }) => !favourites.has(id));
  if (isLater || !others.length) return null;
  const told = h('p', { class: 'form-error', role: 'alert' });
  const take = async () => {
    try {
      for (const { id } of others.reverse()) await change(page, 'PUT', `/v1/me/favourites/${encoded(id)}`);
      keep(keys.device, '[]');
      await read(page);
      page.announce(t('taken over', { n: others.length }));
    } catch (error) {
      return fill(told, problemText(error));
    }
    return leave();
  };
  const leave = () => {
    isLater = true;
    const heading = /** @type {HTMLElement | null} */ (element.parentElement?.querySelector('[tabindex="-1"]'));
    element.remove();
    heading?.focus();
  };
  const element = h('div', { class: 'offer', role: 'group', 'aria-label': t('favourites of device') },
    h('p', {}, t('take over', { n: others.length })),
    h('div', { class: 'actions' },
      h('button', { type: 'button', class: 'action', 'data-act': 'take-over', onclick: take }, t('take over yes')),
      h('button', { type: 'button', class: 'action', onclick: leave }, t('later'))), told);
  return element;
}
