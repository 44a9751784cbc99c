// What a member takes along, and the end of the account.

import '../members/ready.js';

import { Problem } from '../base/api.js';
import { showBanner } from '../base/banner.js';
import { fill, h, set } from '../base/dom.js';
import { saveFile } from '../base/files.js';
import { t } from '../base/text.js';
import { Form } from '../members/form.js';
import { change, memberRequest, oneAtATime, problemText } from '../members/request.js';
import { currentMember } from '../state/member.js';
import { focusResults } from '../state/navigation.js';
import { store } from '../state/store.js';

/** A button that saves everything the server keeps of the member as a file. */
export function ownData() {
  const statusLine = h('p', { role: 'status', class: 'form-status' });
  const error = h('p', { role: 'alert', class: 'form-error' });
  const button = h('button', { type: 'button', class: 'action', 'data-act': 'export', onclick: () => exportData() },
    t('export data'));
  const exportData = () => oneAtATime(button, async () => {
    fill(error);
    fill(statusLine);
    try {
      const data = await memberRequest('/v1/me/export', { limit: 120_000 });
      saveFile(`${currentMember.account?.name}.json`, JSON.stringify(data, null, 2), 'application/json');
      fill(statusLine, t('data exported'));
    } catch (problem) {
      fill(error, problemText(problem));
    }
  });
  return h('section', { class: 'part' }, h('h3', {}, t('own data')), h('p', { class: 'soft' }, t('own data hint')),
    h('p', { class: 'actions' }, button), statusLine, error);
}

/** What becomes of everything, as the server says it (docs/accounts.md). */
const fates = [
  { title: 'erased', things: ['account', 'talks', 'doings', 'listings'] },
  { title: 'kept nameless', things: ['log', 'reports'] },
  { title: 'kept on', things: ['name', 'gone', 'copies'] },
];

export function endAccount() {
  const place = h('div', {});
  const form = new Form({
    text: t('delete account'), class: 'end-account',
    fields: [{
      name: 'password', label: t('current password'), type: 'password', required: true,
      autocomplete: 'current-password',
    }],
    send: async ({ password }) => ask(password),
  });
  const close = () => {
    fill(place);
    form.input('password').focus();
  };
  const ask = (/** @type {string} */ password) => {
    const yes = h('button', {
      type: 'button', class: 'action danger', 'data-act': 'end-account', onclick: async () => {
        if (yes.getAttribute('aria-disabled') === 'true') return;
        set(yes, { 'aria-disabled': true });
        try {
          await change('DELETE', '/v1/me', { password }, { patience: 0 });
        } catch (problem) {
          if (!(problem instanceof Problem)) throw problem;
          close();
          return form.fail(problem);
        }
        return leave();
      },
    }, t('delete account yes'));
    const no = h('button', { type: 'button', class: 'action', onclick: close }, t('no'));
    fill(place, h('div', {
      role: 'group', 'aria-label': t('delete account question'), class: 'confirm-box',
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
      },
    }, h('b', {}, t('delete account question')), yes, no));
    yes.focus();
    yes.scrollIntoView({ block: 'nearest' });
  };
  // It is at the end of the panel, and opens below its edge.
  const element = h('details', {
    class: 'part', ontoggle: () => element.open && element.scrollIntoView({ block: 'start' }),
  }, h('summary', { 'data-act': 'end' }, t('delete account')),
    fates.map(({ title, things }) => h('section', {}, h('h4', {}, t(`fate ${title}`)),
      h('ul', { class: 'fates' }, things.map((thing) => h('li', {}, t(`fate of ${thing}`)))))),
    h('p', {}, t('delete account hint')), form.element, place);
  return element;
}

/** Leaves the parts for members after the account was deleted. */
function leave() {
  store.update({ show: '', item: '', id: null }, 'replace');
  currentMember.setAccount(null);
  focusResults();
  showBanner(t('account deleted'));
}
