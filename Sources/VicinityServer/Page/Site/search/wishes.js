// What a text in the search box means: the name of a listing or a place, wishes that become filters, and words.

import { pause, Problem } from '../base/api.js';
import { hideBanner, showBanner } from '../base/banner.js';
import { language, own, t } from '../base/text.js';
import { mapView } from '../map/view.js';
import { openListing, showResults } from '../state/navigation.js';
import { localNow } from '../state/place.js';
import { store } from '../state/store.js';
import { completions, idOf, option, placeNamed } from './suggest.js';
import * as words from './words.js';

/**
 * @typedef {import('./combobox.js').Option} Option
 * @typedef {import('./suggest.js').Completion} Completion
 * @typedef {{
 *   name?: Completion, place?: Completion, placeName: string, words: string, filters: Record<string, string>,
 *   found: import('./words.js').Wish[], ignored: string[],
 * }} Meaning name: the listing whose whole name was typed. place: where to look. words: what is looked for as text.
 *   ignored: requests that cannot be fulfilled
 */

/** @type {Promise<import('./words.js').Pattern[]> | undefined} */
let knownPatterns;

/** Words that become filters, in the language in use and in English; made when first needed. */
const patterns = () => (knownPatterns ??= allPatterns().catch(() => {
  // They are tried again with the next text.
  knownPatterns = undefined;
  throw new Problem(0);
}));

async function allPatterns() {
  const names = ['de', 'en'].filter((name) => name === language || name === 'en');
  const files = await Promise.all(names.map((name) => import(`../words/${name}.js`)));
  return [own, ...files].flatMap((file) => file.patterns?.(words) ?? []);
}

/**
 * What a text means.
 *
 * @param {string} text
 * @param {AbortSignal} signal
 * @param {Completion[]} completed what completes the text
 * @param {boolean} [hasPlaces] whether places are looked for
 * @returns {Promise<Meaning>}
 * @throws {Problem} when the server does not answer
 */
async function meaning(text, signal, completed, hasPlaces = true) {
  const { view } = store.state;
  const { date, time } = localNow();
  const { filters, rest, found, ignored } = words.recognised(text, await patterns(), date, time);
  const isWish = !rest && !ignored.length && found.length > 0;
  const name = completed.find((one) => one.kind === 'name' && one.whole && mayBeMeant(one, text, isWish));
  /** @type {Meaning} */
  const meant = { name, placeName: '', words: rest, filters, found, ignored };
  for (const { name: candidate, others } of rest && hasPlaces ? words.placeNames(text, rest) : []) {
    const place = candidate === text ? await placeOf(candidate, completed, signal)
      : await placeNear(candidate, view, signal);
    if (place?.lat === undefined) continue;
    const placeName = place.bbox ? place.text : place.text.split(',')[0];
    return { ...meant, place, placeName, words: others };
  }
  return meant;
}

/**
 * The place of a whole name among what completes it. With a comma it is a city and its region or country.
 *
 * @param {string} name
 * @param {Completion[]} completed
 * @param {AbortSignal} signal
 */
async function placeOf(name, completed, signal) {
  const place = completed.find(({ kind, whole }) => kind === 'place' && whole);
  return place ?? (name.includes(',') ? placeNamed(name, signal) : null);
}

/**
 * What is known of names, by them and the degrees of the map.
 *
 * @type {Map<string, Completion | null>}
 */
const known = new Map();

/**
 * The same for a part of a text; it is requested once for all continuations.
 *
 * @param {string} name
 * @param {import('../base/settings.js').View} view
 * @param {AbortSignal} signal
 */
async function placeNear(name, view, signal) {
  const key = [name, Math.round(view.lat), Math.round(view.lon)].join();
  const place = known.has(key) ? known.get(key) : await placeOf(name, await completions(name, view, signal), signal);
  known.set(key, place ?? null);
  return place;
}

/** Kilometers within which a name can be meant that consists only of wishes. */
const wishesReach = 100;

/**
 * Whether a whole name that was typed means the listing. One word that is a wish is one, and *free bar* is no
 * bar on another continent.
 *
 * @param {Completion} name
 * @param {string} text
 * @param {boolean} isWish whether all of the text becomes filters
 */
const mayBeMeant = ({ distance = 0 }, text, isWish) =>
  !isWish || (/\s/.test(text) && distance < wishesReach * 1000);

/**
 * What the words wish, as one option.
 *
 * @param {Meaning} meant
 * @returns {Option[]}
 */
