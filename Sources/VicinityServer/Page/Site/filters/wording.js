// The filters in words, as chips and alerts show them.

import { plusDays } from '../base/dates.js';
import { allFilters } from '../base/settings.js';
import { day, distance, has, moment, price, t } from '../base/text.js';
import { areOfNights } from '../state/query.js';

/**
 * The text of each active filter. Times of this night have no date if the current day is known.
 *
 * @type {Record<string, (value: string, filters: Record<string, string>, today?: string) => string>}
 */
export const filterTexts = {
  text: (value) => `“${value}”`,
  open: (value, _, today) => (isLastMinute(value)
    ? t('open until chip', { when: momentText(value.split('..')[1], today) })
    : t('open at chip', { when: value.split(/\.\.|~/).map((text) => momentText(text, today)).join(' – ') })),
  during: (value) => t('during chip', { when: daysText(value) }),
  stay: (value, { guests }) => t('stay chip', { when: spanText(value), n: Number(guests ?? 1) }),
  category: (value) => value.split(',').map((category) => t(`category ${category}`)).join(', '),
  'min-price': (value, filters) => t('from price', { price: price(Number(value), filters.currency) }),
  'max-price': (value, filters) => maxPriceText(Number(value), filters.currency, areOfNights(filters)),
  'min-rating': (value) => t('stars from', { rating: Number(value) }),
  accessible: () => t('accessible'),
  area: (value) => value,
  radius: (value) => t('within chip', { distance: distance(Number(value)) }),
  'not-host': (host) => t('not of', { host }),
  ...Object.fromEntries(allFilters.filter(({ choices }) => choices)
    .map(({ name }) => [name, (/** @type {string} */ value) => choiceText(name, value)])),
};

/**
 * A value that the page offers, in words; others as they are.
 *
 * @param {string} name
 * @param {string} value
 */
export function choiceText(name, value) {
  return has(`choice ${name} ${value}`) ? t(`choice ${name} ${value}`) : value;
}

/**
 * Bounds of the menu are those of the counts, which are exclusive: 4.99 stands for *under 5*.
 *
 * @param {number} value
 * @param {string | undefined} currency
 * @param {boolean} isOfNight whether it is the price of a night of the stay
 */
export function maxPriceText(value, currency, isOfNight) {
  if (value === 0) return t('free of charge');
  const isUnder = value % 1 > 0.985;
  const amount = price(isUnder ? Math.ceil(value) : value, currency);
  return t(isUnder ? 'under' : 'up to', { price: isOfNight ? t('per night', { price: amount }) : amount });
}

/** A span such as `01:59..02:00`: open until its end. */
const isLastMinute = (/** @type {string} */ value) => {
  const [from, to] = value.split('..').map((text) => /(\d\d):(\d\d)$/.exec(text)?.slice(1).map(Number));
  return Boolean(from && to && (to[0] * 60 + to[1] - from[0] * 60 - from[1] + 1440) % 1440 === 1);
};

/** @param {string} value @param {string} [today] */
function momentText(value, today) {
  if (/^\d\d:\d\d$/.test(value)) return value;
  const { date, time } = moment(value);
  if (time && today && (date === today || time <= '06:00' && date === plusDays(today, 1))) return time;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return day(value);
  return time && /^\d{4}-/.test(date) ? `${day(date)} ${time}` : whenWord(value);
}

/**
 * The days of a span that ends before its second date.
 *
 * @param {string} value
 */
function daysText(value) {
  const [from, to] = value.split('..');
  if (!/^\d{4}-\d\d-\d\d$/.test(to ?? '')) return spanText(value);
  const last = plusDays(to, -1);
  return last <= from ? spanText(from) : spanText(`${from}..${last}`);
}

/**
 * Words such as *tonight*; others stay as they are.
 *
 * @param {string} value
 */
const whenWord = (value) => (has(`when ${value}`) ? t(`when ${value}`) : value);

/** @param {string} value */
function spanText(value) {
  const [from, to] = value.split('..');
  const text = (/** @type {string} */ date) =>
    (/^\d{4}-\d\d-\d\d/.test(date) ? day(date.slice(0, 10), 'day') : whenWord(date));
  return to ? `${text(from)} – ${text(to)}` : text(from);
}
