// The switches of a couch: for its host, who sets them up, and for the guest of today.

import '../members/ready.js';

import { encoded } from '../base/api.js';
import { fill, h, set } from '../base/dom.js';
import { settings } from '../base/settings.js';
import { number, t } from '../base/text.js';
import { confirmed, Form } from '../members/form.js';
import { living } from '../members/part.js';
import { change, memberRequest, problemText } from '../members/request.js';
import { list, listingLink } from '../members/rows.js';

/**
 * @typedef {'ON' | 'OFF'} State
 * @typedef {{
 *   url: string, pointer: string, above?: number, below?: number, state: State, otherwise?: State,
 *   temperature?: number,
 * }} Rule temperature: outside, at the last request
 * @typedef {{name: string, state?: State, url?: string, rule?: Rule}} Switch state: not of one that does not answer.
 *   url, rule: for hosts
 */

/** @type {State[]} */
const states = ['ON', 'OFF'];

/** The path of the switches of a listing. */
const pathOf = (/** @type {string} */ id) => `/v1/listings/${encoded(id)}/switches`;

/**
 * The switches of a couch of one's own; nothing on a server without switches.
 *
 * @param {string} id
 * @param {AbortSignal} signal
 */
export async function hostSwitches(id, signal) {
  if (!settings.switches) return null;
  return living(signal, ['home'], async (renew) => {
    const path = pathOf(id);
    const { switches } = await memberRequest(path, { signal });
    return [
      list(t('switches'), switches.map((/** @type {Switch} */ one) => hostRow(path, one, renew)),
        t('no switches')),
      h('details', {}, h('summary', { 'data-act': 'add-switch' }, t('add switch')),
        switchForm(path, { name: '' }, renew)),
    ];
  });
}

/**
 * The switches of a couch where the member is a guest today; nothing where there are none.
 *
 * @param {import('../members/rows.js').Booking} booking
 * @param {AbortSignal} signal
 */
export function guestSwitches({ listing, name }, signal) {
  const element = h('div', {});
  const load = async () => {
    const { switches } = await memberRequest(pathOf(listing), { signal });
    if (!switches.length || signal.aborted) return;
    const rows = switches.map((/** @type {Switch} */ one) =>
      h('li', { class: 'row' }, h('span', { class: 'row-text' }, h('b', { dir: 'auto' }, one.name)),
        turning(pathOf(listing), one)));
    fill(element, h('section', { class: 'part' }, h('h3', { tabindex: -1 }, t('switches of'), ' ',
      listingLink(listing, name)), h('ul', { class: 'plain rows' }, rows)));
  };
  if (settings.switches) load().catch(() => {});
  return element;
}

/**
 * The buttons of a switch, with its state.
 *
 * @param {string} path
 * @param {Switch} one
 */
function turning(path, one) {
  const statusLine = h('span', { role: 'status' });
  const error = h('span', { role: 'alert', class: 'form-error' });
  const show = (/** @type {State | undefined} */ state) => {
    statusLine.textContent = state ? '' : t('switch unknown');
    for (const button of buttons) set(button, { 'aria-pressed': button.dataset.state === state });
  };
  const turn = async (/** @type {State} */ state) => {
    if (group.getAttribute('aria-busy') === 'true') return;
    set(group, { 'aria-busy': true });
    fill(error);
    try {
      // Turning it twice is the same as once.
      await change('POST', `${path}/${encoded(one.name)}`, { state }, { patience: 1 });
      show(state);
    } catch (problem) {
      fill(error, problemText(problem));
    } finally {
      set(group, { 'aria-busy': null });
    }
  };
  const buttons = states.map((state) => h('button', {
    type: 'button', class: 'action', 'data-state': state, onclick: () => turn(state),
  }, t(`switch ${state}`)));
  const group = h('span', { class: 'switch', role: 'group', 'aria-label': one.name }, buttons);
  show(one.state);
  return h('span', { class: 'row-actions' }, group, statusLine, error);
}

/**
 * @param {string} path
 * @param {Switch} one
 * @param {() => Promise<void>} renew
 */
function hostRow(path, one, renew) {
  const { name, url, rule } = one;
  const remove = confirmed({
    text: t('remove switch'), question: t('remove switch question'),
    attributes: { 'data-act': 'remove-switch', 'aria-label': `${t('remove switch')}: ${name}` },
    action: async () => {
      await change('DELETE', `${path}/${encoded(name)}`);
      await renew();
    },
  });
  return h('li', { class: 'row' },
    h('span', { class: 'row-text' }, h('b', { dir: 'auto' }, name), h('span', { class: 'soft' }, url),
      rule && h('span', {}, ruleText(rule))),
    turning(path, one),
    h('div', { class: 'switch-more' },
      details('change-switch', t('change switch'), switchForm(path, one, renew)),
      details('weather', t('weather rule'), ruleForm(`${path}/${encoded(name)}/rule`, rule, renew)), remove));
}

