// Lines over the page: matches of alerts, reminders, a home that does not respond.

import { hideBanner, showBanner } from '../base/banner.js';
import { h } from '../base/dom.js';
import { t } from '../base/text.js';
import { listingLink, startText } from '../members/rows.js';

/** @typedef {import('./changes.js').Change} Change */

let running = new AbortController();

export function begin() {
  running.abort();
  const { signal } = (running = new AbortController());
  document.addEventListener('vicinity-news', (event) => {
    const change = /** @type {CustomEvent} */ (event).detail;
    const content = tellers[change.kind]?.(change);
    if (content) show(content);
  }, { signal });
}

export function end() {
  running.abort();
}

/**
 * The text of a change; null for a change without a line.
 *
 * @type {Record<string, (change: Change) => import('../base/dom.js').Child[] | null>}
 */
const tellers = {
  alert: ({ what, alertName = '', listing = '', name, reason = '' }) => {
    if (what === 'begins') return [t('alert match', { name: alertName }), ' ', listingLink(listing, name)];
    if (what === 'suspended' || what === 'skipped') return [t(`notice alert ${what}`, { name: alertName, reason })];
    return what === 'webhook-failed' ? [t('webhook failed')] : null;
  },
  reminder: ({ what, starts = '', listing = '', name }) =>
    [t(`remind ${what}`, { when: startText(starts) }), ' ', listingLink(listing, name)],
  home: ({ what, listing = '', switch: name = '' }) =>
    [t(`home ${what}`, { name }), ' ', listingLink(listing, t('look at listing'))],
};

/** Milliseconds after which a line disappears, unless it has the focus or the pointer. */
const shownFor = 20_000;

/**
 * Shows a line that stays for a while, or until it is closed or its link is followed. Its content is also on the pages
 * of alerts and of the member.
 *
 * @param {import('../base/dom.js').Child[]} content
 */
function show(content) {
  const close = (/** @type {Event} */ event) => {
    const isButton = event.currentTarget instanceof HTMLButtonElement;
    hideBanner();
    if (isButton) document.getElementById('panel')?.focus({ preventScroll: true });
  };
  const line = h('span', { class: 'notice' }, h('span', {}, content),
    h('button', { type: 'button', 'data-act': 'close-notice', 'aria-label': t('close notice'), onclick: close }, '✕'));
  line.querySelector('a')?.addEventListener('click', close);
  showBanner(line, true);
  const leave = () => {
    if (!line.isConnected) return;
    if (line.matches(':hover, :focus-within')) setTimeout(leave, shownFor);
    else hideBanner();
  };
  setTimeout(leave, shownFor);
}
