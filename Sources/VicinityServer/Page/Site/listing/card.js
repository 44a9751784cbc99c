// A listing in a list: its name, its state, and its heart.

import { h, icon } from '../base/dom.js';
import { tagText } from '../base/tags.js';
import { distance, t } from '../base/text.js';
import { mapView } from '../map/view.js';
import { openState, priceText, ratingText, stateText } from '../state/answer.js';
import { favourites } from '../state/favourites.js';
import { linkTo } from '../state/navigation.js';
import { showsDistance } from '../state/place.js';
import { store } from '../state/store.js';

/** @typedef {import('../state/answer.js').Result} Result */

/**
 * A result as a link to its details.
 *
 * @param {Result} result
 * @param {number} now
 */
export function card(result, now) {
  const price = priceText(result);
  const rating = ratingText(result);
  const isFar = showsDistance() && result.distance !== undefined;
  const facts = [rating && `★ ${rating}`, isFar && distance(Number(result.distance)), price].filter(Boolean);
  const link = h('a', {
    ...linkTo(result.id), class: 'card-link',
    onfocus: () => mapView.activate(result.id),
    onmouseenter: () => mapView.activate(result.id),
    onmouseleave: () => mapView.activate(store.state.id),
  },
  h('span', { class: `shape shape-${result.kind}`, 'aria-hidden': true }),
  h('span', { class: 'visually-hidden' }, t(`kind ${result.kind}`), ': '),
  h('bdi', { class: 'card-name' }, result.name ?? result.id));
  return h('article', { class: `card${favourites.seen.has(result.id) ? ' is-seen' : ''}` },
    h('h3', {}, link), heart(result),
    stateLine(result, now),
    facts.length > 0 && h('p', { class: 'facts' }, facts.join(' · ')),
    result.distances && h('p', { class: 'facts' },
      t('roughly', { distance: result.distances.map((meters) => distance(meters)).join(' · ') })),
    result.tags?.length ? h('p', { class: 'tags soft' }, result.tags.slice(0, 6).map(tagText).join(' · ')) : null);
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
