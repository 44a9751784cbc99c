// Starts the page: connects the state, the answers, the map and the panel.

import { listenToConnection, Problem, problemMessage } from '../base/api.js';
import { announce, hideBanner, showBanner } from '../base/banner.js';
import { isPopoverOpen, part } from '../base/dom.js';
import { extentOf } from '../base/geometry.js';
import { writeStored } from '../base/storage.js';
import { t } from '../base/text.js';
import { Filters } from '../filters/filters.js';
import { markHearts } from '../listing/card.js';
import { offerSearch, searchMap } from '../map/search.js';
import { isNear, mapView, showMap } from '../map/view.js';
import { searchBox } from '../search/box.js';
import { favourites } from '../state/favourites.js';
import { currentMember } from '../state/member.js';
import { closeListing, openListing } from '../state/navigation.js';
import { origin, reader } from '../state/place.js';
import { dated, filterOf } from '../state/query.js';
import { searchResults } from '../state/results.js';
import { mailCodes, store } from '../state/store.js';
import { Panel } from './panel.js';
import { markPlaces, showPlaces } from './places.js';
import { preparePrint } from './print.js';
import { showTools } from './tools.js';

/**
 * @typedef {import('../state/address.js').Coordinate} Coordinate
 * @typedef {import('../state/address.js').State} State
 */

/** Whether the session of a member has begun. */
let hasSession = false;

/** Whether the filters are being rewritten as the server has read them, which needs no new search. */
let isSettling = false;

export function startPage() {
  const panel = new Panel();
  part('skip').textContent = t('skip');
  part('skip-to-map').textContent = t('skip to map');
  part('map-area').setAttribute('aria-label', t('map'));
  new Filters(part('filters'));
  searchBox(part('search'));
  showPlaces();
  showTools();
  preparePrint();
  searchResults.listen(() => resultsChanged(panel));
  // The map takes the room that the other parts leave. The server answers while it is built.
  const { view } = store.state;
  const { clientWidth, clientHeight } = part('map');
  searchMap(extentOf(view, clientWidth, clientHeight, covered()));
  showMap(part('map'), view, {
    moved, covered, chose: openListing, clicked: (at) => panel.clicked(at), isFavourite: (id) => favourites.has(id),
    isSeen: (id) => favourites.seen.has(id),
  });
  store.listen((state, before) => stateChanged(panel, state, before));
  favourites.listen(() => {
    mapView.refresh();
    markHearts();
    panel.favouritesChanged();
  });
  currentMember.listen((isAnother) => isAnother && panel.memberChanged());
  listenToConnection((isConnected) => connectionChanged(panel, isConnected));
  listenToWindow();
  mapView.showOrigin(store.state.near);
  showReach();
  if (mailCodes.confirm || mailCodes.reset) store.update({ show: 'account', id: null }, 'replace');
  else panel.show();
  document.addEventListener('vicinity-answer', beginSession, { once: true });
  // No map looks beyond its last zoom, or over a pole.
  if (!mapView.isAt(view)) searchMap();
}

/** Draws the distance to which the search is limited. */
const showReach = () => mapView.showCircle(origin(), Number(store.state.filters.radius ?? 0));

/** The pixels of the map that its tools cover, with half of what is smallest on it. */
const covered = () => part('map-tools').getBoundingClientRect().bottom - part('map').getBoundingClientRect().top + 12;

function listenToWindow() {
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !isPopoverOpen() && store.state.id) closeListing();
  });
  window.addEventListener('unhandledrejection', (event) => {
    if (event.reason?.name === 'AbortError') event.preventDefault();
    if (!(event.reason instanceof Problem)) return;
    event.preventDefault();
    // Without a connection the banner says so.
    if (event.reason.status) showBanner(problemMessage(event.reason));
  });
  // Places open and close while the page is hidden.
  document.addEventListener('visibilitychange', () => renew(60_000));
  setInterval(() => renew(240_000), 60_000);
}

