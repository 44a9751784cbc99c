// The filter that leaves out what the member offers, in the group of further filters.

import '../members/ready.js';

import { t } from '../base/text.js';
import { added } from '../filters/added.js';
import { choicePart } from '../filters/rows.js';
import { currentMember } from '../state/member.js';

let isThere = false;

/** Adds the filter; only members see it. */
export function addOthers() {
  if (isThere) return;
  isThere = true;
  added.push(() => {
    const { account } = currentMember;
    if (!account) return null;
    return {
      title: t('hosts'), part: choicePart('not-host', () => [{ value: account.name, label: t('none of mine') }]),
    };
  });
}