/**
 * @param {string} act
 * @param {string} text
 * @param {HTMLElement} content
 */
const details = (act, text, content) => h('details', {}, h('summary', { 'data-act': act }, text), content);

/**
 * Closes a form that was sent, and reads the list again.
 *
 * @param {HTMLElement} form
 * @param {() => Promise<void>} renew
 */
async function done(form, renew) {
  const around = form.closest('details');
  if (around) {
    around.open = false;
    around.querySelector('summary')?.focus({ preventScroll: true });
  }
  await renew();
}

/**
 * @param {string} path
 * @param {Switch} one a switch; a new one has an empty name
 * @param {() => Promise<void>} renew
 */
function switchForm(path, { name: former, url }, renew) {
  const form = new Form({
    text: t(former ? 'save profile' : 'add switch'),
    fields: [
      ...(former ? [] : [{ name: 'switch', label: t('switch name'), required: true, maxlength: 60 }]),
      {
        name: 'url', label: t('switch url'), hint: t('switch url hint'), type: 'url', required: true, value: url,
        placeholder: 'https://home.example.org/rest/items/Heating',
      },
      {
        name: 'token', label: t('switch token'), hint: t('switch token hint'), type: 'password',
        autocomplete: 'off', maxlength: 1000,
      },
    ],
    send: async ({ switch: name = former, url: address, token }) => {
      await change('PUT', `${path}/${encoded(name)}`, { url: address, ...(token && { token }) });
      await done(form.element, renew);
    },
  });
  return form.element;
}

/** @param {Rule} rule */
function ruleText({ above, below, state, otherwise, temperature }) {
  const degrees = number(above ?? below ?? 0, 1);
  return [
    t(above === undefined ? 'rule below' : 'rule above', { state: t(`switch ${state}`), degrees }),
    otherwise && t('rule otherwise', { state: t(`switch ${otherwise}`) }),
    temperature !== undefined && t('rule now', { degrees: number(temperature, 1) }),
  ].filter(Boolean).join(' · ');
}

/**
 * @param {string} path
 * @param {Rule | undefined} rule
 * @param {() => Promise<void>} renew
 */
function ruleForm(path, rule, renew) {
  const choice = (/** @type {string} */ chosen, /** @type {[string, string][]} */ options) => h('select', {},
    options.map(([value, text]) => h('option', { value, selected: value === chosen }, text)));
  /** @type {[string, string][]} */
  const turns = states.map((state) => [state, t(`switch ${state}`)]);
  const form = new Form({
    text: t('save profile'),
    fields: [
      {
        name: 'url', label: t('rule url'), hint: t('rule url hint', { lat: '{lat}', lon: '{lon}' }), type: 'url',
        required: true, value: rule?.url,
        placeholder: 'https://api.open-meteo.com/v1/forecast?latitude={lat}&longitude={lon}&current=temperature_2m',
      },
      {
        name: 'pointer', label: t('rule pointer'), hint: t('rule pointer hint'), required: true, pattern: '/.*',
        maxlength: 200, value: rule?.pointer, placeholder: '/current/temperature_2m',
      },
      {
        name: 'side', label: t('rule side'), input: choice(rule?.above === undefined ? 'below' : 'above', [
          ['below', t('rule is below')], ['above', t('rule is above')],
        ]),
      },
      {
        name: 'degrees', label: t('rule degrees'), type: 'number', min: -100, max: 100, step: 'any', required: true,
        value: String(rule?.above ?? rule?.below ?? ''),
      },
      { name: 'state', label: t('rule state'), input: choice(rule?.state ?? 'ON', turns) },
      {
        name: 'otherwise', label: t('rule else'),
        input: choice(rule?.otherwise ?? '', [['', t('rule leaves')], ...turns]),
      },
    ],
    send: async ({ url, pointer, side, degrees, state, otherwise }) => {
      await change('PUT', path, {
        url, pointer, [side]: Number(degrees), state, ...(otherwise && { otherwise }),
      });
      await done(form.element, renew);
    },
    beside: [rule && confirmed({
      text: t('remove rule'), question: t('remove rule question'), attributes: { 'data-act': 'remove-rule' },
      action: async () => {
        await change('DELETE', path);
        await done(form.element, renew);
      },
    })],
  });
  return form.element;
}
