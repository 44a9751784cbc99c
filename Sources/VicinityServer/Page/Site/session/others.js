// The filter that leaves out what the member offers, in the menu of further filters.

import '../members/ready.js';

import { h } from '../base/dom.js';
import { t } from '../base/text.js';
import { choices, menus } from '../filters/menus.js';
import { currentMember } from '../state/member.js';

let isThere = false;

/** Adds the filter; only members see it. */
export function addOthers() {
  if (isThere) return;
  isThere = true;
  const { more } = menus;
  menus.more = () => {
    const { account } = currentMember;
    const parts = [more()].flat();
    return account
      ? [...parts, h('h2', {}, t('hosts')), choices('not-host', [
        { value: account.name, label: t('none of mine'), count: undefined },
      ])] : parts;
  };
}
