// When: opening at a time tonight, events between two dates, available nights.

import { chip } from '../base/chip.js';
import { debounced, fill, h } from '../base/dom.js';
import { plusDays } from '../base/dates.js';
import { staySpan } from './stay.js';
import { t } from '../base/text.js';
import { Calendar } from './calendar.js';

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
 * @param {Store} store
 * @param {{date: string, time: string}} now at the place
 */
export function whenPanel(store, now) {
  const element = h('div', { class: 'when' });
  const opening = h('section', {});
  const events = h('section', {});
  const nights = h('section', {});
  fill(element, opening, events, nights);
  const parts = {
    slider: slider(store, now.time), dates: dates(store), guests: guests(store), stay: stay(store, now.date),
  };
  const show = () => {
    fillChips(opening.querySelector('.chips'), openChips(store));
    fillChips(events.querySelector('.chips'), duringChips(store));
    fillChips(nights.querySelector('.chips'), stayChips(store));
    for (const part of Object.values(parts)) part.show();
  };
  fill(opening, h('h2', {}, t('bars and events open')), h('div', { class: 'chips' }), parts.slider.element);
  fill(events, h('h2', {}, t('events that take place')), h('div', { class: 'chips' }), parts.dates.element);
  fill(nights, h('h2', {}, t('couches free')), h('div', { class: 'chips' }), parts.guests.element, parts.stay.element);
  show();
  const end = store.listen((state, before) => {
    if (!element.isConnected) end();
    else if (state.filters !== before.filters) show();
  });
  return element;
}

/**
 * Fills a row again; the focus stays on its chip.
 *
 * @param {Element | null} row
 * @param {HTMLElement[]} chips
 */
function fillChips(row, chips) {
  if (!row) return;
  const focused = document.activeElement instanceof HTMLElement && row.contains(document.activeElement)
    ? document.activeElement.dataset.chip : undefined;
  fill(row, chips);
  if (focused) /** @type {HTMLElement | null} */ (row.querySelector(`[data-chip="${CSS.escape(focused)}"]`))?.focus();
}

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
 * What shows one filter: `show` takes over what has been chosen elsewhere.
 *
 * @typedef {{element: HTMLElement, show: () => void}} Part
 */

/**
 * @param {Store} store
 * @param {string} now the time at the place
 * @returns {Part}
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
 * Sets a field, unless it has the focus.
 *
 * @param {HTMLInputElement} input
 * @param {string} value
 */
function write(input, value) {
  if (input !== document.activeElement) input.value = value;
}

/**
 * Two dates of events, the last one inclusive.
 *
 * @param {Store} store
 * @returns {Part}
 */
function dates(store) {
  const field = (/** @type {string} */ label) => h('input', {
    type: 'date', 'aria-label': label, onchange: () => change(),
  });
  const [from, to] = [field(t('from')), field(t('to'))];
  const change = () => {
    if (!from.value) return;
    const last = to.value >= from.value ? to.value : from.value;
    store.filter({ during: `${from.value}..${plusDays(last, 1)}` });
  };
  const show = () => {
    const [first, end] = (store.state.filters.during ?? '').split('..');
    const isDates = /^\d{4}-/.test(first);
    write(from, isDates ? first : '');
    write(to, isDates ? (end ? plusDays(end, -1) : first) : '');
  };
  return { element: h('div', { class: 'dates' }, h('label', {}, t('from'), from), h('label', {}, t('to'), to)), show };
}

/**
 * @param {Store} store
 * @returns {Part}
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
 * @returns {Part}
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
