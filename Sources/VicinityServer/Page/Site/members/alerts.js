// The alerts of a member: what they ask, how they tell, and what they have found.

import './ready.js';

import { encoded } from '../api.js';
import { h } from '../dom.js';
import { day, moment, t } from '../text.js';
import { alertForm } from './alertform.js';
import { matches } from './alertmatches.js';
import { boxOf, filtersOf } from './alertquery.js';
import { alertWhat, alertWhere } from './alertwords.js';
import { confirmed } from './form.js';
import { change, own, problemText } from './request.js';
import { list, listingLink, living, row } from './rows.js';

/**
 * @typedef {import('../page.js').Page} Page
 * @typedef {import('./alertmatches.js').Found} Found
 * @typedef {{
 *   id: string, name: string, query: import('../query.js').Query, mail: boolean, webhook?: string, failures?: number,
 *   suspended?: string, skipped?: string,
 * }} Alert failures: deliveries to the webhook that have failed one after the other. suspended: why it is not judged.
 *   skipped: when it was last too costly for a change
 */

/** What an alert has found that is shown. */
const mostFound = 3;

/** Milliseconds for which it is shown that an alert was too costly for a change. */
const shownSkipped = 7 * 86_400_000;

/**
 * @param {Page} page
 * @param {AbortSignal} signal
 * @returns {Promise<import('./panel.js').Part>}
 */
export async function alerts(page, signal) {
  const { item } = page.store.state;
  if (item) return alertForm(page, item, signal);
  const element = await living(signal, ['alert', 'listing'], async (renew) => {
    const [{ alerts: all }, found] = await Promise.all([
      own(page, '/v1/me/alerts', { signal }), matches(page, signal),
    ]);
    return [
      h('div', { class: 'actions' }, h('button', {
        type: 'button', class: 'done', 'data-act': 'new-alert', onclick: () => page.store.update({ item: 'new' }),
      }, t('tell me'))),
      list(t('your alerts'), all.map((/** @type {Alert} */ alert) =>
        alertRow(page, alert, found.filter((one) => one.alert === alert.id), renew)), t('no alerts')),
      h('p', { class: 'soft' }, t('alert hint')),
    ];
  });
  return { element };
}

/**
 * @param {Page} page
 * @param {Alert} alert
 * @param {Found[]} found
 * @param {() => Promise<void>} renew
 */
function alertRow(page, alert, found, renew) {
  const { id, name, query, mail, webhook, failures, suspended, skipped } = alert;
  const button = (/** @type {string} */ act, /** @type {() => unknown} */ onclick) => h('button', {
    type: 'button', class: 'action', 'data-act': act, 'aria-label': `${t(`alert ${act}`)}: ${name}`, onclick,
  }, t(`alert ${act}`));
  const ways = [t('alert tells here'), mail && t('alert tells mail'), webhook && new URL(webhook).host];
  return row([
    h('b', { dir: 'auto' }, name), name !== alertWhat(query) && h('span', {}, alertWhat(query)), h('span', { class: 'soft' }, alertWhere(query)),
    h('span', { class: 'soft' }, t('alert tells', { ways: ways.filter(Boolean).join(', ') })),
    failures && h('span', { class: 'form-error' }, t('alert failures', { n: failures })),
    suspended && h('span', { class: 'form-error', 'data-state': 'suspended' }, t('alert suspended', { reason: suspended })),
    skipped && !suspended && Date.now() - Date.parse(skipped) < shownSkipped && h('span', { class: 'form-error', 'data-state': 'skipped' },
      t('alert skipped', { day: day(moment(skipped).date, 'day') })),
    found.length > 0 && h('ul', { class: 'plain found', 'aria-label': t('alert found') },
      found.slice(0, mostFound).map((one) => foundItem(page, one))),
  ], [
    button('show', () => show(page, query).catch((error) => page.tell(problemText(error)))),
    button('change', () => page.store.update({ item: id })),
    confirmed({
      text: t('alert delete'), question: t('alert delete question'), action: async () => {
        await change(page, 'DELETE', `/v1/me/alerts/${encoded(id)}`);
        await renew();
      },
      attributes: { 'data-act': 'delete-alert', 'aria-label': `${t('alert delete')}: ${name}` },
    }),
  ]);
}

/**
 * @param {Page} page
 * @param {Found} found
 */
const foundItem = (page, { listing, name, at, what }) => h('li', {},
  h('time', { class: 'soft', datetime: at }, day(moment(at).date, 'day')), ' ', listingLink(page, listing, name),
  what === 'ceases' && h('span', { class: 'soft' }, ` · ${t('alert ceases')}`));

/**
 * Shows what an alert asks: its filters, and the map where it looks.
 *
 * @param {Page} page
 * @param {import('../query.js').Query} query
 */
async function show(page, query) {
  const { filters } = filtersOf(query);
  let { near } = query;
  if (typeof near === 'string') {
    // Only the server knows where a name is.
    const { understood } = await own(page, '/v1/query', { body: { near, limit: 1, fields: ['id'] } });
    near = understood?.near;
  }
  const isPlace = typeof near?.lat === 'number';
  page.store.update({ filters, near: isPlace ? { lat: near.lat, lon: near.lon } : null, sort: '', item: '', show: '' });
  const box = boxOf({ ...query, near: isPlace ? near : undefined });
  if (box) page.map.leap(() => page.map.fit(box));
  else if (isPlace) page.map.leap(() => page.map.look({ ...near, zoom: 13 }));
  page.list.focus();
}
