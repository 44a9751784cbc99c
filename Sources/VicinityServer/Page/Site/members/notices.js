// Lines over the page for what a member wants to know at once: matches of alerts, reminders, a home that does not answer.

import { h } from '../dom.js';
import { t } from '../text.js';
import { listingLink, startText } from './rows.js';

/**
 * @typedef {import('../page.js').Page} Page
 * @typedef {import('./changes.js').Change} Change
 */

let running = new AbortController();

/** @param {Page} page */
export function begin(page) {
  running.abort();
  const { signal } = (running = new AbortController());
  document.addEventListener('vicinity-news', (event) => {
    const change = /** @type {CustomEvent} */ (event).detail;
    const content = tellers[change.kind]?.(page, change);
    if (content) show(page, content);
  }, { signal });
}

export function end() {
  running.abort();
}

/**
 * What is said of a change; null for what needs no line.
 *
 * @type {Record<string, (page: Page, change: Change) => import('../dom.js').Child[] | null>}
 */
const tellers = {
  alert: (page, { what, alertName = '', listing = '', name, reason = '' }) => {
    if (what === 'begins') return [t('alert begins', { name: alertName }), ' ', listingLink(page, listing, name)];
    if (what === 'suspended' || what === 'skipped') return [t(`told alert ${what}`, { name: alertName, reason })];
    return what === 'webhook-failed' ? [t('webhook failed')] : null;
  },
  reminder: (page, { what, starts = '', listing = '', name }) =>
    [t(`remind ${what}`, { when: startText(starts) }), ' ', listingLink(page, listing, name)],
  home: (page, { what, listing = '', switch: name = '' }) =>
    [t(`home ${what}`, { name }), ' ', listingLink(page, listing, t('look at listing'))],
};

/** Milliseconds after which a line goes, unless somebody is about to use it. */
const shownFor = 20_000;

/**
 * Shows a line that stays for some time, or until somebody closes it or follows its link. What it says is also on the
 * pages of alerts and of the member.
 *
 * @param {Page} page
 * @param {import('../dom.js').Child[]} content
 */
function show(page, content) {
  const close = (/** @type {Event} */ event) => {
    const isButton = event.currentTarget instanceof HTMLButtonElement;
    page.tell('');
    if (isButton) document.getElementById('panel')?.focus({ preventScroll: true });
  };
  const line = h('span', { class: 'notice' }, h('span', {}, content),
    h('button', { type: 'button', 'data-act': 'close-notice', 'aria-label': t('close notice'), onclick: close }, '✕'));
  line.querySelector('a')?.addEventListener('click', close);
  page.tell(line, true);
  const leave = () => {
    if (!line.isConnected) return;
    if (line.matches(':hover, :focus-within')) setTimeout(leave, shownFor);
    else page.tell('');
  };
  setTimeout(leave, shownFor);
}
