// When: opening at a time tonight, events between two dates, available nights.

import { chip } from '../base/chip.js';
import { debounced, h } from '../base/dom.js';
import { plusDays } from '../base/dates.js';
import { staySpan } from './stay.js';
import { t } from '../base/text.js';
import { Calendar } from './calendar.js';
import { fillChips, write } from './rows.js';

/** @typedef {import('../state/store.js').Store} Store */

/** The slider goes from 18:00 to 06:00 in half hours. */
const firstMinute = 18 * 60;
const steps = 24;

/** @param {number} step */
function stepTime(step) {
  const minutes = (firstMinute + 30 * step) % 1440;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/**
 * The step of a time; that of the present half hour for others.
 *
 * @param {string | undefined} time
 * @param {string} now
 */
function timeStep(time, now) {
  const text = /(?:^|T)(\d\d:\d\d)$/.exec(time ?? '')?.[1] ?? now;
  const [hours, minutes] = text.split(':').map(Number);
  const step = Math.round((((hours * 60 + minutes - firstMinute + 1440) % 1440) / 30));
  return step <= steps ? step : 0;
}

/**
 * The times that have a meaning for some kinds.
 *
 * @param {Store} store
 * @param {{date: string, time: string}} now at the place
 * @param {import('../base/settings.js').Kind[]} kinds
 * @returns {import('./rows.js').Part}
 */
export function whenPart(store, now, kinds) {
  const sections = [
    ...(kinds.some((kind) => kind !== 'couch') ? [opening(store, now, kinds)] : []),
    ...(kinds.includes('event') ? [taking(store, now)] : []), ...(kinds.includes('couch') ? [staying(store, now)] : []),
  ];
  const element = h('div', { class: 'when' }, sections.map((section) => section.element));
  return { element, show: () => sections.forEach((section) => section.show()) };
}

/**
 * @param {string} title empty where the group says it
 * @param {() => HTMLElement[]} chips
 * @param {import('./rows.js').Part[]} parts
 * @returns {import('./rows.js').Part}
 */
function section(title, chips, parts) {
  const row = h('div', { class: 'chips' });
  return {
    element: h('section', {}, h('h4', {}, title), row, parts.map(({ element }) => element)),
    show: () => {
      fillChips(row, chips());
      for (const part of parts) part.show();
    },
  };
}

/** @param {Store} store @param {{time: string}} now @param {string[]} kinds */
const opening = (store, now, kinds) => section(
  t(kinds.includes('event') && kinds.includes('bar') ? 'bars and events open' : kinds.includes('event')
    ? 'events on' : 'bars open'), () => openChips(store), [slider(store, now.time)]);

/** @param {Store} store @param {{date: string}} now */
const taking = (store, now) => section(t('events that take place'), () => duringChips(store), [days(store, now.date)]);

/** @param {Store} store @param {{date: string}} now */
const staying = (store, now) =>
  section(t('couches free'), () => stayChips(store), [guests(store), stay(store, now.date)]);

/**
 * @param {Store} store
 * @param {string} name
 * @param {string[]} values
 * @returns {HTMLElement[]}
 */
function wordChips(store, name, values) {
  const present = store.state.filters[name] ?? '';
  const { stayWord } = store;
  const isMeant = (/** @type {string} */ value) =>
    name === 'stay' && stayWord?.word === value && stayWord.dates === present;
  return values.map((value) => chip(t(`when ${value || 'any'}`), {
    key: `${name} ${value}`, isOn: present === value || isMeant(value), choose: () => store.filter({ [name]: value }),
  }));
}

/** @param {Store} store */
const openChips = (store) => wordChips(store, 'open', ['', 'now', 'tonight', 'tomorrow', 'weekend']);
/** @param {Store} store */
const duringChips = (store) => wordChips(store, 'during', [
  '', 'running', 'today', 'tonight', 'tomorrow', 'weekend', 'this week', 'next week', 'past',
]);
/** @param {Store} store */
const stayChips = (store) => wordChips(store, 'stay', ['', 'tonight', 'tomorrow', 'weekend', 'next weekend']);

/**
 * @param {Store} store
 * @param {string} now the time at the place
 * @returns {import('./rows.js').Part}
 */
function slider(store, now) {
  const output = h('output', { class: 'slider-value' });
  let isMoving = false;
  const apply = debounced(200, () => {
    isMoving = false;
    store.filter({ open: stepTime(Number(input.value)) });
  });
  const input = h('input', {
    type: 'range', min: 0, max: steps, step: 1, 'aria-label': t('open at'), id: 'open-at',
    oninput: () => {
      isMoving = true;
      showTime();
      apply();
    },
  });
  const showTime = () => {
    const time = stepTime(Number(input.value));
    output.textContent = t('open at time', { time });
    input.setAttribute('aria-valuetext', time);
  };
  const element = h('div', { class: 'slider' }, h('label', { for: 'open-at' }, t('open at'), ' ', output), input,
    h('div', { class: 'slider-ends', 'aria-hidden': true },
      h('span', {}, '18:00'), h('span', {}, '24:00'), h('span', {}, '06:00')));
  const show = () => {
    if (isMoving) return; // An answer to an earlier position must not move the slider back.
    input.value = String(timeStep(store.state.filters.open, now));
    showTime();
  };
  return { element, show };
}

/**
 * The days of events in the calendar, the last one inclusive.
 *
 * @param {Store} store
 * @param {string} today the date at the place
 * @returns {import('./rows.js').Part}
 */
function days(store, today) {
  const span = () => {
    const [from, to] = (store.state.filters.during ?? '').split('..');
    const isDay = (/** @type {string | undefined} */ text) => /^\d{4}-\d\d-\d\d$/.test(text ?? '');
    if (!isDay(from)) return { from: null, to: null };
    return { from, to: isDay(to) ? plusDays(to, -1) : from };
  };
  let last = store.state.filters.during;
  const calendar = new Calendar({
    ...span(), today, isOfDays: true, words: (key) => `days ${key}`,
    onChange: (from, to) => store.filter({ during: `${from}..${plusDays(to, 1)}` }),
  });
  const show = () => {
    const { during: present } = store.state.filters;
    if (present === last) return;
    last = present;
    const { from, to } = span();
    if (from !== calendar.from || to !== calendar.to) calendar.show(from, to);
  };
  return { element: calendar.element, show };
}

/**
 * @param {Store} store
 * @returns {import('./rows.js').Part}
 */
function guests(store) {
  const input = h('input', {
    type: 'number', min: 1, max: 99, id: 'guests',
    onchange: () => store.filter({ guests: Number(input.value) > 1 ? String(Math.floor(Number(input.value))) : '' }),
  });
  const show = () => {
    write(input, store.state.filters.guests ?? '1');
  };
  return { element: h('label', { class: 'guests', for: 'guests' }, t('guests'), input), show };
}

/**
 * @param {Store} store
 * @param {string} today the date at the place
 * @returns {import('./rows.js').Part}
 */
function stay(store, today) {
  let last = store.state.filters.stay;
  const calendar = new Calendar({
    ...staySpan(last), today, onChange: (arrival, departure) => store.filter({ stay: `${arrival}..${departure}` }),
  });
  const show = () => {
    const { stay: present } = store.state.filters;
    if (present === last) return;
    last = present;
    const { from, to } = staySpan(present);
    // A choice in the calendar itself is shown already, and the focus is there.
    if (from !== calendar.from || to !== calendar.to) calendar.show(from, to);
  };
  return { element: calendar.element, show };
}
