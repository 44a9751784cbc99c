// Reminders by email, and the calendar that calendar programs read.

import '../members/ready.js';

import { fill, h } from '../base/dom.js';
import { t } from '../base/text.js';
import { copyField } from '../members/copyfield.js';
import { confirmed, Form } from '../members/form.js';
import { change, oneAtATime, problemText } from '../members/request.js';
import { currentMember } from '../state/member.js';

/** Emails of reminders and alerts, and the hours without them. */
export function mails() {
  const { quietHours, reminderMails, zone = '' } = currentMember.account ?? {};
  const statusLine = h('p', { role: 'status', class: 'form-status' });
  const form = new Form({
    text: t('save profile'),
    fields: [
      {
        name: 'mails', label: t('reminder mails'), hint: t('reminder mails hint'), type: 'checkbox',
        value: reminderMails === false ? '' : 'yes',
      },
      { name: 'from', label: t('quiet from'), type: 'time', value: quietHours?.from },
      { name: 'to', label: t('quiet to'), type: 'time', value: quietHours?.to },
      { name: 'zone', label: t('own zone'), hint: t('own zone hint'), input: zones(zone) },
    ],
    send: async ({ mails: isMailed, from, to, zone: chosen }) => {
      fill(statusLine);
      const body = { reminderMails: isMailed !== '', quietHours: from && to ? { from, to } : null, zone: chosen };
      currentMember.setAccount(await change('PATCH', '/v1/me', body));
      fill(statusLine, t('kept'));
    },
  });
  const [from, to] = ['from', 'to'].map((name) => form.input(name));
  const [first, second] = [from, to].map((input) => /** @type {HTMLElement} */ (input.parentElement));
  const pair = h('fieldset', { class: 'form-pair' }, h('legend', {}, t('quiet hours')));
  first.before(pair);
  pair.append(first, second, h('p', { class: 'soft form-hint' }, t('quiet hours hint')));
  // One without the other says nothing.
  const demand = () => {
    from.required = to.value !== '';
    to.required = from.value !== '';
  };
  pair.addEventListener('input', demand);
  demand();
  const summary = h('summary', { 'data-act': 'mails' }, t('reminders'));
  return h('details', { class: 'part' }, summary, form.element, statusLine);
}

/**
 * Time zones: the member's own, else that of the device, is chosen.
 *
 * @param {string} own
 */
function zones(own) {
  const chosen = own || new Intl.DateTimeFormat().resolvedOptions().timeZone;
  /** @type {string[]} */
  const known = /** @type {any} */ (Intl).supportedValuesOf?.('timeZone') ?? [];
  const all = new Set([...known, 'UTC', chosen]);
  return h('select', {}, [...all].sort().map((zone) =>
    h('option', { value: zone, selected: zone === chosen }, zone.replaceAll('_', ' '))));
}

/** The address of the member's calendar. The server stores only its hash, and shows it once. */
export function ownCalendar() {
  const place = h('div', {});
  const statusLine = h('p', { role: 'status', class: 'form-status' });
  const error = h('p', { role: 'alert', class: 'form-error' });
  const make = () => oneAtATime(button, async () => {
    fill(error);
    fill(statusLine);
    try {
      const { url } = await change('POST', '/v1/me/calendar');
      const { element, focus } = copyField(t('calendar address'), url, t('calendar address hint'));
      const href = url.replace(/^https?:/, 'webcal:');
      fill(place, element, h('p', { class: 'actions' },
        h('a', { class: 'action', href, 'data-act': 'webcal' }, t('open in calendar'))));
      focus();
    } catch (problem) {
      fill(error, problemText(problem));
    }
  });
  const button = h('button', { type: 'button', class: 'action', 'data-act': 'make-calendar', onclick: make },
    t('create calendar'));
  const end = h('span', {});
  const showEnd = () => fill(end, confirmed({
    text: t('delete calendar'), question: t('delete calendar question'), attributes: { 'data-act': 'end-calendar' },
    action: async () => {
      await change('DELETE', '/v1/me/calendar');
      fill(place);
      fill(statusLine, t('calendar deleted'));
      showEnd();
      button.focus();
    },
  }));
  showEnd();
  const summary = h('summary', { 'data-act': 'calendar-feed' }, t('own calendar'));
  return h('details', { class: 'part' }, summary, h('p', { class: 'soft' }, t('own calendar hint')), place,
    h('div', { class: 'actions' }, button, end), statusLine, error);
}
