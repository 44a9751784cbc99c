// Starts the page once the document, Leaflet and the language are there.

import { startPage } from './app/page.js';
import { h, part } from './base/dom.js';
import { loadIcons } from './base/icons.js';
import { loadLanguage, t } from './base/text.js';
import { showTheme } from './base/theme.js';

showTheme();
await loadLanguage();
loadIcons();
if (globalThis.L) {
  startPage();
} else {
  // Leaflet is a file of its own, which may have been lost on its way.
  const again = h('button', { type: 'button', class: 'wide', onclick: () => location.reload() }, t('try again'));
  part('panel').replaceChildren(h('p', {}, t('no connection')), again);
}
navigator.serviceWorker?.register('map/worker.js', { scope: 'map' }).catch(() => {
  // Pages that are not secure have no workers: favorites then need a connection.
});
