// Everything about one listing.

import { encoded, Problem, problemMessage, request } from '../base/api.js';
import { chip } from '../base/chip.js';
import { fill, h, icon } from '../base/dom.js';
import { settings } from '../base/settings.js';
import { tagText } from '../base/tags.js';
import { distance, number, t } from '../base/text.js';
import { webAddress } from '../base/weblink.js';
import { categoryText, priceText } from '../state/answer.js';
import { currentMember } from '../state/member.js';
import { closeListing, focusResults, linkTo, sharedAddress, showNearby } from '../state/navigation.js';
import { answerTime, showsDistance } from '../state/place.js';
import { searchResults } from '../state/results.js';
import { store } from '../state/store.js';
import { heart, stateLine } from './card.js';
import { customFields } from './customfields.js';
import { weekHours } from './hours.js';
import { loadListing } from './listing.js';
import { navigateMenu } from './navigate.js';
import { nights } from './nights.js';
import { ranking } from './ranking.js';
import { ratings } from './ratings.js';
import { section } from './section.js';
import { dates, hours, occurrences } from './times.js';

/**
 * @typedef {import('../state/answer.js').Result} Result
 * @typedef {import('./listing.js').Listing} Listing
 * @typedef {import('./nights.js').Choice} Choice
 * @typedef {import('./ratings.js').LoadReviews} LoadReviews
 * @typedef {{
 *   listing: () => Promise<{
 *     addParts: (listing: Listing, body: HTMLElement, signal: AbortSignal, choice: Choice) => void,
 *   }>,
 *   reviews: LoadReviews,
 * }} ForMembers loads what members can do with a listing, and what they have written about it
 */

/**
 * The panel of a listing; its parts come one by one.
 *
 * @param {string} id
 * @param {ForMembers} forMembers
 * @param {AbortSignal} signal
 * @returns {{element: HTMLElement, focus: () => void, loaded: Promise<Result | null>}} loaded: the listing once it is
 *   shown; null for one that cannot be loaded
 */
export function detail(id, forMembers, signal) {
  const heading = h('h2', { tabindex: -1, class: 'detail-name', dir: 'auto' }, searchResults.result(id)?.name ?? '…');
  const body = h('div', { class: 'detail-body', 'aria-busy': true });
  const back = h('button', { type: 'button', class: 'back', onclick: closeListing }, icon('back'), t('back'));
  const head = h('div', { class: 'detail-head' }, back, h('span', { class: 'gap' }));
  const element = h('article', { class: 'detail' }, head, heading, body);
  const load = async () => {
    try {
      const { listing, result } = await loadListing(id, signal);
      if (signal.aborted) return null;
      heading.textContent = listing.name ?? listing.id;
      /** @type {Choice} */
      const choice = { stay: null, price: '', changed: () => {}, renew: () => {} };
      fill(body, parts(listing, result, forMembers.reviews, choice, signal));
      head.append(heart(result));
      if (currentMember.account) addMemberParts(listing, body, forMembers, choice, signal);
      else addSignIn(listing, body);
      return result;
    } catch (error) {
      if (signal.aborted) return null;
      if (!(error instanceof Problem)) throw error;
      if (heading.textContent === '…') heading.textContent = id;
      const text = error.status ? problemMessage(error) : t('offline, not kept');
      fill(body, h('p', {}, error.status === 404 ? t('listing gone') : text));
      return null;
    } finally {
      body.removeAttribute('aria-busy');
    }
  };
  return { element, focus: () => heading.focus({ preventScroll: true }), loaded: load() };
}

/**
 * Adds the parts for members.
 *
 * @param {Listing} listing
 * @param {HTMLElement} body
 * @param {ForMembers} forMembers
 * @param {Choice} choice
 * @param {AbortSignal} signal
 */
async function addMemberParts(listing, body, forMembers, choice, signal) {
  const module = await forMembers.listing().catch(() => null);
  if (!signal.aborted) module?.addParts(listing, body, signal, choice);
}

/**
 * Buttons that lead to signing in, for what only members can do.
 *
 * @param {Listing} listing
 * @param {HTMLElement} body
 */
function addSignIn({ id, kind, host }, body) {
  const button = (/** @type {string} */ act, /** @type {import('../base/dom.js').Child[]} */ ...text) => h('button', {
    type: 'button', class: 'action', 'data-act': act, onclick: () => {
      currentMember.listingAfterSignIn = id;
      store.update({ show: 'account', id: null });
    },
  }, text);
  // A couch without a host cannot be booked.
  if (kind !== 'couch' || host) {
    body.querySelector('.actions [aria-live]')?.before(button('sign-in', icon('member'), t(`sign in for ${kind}`)));
  }
  body.append(h('p', { class: 'actions' }, button('report', t('report'))));
}

/**
 * @param {Listing} listing
 * @param {Result} result
 * @param {LoadReviews} loadReviews
 * @param {Choice} choice
 * @param {AbortSignal} signal
 */