/**
 * Repeats the last search if its answer is older, and the page is visible.
 *
 * @param {number} age in milliseconds
 */
function renew(age) {
  if (document.visibilityState === 'visible') searchResults.renewIfOlder(age);
}

/** Reads the account of a member who was signed in before, and listens to their changes. */
async function beginSession() {
  if (!currentMember.account || hasSession) return;
  hasSession = true;
  const module = await import('../session/session.js').catch(() => null);
  await module?.begin();
}

/**
 * @param {Panel} panel
 * @param {boolean} isConnected
 */
function connectionChanged(panel, isConnected) {
  document.body.classList.toggle('is-away', !isConnected);
  if (isConnected) return hideBanner();
  panel.connectionLost();
  beginSession();
  return showBanner(navigator.onLine ? t('server away') : t('offline'), true);
}

// MARK: The state

/**
 * @param {import('../base/settings.js').View} view
 * @param {import('../map/view.js').Way} way
 */
function moved(view, way) {
  // Leaflet rounds to pixels: what is not seen to have moved has not.
  const { view: former } = store.state;
  const pixel = 360 / (256 * 2 ** view.zoom);
  const isSame = isNear(view, former, pixel);
  // Elsewhere the address may be exact again.
  const { position } = reader;
  const isAtReader = position !== null && isNear({ ...position, zoom: view.zoom }, view, 0.02);
  if (!isSame || isAtReader !== Boolean(store.state.isAtReader)) {
    store.update({ view: isSame ? former : view, isAtReader }, way === 'leap' ? 'push' : 'replace');
  }
  writeStored('vicinity.view', JSON.stringify(view));
  if (store.state.follow || way !== 'hand') searchMap();
  else offerSearch();
}

/**
 * @param {Panel} panel
 * @param {State} state
 * @param {State} before
 */
function stateChanged(panel, state, before) {
  if (state.view !== before.view) mapView.look(state.view);
  const isAnother = state.filters !== before.filters
    && JSON.stringify(state.filters) !== JSON.stringify(before.filters);
  if (isSettling) searchResults.settle(state);
  else if (isAnother || state.sort !== before.sort || state.near !== before.near) searchMap();
  panel.stateChanged(state, before);
  if (state.near !== before.near) mapView.showOrigin(state.near ?? reader.position);
  if (state.near !== before.near || state.filters !== before.filters) showReach();
  markPlaces();
}

// MARK: The answers

/** @param {Panel} panel */
function resultsChanged(panel) {
  const { answer, isLoading, problem } = searchResults;
  document.body.classList.toggle('is-loading', isLoading);
  if (isLoading) return;
  if (problem) {
    if (removeUnreadable(problem)) return;
  } else {
    settle();
  }
  mapView.show(panel.pins);
  panel.resultsChanged();
  if (answer) announce(t('found', { n: answer.total }));
  performance.mark('vicinity-answer');
  document.dispatchEvent(new Event('vicinity-answer'));
}

/** Writes into the address what the server has read words and times of the clock as: calendars need the dates. */
function settle() {
  const { filters } = store.state;
  const settled = dated(filters, searchResults.answer?.understood);
  isSettling = true;
  if (Object.keys(settled).some((name) => settled[name] !== filters[name])) {
    if (settled.stay !== filters.stay) store.stayWord = { word: filters.stay, dates: settled.stay };
    store.update({ filters: settled }, 'replace');
  }
  isSettling = false;
}

/**
 * Removes a filter of the address that the server cannot read.
 *
 * @param {Problem} problem
 * @returns {boolean} whether it was one
 */
function removeUnreadable({ status, pointer }) {
  const { filters, sort } = store.state;
  const name = filterOf(pointer);
  const value = name === 'sort' ? sort : filters[name];
  if (status < 400 || status > 404 || !value) return false;
  showBanner(t('left out', { what: value }));
  if (name === 'sort') store.update({ sort: '' }, 'replace');
  else store.update({ filters: store.filtersWith({ [name]: '' }) }, 'replace');
  return true;
}
