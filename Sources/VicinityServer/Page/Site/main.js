// Begins once the document, Leaflet and the language are there.

import { loadIcons } from './icons.js';
import { Page } from './page.js';
import { loadLanguage, prepareFormats } from './text.js';

await loadLanguage();
loadIcons();
new Page();
prepareFormats();
navigator.serviceWorker?.register('map/worker.js', { scope: 'map' }).catch(() => {
  // Pages that are not secure have no workers: favourites then need a connection.
});