function wishes({ found, ignored, words: others, place, placeName }) {
  // A text that is a place alone is completed as one.
  if (place && !found.length && !others && !ignored.length) return [];
  const symbol = found.length ? 'filter' : 'search';
  const parts = [
    ...found.map((wish) => wish.words), others && t('words', { words: others }),
    place && t('in place', { place: placeName }),
    ...ignored.map((one) => t('not understood', { words: one })),
  ].filter(Boolean);
  return [{ label: parts.join(' · '), detail: t('search here'), symbol }];
}

/**
 * Listings and places of this very name first, then what the words wish, then what begins so.
 *
 * @param {string} text
 * @param {AbortSignal} signal
 * @returns {Promise<Option[]>}
 */
export async function allOptions(text, signal) {
  // Wishes are recognized without the server.
  const found = await completions(text, store.state.view, signal).catch(() => []);
  const meant = await meaning(text, signal, found).catch((error) => {
    if (!(error instanceof Problem)) throw error;
    return meaning(text, signal, found, false);
  });
  const isWholePlace = meant.place && !meant.words && !meant.found.length && !meant.ignored.length;
  const exact = [isWholePlace ? meant.place : undefined, meant.name].flatMap((one) => (one ? [one] : []));
  const options = (/** @type {Completion[]} */ list) =>
    list.map((completion) => option(completion, (chosen) => useCompletion(chosen)));
  return [
    ...options(exact), ...wishes(meant), ...options(found.filter((one) => !exact.includes(one))),
  ];
}

/** The number of the newest search. */
let searches = 0;

/**
 * Starts a search that needs a request.
 *
 * @returns {() => boolean} whether no other search has begun since
 */
function newestSearch() {
  const own = (searches += 1);
  return () => own === searches;
}

/** How often a text without an answer is tried. */
const mostTries = 4;

/**
 * Searches: a whole name opens its listing, wishes become filters, the name of a place moves the map there, and what is
 * left are words. Failed requests are repeated a few times.
 *
 * @param {string} text
 * @param {AbortSignal} [signal]
 * @returns {Promise<boolean>} whether it was understood
 */
export async function apply(text, signal = new AbortController().signal) {
  const isLatest = newestSearch();
  for (let tries = 1; ; tries += 1) {
    try {
      const meant = await meaning(text, signal, await completions(text, store.state.view, signal));
      if (!isLatest() || signal.aborted) return false;
      // Messages about earlier tries are out of date.
      if (tries > 1) hideBanner();
      return fulfil(text, meant);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (!isLatest() || signal.aborted) return false;
      const isLast = tries > mostTries;
      // Without a connection the banner says so.
      if (error.status || isLast) showBanner(t(isLast ? 'search lost' : 'search waits', { words: text }), !isLast);
      if (isLast) return false;
      await pause(500 * 2 ** tries, signal);
    }
  }
}

/**
 * @param {string} text
 * @param {Meaning} meant
 */
function fulfil(text, { name, place, words: others, filters, ignored }) {
  const isPlaceAlone = place && !others && !Object.keys(filters).length && !ignored.length;
  if (name && !isPlaceAlone) {
    useCompletion(name);
    return true;
  }
  const isEmpty = !others && !place && !Object.keys(filters).length;
  if (ignored.length) showBanner(t('not understood', { words: ignored.join('”, “') }));
  if (isEmpty) {
    if (!ignored.length) showBanner(t('not understood', { words: text }));
    return false;
  }
  find({ ...filters, ...(others ? { text: others } : {}) }, place);
  return true;
}

/**
 * Sets filters, and shows the results; elsewhere, when a place is given.
 *
 * @param {Record<string, string>} filters
 * @param {Completion} [place]
 */
function find(filters, place) {
  const view = viewOf(place) ?? store.state.view;
  store.update({ filters: store.filtersWith(filters), view, id: null, show: '' });
}

/** @param {Completion} [place] */
function viewOf(place) {
  const { lat, lon, bbox } = place ?? {};
  if (bbox) return mapView.viewOf(bbox);
  return lat === undefined || lon === undefined ? null : { lat, lon, zoom: 13 };
}

/**
 * Applies a suggestion that was chosen in the search box.
 *
 * @param {Completion} completion
 */
async function useCompletion(completion) {
  const { kind, text, lat, lon } = completion;
  if (kind === 'tag') {
    store.addTag(text);
    showResults();
  } else if (kind === 'place') {
    find({}, completion);
  } else {
    const isLatest = newestSearch();
    const id = await idOf(completion);
    if (!id || !isLatest()) return;
    if (lat !== undefined && lon !== undefined) mapView.look({ lat, lon, zoom: Math.max(mapView.view.zoom, 15) });
    openListing(id);
  }
}
