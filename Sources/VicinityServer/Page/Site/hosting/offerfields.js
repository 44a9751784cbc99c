// The fields of a listing in a form, and the changes that follow. It does not depend on the page, for its tests.

/**
 * @typedef {'bar' | 'event' | 'couch'} Kind
 * @typedef {Record<string, any>} Listing in the canonical form of `docs/listings.md`
 * @typedef {{
 *   kinds: Kind[], read: (listing: Listing) => string, write: (text: string) => any, group?: string,
 * }} OfferField read: what the form shows. write: the value of the listing; undefined for none. group: the object of
 *   the listing that contains the value
 */

const all = /** @type {Kind[]} */ (['bar', 'event', 'couch']);

/** @param {string} key @param {Kind[]} [kinds] @returns {OfferField} */
const text = (key, kinds = all) => ({
  kinds, read: (listing) => listing[key] ?? '', write: (value) => value || undefined,
});

/** @param {string} key @param {Kind[]} [kinds] @returns {OfferField} */
const number = (key, kinds = all) => ({
  kinds, read: (listing) => String(listing[key] ?? ''), write: (value) => (value === '' ? undefined : Number(value)),
});

/**
 * A moment of the place: the field shows the clock on the wall.
 *
 * @param {string} key
 * @returns {OfferField}
 */
const moment = (key) => ({
  kinds: ['event'], read: (listing) => (listing[key] ?? '').slice(0, 16), write: (value) => value || undefined,
});

/**
 * The fields by their keys in a listing, in the order of the form.
 *
 * @type {Record<string, OfferField>}
 */
export const offerFields = {
  name: text('name'),
  category: text('category'),
  description: text('description'),
  openingHours: text('openingHours', ['bar']),
  starts: moment('starts'),
  ends: moment('ends'),
  capacity: number('capacity', ['event']),
  guests: number('guests', ['couch']),
  minNights: number('minNights', ['couch']),
  maxNights: number('maxNights', ['couch']),
  cancellationNotice: number('cancellationNotice', ['couch']),
  price: number('price'),
  currency: {
    kinds: all, read: ({ currency }) => currency ?? '', write: (value) => value.toUpperCase() || undefined,
  },
  tags: {
    kinds: all, read: ({ tags }) => (tags ?? []).join(', '),
    write: (value) => {
      const tags = value.split(',').map((tag) => tag.trim()).filter(Boolean);
      return tags.length ? tags : undefined;
    },
  },
  address: text('address'),
  phone: text('phone'),
  url: text('url'),
  payment: {
    kinds: ['event'], read: ({ links }) => links?.payment ?? '', write: (value) => value || undefined, group: 'links',
  },
};

/**
 * Sets a value in a listing.
 *
 * @param {Listing} listing
 * @param {string} key
 * @param {any} value
 * @param {string} [group]
 */
function put(listing, key, value, group) {
  const target = group ? listing[group] ??= {} : listing;
  target[key] = value;
}

/**
 * What the form says of a new listing.
 *
 * @param {Record<string, string>} values
 * @param {Kind} kind
 * @returns {Listing}
 */
export function madeListing(values, kind) {
  /** @type {Listing} */
  const listing = { kind };
  for (const [key, { kinds, write, group }] of Object.entries(offerFields)) {
    const value = kinds.includes(kind) ? write(values[key] ?? '') : undefined;
    if (value !== undefined) put(listing, key, value, group);
  }
  return listing;
}

/**
 * What the form changes of a listing, as a merge patch: what it shows as before stays as it is.
 *
 * @param {Record<string, string>} values
 * @param {Listing} listing
 * @returns {Listing}
 */
export function patchOf(values, listing) {
  /** @type {Listing} */
  const patch = {};
  for (const [key, { kinds, read, write, group }] of Object.entries(offerFields)) {
    if (!kinds.includes(listing.kind) || (values[key] ?? '') === read(listing)) continue;
    put(patch, key, write(values[key] ?? '') ?? null, group);
  }
  return patch;
}

/**
 * The id of a new listing: readable and unique. It outlives the account in logs, so it does not contain the host.
 *
 * @param {string} name
 * @param {string} key random
 */
export function newId(name, key) {
  const words = name.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 40);
  return [words, key.slice(0, 12)].filter(Boolean).join('-');
}
