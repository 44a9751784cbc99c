// What hosts see of their guests.

import { encoded } from '../api.js';
import { h } from '../dom.js';
import { number, t } from '../text.js';
import { openWith } from './open.js';
import { own, problemText } from './request.js';

/** @typedef {import('../page.js').Page} Page */

/**
 * @param {Page} page
 * @param {string} name
 */
export const writeButton = (page, name) => h('button', {
  type: 'button', class: 'action', onclick: () => openWith(page, name).catch((error) => page.tell(problemText(error))),
}, t('write'));

/**
 * How hosts rate a guest; it comes later.
 *
 * @param {Page} page
 * @param {string} name
 */
export function guestRating(page, name) {
  const element = h('span', { class: 'soft' });
  own(page, `/v1/members/${encoded(name)}/guest-rating`).then(({ rating, ratingCount }) => {
    if (ratingCount) element.textContent = ` ★ ${t('rated', { rating: number(rating), n: ratingCount })}`;
  }).catch(() => {});
  return element;
}
