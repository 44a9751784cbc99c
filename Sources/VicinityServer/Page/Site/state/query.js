// From the state of the page to the JSON of a query (docs/queries.md).

import { allFilters } from '../base/settings.js';
import { readTags } from '../base/tags.js';

/**
 * @typedef {import('./address.js').State} State
 * @typedef {Record<string, any>} Query
 * @typedef {import('../base/settings.js').Filter} Filter
 * @typedef {{
 *   read: (text: string, filter: Filter) => string,
 *   value: (text: string) => any,
 * }} Form read: the valid part of a text. value: what a query has, which `alerts/query.js` reads back
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

const numberForm = { read: validNumber, value: Number };

/**
 * What is special about each form: by default a value is the text, or one of the words.
 *
 * @type {Record<string, Partial<Form>>}
 */
const forms = {
  words: {
    read: (text, { words }) => (words ? text.split(',').filter((word) => words.includes(word)).join(',') : text),
    value: readTags,
  },
  number: numberForm,
  integer: numberForm,
  flag: { read: (text) => (text === 'true' ? text : ''), value: () => true },
  dates: { value: (text) => text.split('..') },
  currency: { read: (text) => (/^[a-z]{3}$/i.test(text) ? text.toUpperCase() : '') },
  moment: {
    value: (text) => {
      const [from, to] = text.split(sometime);
      if (to) return { sometime: { from, to } };
      return /\d:\d\d\.\./.test(text) ? text : { at: text };
    },
  },
  nights: {
    value: (text) => {
      const [from, to] = text.split('..');
      return to ? { from, to, guests: 1 } : { on: from, guests: 1 };
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
  ...forms[form],
});

/**
 * The filter to which a part of a query belongs.
 *
 * @param {string} pointer such as `/open/at`
 */
export function filterOf(pointer) {
  const [, key = '', step] = pointer.replace('nightPrice', 'price').split('/');
  const filter = allFilters.find(({ path }) => path === `${key}.${step}`)
    ?? allFilters.find(({ path }) => path.split('.')[0] === key);
  return filter?.name ?? key;
}

/** The fields that the page shows. */
export const fields = [
  'id', 'kind', 'category', 'name', 'lat', 'lon', 'distance', 'tags', 'price', 'currency', 'rating', 'ratingCount',
  'open',
  'opensOrCloses', 'openComment', 'starts', 'ends', 'allDay', 'status', 'guests', 'stayPrice', 'nightPrice', 'image',
];

/** Results that a list shows at once; with more matches the map shows counts. */
export const pageSize = 100;

/**
 * The filters as a query, without a place.
 *
 * @param {Record<string, string>} filters
 * @returns {Query}
 */
export function filterQuery(filters) {
  /** @type {Query} */
  const query = {};
  for (const filter of allFilters) {
    const { name, path, of } = filter;
    if (!filters[name] || (of && !filters[of])) continue;
    const [key, step] = path.split('.');
    const value = formOf(filter).value(filters[name]);
    query[key] = step ? { ...query[key], [step]: value } : value;
  }
  // Filters on times leave only the kinds that have such times; with couches and bars both are meant.
  if (!query.kinds && query.stay && (query.open || query.during)) {
    query.kinds = ['couch', ...(query.open ? ['bar', 'event'] : ['event'])];
  }
  const { price, ...others } = query;
  if (!price || !query.stay) return query;
  return isOfNights(query) ? { ...others, nightPrice: price } : { ...others, filter: priceOfEach(price) };
}

/**
 * Whether a query is only for couches, and for certain nights: prices are then those of a night of the stay.
 *
 * @param {Query} query
 */
const isOfNights = ({ kinds, stay, open, during }) =>
  Boolean(stay) && (kinds ? String(kinds) === 'couch' : !open && !during);

/** The same of filters. */
export const areOfNights = (/** @type {Record<string, string>} */ filters) => isOfNights(filterQuery(filters));

/**
 * A limit on the price of a night of the stay for couches, and on the price of others.
 *
 * @param {{min?: number, max?: number, currency?: string}} limit
 */
function priceOfEach({ min, max, currency }) {
  const compared = (/** @type {string} */ op, /** @type {string} */ property, /** @type {string | number} */ value) =>
    ({ op, args: [{ property }, value] });
  const most = (/** @type {string} */ property) => (currency ? {
    or: [compared('=', property, 0), { and: [compared('<=', property, max ?? 0), compared('=', 'currency', currency)] }],
  } : compared('<=', property, max ?? 0));
  const within = (/** @type {string} */ property) => {
    const bounds = [
      ...(min === undefined ? [] : [compared('>=', property, min)]), ...(max === undefined ? [] : [most(property)]),
    ];
    return bounds.length === 1 ? bounds[0] : { and: bounds };
  };
  return { or: [within('nightPrice'), { and: [compared('<>', 'kind', 'couch'), within('price')] }] };
}

/**
 * The order of a query: the cheapest nights first, if it is for nights.
 *
 * @param {string} sort
 * @param {Query} query
 */
function orderOf(sort, query) {
  if (sort !== 'price' || !query.stay) return sort || 'best';
  return isOfNights(query) ? 'nightPrice' : ['nightPrice', 'price'];
}

/**
 * What the list and the map show.
 *
 * @param {State} state
 * @param {import('./address.js').Coordinate} near where distances are measured from
 * @param {number[]} box west, south, east, north
 * @returns {Query}
 */
export function placeQuery({ filters, sort }, near, box) {
  const query = filterQuery(filters);
  const radius = filters.radius && { radius: Number(filters.radius) };
  // On the map of a country all is far away: the best are the best rated, which are found without looking at each.
  const isBroad = !sort && !radius && !query.text && !query.stay && isWide(box);
  const order = isBroad ? '-rating' : orderOf(sort, query);
  return { ...query, near, ...radius, within: { ...query.within, bbox: box }, sort: order };
}

/** Degrees of longitude of a map from which on distances from its middle say nothing: at about zoom 8. */
const wideDegrees = 5;

/** @param {number[]} box west, south, east, north */
const isWide = ([west, , east]) => ((east - west + 360) % 360 || 360) > wideDegrees;

/**
 * The same with what the page shows of each result, and counts for the filters.
 *
 * @param {Query} query
 * @returns {Query}
 */
export function shown(query) {
  return {
    ...query, fields, limit: pageSize,
    facets: [
      'kind', 'category', 'tag', 'rating', 'accessible',
      ...(isOfNights(query) ? ['nightPrice'] : query.stay ? [] : ['priceBand']),
      ...(query.within?.area ? [] : ['area']),
    ],
    facetLimit: 40,
  };
}

/**
 * The filters with nights and times of the clock as dates: so their address means the same tomorrow.
 *
 * @param {Record<string, string>} filters
 * @param {import('./answer.js').Answer['understood']} understood how the server has read them
 * @param {boolean} [isForOthers] whether words such as *tonight* become dates as well
 * @returns {Record<string, string>}
 */
export function dated(filters, understood, isForOthers = false) {
  const { stay, open, during } = understood ?? {};
  const all = { ...filters };
  const minute = (/** @type {string} */ at) => at.slice(0, 16);
  if (all.stay && !all.stay.includes('..') && stay?.to) all.stay = `${stay.from}..${stay.to}`;
  if (/^\d\d:\d\d/.test(all.open) && open?.from) {
    all.open = [open.from, open.to].filter((at) => at !== undefined).map((at) => minute(at ?? '')).join('..');
  } else if (isForOthers && all.open && open?.from && open.to && !/\d:\d\d/.test(all.open)) {
    all.open = `${minute(open.from)}${sometime}${minute(open.to)}`;
  }
  if (isForOthers && all.during && during?.from && during.to) {
    const [from, to] = [during.from, during.to].map((at) => at.replace(/T00:00(:00)?$/, '').slice(0, 16));
    all.during = `${from}..${to}`;
  }
  return all;
}
