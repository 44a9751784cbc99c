// Words, numbers and times in the language of the reader. A language is one file in `languages/`.

import { settings } from './settings.js';
import { readStored, writeStored } from './storage.js';

/**
 * @typedef {string | Partial<Record<Intl.LDMLPluralRule, string>>} Phrase one text, or one for each plural form of `n`
 */

/** @type {Record<string, Phrase>} */
let phrases = {};

/**
 * @typedef {typeof import('../search/words.js')} Words
 * @typedef {{default: Record<string, Phrase>, patterns?: (words: Words) => import('../search/words.js').Pattern[]}}
 *   Language a file. patterns: words of the search box of a language that the operator has added; the others are in
 *   `words/`
 */

/** @type {Language} */
export let own = { default: {} };
const loadEnglish = () => import('../languages/en.js');

/** The language in use, such as `de`. */
export let language = 'en';

/** The same with the region of the reader, for numbers and dates: `en-GB`. */
let locale = 'en';

const languageKey = 'vicinity.language';

/** Loads the chosen language, else the first available one of the browser, else English. */
export async function loadLanguage() {
  // `pt-BR` is itself, else `pt`.
  const wished = [readStored(languageKey) ?? '', ...navigator.languages].flatMap((tag) => [tag, tag.split('-')[0]]);
  language = wished.find((tag) => settings.languages.includes(tag)) ?? 'en';
  const isAdded = settings.addedLanguages.includes(language);
  const [file, english] = await Promise.all([import(`../languages/${language}.js`), isAdded ? loadEnglish() : null]);
  own = file;
  // A language that the operator has added may lack a phrase, and then has the English one.
  phrases = { ...english?.default, ...own.default };
  locale = navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
  document.documentElement.lang = language;
}

/**
 * A further file of the language in use. A language that the operator has added may contain all, and have no such file:
 * then the English one.
 *
 * @template File
 * @param {(language: string) => Promise<File>} load
 */
export const fileOfLanguage = (load) =>
  (settings.addedLanguages.includes(language) ? load(language).catch(() => load('en')) : load(language));

/**
 * Adds the phrases of a part of the page that is loaded later.
 *
 * @param {Record<string, Phrase>} later
 */
export function addPhrases(later) {
  phrases = { ...later, ...phrases };
}

/**
 * Takes another language from now on, by loading the page again.
 *
 * @param {string} tag
 */
export function chooseLanguage(tag) {
  writeStored(languageKey, tag);
  location.reload();
}

/**
 * A phrase with its values filled in: `{name}` stands for `values.name`. The number `n` chooses the plural form.
 *
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const phrase = phrases[key];
  if (phrase === undefined) return key;
  const form = typeof phrase === 'string' ? phrase : phrase[plural(Number(values.n))] ?? phrase.other ?? '';
  return form.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name] ?? '';
    return typeof value === 'number' ? number(value) : value;
  });
}

/** Whether the language has a phrase. */
export const has = (/** @type {string} */ key) => key in phrases;

/** @type {Intl.PluralRules | undefined} */
let plurals;

const plural = (/** @type {number} */ n) => (plurals ??= new Intl.PluralRules(language)).select(n);

/** @type {Map<string, Intl.NumberFormat | Intl.DateTimeFormat>} */
const formats = new Map();

/**
 * @template {Intl.NumberFormat | Intl.DateTimeFormat} Format
 * @param {string} key
 * @param {() => Format} make
 * @returns {Format}
 */
function format(key, make) {
  let known = formats.get(key);
  if (!known) formats.set(key, (known = make()));
  return /** @type {Format} */ (known);
}

/** @param {number} value */
export function number(value, digits = 1) {
  return format(`n${digits}`, () => new Intl.NumberFormat(locale, { maximumFractionDigits: digits })).format(value);
}

/**
 * A price such as `€4.50`; whole amounts without a fraction.
 *
 * @param {number} amount in major units
 * @param {string | undefined} currency ISO 4217
 */
export function price(amount, currency) {
  return amount === 0 ? t('free of charge') : money(amount, currency);
}

/** @param {string} currency */
export const zero = (currency) => money(0, currency);

/**
 * @param {number} amount
 * @param {string | undefined} currency
 */
function money(amount, currency) {
  if (!currency) return number(amount, 2);
  const whole = Number.isInteger(amount);
  const key = `p${currency}${whole}`;
  try {
    return format(key, () => {
      const digits = whole ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {};
      const shown = (/** @type {'symbol' | 'narrowSymbol'} */ currencyDisplay) =>
        new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay, ...digits });
      const narrow = shown('narrowSymbol');
      // Several countries share these signs: theirs are written as US$, NOK or RON.
      return /[$£L]|kr/.test(narrow.format(0)) ? shown('symbol') : narrow;
    }).format(amount);
  } catch {
    return `${number(amount, 2)} ${currency}`;
  }
}

/** @param {number} meters */
export function distance(meters) {
  if (meters < 1000) return `${number(meters, 0)} m`;
  return `${number(meters / 1000, meters < 10_000 ? 1 : 0)} km`;
}

/** @param {number} minutes */
export function duration(minutes) {
  if (minutes < 60) return t('minutes', { n: Math.max(1, Math.round(minutes)) });
  if (minutes < 36 * 60) return t('hours', { n: Math.round(minutes / 60) });
  return t('days', { n: Math.round(minutes / 1440) });
}

/**
 * A moment as the clock on the wall of its place shows it: answers write times with the offset of the listing's zone.
 *
 * @param {string} text RFC 3339, or a date, or a local time without offset
 * @returns {{date: string, time: string}} such as `2026-11-27` and `21:00`
 */
export function moment(text) {
  return { date: text.slice(0, 10), time: text.slice(11, 16) };
}

/**
 * A date of the calendar, without a zone.
 *
 * @param {string} date such as `2026-11-27`
 * @param {'short' | 'long' | 'day' | 'date' | 'month' | 'weekday'} [style] Fr 27 Nov; Friday, 27 November 2026;
 *   27 Nov; 27 November 2026; November 2026; Fr
 */
export function day(date, style = 'short') {
  /** @type {Record<string, Intl.DateTimeFormatOptions>} */
  const styles = {
    short: { weekday: 'short', day: 'numeric', month: 'short' },
    long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    day: { day: 'numeric', month: 'short' },
    date: { day: 'numeric', month: 'long', year: 'numeric' },
    month: { month: 'long', year: 'numeric' },
    weekday: { weekday: 'short' },
  };
  const parsed = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(parsed.getTime())) return date;
  const options = { ...styles[style], timeZone: 'UTC' };
  return format(`d${style}`, () => new Intl.DateTimeFormat(locale, options)).format(parsed);
}

/**
 * The name of a country in the language of the reader.
 *
 * @param {string} code of ISO 3166-1
 */
export function countryName(code) {
  try {
    return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}
