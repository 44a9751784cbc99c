// What the search box offers for a text, and what Enter does: it opens a listing, sets filters, or moves the map.

import { pause, Problem } from '../base/api.js';
import { hideBanner, showBanner } from '../base/banner.js';
import { boxAround } from '../base/geometry.js';
import { allFilters } from '../base/settings.js';
import { fileOfLanguage, own, t } from '../base/text.js';
import { mapView } from '../map/view.js';
import { rounded } from '../state/address.js';
import { openListing, showResults } from '../state/navigation.js';
import { localNow, reader } from '../state/place.js';
import { store } from '../state/store.js';
import { meaningOf } from './meaning.js';
import { hideNote, showNote } from './note.js';
import { forgetSearches, keepSearch, recentSearches } from './recent.js';
import { completions, idOf, option, placeNamed } from './suggest.js';
import * as words from './words.js';

/**
 * @typedef {import('./combobox.js').Option} Option
 * @typedef {import('./suggest.js').Completion} Completion
 * @typedef {import('./meaning.js').Meaning} Meaning
 * @typedef {import('../state/address.js').Coordinate} Coordinate
 */

/** @type {ReturnType<typeof allWords> | undefined} */
let knownWords;

/** Words that become filters, in the language in use and in English; loaded when first needed. */
const wordsOfLanguages = () => (knownWords ??= allWords().catch(() => {
  // They are tried again with the next text.
  knownWords = undefined;
  throw new Problem(0);
}));

async function allWords() {
  const load = (/** @type {string} */ name) => import(`../words/${name}.js`);
  const files = [...new Set([own, ...await Promise.all([fileOfLanguage(load), load('en')])])];
  const synonyms = /** @type {Record<string, string>} */ (Object.assign({}, ...files.map((file) => file.synonyms)));
  return {
    patterns: /** @type {import('./words.js').Pattern[]} */ (files.flatMap((file) => file.patterns?.(words) ?? [])),
    synonyms, placeNames: files.flatMap((file) => file.placeNames ?? []),
  };
}

/** The most that is kept of what completes parts of texts. */
const mostKnown = 200;

/**
 * What completes parts of texts, by them and where they were looked up, to a kilometer.
 *
 * @type {Map<string, Completion[]>}
 */
const known = new Map();

/**
 * What a text means.
 *
 * @param {string} text
 * @param {AbortSignal} signal
 * @param {Completion[]} completed what completes the text
 * @param {boolean} [isServed] whether parts of the text are looked up
 * @returns {Promise<Meaning>}
 * @throws {Problem} when the server does not answer
 */
async function meaning(text, signal, completed, isServed = true) {
  const { date, time } = localNow();
  const complete = async (/** @type {string} */ part, /** @type {Coordinate} */ near = store.state.view) => {
    if (!isServed) return [];
    if (part === text) return completed;
    const key = [part, near.lat.toFixed(2), near.lon.toFixed(2)].join();
    const found = known.get(key) ?? await completions(part, near, signal);
    if (known.size >= mostKnown) known.clear();
    known.set(key, found);
    return found;
  };
  const named = async (/** @type {string} */ name) => (isServed ? placeNamed(name, signal) : null);
  return meaningOf(text, {
    ...await wordsOfLanguages(), today: date, time, completed, complete, placeNamed: named,
  });
}

/**
 * What the words wish, as one option.
 *
 * @param {Meaning} meant
 * @returns {Option[]}
 */
