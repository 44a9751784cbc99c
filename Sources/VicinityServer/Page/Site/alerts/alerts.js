// The alerts of a member: their queries, how they notify, and their latest matches.

import '../members/ready.js';

import { encoded } from '../base/api.js';
import { showBanner } from '../base/banner.js';
import { h } from '../base/dom.js';
import { day, moment, t } from '../base/text.js';
import { mapView } from '../map/view.js';
import { confirmed } from '../members/form.js';
import { living } from '../members/part.js';
import { change, memberRequest, problemText } from '../members/request.js';
import { list, listingLink, row } from '../members/rows.js';
import { focusResults } from '../state/navigation.js';
import { store } from '../state/store.js';
import { alertForm } from './form.js';
import { matches } from './matches.js';
import { boxOf, filtersOf } from './query.js';
import { alertWhat, alertWhere } from './words.js';

/**
 * @typedef {import('./matches.js').Found} Found
 * @typedef {{
 *   id: string, name: string, query: import('../state/query.js').Query, mail: boolean, webhook?: string, failures?:
 *   number, suspended?: string, skipped?: string,
 * }} Alert failures: deliveries to the webhook that have failed one after the other. suspended: why it is not
 *   evaluated. skipped: when it was last too costly for a change
 */

/** The most matches of an alert that are shown. */
const mostFound = 3;

/** Milliseconds for which an alert is marked as too costly for a change. */
const shownSkipped = 7 * 86_400_000;

/**
 * @param {AbortSignal} signal
 * @returns {Promise<import('../members/part.js').Part>}
 */
export async function alerts(signal) {
  const { item } = store.state;
  if (item) return alertForm(item, signal);
  const element = await living(signal, ['alert', 'listing'], async (renew) => {
    const [{ alerts: all }, found] = await Promise.all([
      memberRequest('/v1/me/alerts', { signal }), matches(signal),
    ]);
    return [
      h('div', { class: 'actions' }, h('button', {
        type: 'button', class: 'done', 'data-act': 'new-alert', onclick: () => store.update({ item: 'new' }),
      }, t('create alert'))),
      list(t('your alerts'), all.map((/** @type {Alert} */ alert) =>
        alertRow(alert, found.filter((one) => one.alert === alert.id), renew)), t('no alerts')),
      h('p', { class: 'soft' }, t('alert hint')),
    ];
  });
  return { element };
}

/**
 * @param {Alert} alert
 * @param {Found[]} found
 * @param {() => Promise<void>} renew
 */
function alertRow(alert, found, renew) {
  const { id, name, query, mail, webhook, failures, suspended, skipped } = alert;
  const button = (/** @type {string} */ act, /** @type {() => unknown} */ onclick) => h('button', {
    type: 'button', class: 'action', 'data-act': act, 'aria-label': `${t(`alert ${act}`)}: ${name}`, onclick,
  }, t(`alert ${act}`));
  const ways = [t('alert here'), mail && t('alert by mail'), webhook && new URL(webhook).host];
  return row([
    h('b', { dir: 'auto' }, name), name !== alertWhat(query) && h('span', {}, alertWhat(query)),
    h('span', { class: 'soft' }, alertWhere(query)),
    h('span', { class: 'soft' }, t('alert ways', { ways: ways.filter(Boolean).join(', ') })),
    failures && h('span', { class: 'form-error' }, t('alert failures', { n: failures })),
    suspended && h('span', { class: 'form-error', 'data-state': 'suspended' },
      t('alert suspended', { reason: suspended })),
    skipped && !suspended && Date.now() - Date.parse(skipped) < shownSkipped
      && h('span', { class: 'form-error', 'data-state': 'skipped' },
        t('alert skipped', { day: day(moment(skipped).date, 'day') })),
    found.length > 0 && h('ul', { class: 'plain found', 'aria-label': t('alert found') },
      found.slice(0, mostFound).map((one) => foundItem(one))),
  ], [
    button('show', () => show(query).catch((error) => showBanner(problemText(error)))),
    button('change', () => store.update({ item: id })),
    confirmed({
      text: t('alert delete'), question: t('alert delete question'), action: async () => {
        await change('DELETE', `/v1/me/alerts/${encoded(id)}`);
        await renew();
      },
      attributes: { 'data-act': 'delete-alert', 'aria-label': `${t('alert delete')}: ${name}` },
    }),
  ]);
}

/** @param {Found} found */
const foundItem = ({ listing, name, at, what }) => h('li', {},
  h('time', { class: 'soft', datetime: at }, day(moment(at).date, 'day')), ' ', listingLink(listing, name),
  what === 'ceases' && h('span', { class: 'soft' }, ` · ${t('alert no longer')}`));

/**
 * Shows the results of an alert: its filters, and the map where it searches.
 *
 * @param {import('../state/query.js').Query} query
 */
async function show(query) {
  const { filters } = filtersOf(query);
  let { near } = query;
  if (typeof near === 'string') {
    // Only the server can locate a name.
    const { understood } = await memberRequest('/v1/query', { body: { near, limit: 1, fields: ['id'] } });
    near = understood?.near;
  }
  const isPlace = typeof near?.lat === 'number';
  store.update({ filters, near: isPlace ? { lat: near.lat, lon: near.lon } : null, sort: '', item: '', show: '' });
  const box = boxOf({ ...query, near: isPlace ? near : undefined });
  if (box) mapView.leap(() => mapView.fit(box));
  else if (isPlace) mapView.leap(() => mapView.look({ ...near, zoom: 13 }));
  focusResults();
}
