// The favorites of the account: changes are written there, and the device stores a copy.

import '../members/ready.js';

import { encoded, Problem } from '../base/api.js';
import { announce, showBanner } from '../base/banner.js';
import { fill, h } from '../base/dom.js';
import { writeStored } from '../base/storage.js';
import { t } from '../base/text.js';
import { present } from '../listing/present.js';
import { change, memberRequest, problemText } from '../members/request.js';
import { favourites, keys, readFavourites } from '../state/favourites.js';

/** @typedef {import('../state/favourites.js').Favourite} Favourite */

/** The changes that are on their way, and how many there were. */
let writing = Promise.resolve();
let writes = 0;

/** Shows the favorites of the account from now on, first its copy on this device. */
export function begin() {
  favourites.use(true);
  favourites.write = (id, isSaved, before) => {
    writes += 1;
    writing = writing.then(() => write(id, isSaved, before));
  };
  for (const early of favourites.waiting.splice(0)) favourites.write(...early);
}

/**
 * @param {string} id
 * @param {boolean} isSaved
 * @param {Favourite[]} before
 */
async function write(id, isSaved, before) {
  try {
    await change(isSaved ? 'PUT' : 'DELETE', `/v1/me/favourites/${encoded(id)}`);
  } catch (error) {
    // After signing out the list is that of the device.
    if (!favourites.write) return;
    // Others may have been saved in the meantime.
    const list = favourites.list.filter((one) => one.id !== id);
    const place = before.findIndex((one) => one.id === id);
    if (place >= 0) list.splice(place, 0, before[place]);
    favourites.setList(list);
    showBanner(error instanceof Problem && error.status ? problemText(error) : t('favourite not written'));
  }
}

export function end() {
  favourites.write = null;
  favourites.waiting = [];
  favourites.use(false);
}

/**
 * Reads those of the account.
 *
 * @returns {Promise<void>}
 */
export async function read() {
  await writing;
  const before = writes;
  const list = await listed();
  // They may lack changes that were made in the meantime.
  if (writes === before) favourites.setList(list);
  else await read();
}

/**
 * The favorites of the account, the latest first.
 *
 * @returns {Promise<Favourite[]>}
 */
async function listed() {
  const { favourites: saved } = await memberRequest('/v1/me/favourites');
  if (!saved.length) return [];
  const known = await present(saved.map((/** @type {{id: string}} */ { id }) => id));
  return saved.flatMap((/** @type {{id: string, since: string}} */ { id, since }) => {
    const result = known.get(id);
    return result ? [{ ...result, saved: since }] : [];
  });
}

/**
 * The ids of those that are open or take place today.
 *
 * @returns {Promise<Set<string>>}
 */
export async function favouritesOfToday() {
  const { favourites: saved } = await memberRequest('/v1/me/favourites?on=today', { patience: 0 });
  return new Set(saved.map((/** @type {{id: string}} */ { id }) => id));
}

/** Whether the member has declined the offer for now. */
let isLater = false;

/** An offer to add the favorites on this device to the account; null without any. */
export function offerFromDevice() {
  const others = readFavourites(keys.device).filter(({ id }) => !favourites.has(id));
  if (isLater || !others.length) return null;
  const error = h('p', { class: 'form-error', role: 'alert' });
  const add = async () => {
    try {
      for (const { id } of others.reverse()) await change('PUT', `/v1/me/favourites/${encoded(id)}`);
      writeStored(keys.device, '[]');
      await read();
      announce(t('favourites added', { n: others.length }));
    } catch (problem) {
      return fill(error, problemText(problem));
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
    h('p', {}, t('add favourites', { n: others.length })),
    h('div', { class: 'actions' },
      h('button', { type: 'button', class: 'action', 'data-act': 'take-over', onclick: add }, t('add favourites yes')),
      h('button', { type: 'button', class: 'action', onclick: leave }, t('later'))), error);
  return element;
}
