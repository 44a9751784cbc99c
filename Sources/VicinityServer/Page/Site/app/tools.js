// The tools on the map: whether moving it searches, searching where it is, and the reader's position.

import { showBanner } from '../base/banner.js';
import { fill, h, icon, part } from '../base/dom.js';
import { t } from '../base/text.js';
import { searchMap } from '../map/search.js';
import { mapView } from '../map/view.js';
import { reader } from '../state/place.js';
import { store } from '../state/store.js';

export function showTools() {
  const follow = h('input', {
    type: 'checkbox', onchange: () => {
      store.update({ follow: follow.checked }, 'replace');
      if (follow.checked) searchMap();
    },
  });
  follow.checked = store.state.follow;
  store.listen((state) => {
    follow.checked = state.follow;
  });
  const here = h('button', {
    type: 'button', id: 'search-here', class: 'tool', hidden: true, onclick: () => {
      searchMap();
      // The button is hidden: the focus must stay.
      part('map').focus({ preventScroll: true });
    },
  }, t('search this area'));
  const where = h('button', {
    type: 'button', class: 'tool', 'aria-pressed': false, title: t('my position'), 'aria-label': t('my position'),
    onclick: () => togglePosition(where),
  }, icon('near'));
  fill(part('map-tools'), h('label', { class: 'tool follow' }, follow, t('search as I move')), here, where);
}

/** @param {HTMLElement} button */
function togglePosition(button) {
  if (reader.position) {
    reader.position = null;
    store.update({ isAtReader: false }, 'replace');
    button.setAttribute('aria-pressed', 'false');
    mapView.showOrigin(store.state.near);
    searchMap();
    return;
  }
  const refused = () => showBanner(t('position refused'));
  if (!navigator.geolocation) return void refused();
  navigator.geolocation.getCurrentPosition(({ coords }) => {
    const position = { lat: coords.latitude, lon: coords.longitude };
    reader.position = position;
    button.setAttribute('aria-pressed', 'true');
    mapView.showOrigin(position);
    const view = { ...position, zoom: Math.max(14, mapView.view.zoom) };
    const isThere = mapView.isAt(view);
    store.update({ near: null, view, isAtReader: true });
    // A map that moves searches once it is there.
    if (isThere) searchMap();
  }, refused, { timeout: 10_000, maximumAge: 60_000 });
}
