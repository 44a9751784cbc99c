// The filter that leaves out what the member offers, in the menu of further filters.

import '../members/ready.js';

import { h } from '../base/dom.js';
import { t } from '../base/text.js';
import { menus } from '../filters/filters.js';
import { currentMember } from '../state/member.js';

let isThere = false;

/** Adds it; who is not signed in does not see it. */
export function addOthers() {
  if (isThere) return;
  isThere = true;
  const { more } = menus;
  menus.more = (filters) => {
    const { account } = currentMember;
    const parts = [more(filters)].flat();
    return account
      ? [...parts, h('h2', {}, t('hosts')), filters.choices('not-host', [
        { value: account.name, label: t('none of mine'), count: undefined },
      ])] : parts;
  };
}
