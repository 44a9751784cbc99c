// The forms of filters: their texts, as an address has them, and their values in a query.

import { readTags, writeTags } from '../base/tags.js';

/**
 * @typedef {import('../base/settings.js').Filter} Filter
 * @typedef {{
 *   read: (text: string, filter: Filter) => string,
 *   value: (text: string) => any,
 *   text: (value: any) => string | null,
 * }} Form read: the valid part of a text. value: what a query has. text: with the meaning of a value; null without one
 */

/** Between the ends of a time in which something is open for a while, and not throughout. */
export const sometime = '~';

/**
 * @param {string} text
 * @param {Filter} filter
 */
function validNumber(text, { form, least = -Infinity, most = Infinity }) {
  const value = Number(text);
  const isOne = /\d/.test(text) && (form === 'integer' ? Number.isInteger(value) : Number.isFinite(value));
  return isOne && value >= least && value <= most ? text : '';
}

const number = { read: validNumber, value: Number, text: String };

/** @param {any} value @param {string[]} keys in their order */
const hasOnly = (value, ...keys) => String(Object.keys(value).sort()) === String(keys);

/**
 * What is special about each form: by default a value is the text, or one of the words.
 *
 * @type {Record<string, Partial<Form>>}
 */
const forms = {
  words: {
    read: (text, { words }) => (words ? text.split(',').filter((word) => words.includes(word)).join(',') : text),
    value: readTags,
    text: (value) => writeTags([value].flat()),
  },
  number,
  integer: number,
  flag: {
    read: (text) => (text === 'true' ? text : ''), value: () => true, text: (value) => (value === true ? 'true' : null),
  },
  dates: { value: (text) => text.split('..'), text: (value) => [value].flat().join('..') },
  currency: { read: (text) => (/^[a-z]{3}$/i.test(text) ? text.toUpperCase() : '') },
  moment: {
    value: (text) => {
      const [from, to] = text.split(sometime);
      if (to) return { sometime: { from, to } };
      return /\d:\d\d\.\./.test(text) ? text : { at: text };
    },
    text: (value) => {
      if (typeof value === 'string') return value;
      if (hasOnly(value, 'sometime')) return `${value.sometime.from}${sometime}${value.sometime.to}`;
      return hasOnly(value, 'at') ? value.at : null;
    },
  },
  nights: {
    value: (text) => {
      const [from, to] = text.split('..');
      return to ? { from, to, guests: 1 } : { on: from, guests: 1 };
    },
    text: (value) => {
      if (hasOnly(value, 'on')) return value.on;
      return hasOnly(value, 'from', 'to') ? `${value.from}..${value.to}` : null;
    },
  },
};

/**
 * The form of a filter.
 *
 * @param {Filter} filter
 * @returns {Form}
 */
export const formOf = ({ form }) => ({
  read: (text, { words }) => (!words || words.includes(text) ? text : ''),
  value: (text) => text,
  text: (value) => (typeof value === 'string' ? value : null),
  ...forms[form],
});
