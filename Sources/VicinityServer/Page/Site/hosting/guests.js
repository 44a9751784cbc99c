// What hosts see of their guests.

import { encoded } from '../base/api.js';
import { showBanner } from '../base/banner.js';
import { h } from '../base/dom.js';
import { number, t } from '../base/text.js';
import { openWith } from '../members/openconversation.js';
import { memberRequest, problemText } from '../members/request.js';

/** @param {string} name */
export const writeButton = (name) => h('button', {
  type: 'button', class: 'action', onclick: () => openWith(name).catch((error) => showBanner(problemText(error))),
}, t('write'));

/**
 * How hosts rate a guest; it comes later.
 *
 * @param {string} name
 */
export function guestRating(name) {
  const element = h('span', { class: 'soft' });
  memberRequest(`/v1/members/${encoded(name)}/guest-rating`).then(({ rating, ratingCount }) => {
    if (ratingCount) element.textContent = ` ★ ${t('rated', { rating: number(rating), n: ratingCount })}`;
  }).catch(() => {});
  return element;
}