function parts(listing, result, loadReviews, choice, signal) {
  const now = answerTime();
  const away = result.distance === undefined || !showsDistance() ? '' : distance(result.distance);
  const facts = [priceOf(result), away];
  return [
    h('p', { class: 'kind soft' },
      h('span', { class: `shape shape-${listing.kind}`, 'aria-hidden': true }), categoryText(listing),
      listing.accessible && ` · ${t(`accessible ${listing.accessible}`)}`),
    // The hours of a place that is not in business are only on paper.
    listing.operatingStatus ? h('p', { class: 'state state-closed' }, t(`operating ${listing.operatingStatus}`))
      : stateLine(result, now),
    h('p', { class: 'facts' }, facts.filter(Boolean).join(' · ')),
    actions(listing),
    pictures(listing, signal),
    listing.description && h('p', { dir: 'auto', class: 'description' }, listing.description),
    listing.venue && venue(listing.venue, signal), listing.address && h('p', { dir: 'auto' }, listing.address),
    listing.kind === 'couch' && nights(listing, choice, signal),
    listing.openingHours && !listing.operatingStatus
      && section(t('opening hours'), hours(listing, now, signal), (report) => weekHours(report, now)),
    listing.kind === 'event'
      && section(t('dates'), occurrences(listing.id, signal), (list) => dates(list, now, listing)),
    ratings(listing, result, loadReviews, signal),
    ranking(listing, signal),
    tags(listing),
    otherFields(listing), links(listing),
  ];
}

/**
 * The price with what it is of: a drink, the entry, a night.
 *
 * @param {Result} result
 */
function priceOf(result) {
  const text = priceText(result);
  return text && result.price && result.kind !== 'couch' ? t(`price of ${result.kind}`, { price: text }) : text;
}

/** @param {Listing} listing */
function actions(listing) {
  const { lat, lon, name } = listing;
  const copied = h('span', { 'aria-live': 'polite', class: 'soft' });
  const share = async () => {
    const url = new URL(sharedAddress(listing.id), location.href).href;
    if (navigator.share) return navigator.share({ title: name, url }).catch(() => {});
    try {
      await navigator.clipboard.writeText(url);
      copied.textContent = t('link copied');
    } catch {
      // Pages without TLS have no clipboard.
      copied.textContent = url;
    }
  };
  return h('div', { class: 'actions' },
    navigateMenu(listing),
    h('button', {
      type: 'button', class: 'action', onclick: () => showNearby({ lat, lon }),
    }, icon('near'), t('what is near')),
    h('button', { type: 'button', class: 'action', onclick: share }, icon('share'), t('share')), copied);
}

/**
 * Where an event takes place: by the name of the listing, if it is one.
 *
 * @param {string} id
 * @param {AbortSignal} signal
 */
function venue(id, signal) {
  const element = h('p', { dir: 'auto' }, id);
  request(`/v1/listings/${encoded(id)}`, { signal, patience: 0 }).then(({ name }) => {
    fill(element, h('a', linkTo(id), name ?? id));
  }).catch(() => {});
  return element;
}

/**
 * Pictures that the server keeps.
 *
 * @param {Listing} listing
 * @param {AbortSignal} signal
 */
function pictures(listing, signal) {
  const element = h('div', { class: 'pictures' });
  /**
   * @param {{href?: string, url?: string, description?: string}} picture
   * @param {number} index
   */
  const image = ({ href, url, description }, index) => h('img', {
    src: new URL(href ?? url ?? '', location.href).pathname, loading: 'lazy', width: 320, height: 200,
    alt: description ?? t('picture', { number: index + 1, name: listing.name ?? listing.id }),
  });
  request(`/v1/listings/${encoded(listing.id)}/pictures`, { signal, patience: 1 }).then(({ pictures: list }) => {
    fill(element, list.map(image));
  }).catch(() => {});
  return element;
}

// MARK: The rest

/** @param {Listing} listing */
function tags({ tags: list }) {
  if (!list?.length) return null;
  const chosen = store.tags;
  const chips = list.map((tag) => chip(tagText(tag), {
    key: `detail ${tag}`, isOn: chosen.includes(tag), choose: () => {
      store.addTag(tag);
      focusResults();
    },
  }));
  return h('section', { class: 'part' }, h('h3', {}, t('menu tags')), h('div', { class: 'chips' }, chips));
}

/** @param {Listing} listing */
function otherFields(listing) {
  const rows = [
    listing.host && [t('host'), listing.host], listing.capacity && [t('capacity'), number(listing.capacity, 0)],
    ...customFields(listing, settings.listingFields),
  ].filter(Boolean);
  if (!rows.length) return null;
  return h('dl', { class: 'own' }, rows.flatMap((/** @type {any} */ [key, value]) => [
    h('dt', {}, key), h('dd', { dir: 'auto' }, String(value)),
  ]));
}

/** @param {Listing} listing */
function links(listing) {
  const calendarOf = `v1/listings/${encoded(listing.id)}/calendar.ics`;
  const site = webAddress(listing.url);
  // The payment link of an event is shown to its attendees.
  const isElsewhere = (/** @type {string} */ name) => name === 'payment' && listing.kind === 'event';
  const others = Object.entries(listing.links ?? {}).filter(([name, url]) => !isElsewhere(name) && webAddress(url));
  const images = [listing.image, ...(listing.images ?? [])].filter(webAddress);
  const item = (/** @type {string} */ href, /** @type {string} */ text) =>
    h('li', {}, h('a', { href, rel: 'noopener noreferrer' }, text));
  const { phone } = listing;
  return h('ul', { class: 'plain links' },
    site && item(site, new URL(site).host),
    phone && h('li', {}, h('a', { href: `tel:${phone.replace(/[^+\d]/g, '')}` }, phone)),
    others.map(([name, url]) => item(url, name)),
    images.slice(0, 5).map((url) => item(String(url), t('picture at', { host: new URL(String(url)).host }))),
    listing.kind !== 'bar' && item(calendarOf, t('as calendar')));
}
