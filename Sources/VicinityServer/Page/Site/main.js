// Begins once the document, Leaflet and the language are there.

import { h } from './dom.js';
import { loadIcons } from './icons.js';
import { Page } from './page.js';
import { loadLanguage, t } from './text.js';

await loadLanguage();
loadIcons();
if (globalThis.L) {
  new Page();
} else {
  // Leaflet is a file of its own, which may have been lost on its way.
  const again = h('button', { type: 'button', class: 'wide', onclick: () => location.reload() }, t('try again'));
  document.getElementById('panel')?.replaceChildren(h('p', {}, t('no connection')), again);
}
navigator.serviceWorker?.register('map/worker.js', { scope: 'map' }).catch(() => {
  // Pages that are not secure have no workers: favourites then need a connection.
});
