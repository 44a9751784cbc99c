// The form of an alert: a new one for the current filters, or how one notifies.

import { encoded } from '../base/api.js';
import { showBanner } from '../base/banner.js';
import { fill, h, icon } from '../base/dom.js';
import { distance, t } from '../base/text.js';
import { mapView } from '../map/view.js';
import { copyField } from '../members/copyfield.js';
import { Form } from '../members/form.js';
import { change, memberRequest } from '../members/request.js';
import { focusResults } from '../state/navigation.js';
import { origin, reader } from '../state/place.js';
import { searchResults } from '../state/results.js';
import { store } from '../state/store.js';
import { alertQuery, radii } from './query.js';
import { alertWhat, alertWhere } from './words.js';

/** @typedef {import('./alerts.js').Alert} Alert */

/**
 * @param {string} id the alert; `new` for one with the current filters
 * @param {AbortSignal} signal
 * @returns {Promise<import('../members/part.js').Part>}
 */
export async function alertForm(id, signal) {
  const isNew = id === 'new';
  const { alerts } = isNew ? { alerts: [] } : await memberRequest('/v1/me/alerts', { signal });
  /** @type {Alert | undefined} */
  const former = alerts.find((/** @type {Alert} */ alert) => alert.id === id);
  const heading = h('h3', { tabindex: -1 }, t(isNew ? 'create alert' : 'alert change heading'));
  const leave = () => {
    store.update(isNew ? { show: '', item: '' } : { item: '' });
    if (isNew) focusResults();
  };
  const back = h('button', { type: 'button', class: 'back', onclick: leave }, icon('back'),
    t(isNew ? 'place results' : 'own alerts'));
  const content = isNew || former ? form(former, signal) : h('p', {}, t('alert gone'));
  return {
    element: h('div', {}, back, heading, content), focus: () => heading.focus({ preventScroll: true }),
  };
}

/**
 * @param {Alert | undefined} former the one that is changed
 * @param {AbortSignal} signal
 */
function form(former, signal) {
  const element = h('div', {});
  const summary = h('p', { class: 'alert-asks' });
  const where = h('select', { onchange: () => showSummary() }, former ? [] : places());
  const query = () => former?.query ?? alertQuery(store.state.filters, placeOf(where.value));
  const made = new Form({
    text: t(former ? 'alert save' : 'alert add'),
    fields: [
      ...(former ? [] : [{ name: 'where', label: t('alert where'), input: where }]),
      { name: 'name', label: t('alert name'), required: true, maxlength: 100, value: former?.name },
      {
        name: 'mail', label: t('alert mail'), hint: t('alert mail hint'), type: 'checkbox',
        value: former?.mail ? 'yes' : '',
      },
      {
        name: 'webhook', label: t('alert webhook'), hint: t('alert webhook hint'), type: 'url',
        value: former?.webhook, placeholder: 'https://',
      },
    ],
    send: async ({ name, mail, webhook }) => {
      const settings = { name, mail: mail !== '' };
      if (former && webhook === (former.webhook ?? '')) {
        await change('PATCH', `/v1/me/alerts/${encoded(former.id)}`, settings);
        showBanner(t('alert kept'));
        return store.update({ show: 'alerts', item: '' }, 'replace');
      }
      const body = { ...settings, query: query(), ...(webhook && { webhook }) };
      /** @type {{secret?: string}} */
      const { secret } = await change('POST', '/v1/me/alerts', body).catch((error) => {
        // The error must be visible.
        if (error.pointer === '/webhook') more.open = true;
        throw error;
      });
      // Another address has another key: the new alert replaces the former one.
      if (former) await change('DELETE', `/v1/me/alerts/${encoded(former.id)}`);
      if (secret) return showSecret(element, secret);
      showBanner(t('alert kept'));
      return store.update({ show: 'alerts', item: '' }, 'replace');
    },
  });
  const hook = /** @type {HTMLElement} */ (made.input('webhook').closest('.form-field'));
  const more = h('details', { open: Boolean(former?.webhook) }, h('summary', {}, t('alert more ways')));
  hook.before(more);
  more.append(hook);
  const name = made.input('name');
  let proposed = '';
  const showSummary = () => {
    const asked = query();
    fill(summary, h('span', {}, alertWhat(asked)), h('span', { class: 'soft' }, alertWhere(asked)));
    // A name that the member has entered stays.
    if (former || name.value !== proposed) return;
    proposed = alertWhat(asked).slice(0, 100);
    name.value = proposed;
  };
  showSummary();
  document.addEventListener('vicinity-answer', showSummary, { signal });
  fill(element, summary, made.element, h('p', { class: 'soft' }, t('alert hint')));
  return element;
}

/** Places that can be chosen. */
function places() {
  const { filters, near } = store.state;
  const middle = t(near ? 'alert of place' : reader.position ? 'alert of position' : 'alert of middle');
  const option = (/** @type {string} */ value, /** @type {string} */ text) => h('option', { value }, text);
  const all = option('', filters.area ?? t('alert everywhere'));
  const others = [
    option('map', t('alert map')),
    ...radii.map((radius) => option(String(radius), t('alert within', { distance: distance(radius), place: middle }))),
  ];
  return filters.area ? [all, ...others] : [...others, all];
}

/**
 * The place of a choice.
 *
 * @param {string} choice
 * @returns {import('./query.js').Place}
 */
function placeOf(choice) {
  if (choice === 'map') return { bbox: searchResults.query.within?.bbox ?? mapView.extent.box };
  return choice ? { near: origin(), radius: Number(choice) } : {};
}

/**
 * The signing key of a webhook, which is shown once.
 *
 * @param {HTMLElement} element
 * @param {string} secret
 */
function showSecret(element, secret) {
  const { element: field, focus } = copyField(t('alert secret'), secret, t('alert secret hint'));
  fill(element, h('p', { role: 'status', class: 'form-status' }, t('alert kept')), field,
    h('div', { class: 'actions' }, h('button', {
      type: 'button', class: 'done', onclick: () => store.update({ show: 'alerts', item: '' }, 'replace'),
    }, t('own alerts'))));
  focus();
}
