// The service worker: the page and the favorites, for offline use.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
/** The path of the server, mostly `/`. */
const root = new URL('.', worker.registration.scope).pathname;
const version = '{{version}}';
const shell = `vicinity-page-${version}`;
const listings = 'vicinity-favourites';

/** The requests about a listing. */
const parts = ['', '/hours', '/rating', '/pictures', '/occurrences?limit=12'];

/** All files of the page, with the system's Leaflet. */
const files = /** @type {string[]} */ (JSON.parse('{{files}}'));

worker.addEventListener('install', (event) => event.waitUntil((async () => {
  const cache = await caches.open(shell);
  const addresses = files.map((name) => `${root}map/assets/${version}/${name}`);
  // Without one of them the page would be half a page: the browser then tries again at the next visit.
  await cache.addAll([`${root}map`, ...addresses]);
  await worker.skipWaiting();
})()));

worker.addEventListener('activate', (event) => event.waitUntil((async () => {
  // Pages of an earlier version go.
  for (const name of await caches.keys()) {
    if (name.startsWith('vicinity-page-') && name !== shell) await caches.delete(name);
  }
  await worker.clients.claim();
})()));

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  const path = url.pathname.slice(root.length);
  if (path.startsWith('map/assets/')) event.respondWith(fromShell(request));
  else if (path === 'map') event.respondWith(online(request, shell, `${root}map`));
  else if (/^v1\/listings\/[^/]+(\/(hours|rating|pictures(\/\d+)?|occurrences))?$/.test(path)) {
    event.respondWith(online(request, listings, request));
  }
});

/**
 * Files of the page never change under their address.
 *
 * @param {Request} request
 */
async function fromShell(request) {
  const cache = await caches.open(shell);
  const known = await cache.match(request);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) cache.put(request, response.clone());
  return response;
}

/**
 * The answer of the server, else the stored one. Only the page itself is stored here; `keep` stores listings.
 *
 * @param {Request} request
 * @param {string} name the name of the cache
 * @param {Request | string} key
 */
async function online(request, name, key) {
  const cache = await caches.open(name);
  try {
    const response = await fetch(request);
    // Deleted listings are not shown again offline.
    if (response.status === 404) await cache.delete(key);
    if (response.ok && (name === shell || await cache.match(key))) cache.put(key, response.clone());
    return response;
  } catch (error) {
    const known = await cache.match(key);
    if (known) return marked(known);
    throw error;
  }
}

/**
 * A kept answer that says so (RFC 9211): the page then knows that there is no connection.
 *
 * @param {Response} response
 */
function marked({ body, status, headers }) {
  const all = new Headers(headers);
  all.set('Cache-Status', 'vicinity-worker; hit');
  return new Response(body, { status, headers: all });
}

worker.addEventListener('message', (event) => {
  if (Array.isArray(event.data?.keep)) event.waitUntil(keep(event.data.keep));
});

/**
 * Keeps what the page shows of these listings, and forgets others.
 *
 * @param {string[]} ids
 */
async function keep(ids) {
  const cache = await caches.open(listings);
  const wanted = new Set(ids.map((id) => `${root}v1/listings/${encodeURIComponent(id)}`));
  for (const request of await cache.keys()) {
    const path = new URL(request.url).pathname.slice(root.length).split('/').slice(0, 3).join('/');
    if (!wanted.has(root + path)) await cache.delete(request);
  }
  for (const path of wanted) {
    await Promise.all(parts.map((part) => keepOne(cache, path + part)));
    const list = await (await cache.match(`${path}/pictures`))?.json().catch(() => null);
    const pictures = (list?.pictures ?? []).map((/** @type {{url: string}} */ { url }) => new URL(url).pathname);
    await Promise.all(pictures.map((/** @type {string} */ picture) => keepOne(cache, picture)));
  }
}

/**
 * @param {Cache} cache
 * @param {string} path
 */
async function keepOne(cache, path) {
  if (await cache.match(path)) return;
  const response = await fetch(path).catch(() => null);
  if (response?.ok) await cache.put(path, response);
}
