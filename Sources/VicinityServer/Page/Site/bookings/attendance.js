// Joining and leaving an event, and who comes.

import { encoded, request } from '../base/api.js';
import { fill, h, set } from '../base/dom.js';
import { price, t } from '../base/text.js';
import { webAddress } from '../base/weblink.js';
import { face } from '../members/face.js';
import { person } from '../members/names.js';
import { openOfEvent } from '../members/openconversation.js';
import { change, memberRequest, oneAtATime, problemText } from '../members/request.js';
import { startText } from '../members/rows.js';
import { currentMember } from '../state/member.js';

/**
 * @typedef {import('../listing/listing.js').Listing} Listing
 * @typedef {{
 *   id: string, name?: string, status: 'joined' | 'waiting', starts: string, ends?: string, place?: number,
 *   joined: number, capacity?: number, cost?: number, currency?: string,
 * }} Joined a place, as `/v1/me/joined` lists it
 */

/**
 * What is said of a place.
 *
 * @param {Joined} place
 */
export function placeText({ status, place, joined, capacity, cost, currency }) {
  const state = status === 'joined' ? t('you are going') : t('you wait', { place: place ?? '' });
  const taken = capacity ? t('places taken', { n: joined, capacity }) : t('members going', { n: joined });
  return [state, taken, cost !== undefined && price(cost, currency)].filter(Boolean).join(' · ');
}

/**
 * @param {Listing} listing
 * @param {AbortSignal} signal
 */
export function attendance(listing, signal) {
  const heading = h('h3', { tabindex: -1 }, t('attendance'));
  const state = h('p', { role: 'status' });
  const error = h('p', { class: 'form-error', role: 'alert' });
  const button = h('button', { type: 'button', 'data-act': 'join' });
  const payment = webAddress(listing.links?.payment);
  const pay = h('a', { class: 'action', href: payment, rel: 'noopener noreferrer' }, t('pay'));
  const who = h('div', {});
  const when = h('select', { class: 'sort', 'aria-label': t('dates'), onchange: () => show() });
  // Joining needs a date.
  const element = h('section', { class: 'part', hidden: true }, heading, when, state,
    h('div', { class: 'actions' }, button, pay), error, who);
  const path = `/v1/listings/${encoded(listing.id)}`;
  /** @type {Joined[]} */
  let places = [];
  const present = () => places.find(({ id, starts }) => id === listing.id && starts === when.value);
  const isOwn = listing.host === currentMember.account?.name;

  const show = () => {
    const place = present();
    state.textContent = place ? placeText(place) : '';
    button.textContent = t(place ? 'leave' : 'join');
    button.className = place ? 'action' : 'done';
    pay.hidden = place?.status !== 'joined' || !payment;
    set(button, { 'aria-label': `${button.textContent}, ${startText(when.value)}` });
    fill(error);
    fill(who);
    if (place || isOwn) showWho().catch(() => {});
  };
  const showWho = async () => {
    const starts = when.value;
    const { attendees } = await memberRequest(`${path}/attendees?starts=${encoded(starts)}`, { signal });
    if (starts !== when.value) return;
    const names = attendees.map((/** @type {{member: string, status: string}} */ { member, status }) =>
      h('li', {}, face(member), ' ', person(member), status === 'waiting' && ` · ${t('waits')}`));
    fill(who, h('p', { class: 'soft' }, t('who is going', { n: attendees.length })), h('ul', { class: 'names' }, names),
      (present()?.status === 'joined' || isOwn) && h('button', {
        type: 'button', class: 'action', 'data-act': 'write-all',
        onclick: () => openOfEvent(listing.id, starts).catch((problem) => fill(error, problemText(problem))),
      }, t('write to all')));
  };
  const toggle = () => oneAtATime(button, async () => {
    try {
      await change(present() ? 'DELETE' : 'PUT', `${path}/place?starts=${encoded(when.value)}`);
      await load();
    } catch (problem) {
      fill(error, problemText(problem));
    }
  });
  button.addEventListener('click', toggle);
  const load = async () => {
    places = (await memberRequest('/v1/me/joined', { signal })).events;
    show();
  };
  const begin = async () => {
    const { results } = await request(`${path}/occurrences?limit=12`, { signal, patience: 1 });
    if (!results.length) return element.remove();
    fill(when, results.map((/** @type {{starts: string}} */ { starts }) =>
      h('option', { value: starts }, startText(starts))));
    when.hidden = results.length < 2;
    await load();
    element.hidden = false;
  };
  begin().catch(() => {
    if (signal.aborted) return;
    fill(element, heading, h('p', { class: 'form-error' }, t('not loaded')));
    element.hidden = false;
  });
  return element;
}
