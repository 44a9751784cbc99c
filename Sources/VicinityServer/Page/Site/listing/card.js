// A listing in a list: its picture, its name, its state, and its heart.

import { categoryIcon } from '../base/categoryicons.js';
import { h, icon } from '../base/dom.js';
import { shortTag, tellingTags } from '../base/tags.js';
import { distance, number, t } from '../base/text.js';
import { mapView } from '../map/view.js';
import { categoryText, isStateKnown, openState, priceText, stateText } from '../state/answer.js';
import { favourites } from '../state/favourites.js';
import { linkTo } from '../state/navigation.js';
import { showsDistance } from '../state/place.js';
import { searchResults } from '../state/results.js';
import { store } from '../state/store.js';

/** @typedef {import('../state/answer.js').Result} Result */

/** The most tags in a card. */
const mostTags = 3;

/**
 * A result as a link to its details.
 *
 * @param {Result} result
 * @param {number} now
 */
export function card(result, now) {
  const isFar = result.distance !== undefined && (showsDistance() || store.state.sort === 'distance');
  const facts = [
    categoryText(result), stars(result), isFar && distance(Number(result.distance)), priceText(result),
  ].filter(Boolean);
  const link = h('a', {
    ...linkTo(result.id), class: 'card-link',
    onfocus: () => mapView.activate(result.id),
    onmouseenter: () => mapView.activate(result.id),
    onmouseleave: () => mapView.activate(store.state.id),
  },
  h('span', { class: 'visually-hidden' }, t(`kind ${result.kind}`), ': '),
  h('bdi', { class: 'card-name' }, result.name ?? result.id));
  return h('article', { class: `card${favourites.seen.has(result.id) ? ' is-seen' : ''}` },
    picture(result),
    h('div', { class: 'card-text' },
      h('h3', {}, link),
      h('p', { class: 'facts' }, facts.join(' · ')),
      isStateKnown(result, now) && stateLine(result, now),
      result.distances && h('p', { class: 'facts' },
        t('roughly', { distance: result.distances.map((meters) => distance(meters)).join(' · ') })),
      tagLine(result)),
    heart(result));
}

/**
 * The mean rating, and of how many.
 *
 * @param {Result} result
 */
const stars = ({ rating, ratingCount }) =>
  typeof rating === 'number' && `★ ${number(rating)}${ratingCount ? ` (${number(ratingCount, 0)})` : ''}`;

/**
 * The picture of a listing, or a tile with the symbol of its category.
 *
 * @param {Result} result
 */
function picture(result) {
  const tile = h('div', { class: `card-picture tile-${result.kind}`, 'aria-hidden': true }, categoryIcon(result));
  const source = ownAddress(result.image);
  if (!source) return tile;
  const image = h('img', { src: source, alt: '', loading: 'lazy', decoding: 'async', onerror: () => image.remove() });
  tile.append(image);
  return tile;
}

/**
 * The address of a picture on this server: the page asks no other one.
 *
 * @param {string | undefined} text
 */
function ownAddress(text) {
  if (!text) return '';
  try {
    const { origin, pathname, search } = new URL(text, location.href);
    return origin === location.origin ? pathname + search : '';
  } catch {
    return '';
  }
}

/** @param {Result} result */
function tagLine({ tags = [], category = '' }) {
  const counts = new Map(searchResults.facet('tag').map(({ value, count }) => [String(value), count]));
  const found = tellingTags(tags, { asked: store.tags, counts, category }, mostTags);
  const texts = found.map((tag, at) => h('span', {}, at > 0 && ' · ', h('bdi', {}, shortTag(tag))));
  return found.length > 0 && h('p', { class: 'tags soft' }, texts);
}

/**
 * The state of a place, or the time of an event; nothing for a bar whose state is unknown.
 *
 * @param {Result} result
 * @param {number} now
 */
export const stateLine = (result, now) => (result.open || result.kind !== 'bar')
  && h('p', { class: `state state-${openState(result, now)}` }, stateText(result, now));

/**
 * Saves a listing, or forgets it.
 *
 * @param {Result} result
 */
export function heart(result) {
  const isSaved = favourites.has(result.id);
  const name = result.name ?? result.id;
  return h('button', {
    type: 'button', class: `heart${isSaved ? ' is-on' : ''}`,
    'aria-pressed': isSaved, 'aria-label': t('save', { name }), title: t(isSaved ? 'saved' : 'save', { name }),
    'data-heart': result.id, onclick: () => favourites.toggle(result),
  }, icon(isSaved ? 'heart-full' : 'heart'));
}

/** Shows in all hearts of the page which listings are saved. */
export function markHearts() {
  for (const button of document.querySelectorAll('[data-heart]')) {
    const isOn = favourites.has(/** @type {HTMLElement} */ (button).dataset.heart ?? '');
    button.setAttribute('aria-pressed', String(isOn));
    button.classList.toggle('is-on', isOn);
    button.querySelector('use')?.setAttribute('href', `#icon-${isOn ? 'heart-full' : 'heart'}`);
  }
}
