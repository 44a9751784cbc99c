// A part of a listing that is loaded after it.

import { Problem } from '../base/api.js';
import { h } from '../base/dom.js';
import { t } from '../base/text.js';

/**
 * A part that is loaded; it stays away when there is nothing.
 *
 * @param {string} title
 * @param {Promise<any>} loaded
 * @param {(value: any) => Node | null} show
 */
export function section(title, loaded, show) {
  const element = h('section', { class: 'part' }, h('h3', {}, title));
  loaded.then((value) => {
    const content = show(value);
    if (content) element.append(content);
    else element.remove();
  }).catch((error) => {
    // Hours that cannot be read are not known.
    const isUnreadable = error instanceof Problem && error.status === 409;
    if (isUnreadable) element.append(h('p', { class: 'soft' }, t('hours unknown')));
    else element.remove();
  });
  return element;
}
