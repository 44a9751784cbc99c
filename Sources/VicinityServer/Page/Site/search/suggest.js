// Names, tags and places that complete a text.

import { Problem, request } from '../base/api.js';
import { tagText } from '../base/tags.js';
import { distance, number, t } from '../base/text.js';
import { store } from '../state/store.js';
import { Combobox } from './combobox.js';

/**
 * @typedef {import('./combobox.js').Option} Option
 * @typedef {{kind: 'name' | 'tag' | 'place' | 'address' | 'street', text: string, matched: string, whole?: boolean,
 *   count?: number, population?: number, lat?: number, lon?: number, distance?: number, bbox?: number[], id?: string,
 * }} Completion whole: what was typed is a whole name. bbox: of a country, a region or a street. id: the listing at an
 *   address
 */

/** The icon of each kind. */
const symbols = { name: 'pin', tag: 'tag', place: 'city', address: 'near', street: 'route' };

/**
 * What a completion is, which says what choosing it does.
 *
 * @param {Completion} completion
 */
function detail({ kind, count, population, distance: meters, bbox }) {
  const away = meters === undefined ? '' : distance(meters);
  if (kind === 'tag') return [t('tag'), t('listings', { n: count ?? 0 })].join(' · ');
  if (kind !== 'place') return [t(`found ${kind}`), away].filter(Boolean).join(' · ');
  if (bbox) return t('region');
  return population ? t('inhabitants', { n: number(population, 0) }) : t('place');
}

/**
 * @param {Completion} completion
 * @param {(completion: Completion) => unknown} choose
 * @returns {Option}
 */
export const option = (completion, choose) => ({
  label: completion.kind === 'tag' ? tagText(completion.text) : completion.text, detail: detail(completion),
  symbol: symbols[completion.kind], choose: () => choose(completion),
});

/**
 * A field that completes names, and gives the chosen one.
 *
 * @param {{
 *   label: string, near: () => {lat: number, lon: number}, kinds: Completion['kind'][],
 *   choose: (completion: Completion) => void,
 * }} settings
 */
export function suggestField({ label, near, kinds, choose }) {
  return new Combobox({
    label, input: { placeholder: t('name') },
    options: async (text, signal) => (await completions(text, near(), signal))
      .filter(({ kind }) => kinds.includes(kind)).map((completion) => option(completion, choose)),
  }).element;
}

/** Bytes of a text beyond which nothing begins so. */
const longest = 200;

/**
 * What completes a text; a text that is too long is completed by nothing.
 *
 * @param {string} text
 * @param {{lat: number, lon: number}} near
 * @param {AbortSignal} signal
 * @returns {Promise<Completion[]>}
 */
export async function completions(text, { lat, lon }, signal) {
  if (!text || new TextEncoder().encode(text).length > longest) return [];
  const parameters = new URLSearchParams({ text, near: `${lat},${lon}`, limit: '12' });
  return (await request(`/v1/suggest?${parameters}`, { signal, patience: 0, limit: 5000 })).completions;
}

/**
 * The city of a name that is followed by its region or country, such as *Paris, Texas*.
 *
 * @param {string} name
 * @param {AbortSignal} signal
 * @returns {Promise<Completion | null>}
 */
export async function placeNamed(name, signal) {
  if (new TextEncoder().encode(name).length > longest) return null;
  const parameters = new URLSearchParams({ name, limit: '1' });
  try {
    const place = await request(`/v1/geocode?${parameters}`, { signal, patience: 0, limit: 5000 });
    if (place.fit !== 'whole') return null;
    const { lat, lon, population } = place;
    const text = [place.name, place.region, place.country].filter(Boolean).join(', ');
    return { kind: 'place', text, matched: name, whole: true, lat, lon, population };
  } catch (error) {
    // No place, or no gazetteer.
    if (error instanceof Problem && error.status >= 400 && error.status < 429) return null;
    throw error;
  }
}

/**
 * The listing of a completed name: of several the nearest.
 *
 * @param {{text: string, lat?: number, lon?: number}} completion
 * @returns {Promise<string | undefined>}
 */
export async function idOf({ text, lat, lon }) {
  const near = lat === undefined || lon === undefined ? store.state.view : { lat, lon };
  const query = {
    near: { lat: near.lat, lon: near.lon }, text: `"${text.replaceAll('"', ' ')}"`, kinds: ['bar', 'event', 'couch'],
    during: 'any', sort: 'distance', limit: 5, fields: ['id', 'name'],
  };
  const { results } = await request('/v1/query', { body: query });
  return (results.find((/** @type {{name: string}} */ { name }) => name === text) ?? results[0])?.id;
}
