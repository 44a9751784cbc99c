// The filter that leaves out what the member offers, in the menu of further filters.

import './ready.js';

import { h } from '../dom.js';
import { menus } from '../filters.js';
import { t } from '../text.js';

let isThere = false;

/**
 * Adds it; who is not signed in does not see it.
 *
 * @param {import('../page.js').Page} page
 */
export function addOthers(page) {
  if (isThere) return;
  isThere = true;
  const { more } = menus;
  menus.more = (filters) => {
    const { account } = page.member;
    const parts = [more(filters)].flat();
    return account
      ? [...parts, h('h2', {}, t('hosts')), filters.choices('not-host', [
        { value: account.name, label: t('none of mine'), count: undefined },
      ])] : parts;
  };
}