function wishes({ found, unknown, words: others, place, placeName, isBeside, missing }) {
  // A text that is a place alone is completed as one.
  if (place && !found.length && !others && !unknown.length) return [];
  const symbol = found.length ? 'filter' : 'search';
  const parts = [
    ...found.map((wish) => wish.words), others && t('words', { words: others }),
    place && t(isBeside ? 'near place' : 'in place', { place: placeName }),
    ...unknown.map((one) => t(one === missing ? 'no such place' : 'not understood', { place: one, words: one })),
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
  if (!text) return recentOptions();
  // Wishes are recognized without the server.
  const found = await completions(text, store.state.view, signal).catch(() => []);
  const meant = await meaning(text, signal, found).catch((error) => {
    if (!(error instanceof Problem)) throw error;
    return meaning(text, signal, found, false);
  });
  const isWholePlace = meant.place && !meant.words && !meant.found.length && !meant.unknown.length;
  const exact = [isWholePlace ? meant.place : undefined, meant.name].flatMap((one) => (one ? [one] : []));
  const options = (/** @type {Completion[]} */ list) =>
    list.map((completion) => option(completion, (chosen) => useCompletion(chosen)));
  return [
    ...options(exact), ...wishes(meant), ...options(found.filter((one) => !exact.includes(one))),
  ];
}

/** The last searches, and how to forget them. */
function recentOptions() {
  const texts = recentSearches();
  const options = texts.map((text) => ({
    label: text, detail: t('recent search'), symbol: 'recent', choose: () => void apply(text),
  }));
  const forget = { label: t('forget searches'), detail: '', symbol: 'cross', choose: forgetSearches };
  return texts.length ? [...options, forget] : [];
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
  hideNote();
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
async function fulfil(text, meant) {
  const { name, place, words: others, unknown, missing } = meant;
  const filters = available(meant.filters);
  const isEmpty = !others && !place && !Object.keys(filters).length;
  const isPlaceAlone = place && !others && !Object.keys(filters).length && !unknown.length;
  if (name && !isPlaceAlone) {
    await useCompletion(name);
  } else if (!isEmpty) {
    find({ ...filters, ...(others ? { text: others } : {}) }, place, meant.isBeside);
    if (unknown.length) showNote(unknown, missing);
  } else {
    showNote(unknown.length ? unknown : [text], missing);
    return false;
  }
  keepSearch(text);
  return true;
}

/**
 * Without categories where the server does not know them: their kinds are filters too.
 *
 * @param {Record<string, string>} filters
 */
function available({ category, ...others }) {
  const isKnown = category && allFilters.some(({ name }) => name === 'category');
  return { ...others, ...isKnown && { category } };
}

/**
 * Sets filters, and shows the results; elsewhere, when a place is given.
 *
 * @param {Record<string, string>} filters
 * @param {Completion} [place]
 * @param {boolean} [isBeside] whether the nearest to the place are meant
 */
function find(filters, place, isBeside = false) {
  const { state } = store;
  const radius = Number(filters.radius ?? 0);
  const at = place?.lat !== undefined && place.lon !== undefined ? { lat: place.lat, lon: place.lon } : null;
  const isPoint = at && (radius > 0 || isBeside && place?.kind !== 'place');
  // The position of the reader is in no address.
  const middle = reader.position ? null : state.near ?? rounded(state.view);
  const near = place ? isPoint && rounded(at) : radius > 0 ? middle : state.near;
  const center = at ?? reader.position ?? state.near ?? state.view;
  const view = radius > 0 ? mapView.viewOf(boxAround(center, 1.1 * radius)) : viewOf(place) ?? state.view;
  const sort = isPoint && !radius ? 'distance' : state.sort;
  const others = place && !radius ? { ...filters, radius: '' } : filters;
  store.update({ filters: store.filtersWith(others), view, near: near || null, sort, id: null, show: '' });
}

/** The zoom of each kind of place. */
const placeZooms = { name: 16, tag: 13, place: 13, address: 17, street: 16 };

/** @param {Completion} [place] */
function viewOf(place) {
  const { lat, lon, bbox, kind = 'place' } = place ?? {};
  if (bbox) return mapView.viewOf(bbox);
  return lat === undefined || lon === undefined ? null : { lat, lon, zoom: placeZooms[kind] };
}

/**
 * Applies a suggestion that was chosen in the search box.
 *
 * @param {Completion} completion
 */
async function useCompletion(completion) {
  const { kind, text, lat, lon } = completion;
  hideNote();
  if (kind === 'tag') {
    store.addTag(text);
    showResults();
  } else if (kind !== 'name') {
    find({}, completion, kind !== 'place');
  } else {
    const isLatest = newestSearch();
    const id = await idOf(completion);
    if (!id || !isLatest()) return;
    if (lat !== undefined && lon !== undefined) mapView.look({ lat, lon, zoom: Math.max(mapView.view.zoom, 15) });
    openListing(id);
  }
}
