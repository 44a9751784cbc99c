/**
 * A client for the server of Vicinity (`vicinity serve`), for browsers and Node 18 or later, in one file and without
 * dependencies.
 *
 *     import { Client } from "./vicinity-client.mjs";
 *
 *     const client = new Client("http://127.0.0.1:8080");
 *     const { results } = await client.near({ lat: 48.7758, lon: 9.1829, radius: "1km", open: true, limit: 3 });
 *     for (const bar of results) console.log(bar.name, bar.distance);
 *
 * Answers are the JSON of the server: coordinates are degrees (WGS 84), distances meters, prices major units of their
 * currency, times ISO 8601 with the offset of the listing. Keys may be added to answers at any time.
 *
 * Failures throw `VicinityError`, whose `code` is for programs. Values that cannot be sent at all throw `RangeError` or
 * `TypeError`.
 *
 * @module
 */

/** @typedef {Record<string, any>} JSONObject */

/**
 * A result of a search, with the requested fields.
 * @typedef {{id: string, kind?: string, name?: string, lat?: number, lon?: number, distance?: number, tags?: string[],
 *   price?: number, currency?: string, rating?: number, ratingCount?: number, open?: string, opensOrCloses?: string,
 *   starts?: string, ends?: string, status?: string, guests?: number, [field: string]: any}} Result
 */

/**
 * An answer to a query. `next` is the cursor of the next page, if there is one.
 * @typedef {{id?: string, results: Result[], next?: string, total?: number, facets?: JSONObject,
 *   clusters?: JSONObject[], relaxations?: JSONObject[], understood?: JSONObject, corrected?: JSONObject[],
 *   [key: string]: any}} Answer
 */

/**
 * A value stored by the server, and its entity tag, by which a change names the version that it is based on.
 * @typedef {{value: any, etag: string}} Stored
 */

/**
 * Filters are named like the parameters of `GET /v1/near`, in camel case: `maxPrice: 12`, `anyTag: ["jazz", "wine"]`,
 * `open: true`, `stay: ["2026-12-01", "2026-12-05"]`, `sort: "-rating"`, `fields: ["id", "name"]`. Undefined, null and
 * false leave a parameter out. `lat` and `lon` in degrees, or the name `place`, are the origin of distances.
 * @typedef {{lat?: number, lon?: number, place?: string, [name: string]: any}} Filters
 */

/** @template Value @typedef {Iterable<Value> | AsyncIterable<Value>} AnyIterable */

/**
 * @typedef {object} ClientOptions
 * @property {string} [key] A key of the server, or the token of a member's session, for requests that need one.
 * @property {number} [timeout] Milliseconds without a byte after which a request fails; by default 30000.
 * @property {number} [retries] How often a request that changes nothing is retried; by default 2.
 * @property {number} [cache] How many answers are cached; by default 256.
 * @property {number} [cacheSize] The maximum size of the cache in characters; by default 16 Mi.
 * @property {boolean} [streamBodies] Whether `fetch` sends bodies while it reads answers; by default in Node and Deno.
 * @property {typeof globalThis.fetch} [fetch] Another function to send requests with.
 */

/**
 * @typedef {object} RequestOptions
 * @property {string | Uint8Array} [body]
 * @property {string} [mediaType] Of the body.
 * @property {Record<string, string>} [headers]
 * @property {string} [accept]
 * @property {boolean} [onlyReads] Whether it changes nothing, so that it may be retried.
 */

const JSON_TYPE = "application/json";
const LINES_TYPE = "application/x-ndjson";
const GEOJSON_TYPE = "application/geo+json";
/** The longest time in seconds that a retry waits. If the server names a longer one, there is no retry. */
const LONGEST_WAIT = 60;
/** Parameters that are a time or a span of times, which is written as two ends joined by two dots. */
const SPANS = new Set(["between", "during", "open", "stay"]);
/**
 * The most characters of a request of a batch if bodies are not streamed. They fit into the buffers of a connection, so
 * that the server can receive all of them before its answers are read.
 */
const PIECE_SIZE = 1 << 14;
/** The most milliseconds for which lines are produced before answers can be read. */
const LONGEST_TURN = 5;

/** An error that the server reports, or a failure of the connection to it. */
export class VicinityError extends Error {
  /**
   * @param {number | undefined} status
   * @param {string} code
   * @param {string} detail
   * @param {{parameter?: string, pointer?: string, suggestion?: string, limit?: {name: string, value: number},
   *   retryAfter?: number, line?: number, id?: string, cause?: unknown}} [more]
   */
  constructor(status, code, detail, more = {}) {
    super(`${code}: ${detail}`, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = "VicinityError";
    /** The HTTP status. Undefined for an error line of a batch, and for a failure of the network. */
    this.status = status;
    /**
     * A short word for programs, as in docs/errors.md. `network` and `timeout` for failures of the network, `http-502`
     * and the like for answers that do not come from the server itself, `bad-answer` for unreadable ones.
     */
    this.code = code;
    /** What is wrong, where, and what to do next, for people. */
    this.detail = detail;
    /** The parameter that is wrong. */
    this.parameter = more.parameter;
    /** The place in the body that is wrong (JSON Pointer, RFC 6901). */
    this.pointer = more.pointer;
    /** The word that was most likely meant. */
    this.suggestion = more.suggestion;
    /** The limit that was exceeded. */
    this.limit = more.limit;
    /** Seconds after which the same request may succeed. */
    this.retryAfter = more.retryAfter;
    /** For an error line of a batch, the number of the line, from 1. */
    this.line = more.line;
    /** For an error line of a batch, the `id` of the line. */
    this.id = more.id;
  }
}

/**
 * Sends requests to one server.
 *
 * Requests that change nothing are retried when the server answers 429 or 503, after the time in its `Retry-After`.
 * Changes and imports are sent once, and so are batches whose lines are streamed. Answers with an entity tag are cached
 * and requested again with `If-None-Match`: for a response 304 the cached answer is returned.
 *
 * Each route of the server has a method, which takes the steps of its path, its required parameters, its body, and its
 * other parameters as options in camel case. It returns the JSON of the answer, or the list in it; `Stored` has the
 * entity tag, which is `ifMatch` of a change.
 */
export class Client {
  #base;
  #key;
  /** The last change that an answer was based on: any node of a cluster then has at least that. */
  #position = 0;
  #timeout;
  #retries;
  #cache;
  #streamBodies;
  #fetch;

  /**
   * @param {string | URL} baseURL The address of the server, such as `http://127.0.0.1:8080`. It may have a path.
   * @param {ClientOptions} [options]
   */
  constructor(baseURL, options = {}) {
    const url = new URL(baseURL);
    if (!/^https?:$/.test(url.protocol)) throw new TypeError(`${baseURL} does not begin with http or https`);
    this.#base = url.origin + url.pathname.replace(/\/+$/, "");
    this.#key = options.key;
    this.#timeout = options.timeout ?? 30_000;
    this.#retries = options.retries ?? 2;
    this.#cache = new Cache(options.cache ?? 256, options.cacheSize ?? 1 << 24);
    this.#streamBodies = options.streamBodies ?? canStreamBodies();
    const send = options.fetch ?? globalThis.fetch;
    /** @type {typeof globalThis.fetch} */
    this.#fetch = (input, init) => send(input, init);
  }

  // Pages, streams and sessions

  /**
   * All results of `near`, page by page, each requested when it is needed; `limit` is the size of a page.
   * @param {Filters} [filters]
   * @returns {AsyncGenerator<Result, void, undefined>}
   */
  nearAll(filters = {}) {
    return resultsOf((after) => this.near({ ...filters, ...after }));
  }

  /**
   * All results of a query, page by page, each requested when it is needed; `limit` is the size of a page.
   * @param {JSONObject} query
   * @returns {AsyncGenerator<Result, void, undefined>}
   */
  queryAll(query) {
    return resultsOf((after) => this.query({ ...query, ...after }));
  }

  /**
   * The pages of a collection of OGC API – Features, each requested when it is needed.
   * @param {string} collection `bars`, `events` or `couches`.
   * @param {JSONObject} [parameters] `limit` for the size of a page, `bbox: [west, south, east, north]`, `datetime`,
   *   `filter` as CQL2, and the filters of `near`.
   * @returns {AsyncGenerator<JSONObject, void, undefined>} FeatureCollections with `features`, `numberMatched` and
   *   `numberReturned`.
   */
  async *features(collection, parameters = {}) {
    const path = `/collections/${step(collection)}/items`;
    let cursor;
    do {
      const how = { parameters: { ...parameters, ...(cursor && { cursor }) }, accept: GEOJSON_TYPE };
      const page = (await this.#call("GET", path, how)).value();
      yield page;
      cursor = nextCursor(page);
    } while (cursor);
  }

  /**
   * Runs many queries: `POST /v1/batch`.
   *
   * In Node the lines are streamed over one connection, while answers are read: neither is ever held as a whole, and a
   * query may depend on earlier answers. Browsers send them in pieces, each answered before the next. Nothing is sent
   * before the first answer is requested. Ending the loop early closes the connection. An exception of the iterable is
   * thrown here.
   *
   * @param {AnyIterable<JSONObject | string>} queries Queries, `{plan: …}` or `{suggest: …}` as objects, or lines of
   *   JSON as text. Blank lines get no answer.
   * @yields {JSONObject | VicinityError} An answer for each line, in order. The answer to a bad line is a
   *   `VicinityError` that is not thrown, with `code`, `detail`, `line` and, if the line has one, `id`.
   * @returns {AsyncGenerator<JSONObject | VicinityError, void, undefined>}
   * @throws {VicinityError} If the batch as a whole is refused, or the connection fails.
   */
  async *batch(queries) {
    if (this.#streamBodies) {
      for await (const line of this.#streamed("/v1/batch", LINES_TYPE, queries)) yield batchAnswer(line, 0);
      return;
    }
    for await (const piece of piecesOf(linesOf(queries))) {
      const options = { body: piece.text, mediaType: LINES_TYPE, accept: LINES_TYPE, onlyReads: true };
      for await (const line of this.#lines("POST", "/v1/batch", options)) yield batchAnswer(line, piece.before);
    }
  }

  /**
   * Adds and replaces listings, all or none: `POST /v1/import`.
   *
   * In Node the iterable is streamed; browsers send the text as a whole. If the iterable throws, nothing is imported,
   * and the exception is thrown. The server answers when it has saved everything: for large imports the
   * client needs a large `timeout`.
   *
   * @param {AnyIterable<JSONObject | string>} listings As objects or lines of JSON, in the canonical form of
   *   docs/listings.md.
   * @param {{source: string, replaceSource?: boolean, takeOver?: boolean, compress?: boolean}} options `source`: the
   *   source that they belong to. `replaceSource`: listings of the source that are not sent are removed. `takeOver`:
   *   listings of other sources with the same ids are replaced instead of refused. `compress`: the body is sent as
   *   gzip; not for pages of another origin.
   * @returns {Promise<JSONObject>} A report with `rows`, `added`, `updated`, `unchanged` and `removed`.
   * @throws {VicinityError} `row-rejected` with the line; `empty-file` without any listing.
   */
  async importListings(listings, { source, replaceSource = false, takeOver = false, compress = false }) {
    const path = `/v1/import${queryString({ source, replaceSource, takeOver })}`;
    let text = "";
    if (this.#streamBodies) {
      for await (const line of this.#streamed(path, JSON_TYPE, listings, compress)) text += line;
      return parsed(text);
    }
    for await (const line of linesOf(listings)) text += line;
    return (await this.#send("POST", path, {
      body: compress ? await gzipped(text) : text, mediaType: LINES_TYPE,
      headers: compress ? { "Content-Encoding": "gzip" } : {},
    })).json();
  }

  /**
   * All listings by id, one by one, in a form that can be imported again: `GET /v1/export`. Private couches are at
   * their public points. Needs a key with the scope `import`.
   * @returns {AsyncGenerator<JSONObject, void, undefined>}
   */
  async *export() {
    const options = { accept: LINES_TYPE, onlyReads: true };
    for await (const line of this.#lines("GET", "/v1/export", options)) yield parsed(line);
  }

  /**
   * Signs a member in, with the name or the email address: later requests are the member's. `deleteSession("current")`
   * signs out. A program that has a token of a session can give it as the `key` instead.
   * @param {string} login
   * @param {string} password
   * @param {{keep?: boolean}} [options] `keep`: the session lasts 60 days instead of 12 hours from its last use.
   * @returns {Promise<JSONObject>} The session with its `token`, and the `member`.
   * @throws {VicinityError} `wrong-password`, `too-many-guesses`, `suspended`.
   */
  async signIn(login, password, options = {}) {
    const session = await this.addSession({ login, password, keep: options.keep ?? false });
    this.#key = session.token;
    return session;
  }

  /**
   * `{status: "ready"}` if the server can answer requests. Sent once, without retries.
   * @returns {Promise<JSONObject>}
   * @throws {VicinityError} `stopping` or `not-ready`, with the status 503.
   */
  async ready() {
    return (await this.#send("GET", "/readyz")).json();
  }

  /**
   * The limits of the server by name, such as `max-limit`.
   * @returns {Promise<Record<string, number>>}
   */
  async limits() {
    /** @type {{name: string, value: number}[]} */
    const limits = (await this.#call("GET", "/v1/limits")).json().limits;
    return Object.fromEntries(limits.map(({ name, value }) => [name, value]));
  }

  // Methods of the routes: VICINITY_RECORD=1 writes them from the server's table.

  // Search

  /**
   * Searches near a coordinate, in a box, or everywhere: `GET /v1/near`. Needs the scope `search`, unless searches are
   * public.
   * @param {Filters} [filters] `radius`, `bbox`, `within`, `outside`, `metric`, `kind`, `open`, `unknown`, `arriving`,
   * `stayFor`, `waitUpTo`, `during`, `occurrences`, `stay`, `nights`, `between`, `weekend`, `partly`, `guests`, `now`,
   * `category`, `tag`, `anyTag`, `noTag`, `minPrice`, `maxPrice`, `currency`, `maxLevel`, `minNightPrice`,
   * `maxNightPrice`, `minRating`, `minVotes`, `accessible`, `operatingStatus`, `listedSince`, `text`, `typos`,
   * `filter`, `host`, `notHost`, `sort`, `front`, `relax`, `limit`, `after`, `total`, `fields`, `language`, `cluster`,
   * `facets`, `facetLimit`, `weights`, `f`.
   * @returns {Promise<Answer>}
   */
  async near(filters = {}) {
    return (await this.#call("GET", "/v1/near", { parameters: withOrigin(filters) })).value();
  }

  /**
   * Searches with a query as JSON, including every query option: `POST /v1/query`. Needs the scope `search`, unless
   * searches are public.
   * @param {JSONObject} query A query; see docs/queries.md. Example: `{"near":{"lat":48.7758, "lon":9.1829},
   * "limit":5}`.
   * @returns {Promise<any>}
   */
  async query(query) {
    return (await this.#call("POST", "/v1/query", { body: query, onlyReads: true })).json();
  }

  /**
   * Results for a map: the first ones, and counts per cell if there are more: `POST /v1/map`. Needs the scope `search`,
   * unless searches are public.
   * @param {JSONObject} query A query (see docs/queries.md) with `zoom`, the zoom level of the cells, from 0 to 22. The
   * answer is that of the query with its `total` and `now`, and has `clusters` (see docs/maps.md) if there are more
   * matches than `limit`; all of it from one version of the catalog. Facets that would take too long to count are left
   * out and named in `facetsOmitted`; if counting takes too long at all, `partial` is true, and the answer has neither
   * `total` nor `clusters`. Example: `{"within":{"bbox":[9.1,48.7,9.3,48.9]}, "facets":["kind"], "limit":20,
   * "zoom":11}`.
   * @returns {Promise<any>}
   */
  async map(query) {
    return (await this.#call("POST", "/v1/map", { body: query, onlyReads: true })).json();
  }

  /**
   * Recommends listings for one or more members, with reasons: `POST /v1/recommend`. Needs the scope `members:act-as`.
   * @param {JSONObject} query A query with `members`, in the order `recommended`; see docs/recommendations.md. Example:
   * `{"members":["member-31"], "limit":5}`.
   * @returns {Promise<any>}
   */
  async recommend(query) {
    return (await this.#call("POST", "/v1/recommend", { body: query, onlyReads: true })).json();
  }

  /**
   * Completes partly typed names, tags, places, streets and addresses: `GET /v1/suggest`. Needs the scope `search`,
   * unless searches are public.
   * @param {string} text The text typed so far.
   * @param {{lat?: number, lon?: number, place?: string, limit?: number}} [options] `lat` and `lon`, or the name
   * `place`: The position, latitude and longitude in degrees, or the name of a place. `limit`: The maximum number of
   * completions.
   * @returns {Promise<any[]>}
   */
  async suggest(text, options = {}) {
    const how = { parameters: withOrigin({ text, ...options }) };
    return (await this.#call("GET", "/v1/suggest", how)).json().completions;
  }

  /**
   * Plans evenings: a couch, an event and a bar that fit together: `POST /v1/plan`. Needs the scope `search`, unless
   * searches are public.
   * @param {JSONObject} plan A plan; see docs/plans.md. Example: `{"near":{"lat":46.5446, "lon":24.562},
   * "stay":{"from":"2026-11-27", "to":"2026-11-29"}}`.
   * @returns {Promise<any[]>}
   */
  async plan(plan) {
    return (await this.#call("POST", "/v1/plan", { body: plan, onlyReads: true })).json().outings;
  }

  /**
   * Plans pub crawls: several bars in a row, each open on arrival and for the whole visit: `POST /v1/crawl`. Needs the
   * scope `search`, unless searches are public.
   * @param {JSONObject} crawl A crawl; see docs/why.md. Example: `{"near":{"lat":48.7758, "lon":9.1829},
   * "start":"20:00", "stops":3}`.
   * @returns {Promise<any[]>}
   */
  async crawl(crawl) {
    return (await this.#call("POST", "/v1/crawl", { body: crawl, onlyReads: true })).json().crawls;
  }

  /**
   * Explains the rank of each result of a query: `POST /v1/why`. Needs the scope `search`, unless searches are public.
   * @param {JSONObject} query A query; see docs/why.md.
   * @returns {Promise<any[]>}
   */
  async why(query) {
    return (await this.#call("POST", "/v1/why", { body: query, onlyReads: true })).json().reasons;
  }

  /**
   * Explains why a listing is not among the results of a query: `POST /v1/why-not/{id}`. Needs the scope `search`,
   * unless searches are public.
   * @param {string} id
   * @param {JSONObject} query A query; see docs/why.md.
   * @returns {Promise<any>}
   */
  async whyNot(id, query) {
    return (await this.#call("POST", `/v1/why-not/${step(id)}`, { body: query, onlyReads: true })).json();
  }

  /**
   * Finds cities by name, in any language and script: `GET /v1/geocode`. Needs the scope `search`, unless searches are
   * public.
   * @param {string} name The name, such as `Paris, US`.
   * @param {{beginning?: boolean, limit?: number}} [options] `beginning`: Places whose name starts with this text.
   * `limit`: The maximum number of places.
   * @returns {Promise<any>}
   */
  async geocode(name, options = {}) {
    return (await this.#call("GET", "/v1/geocode", { parameters: { name, ...options } })).json();
  }

  /**
   * The time zone, country and city of a coordinate: `GET /v1/zone`. Needs the scope `search`, unless searches are
   * public.
   * @param {number} lat Latitude and longitude in degrees.
   * @param {number} lon
   * @returns {Promise<any>}
   */
  async zone(lat, lon) {
    return (await this.#call("GET", "/v1/zone", { parameters: withOrigin({ lat, lon }) })).json();
  }

  // OGC API – Features

  /**
   * The API as OpenAPI 3.0: `GET /api`.
   * @returns {Promise<any>}
   */
  async api() {
    return (await this.#call("GET", "/api", { accept: "application/vnd.oai.openapi+json" })).json();
  }

  /**
   * The standards that the server conforms to: `GET /conformance`.
   * @returns {Promise<any>}
   */
  async conformance() {
    return (await this.#call("GET", "/conformance")).json();
  }

  /**
   * Bars, events and couches: `GET /collections`. Needs the scope `search`, unless searches are public.
   * @returns {Promise<any>}
   */
  async collections() {
    return (await this.#call("GET", "/collections")).json();
  }

  /**
   * A collection: `GET /collections/{collection}`. Needs the scope `search`, unless searches are public.
   * @param {string} collection
   * @returns {Promise<any>}
   */
  async collection(collection) {
    return (await this.#call("GET", `/collections/${step(collection)}`)).json();
  }

  /**
   * The properties that filters can use: `GET /collections/{collection}/queryables`. Needs the scope `search`, unless
   * searches are public.
   * @param {string} collection
   * @returns {Promise<any>}
   */
  async collectionQueryables(collection) {
    const how = { accept: "application/schema+json" };
    return (await this.#call("GET", `/collections/${step(collection)}/queryables`, how)).json();
  }

  /**
   * A feature: `GET /collections/{collection}/items/{id}`. Needs the scope `search`, unless searches are public.
   * @param {string} collection
   * @param {string} id
   * @returns {Promise<any>}
   */
  async feature(collection, id) {
    const how = { accept: "application/geo+json" };
    return (await this.#call("GET", `/collections/${step(collection)}/items/${step(id)}`, how)).json();
  }

  // Tiles

  /**
   * The tiles of listings as TileJSON 3.0: `GET /tiles/listings.json`. Needs the scope `search`, unless searches are
   * public.
   * @param {Filters} [filters] `kind`, `outside`, `open`, `unknown`, `arriving`, `stayFor`, `waitUpTo`, `during`,
   * `occurrences`, `stay`, `nights`, `between`, `weekend`, `partly`, `guests`, `category`, `tag`, `anyTag`, `noTag`,
   * `minPrice`, `maxPrice`, `currency`, `maxLevel`, `minNightPrice`, `maxNightPrice`, `minRating`, `minVotes`,
   * `accessible`, `operatingStatus`, `listedSince`, `text`, `typos`, `host`, `notHost`, `now`, `filter`.
   * @returns {Promise<any>}
   */
  async tilesListings(filters = {}) {
    return (await this.#call("GET", "/tiles/listings.json", { parameters: filters })).json();
  }

  /**
   * The operator's base map as TileJSON 3.0: `GET /tiles/base.json`.
   * @returns {Promise<any>}
   */
  async tilesBase() {
    return (await this.#call("GET", "/tiles/base.json")).json();
  }

  // Listings

  /**
   * A listing with all its fields: `GET /v1/listings/{id}`. Needs the scope `search`, unless searches are public.
   * @param {string} id
   * @returns {Promise<Stored>}
   */
  async get(id) {
    return (await this.#call("GET", `/v1/listings/${step(id)}`)).stored();
  }

  /**
   * Creates a listing, or replaces it completely: `PUT /v1/listings/{id}`. Needs the scope `import` or the role `host`.
   * @param {string} id
   * @param {JSONObject} listing A listing in the canonical form; see docs/listings.md. Example: `{"id":"bar-9",
   * "kind":"bar", "name":"Neun", "lat":48.77, "lon":9.18}`.
   * @param {{ifMatch?: string}} [options] `ifMatch`: The entity tag of the listing as it was read: without it, or with
   * another one, nothing is changed. `*` changes any.
   * @returns {Promise<Stored>}
   */
  async put(id, listing, options = {}) {
    return (await this.#call("PUT", `/v1/listings/${step(id)}`, { body: listing, ifMatch: options.ifMatch })).stored();
  }

  /**
   * Changes some fields of a listing (JSON Merge Patch, RFC 7396): `PATCH /v1/listings/{id}`. Needs the scope `import`
   * or the role `host`.
   * @param {string} id
   * @param {JSONObject} changes The fields to change; null removes one. Example: `{"price":12, "url":null}`.
   * @param {{ifMatch: string}} options `ifMatch`: The entity tag of the listing as it was read: without it, or with
   * another one, nothing is changed. `*` changes any.
   * @returns {Promise<Stored>}
   */
  async patch(id, changes, options) {
    const how = { body: changes, mediaType: "application/merge-patch+json", ifMatch: options?.ifMatch };
    return (await this.#call("PATCH", `/v1/listings/${step(id)}`, how)).stored();
  }

  /**
   * Removes a listing and everything that belongs to it: `DELETE /v1/listings/{id}`. Needs the scope `import` or the
   * role `host`.
   * @param {string} id
   * @param {{ifMatch: string}} options `ifMatch`: The entity tag of the listing as it was read: without it, or with
   * another one, nothing is changed. `*` changes any.
   * @returns {Promise<void>}
   */
  async delete(id, options) {
    await this.#call("DELETE", `/v1/listings/${step(id)}`, { ifMatch: options?.ifMatch });
  }

  /**
   * The rating of a listing: that of its source, and the number of members for each number of stars:
   * `GET /v1/listings/{id}/rating`. Needs the scope `search`, unless searches are public.
   * @param {string} id
   * @returns {Promise<any>}
   */
  async rating(id) {
    return (await this.#call("GET", `/v1/listings/${step(id)}/rating`)).json();
  }

  /**
   * Whether a couch is free, a bar is open or an event is on, and if not, why: `GET /v1/listings/{id}/availability`.
   * Needs the scope `search`, unless searches are public.
   * @param {string} id
   * @param {{open?: any, during?: any, stay?: any, guests?: number}} [options] `open`: For a bar or event: a moment or
   * span, such as `now` or `Sa 22:30..03:00`. `during`: For an event: a period that it overlaps. `stay`: For a couch:
   * the nights, such as `2026-12-01..2026-12-05`. `guests`: The guests of a stay (default 1).
   * @returns {Promise<any>}
   */
  async availability(id, options = {}) {
    return (await this.#call("GET", `/v1/listings/${step(id)}/availability`, { parameters: options })).json();
  }

  /**
   * The nights of a couch one by one: availability, price, and how long a stay can be; the host also sees why a night
   * is `taken`: requested, confirmed, blocked, unavailable: `GET /v1/listings/{id}/nights`. Needs the scope `search`,
   * unless searches are public.
   * @param {string} id
   * @param {{from?: any, to?: any}} [options] `from`: The first night; without it that of today, local to the couch.
   * `to`: The day after the last night, at most 731 days later; without it 62.
   * @returns {Promise<any>}
   */
  async nights(id, options = {}) {
    return (await this.#call("GET", `/v1/listings/${step(id)}/nights`, { parameters: options })).json();
  }

  /**
   * The opening hours of a bar: the state with its next changes, and the intervals of a week or window. A bar with an
   * `operatingStatus` is closed: `GET /v1/listings/{id}/hours`. Needs the scope `search`, unless searches are public.
   * @param {string} id
   * @param {{at?: any, from?: any, to?: any}} [options] `at`: The moment: `now` (default), `22:30`, `Sa 22:30`,
   * `2026-11-27T22:30` or an instant. `from`: The start of a window, instead of `at`, such as `2026-12-24`. `to`: The
   * end of the window, exclusive.
   * @returns {Promise<any>}
   */
  async hours(id, options = {}) {
    return (await this.#call("GET", `/v1/listings/${step(id)}/hours`, { parameters: options })).json();
  }

  /**
   * The occurrences of an event within a period, in order of time: `GET /v1/listings/{id}/occurrences`. Needs the scope
   * `search`, unless searches are public.
   * @param {string} id
   * @param {{during?: any, limit?: number, after?: any}} [options] `during`: A time with an end; without it a year from
   * today. `limit`: The maximum number of occurrences, up to `max-limit`. `after`: Continues an earlier answer by its
   * cursor.
   * @returns {Promise<any>}
   */
  async occurrences(id, options = {}) {
    return (await this.#call("GET", `/v1/listings/${step(id)}/occurrences`, { parameters: options })).json();
  }

  /**
   * An event with all its occurrences, or the taken nights of a couch, as iCalendar:
   * `GET /v1/listings/{id}/calendar.ics`. Needs the scope `search`, unless searches are public.
   * @param {string} id
   * @returns {Promise<string>}
   */
  async calendar(id) {
    return (await this.#call("GET", `/v1/listings/${step(id)}/calendar.ics`, { accept: "text/calendar" })).text;
  }

  /**
   * The pictures of a listing, with their addresses: `GET /v1/listings/{id}/pictures`. Needs the scope `search`, unless
   * searches are public.
   * @param {string} id
   * @returns {Promise<any[]>}
   */
  async pictures(id) {
    return (await this.#call("GET", `/v1/listings/${step(id)}/pictures`)).json().pictures;
  }

  /**
   * Adds a picture to a listing: `POST /v1/listings/{id}/pictures`. Needs the scope `import` or the role `host`.
   * @param {string} id
   * @param {Uint8Array} picture The picture as a JPEG, PNG, GIF, WebP or AVIF file; the type is detected from its first
   * bytes.
   * @returns {Promise<any>}
   */
  async addPicture(id, picture) {
    const how = { body: picture, mediaType: "application/octet-stream" };
    return (await this.#call("POST", `/v1/listings/${step(id)}/pictures`, how)).json();
  }

  /**
   * A picture, whole or a range of its bytes: `GET /v1/listings/{id}/pictures/{number}`. Needs the scope `search`,
   * unless searches are public.
   * @param {string} id
   * @param {number} number
   * @returns {Promise<Blob>}
   */
  async picture(id, number) {
    return this.#blob(`/v1/listings/${step(id)}/pictures/${step(number)}`);
  }

  /**
   * Removes a picture: `DELETE /v1/listings/{id}/pictures/{number}`. Needs the scope `import` or the role `host`.
   * @param {string} id
   * @param {number} number
   * @returns {Promise<void>}
   */
  async deletePicture(id, number) {
    await this.#call("DELETE", `/v1/listings/${step(id)}/pictures/${step(number)}`);
  }

  /**
   * The named areas of the catalog: `GET /v1/areas`. Needs the scope `search`, unless searches are public.
   * @returns {Promise<any[]>}
   */
  async areas() {
    return (await this.#call("GET", "/v1/areas")).json().areas;
  }

  /**
   * An area as GeoJSON: `GET /v1/areas/{name}`. Needs the scope `search`, unless searches are public.
   * @param {string} name
   * @returns {Promise<Stored>}
   */
  async area(name) {
    return (await this.#call("GET", `/v1/areas/${step(name)}`, { accept: "application/geo+json" })).stored();
  }

  /**
   * Creates an area, or replaces its shape: `PUT /v1/areas/{name}`. Needs the scope `import`.
   * @param {string} name
   * @param {JSONObject} shape A Polygon or MultiPolygon of GeoJSON, or a feature with one, in degrees of WGS 84.
   * Example: `{"type":"Polygon", "coordinates":[[[9.1,48.7],[9.3,48.7],[9.2,48.9],[9.1,48.7]]]}`.
   * @param {{ifMatch?: string}} [options] `ifMatch`: The entity tag of the area as it was read: without it, or with
   * another one, nothing is changed. `*` changes any.
   * @returns {Promise<Stored>}
   */
  async putArea(name, shape, options = {}) {
    const how = {
      body: shape, mediaType: "application/geo+json", accept: "application/geo+json", ifMatch: options.ifMatch,
    };
    return (await this.#call("PUT", `/v1/areas/${step(name)}`, how)).stored();
  }

  /**
   * Removes an area; the listings in it stay: `DELETE /v1/areas/{name}`. Needs the scope `import`.
   * @param {string} name
   * @param {{ifMatch: string}} options `ifMatch`: The entity tag of the area as it was read: without it, or with
   * another one, nothing is changed. `*` changes any.
   * @returns {Promise<void>}
   */
  async deleteArea(name, options) {
    await this.#call("DELETE", `/v1/areas/${step(name)}`, { ifMatch: options?.ifMatch });
  }

  // Accounts

  /**
   * Registers: sends a code by email; confirming the code creates the account: `POST /v1/accounts`.
   * @param {JSONObject} body name, fixed and public; displayName; mail; password, at least 10 characters; terms, the
   * accepted version; language of emails. Example: `{"name":"ana", "displayName":"Ana", "mail":"ana@example.org",
   * "password":"three words or more"}`.
   * @returns {Promise<any>}
   */
  async addAccount(body) {
    return (await this.#call("POST", "/v1/accounts", { body })).json();
  }

  /**
   * Confirms an email address with the code that was sent there: of a new account, or the new address of an account:
   * `POST /v1/email-confirmations`.
   * @param {JSONObject} body code: from the email. Example: `{"code":"…"}`.
   * @returns {Promise<any>}
   */
  async addEmailConfirmation(body) {
    return (await this.#call("POST", "/v1/email-confirmations", { body })).json();
  }

  /**
   * Sends a code for a new password to an email address, if an account has this address: `POST /v1/password-resets`.
   * @param {JSONObject} body mail: the email address of the account. Example: `{"mail":"ana@example.org"}`.
   * @returns {Promise<any>}
   */
  async addPasswordReset(body) {
    return (await this.#call("POST", "/v1/password-resets", { body })).json();
  }

  /**
   * Sets a new password with the code from an email, and ends all sessions: `PUT /v1/password-resets`.
   * @param {JSONObject} body code: from the email; password: the new one. Example: `{"code":"…", "password":"three
   * words or more"}`.
   * @returns {Promise<void>}
   */
  async putPasswordResets(body) {
    await this.#call("PUT", "/v1/password-resets", { body });
  }

  /**
   * Signs in: starts a session: `POST /v1/sessions`.
   * @param {JSONObject} body login, a name or an address; password; keep, true for a session that outlasts the browser;
   * cookie, true to get the session as a cookie, for web pages. Example: `{"login":"ana", "password":"three words or
   * more", "keep":true}`.
   * @returns {Promise<any>}
   */
  async addSession(body) {
    return (await this.#call("POST", "/v1/sessions", { body })).json();
  }

  /**
   * The member's sessions, most recently used first: `GET /v1/sessions`. Needs the role `member`.
   * @returns {Promise<any[]>}
   */
  async sessions() {
    return (await this.#call("GET", "/v1/sessions")).json().sessions;
  }

  /**
   * Signs out: ends one session by its id, the `current` one, or all `others`: `DELETE /v1/sessions/{id}`. Needs the
   * role `member`.
   * @param {string} id
   * @returns {Promise<void>}
   */
  async deleteSession(id) {
    await this.#call("DELETE", `/v1/sessions/${step(id)}`);
  }

  /**
   * The member's own account: `GET /v1/me`. Needs the role `member`.
   * @returns {Promise<any>}
   */
  async me() {
    return (await this.#call("GET", "/v1/me")).json();
  }

  /**
   * Changes the member's profile and preferences (JSON Merge Patch, RFC 7396): `PATCH /v1/me`. Needs the role `member`.
   * @param {JSONObject} changes displayName, about, telephone, zone, language, quietHours, reminderMails; null removes
   * one. terms: the version that the member accepts. Example: `{"displayName":"Ana P.", "telephone":null}`.
   * @returns {Promise<any>}
   */
  async patchMe(changes) {
    return (await this.#call("PATCH", "/v1/me", { body: changes, mediaType: "application/merge-patch+json" })).json();
  }

  /**
   * Changes the password, and ends the member's other sessions: `PUT /v1/me/password`. Needs the role `member`.
   * @param {JSONObject} body present: the current password; new: the new one. Example: `{"present":"three words or
   * more", "new":"four other words here"}`.
   * @returns {Promise<void>}
   */
  async putMyPassword(body) {
    await this.#call("PUT", "/v1/me/password", { body });
  }

  /**
   * Requests a new email address: a code is sent there to confirm it: `PUT /v1/me/mail`. Needs the role `member`.
   * @param {JSONObject} body mail: the new email address; password: the current one. Example:
   * `{"mail":"ana@example.net", "password":"three words or more"}`.
   * @returns {Promise<any>}
   */
  async putMyMail(body) {
    return (await this.#call("PUT", "/v1/me/mail", { body })).json();
  }

  /**
   * Sets the member's picture: `PUT /v1/me/picture`. Needs the role `member`.
   * @param {Uint8Array} picture The picture as a JPEG, PNG, GIF, WebP or AVIF file; the type is detected from its first
   * bytes.
   * @returns {Promise<any>}
   */
  async putMyPicture(picture) {
    return (await this.#call("PUT", "/v1/me/picture", { body: picture, mediaType: "application/octet-stream" })).json();
  }

  /**
   * Removes the member's picture: `DELETE /v1/me/picture`. Needs the role `member`.
   * @returns {Promise<void>}
   */
  async deleteMyPicture() {
    await this.#call("DELETE", "/v1/me/picture");
  }

  /**
   * The picture of a member: `GET /v1/members/{name}/picture`. Needs the scope `search`, unless searches are public.
   * @param {string} name
   * @param {{v?: string}} [options] `v`: The version, which is in the address of the picture.
   * @returns {Promise<Blob>}
   */
  async memberPicture(name, options = {}) {
    return this.#blob(`/v1/members/${step(name)}/picture`);
  }

  /**
   * Everything stored about the member, as one file: `GET /v1/me/export`. Needs the role `member`.
   * @returns {Promise<any>}
   */
  async myExport() {
    return (await this.#call("GET", "/v1/me/export")).json();
  }

  /**
   * Deletes the account: erases the member's data and removes the member's listings: `DELETE /v1/me`. Needs the role
   * `member`.
   * @param {JSONObject} body password: the current one. Example: `{"password":"three words or more"}`.
   * @returns {Promise<void>}
   */
  async deleteMe(body) {
    await this.#call("DELETE", "/v1/me", { body });
  }

  /**
   * The members by name; with `q` those whose names start with it: `GET /v1/members`. Needs the role `member`.
   * @param {{q?: string, limit?: number, after?: string}} [options] `q`: The start of a name. `limit`: The maximum
   * number of members. `after`: The last name of the previous page.
   * @returns {Promise<any>}
   */
  async members(options = {}) {
    return (await this.#call("GET", "/v1/members", { parameters: options })).json();
  }

  /**
   * A member's public profile: `GET /v1/members/{name}`. Needs the scope `search`, unless searches are public.
   * @param {string} name
   * @returns {Promise<any>}
   */
  async member(name) {
    return (await this.#call("GET", `/v1/members/${step(name)}`)).json();
  }

  /**
   * Gives a member another role: `PUT /v1/members/{name}/role`. Needs the scope `admin` or the role `admin`.
   * @param {string} name
   * @param {JSONObject} body role: member, host, editor, admin. Example: `{"role":"editor"}`.
   * @returns {Promise<any>}
   */
  async putMemberRole(name, body) {
    return (await this.#call("PUT", `/v1/members/${step(name)}/role`, { body })).json();
  }

  // Members

  /**
   * Adds a listing to the member's favorites: `PUT /v1/me/favourites/{id}`. Needs the role `member`.
   * @param {string} id
   * @returns {Promise<any>}
   */
  async putMyFavourite(id) {
    return (await this.#call("PUT", `/v1/me/favourites/${step(id)}`)).json();
  }

  /**
   * Removes a listing from the member's favorites: `DELETE /v1/me/favourites/{id}`. Needs the role `member`.
   * @param {string} id
   * @returns {Promise<any>}
   */
  async deleteMyFavourite(id) {
    return (await this.#call("DELETE", `/v1/me/favourites/${step(id)}`)).json();
  }

  /**
   * Rates a listing, replacing the member's earlier rating: `PUT /v1/listings/{id}/rating`. Needs the role `member`.
   * @param {string} id
   * @param {JSONObject} body stars, 1 to 5 in halves; text, optional. Example: `{"stars":4.5, "text":"Twelve taps!"}`.
   * @returns {Promise<any>}
   */
  async putRating(id, body) {
    return (await this.#call("PUT", `/v1/listings/${step(id)}/rating`, { body })).json();
  }

  /**
   * Withdraws the member's rating of a listing: `DELETE /v1/listings/{id}/rating`. Needs the role `member`.
   * @param {string} id
   * @returns {Promise<any>}
   */
  async deleteRating(id) {
    return (await this.#call("DELETE", `/v1/listings/${step(id)}/rating`)).json();
  }

  /**
   * Records a visit of the member to a listing: `POST /v1/listings/{id}/visits`. Needs the role `member`.
   * @param {string} id
   * @param {JSONObject} body at: an instant that is not in the future; now by default. Example:
   * `{"at":"2026-11-20T21:00:00+01:00"}`.
   * @returns {Promise<any>}
   */
  async addVisit(id, body) {
    return (await this.#call("POST", `/v1/listings/${step(id)}/visits`, { body })).json();
  }

  /**
   * Joins an event, or its waiting list: `PUT /v1/listings/{id}/place`. Needs the role `member`.
   * @param {string} id
   * @param {{starts?: any}} [options] `starts`: The occurrence, such as `2026-12-04T19:00`, `Fr 19:00` or a day; the
   * next one by default.
   * @returns {Promise<any>}
   */
  async putPlace(id, options = {}) {
    return (await this.#call("PUT", `/v1/listings/${step(id)}/place`, { parameters: options })).json();
  }

  /**
   * Leaves an event or its waiting list: `DELETE /v1/listings/{id}/place`. Needs the role `member`.
   * @param {string} id
   * @param {{starts?: any}} [options] `starts`: The occurrence, such as `2026-12-04T19:00`, `Fr 19:00` or a day; the
   * next one by default.
   * @returns {Promise<any>}
   */
  async deletePlace(id, options = {}) {
    return (await this.#call("DELETE", `/v1/listings/${step(id)}/place`, { parameters: options })).json();
  }

  /**
   * Performs actions in one transaction: all of them, or none: `POST /v1/apply`. Needs the scope `members:act-as` or
   * the role `member`.
   * @param {JSONObject} body actions, at most 100, in the form of docs/members.md, except edit and remove; the member
   * is the caller. A key names the member of each, and needs the scope import as well to edit and remove. Each action
   * counts as one request. Example: `{"actions":[{"do":"join", "listing":"party-7"},{"do":"favourite",
   * "listing":"party-7"}]}`.
   * @returns {Promise<any[]>}
   */
  async apply(body) {
    return (await this.#call("POST", "/v1/apply", { body })).json().outcomes;
  }

  /**
   * Requests nights on a couch: `POST /v1/listings/{id}/bookings`. Needs the role `member`.
   * @param {string} id
   * @param {JSONObject} body from, the day of arrival; to, the day of departure; guests. Example:
   * `{"from":"2026-12-01", "to":"2026-12-05", "guests":2}`.
   * @param {{idempotencyKey?: string}} [options] `idempotencyKey`: Chosen by the client: requests with the same key and
   * stay create a single booking.
   * @returns {Promise<any>}
   */
  async addBooking(id, body, options = {}) {
    const how = { body, idempotencyKey: options.idempotencyKey };
    return (await this.#call("POST", `/v1/listings/${step(id)}/bookings`, how)).json();
  }

  /**
   * A booking, for its guest and its host: `GET /v1/bookings/{id}`. Needs the role `member`.
   * @param {string} id
   * @returns {Promise<any>}
   */
  async booking(id) {
    return (await this.#call("GET", `/v1/bookings/${step(id)}`)).json();
  }

  /**
   * Confirms a requested booking (host only): `POST /v1/bookings/{id}/confirm`. Needs the role `member`.
   * @param {string} id
   * @returns {Promise<any>}
   */
  async confirmBooking(id) {
    return (await this.#call("POST", `/v1/bookings/${step(id)}/confirm`)).json();
  }

  /**
   * Declines a requested booking (host only): `POST /v1/bookings/{id}/decline`. Needs the role `member`.
   * @param {string} id
   * @returns {Promise<any>}
   */
  async declineBooking(id) {
    return (await this.#call("POST", `/v1/bookings/${step(id)}/decline`)).json();
  }

  /**
   * Cancels a booking (guest or host): `POST /v1/bookings/{id}/cancel`. Needs the role `member`.
   * @param {string} id
   * @returns {Promise<any>}
   */
  async cancelBooking(id) {
    return (await this.#call("POST", `/v1/bookings/${step(id)}/cancel`)).json();
  }

  /**
   * Rates the guest of a stay, from the day of arrival (host only): `PUT /v1/bookings/{id}/guest-rating`. Needs the
   * role `host`.
   * @param {string} id
   * @param {JSONObject} body stars, 1 to 5 in halves; text, optional. Example: `{"stars":4.5, "text":"A kind guest"}`.
   * @returns {Promise<any>}
   */
  async putBookingGuestRating(id, body) {
    return (await this.#call("PUT", `/v1/bookings/${step(id)}/guest-rating`, { body })).json();
  }

  /**
   * A member's rating as a guest: `GET /v1/members/{name}/guest-rating`. Needs the role `member`.
   * @param {string} name
   * @returns {Promise<any>}
   */
  async memberGuestRating(name) {
    return (await this.#call("GET", `/v1/members/${step(name)}/guest-rating`)).json();
  }

  /**
   * The bookings of a couch by arrival (host only): `GET /v1/listings/{id}/bookings`. Needs the role `host`.
   * @param {string} id
   * @returns {Promise<any[]>}
   */
  async bookings(id) {
    return (await this.#call("GET", `/v1/listings/${step(id)}/bookings`)).json().bookings;
  }

  /**
   * Blocks nights of a couch (host only): `PUT /v1/listings/{id}/blocks`. Needs the role `host`.
   * @param {string} id
   * @param {any} from The first night.
   * @param {any} to The day after the last night.
   * @returns {Promise<any>}
   */
  async putBlocks(id, from, to) {
    return (await this.#call("PUT", `/v1/listings/${step(id)}/blocks`, { parameters: { from, to } })).json();
  }

  /**
   * Unblocks nights of a couch (host only): `DELETE /v1/listings/{id}/blocks`. Needs the role `host`.
   * @param {string} id
   * @param {any} from The first night.
   * @param {any} to The day after the last night.
   * @returns {Promise<any>}
   */
  async deleteBlocks(id, from, to) {
    return (await this.#call("DELETE", `/v1/listings/${step(id)}/blocks`, { parameters: { from, to } })).json();
  }

  /**
   * The member's favorites, nearest first if a position is given, otherwise newest first; with `on=today` only those of
   * today: `GET /v1/me/favourites`. Needs the role `member`.
   * @param {{lat?: number, lon?: number, place?: string, on?: string}} [options] `lat` and `lon`, or the name `place`:
   * The position, latitude and longitude in degrees. `on`: Only those that are open or take place today.
   * @returns {Promise<any[]>}
   */
  async myFavourites(options = {}) {
    return (await this.#call("GET", "/v1/me/favourites", { parameters: withOrigin(options) })).json().favourites;
  }

  /**
   * The member's bookings, by arrival: `GET /v1/me/bookings`. Needs the role `member`.
   * @returns {Promise<any[]>}
   */
  async myBookings() {
    return (await this.#call("GET", "/v1/me/bookings")).json().bookings;
  }

  /**
   * The member's listings, the booking requests for them, the requests that await an answer, and listings that editors
   * have hidden: `GET /v1/me/hosting`. Needs the role `member`.
   * @returns {Promise<any>}
   */
  async myHosting() {
    return (await this.#call("GET", "/v1/me/hosting")).json();
  }

  /**
   * The events that the member has joined, upcoming ones first: `GET /v1/me/joined`. Needs the role `member`.
   * @returns {Promise<any[]>}
   */
  async myJoined() {
    return (await this.#call("GET", "/v1/me/joined")).json().events;
  }

  /**
   * The events that the member attended and has not rated: `GET /v1/me/to-rate`. Needs the role `member`.
   * @returns {Promise<any[]>}
   */
  async myToRate() {
    return (await this.#call("GET", "/v1/me/to-rate")).json().events;
  }

  /**
   * The member's ratings, newest first: `GET /v1/me/ratings`. Needs the role `member`.
   * @param {{listing?: string}} [options] `listing`: Only the rating of this listing.
   * @returns {Promise<any[]>}
   */
  async myRatings(options = {}) {
    return (await this.#call("GET", "/v1/me/ratings", { parameters: options })).json().ratings;
  }

  /**
   * The member's visits, events and stays, newest first: `GET /v1/me/history`. Needs the role `member`.
   * @param {{limit?: number, before?: any}} [options] `limit`: The maximum number of rows. `before`: Only entries that
   * began before this instant.
   * @returns {Promise<any[]>}
   */
  async myHistory(options = {}) {
    return (await this.#call("GET", "/v1/me/history", { parameters: options })).json().history;
  }

  /**
   * The attendees of an event (host and attendees): `GET /v1/listings/{id}/attendees`. Needs the role `member`.
   * @param {string} id
   * @param {{starts?: any}} [options] `starts`: The occurrence; the next one by default.
   * @returns {Promise<any[]>}
   */
  async attendees(id, options = {}) {
    return (await this.#call("GET", `/v1/listings/${step(id)}/attendees`, { parameters: options })).json().attendees;
  }

  /**
   * The reviews of a listing, newest first: `GET /v1/listings/{id}/reviews`. Needs the scope `search`, unless searches
   * are public.
   * @param {string} id
   * @param {{limit?: number}} [options] `limit`: The maximum number of reviews.
   * @returns {Promise<any>}
   */
  async reviews(id, options = {}) {
    return (await this.#call("GET", `/v1/listings/${step(id)}/reviews`, { parameters: options })).json();
  }

  /**
   * The average rating of a host's listings: `GET /v1/members/{name}/rating`. Needs the scope `search`, unless searches
   * are public.
   * @param {string} name
   * @returns {Promise<any>}
   */
  async memberRating(name) {
    return (await this.#call("GET", `/v1/members/${step(name)}/rating`)).json();
  }

  /**
   * The member's conversations, latest first, with their last message and the number of unread messages:
   * `GET /v1/conversations`. Needs the role `member`.
   * @param {{limit?: number, before?: any}} [options] `limit`: The maximum number of conversations. `before`: The
   * cursor from the previous page.
   * @returns {Promise<any>}
   */
  async conversations(options = {}) {
    return (await this.#call("GET", "/v1/conversations", { parameters: options })).json();
  }

  /**
   * Opens a conversation with a member, or returns the existing one: `POST /v1/conversations`. Needs the role `member`.
   * @param {JSONObject} body with: the name of the other member. Example: `{"with":"bela"}`.
   * @returns {Promise<any>}
   */
  async addConversation(body) {
    return (await this.#call("POST", "/v1/conversations", { body })).json();
  }

  /**
   * Opens the conversation of an event, or returns the existing one (host and attendees):
   * `PUT /v1/listings/{id}/conversation`. Needs the role `member`.
   * @param {string} id
   * @param {{starts?: any}} [options] `starts`: The occurrence; the next one by default.
   * @returns {Promise<any>}
   */
  async putConversation(id, options = {}) {
    return (await this.#call("PUT", `/v1/listings/${step(id)}/conversation`, { parameters: options })).json();
  }

  /**
   * A conversation of the member: `GET /v1/conversations/{id}`. Needs the role `member`.
   * @param {string} id
   * @returns {Promise<any>}
   */
  async conversation(id) {
    return (await this.#call("GET", `/v1/conversations/${step(id)}`)).json();
  }

  /**
   * Marks messages as read up to a number: `POST /v1/conversations/{id}/read`. Needs the role `member`.
   * @param {string} id
   * @param {JSONObject} body number: that of the last message that has been seen. Example: `{"number":17}`.
   * @returns {Promise<void>}
   */
  async readConversation(id, body) {
    await this.#call("POST", `/v1/conversations/${step(id)}/read`, { body });
  }

  /**
   * The members whom the member has blocked: `GET /v1/me/blocked`. Needs the role `member`.
   * @returns {Promise<any[]>}
   */
  async myBlocked() {
    return (await this.#call("GET", "/v1/me/blocked")).json().blocked;
  }

  /**
   * Blocks a member: neither can write to the other: `PUT /v1/me/blocked/{name}`. Needs the role `member`.
   * @param {string} name
   * @returns {Promise<void>}
   */
  async putMyBlocked(name) {
    await this.#call("PUT", `/v1/me/blocked/${step(name)}`);
  }

  /**
   * Unblocks a member: `DELETE /v1/me/blocked/{name}`. Needs the role `member`.
   * @param {string} name
   * @returns {Promise<void>}
   */
  async deleteMyBlocked(name) {
    await this.#call("DELETE", `/v1/me/blocked/${step(name)}`);
  }

  /**
   * The messages of a conversation, newest first; with `after` the ones after that number, oldest first:
   * `GET /v1/conversations/{id}/messages`. Needs the role `member`.
   * @param {string} id
   * @param {{limit?: number, before?: number, after?: number}} [options] `limit`: The maximum number of messages.
   * `before`: Only those before this number. `after`: Only those after this number.
   * @returns {Promise<any[]>}
   */
  async conversationMessages(id, options = {}) {
    return (await this.#call("GET", `/v1/conversations/${step(id)}/messages`, { parameters: options })).json().messages;
  }

  /**
   * Sends a text, a picture or video, or a location: `POST /v1/conversations/{id}/messages`. Needs the role `member`.
   * @param {string} id
   * @param {JSONObject} body text; or media, the id of POST /v1/media, with or without text; or location: lat, lon,
   * name, address, telephone, listing (the id of the listing there), and live, the seconds for which the position will
   * be updated. Example: `{"text":"See you at eight!"}`.
   * @param {{idempotencyKey?: string}} [options] `idempotencyKey`: Chosen by the client: requests with the same key
   * send a single message.
   * @returns {Promise<any>}
   */
  async addConversationMessage(id, body, options = {}) {
    const how = { body, idempotencyKey: options.idempotencyKey };
    return (await this.#call("POST", `/v1/conversations/${step(id)}/messages`, how)).json();
  }

  /**
   * Removes one of the member's messages for everyone: `DELETE /v1/conversations/{id}/messages/{number}`. Needs the
   * role `member`.
   * @param {string} id
   * @param {number} number
   * @returns {Promise<void>}
   */
  async deleteConversationMessage(id, number) {
    await this.#call("DELETE", `/v1/conversations/${step(id)}/messages/${step(number)}`);
  }

  /**
   * Updates a live position; `stop` ends sharing at the last position:
   * `PUT /v1/conversations/{id}/messages/{number}/location`. Needs the role `member`.
   * @param {string} id
   * @param {number} number
   * @param {JSONObject} body lat and lon in degrees; or stop, true to end it. Example: `{"lat":48.7758, "lon":9.1829}`.
   * @returns {Promise<any>}
   */
  async putConversationMessageLocation(id, number, body) {
    const how = { body };
    return (await this.#call("PUT", `/v1/conversations/${step(id)}/messages/${step(number)}/location`, how)).json();
  }

  /**
   * Uploads a picture or video for a message: `POST /v1/media`. Needs the role `member`.
   * @param {Uint8Array} file The file; its type is detected from its first bytes.
   * @returns {Promise<any>}
   */
  async addMedia(file) {
    return (await this.#call("POST", "/v1/media", { body: file, mediaType: "application/octet-stream" })).json();
  }

  /**
   * A picture or video of a conversation, whole or a range of its bytes (participants; editors if it was reported):
   * `GET /v1/media/{id}`. Needs the role `member`.
   * @param {string} id
   * @returns {Promise<Blob>}
   */
  async media(id) {
    return this.#blob(`/v1/media/${step(id)}`);
  }

  /**
   * A live stream of events that concern the member: messages, bookings, attendance, ratings and listings:
   * `GET /v1/changes`. Needs the role `member`.
   * @param {{after?: number}} [options] `after`: The number of the last known event; without it only future events are
   * sent.
   * @returns {Promise<any>}
   */
  async changes(options = {}) {
    return (await this.#call("GET", "/v1/changes", { parameters: options })).json();
  }

  /**
   * Reports a listing, a review, a message or a member to the editors: `POST /v1/reports`. Needs the role `member`.
   * @param {JSONObject} body One of listing, an id; review, an object with listing and member; message, a number;
   * member, a name. reason: spam, offensive, wrong, dangerous, other; text, optional. Example: `{"listing":"bar-1",
   * "reason":"wrong", "text":"It has closed for good."}`.
   * @returns {Promise<any>}
   */
  async addReport(body) {
    return (await this.#call("POST", "/v1/reports", { body })).json();
  }

  /**
   * The reports with their subjects: open ones oldest first, decided ones newest decision first: `GET /v1/reports`.
   * Needs the role `editor`.
   * @param {{status?: string, subject?: string, after?: number, limit?: number}} [options] `status`: The status of the
   * reports; open ones by default. `subject`: The kind of subject; all by default. `after`: The last number of the
   * previous page; 0 for the first page. `limit`: The maximum number of reports.
   * @returns {Promise<any>}
   */
  async reports(options = {}) {
    return (await this.#call("GET", "/v1/reports", { parameters: options })).json();
  }

  /**
   * Decides on a report: hides the reported item or suspends the member, restores it, or dismisses the report:
   * `POST /v1/reports/{number}/decision`. Needs the role `editor`.
   * @param {number} number
   * @param {JSONObject} body status: hidden, restored or dismissed; reason, shown to the members concerned. Example:
   * `{"status":"hidden", "reason":"Advertising"}`.
   * @returns {Promise<any>}
   */
  async decideReport(number, body) {
    return (await this.#call("POST", `/v1/reports/${step(number)}/decision`, { body })).json();
  }

  /**
   * The member's alerts, oldest first: `GET /v1/me/alerts`. Needs the role `member`.
   * @returns {Promise<any[]>}
   */
  async myAlerts() {
    return (await this.#call("GET", "/v1/me/alerts")).json().alerts;
  }

  /**
   * Creates an alert from a query: the member is notified when a changed listing starts or stops matching it:
   * `POST /v1/me/alerts`. Needs the role `member`.
   * @param {JSONObject} body name; query, as POST /v1/query takes it; mail, true to send email as well; webhook, a URL
   * to which each change is posted, signed with the secret in this response. Example: `{"name":"A couch in Budapest",
   * "query":{"near":"Budapest", "radius":5000, "kinds":["couch"], "price":{"max":20, "currency":"EUR"}}}`.
   * @returns {Promise<any>}
   */
  async addMyAlert(body) {
    return (await this.#call("POST", "/v1/me/alerts", { body })).json();
  }

  /**
   * Changes the name of an alert, and whether it also sends email: `PATCH /v1/me/alerts/{id}`. Needs the role `member`.
   * @param {string} id
   * @param {JSONObject} changes name or mail, or both. To change the query or the webhook, create another alert.
   * Example: `{"mail":true}`.
   * @returns {Promise<any>}
   */
  async patchMyAlert(id, changes) {
    return (await this.#call("PATCH", `/v1/me/alerts/${step(id)}`, { body: changes })).json();
  }

  /**
   * Removes an alert: `DELETE /v1/me/alerts/{id}`. Needs the role `member`.
   * @param {string} id
   * @returns {Promise<void>}
   */
  async deleteMyAlert(id) {
    await this.#call("DELETE", `/v1/me/alerts/${step(id)}`);
  }

  /**
   * Creates an address for the member's calendar, replacing the previous one: `POST /v1/me/calendar`. Needs the role
   * `member`.
   * @returns {Promise<any>}
   */
  async addMyCalendar() {
    return (await this.#call("POST", "/v1/me/calendar")).json();
  }

  /**
   * Revokes the address of the member's calendar: `DELETE /v1/me/calendar`. Needs the role `member`.
   * @returns {Promise<void>}
   */
  async deleteMyCalendar() {
    await this.#call("DELETE", "/v1/me/calendar");
  }

  /**
   * A member's events and stays, with reminders, as iCalendar (RFC 5545): `GET /v1/me/calendar.ics`.
   * @param {string} token The key in the address that POST /v1/me/calendar created.
   * @returns {Promise<string>}
   */
  async myCalendar(token) {
    return (await this.#call("GET", "/v1/me/calendar.ics", { parameters: { token }, accept: "text/calendar" })).text;
  }

  /**
   * The switches of a couch with their states (host and current guest): `GET /v1/listings/{id}/switches`. Needs the
   * role `member`.
   * @param {string} id
   * @returns {Promise<any[]>}
   */
  async switches(id) {
    return (await this.#call("GET", `/v1/listings/${step(id)}/switches`)).json().switches;
  }

  /**
   * Sets up a switch of a couch (host only): `PUT /v1/listings/{id}/switches/{name}`. Needs the role `host`.
   * @param {string} id
   * @param {string} name
   * @param {JSONObject} body url: the item of an openHAB server, without a slash at its end; token, if the server needs
   * one: without it the stored one stays, null removes it. Example:
   * `{"url":"https://home.example.org/rest/items/Heating"}`.
   * @returns {Promise<any>}
   */
  async putSwitch(id, name, body) {
    return (await this.#call("PUT", `/v1/listings/${step(id)}/switches/${step(name)}`, { body })).json();
  }

  /**
   * Turns a switch on or off (host and current guest): `POST /v1/listings/{id}/switches/{name}`. Needs the role
   * `member`.
   * @param {string} id
   * @param {string} name
   * @param {JSONObject} body state: ON or OFF. Example: `{"state":"ON"}`.
   * @returns {Promise<any>}
   */
  async turnSwitch(id, name, body) {
    return (await this.#call("POST", `/v1/listings/${step(id)}/switches/${step(name)}`, { body })).json();
  }

  /**
   * Removes a switch of a couch (host only): `DELETE /v1/listings/{id}/switches/{name}`. Needs the role `host`.
   * @param {string} id
   * @param {string} name
   * @returns {Promise<void>}
   */
  async deleteSwitch(id, name) {
    await this.#call("DELETE", `/v1/listings/${step(id)}/switches/${step(name)}`);
  }

  /**
   * Sets a rule that turns a switch by the outside temperature, checked every hour (host only):
   * `PUT /v1/listings/{id}/switches/{name}/rule`. Needs the role `host`.
   * @param {string} id
   * @param {string} name
   * @param {JSONObject} body url, with {lat} and {lon}; pointer to the temperature in its answer (RFC 6901); above or
   * below, a number of its degrees; state, ON or OFF, to set while the temperature is above or below that; otherwise,
   * optional, to set while it is not. Example: `{"url":"https://weather.example/now?lat={lat}&lon={lon}",
   * "pointer":"/temperature", "below":5, "state":"ON"}`.
   * @returns {Promise<any>}
   */
  async putSwitchRule(id, name, body) {
    return (await this.#call("PUT", `/v1/listings/${step(id)}/switches/${step(name)}/rule`, { body })).json();
  }

  /**
   * Removes the rule of a switch (host only): `DELETE /v1/listings/{id}/switches/{name}/rule`. Needs the role `host`.
   * @param {string} id
   * @param {string} name
   * @returns {Promise<void>}
   */
  async deleteSwitchRule(id, name) {
    await this.#call("DELETE", `/v1/listings/${step(id)}/switches/${step(name)}/rule`);
  }

  // Operations

  /**
   * Whether the process is alive: `GET /healthz`.
   * @returns {Promise<any>}
   */
  async health() {
    return (await this.#call("GET", "/healthz")).json();
  }

  /**
   * The version of the server and of its API: `GET /version`.
   * @returns {Promise<any>}
   */
  async version() {
    return (await this.#call("GET", "/version")).json();
  }

  /**
   * Metrics in the Prometheus text format: `GET /metrics`. Needs the scope `admin`.
   * @returns {Promise<string>}
   */
  async metrics() {
    return (await this.#call("GET", "/metrics", { accept: "text/plain" })).text;
  }

  /**
   * The keys, without their secret: `GET /v1/keys`. Needs the scope `admin`.
   * @returns {Promise<any[]>}
   */
  async keys() {
    return (await this.#call("GET", "/v1/keys")).json().keys;
  }

  /**
   * Creates a key; its secret is only ever in this response: `POST /v1/keys`. Needs the scope `admin`.
   * @param {JSONObject} body name, scopes, and expires, an instant, if it ends. Example: `{"name":"importer",
   * "scopes":["import"]}`.
   * @returns {Promise<any>}
   */
  async addKey(body) {
    return (await this.#call("POST", "/v1/keys", { body })).json();
  }

  /**
   * Removes a key: it stops working within a second: `DELETE /v1/keys/{id}`. Needs the scope `admin`.
   * @param {string} id
   * @returns {Promise<void>}
   */
  async deleteKey(id) {
    await this.#call("DELETE", `/v1/keys/${step(id)}`);
  }

  /**
   * Backs up the catalog, accounts and pictures to files on the server while in use, and checks the copy:
   * `POST /v1/admin/backups`. Needs the scope `admin`.
   * @param {JSONObject} body name: the name of the copy, next to the catalog. Example: `{"name":"nightly.gpkg"}`.
   * @returns {Promise<any>}
   */
  async addAdminBackup(body) {
    return (await this.#call("POST", "/v1/admin/backups", { body, onlyReads: true })).json();
  }

  /**
   * Reads the whole catalog and lists its defects: `POST /v1/admin/check`. Needs the scope `admin`.
   * @returns {Promise<any[]>}
   */
  async adminCheck() {
    return (await this.#call("POST", "/v1/admin/check", { onlyReads: true })).json().defects;
  }

  /**
   * The contents of the catalog in numbers: `GET /v1/admin/stats`. Needs the scope `admin` or the role `admin`.
   * @returns {Promise<any>}
   */
  async adminStats() {
    return (await this.#call("GET", "/v1/admin/stats")).json();
  }

  /**
   * The changes made with keys and by members, newest first: `GET /v1/admin/audit`. Needs the scope `admin` or the role
   * `admin`.
   * @param {{limit?: number, before?: number}} [options] `limit`: The maximum number of entries. `before`: Entries with
   * smaller numbers only: the number of the last one seen.
   * @returns {Promise<any[]>}
   */
  async adminAudit(options = {}) {
    return (await this.#call("GET", "/v1/admin/audit", { parameters: options })).json().entries;
  }

  // End of the methods of the routes.

  // Requests

  /**
   * Sends the request of a route; one with GET changes nothing.
   * @param {string} method
   * @param {string} path
   * @param {{parameters?: JSONObject, body?: JSONObject | Uint8Array, mediaType?: string, accept?: string,
   *   ifMatch?: string, idempotencyKey?: string, onlyReads?: boolean}} [how]
   */
  async #call(method, path, how = {}) {
    const { parameters = {}, body, mediaType = JSON_TYPE, ifMatch, idempotencyKey } = how;
    return this.#send(method, path + queryString(parameters), {
      body: body === undefined || body instanceof Uint8Array ? body : JSON.stringify(body),
      mediaType: body && mediaType,
      headers: {
        ...(ifMatch !== undefined && { "If-Match": ifMatch }),
        ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
      },
      // If the parameter f chooses a format, the header field must not contradict it.
      accept: parameters.f ? "*/*" : how.accept,
      onlyReads: how.onlyReads || method === "GET",
    });
  }

  /**
   * The file that is the answer of a route.
   * @param {string} path
   */
  async #blob(path) {
    const watch = new Watch(this.#timeout);
    return watch.run(async () => (await this.#open("GET", path, { accept: "*/*", onlyReads: true }, watch)).blob());
  }

  /**
   * Sends a request, reads its whole answer, and uses the cache.
   * @param {string} method
   * @param {string} path
   * @param {RequestOptions} [options]
   */
  async #send(method, path, options = {}) {
    const name = `${options.accept ?? JSON_TYPE} ${path}`;
    const kept = method === "GET" ? this.#cache.get(name) : undefined;
    const headers = kept ? { ...options.headers, "If-None-Match": kept.etag } : options.headers;
    const watch = new Watch(this.#timeout);
    return watch.run(async () => {
      const response = await this.#open(method, path, { ...options, headers }, watch);
      if (response.status === 304 && kept) return kept;
      const reply = new Reply(response, await watch.wait(response.text()));
      if (method === "GET") this.#cache.keep(name, reply);
      return reply;
    });
  }

  /**
   * Sends a request that needs no stream, and retries it if it changes nothing and the server is busy.
   * @param {string} method
   * @param {string} path
   * @param {RequestOptions} options
   * @param {Watch} watch
   * @returns {Promise<Response>} The answer, whose body has not been read.
   */
  async #open(method, path, options, watch) {
    const headers = this.#headers(options);
    for (let attempt = 0; ; attempt++) {
      const response = await watch.wait(this.#fetch(this.#base + path, {
        method, headers, body: /** @type {BodyInit | undefined} */ (options.body), redirect: "manual",
        signal: watch.signal,
      }));
      this.#notePosition(response);
      if (response.ok || response.status === 304) return response;
      const error = errorOf(response, await watch.wait(response.text()));
      const seconds = waitingTime(error, attempt);
      if (!options.onlyReads || attempt >= this.#retries || seconds === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }

  /**
   * The lines of the answer to a request, as they come.
   * @param {string} method
   * @param {string} path
   * @param {RequestOptions} options
   */
  async *#lines(method, path, options) {
    const watch = new Watch(this.#timeout);
    try {
      yield* readLines(await this.#open(method, path, options, watch), watch);
    } catch (error) {
      throw watch.explained(error);
    } finally {
      watch.stop();
    }
  }

  /**
   * Sends the lines of a body while it yields those of the answer.
   * @param {string} path
   * @param {string} accept
   * @param {AnyIterable<JSONObject | string>} forms
   * @param {boolean} [compress]
   */
  async *#streamed(path, accept, forms, compress = false) {
    const watch = new Watch(this.#timeout);
    const upload = new Upload(textsOf(forms), watch);
    const headers = this.#headers({ accept, mediaType: LINES_TYPE });
    if (compress) headers["Content-Encoding"] = "gzip";
    const body = compress ? upload.stream.pipeThrough(compression()) : upload.stream;
    try {
      const response = await watch.wait(this.#fetch(this.#base + path, /** @type {any} */ ({
        method: "POST", headers, body, duplex: "half", redirect: "manual", signal: watch.signal,
      })));
      this.#notePosition(response);
      if (!response.ok) throw errorOf(response, await watch.wait(response.text()));
      yield* readLines(response, watch);
      if (upload.failure) throw upload.failure.error;
    } catch (error) {
      throw upload.failure ? upload.failure.error : watch.explained(error);
    } finally {
      watch.stop();
      upload.stop();
    }
  }

  /** @param {Response} response */
  #notePosition(response) {
    this.#position = Math.max(this.#position, Number(response.headers.get("Vicinity-Position") ?? 0));
  }

  /**
   * @param {RequestOptions} options
   * @returns {Record<string, string>}
   */
  #headers(options) {
    return {
      Accept: options.accept ?? JSON_TYPE,
      ...(this.#key !== undefined && { Authorization: `Bearer ${this.#key}` }),
      ...(this.#position > 0 && { "Vicinity-Position": `${this.#position}` }),
      ...(options.mediaType && { "Content-Type": options.mediaType }),
      ...options.headers,
    };
  }
}

/** An answer that has been read as a whole. */
class Reply {
  /**
   * @param {Response} response
   * @param {string} text
   */
  constructor(response, text) {
    this.status = response.status;
    this.text = text;
    this.etag = response.headers.get("ETag") ?? "";
    this.mediaType = (response.headers.get("Content-Type") ?? "").split(";")[0].trim().toLowerCase();
  }

  json() {
    return parsed(this.text);
  }

  /** JSON as objects and arrays, everything else as text. */
  value() {
    return this.mediaType === JSON_TYPE || this.mediaType.endsWith("+json") ? this.json() : this.text;
  }

  /** @returns {Stored} */
  stored() {
    return { value: this.json(), etag: this.etag };
  }
}

/** The most recently used answers, by media type and path. */
class Cache {
  #most;
  #mostSize;
  #size = 0;
  /** @type {Map<string, Reply>} */
  #replies = new Map();

  /**
   * @param {number} most
   * @param {number} mostSize
   */
  constructor(most, mostSize) {
    this.#most = most;
    this.#mostSize = mostSize;
  }

  /** @param {string} name */
  get(name) {
    const reply = this.#replies.get(name);
    if (reply) {
      this.#replies.delete(name);
      this.#replies.set(name, reply);
    }
    return reply;
  }

  /**
   * @param {string} name
   * @param {Reply} reply
   */
  keep(name, reply) {
    if (reply.status !== 200 || !reply.etag || reply.text.length > this.#mostSize / 8) return;
    this.#remove(name);
    this.#replies.set(name, reply);
    this.#size += reply.text.length;
    for (const oldest of this.#replies.keys()) {
      if (this.#replies.size <= this.#most && this.#size <= this.#mostSize) break;
      this.#remove(oldest);
    }
  }

  /** @param {string} name */
  #remove(name) {
    this.#size -= this.#replies.get(name)?.text.length ?? 0;
    this.#replies.delete(name);
  }
}

// Streams

/** Ends a request when the server sends nothing for some time, or when its answer is no longer read. */
class Watch {
  #controller = new AbortController();
  #timeout;
  /** Whether the server waits for data from here, so that it sends nothing. */
  #isAwaited = false;
  /** When it last stopped waiting. */
  #servedAt = 0;

  /** @param {number} timeout */
  constructor(timeout) {
    this.#timeout = timeout;
  }

  get signal() {
    return this.#controller.signal;
  }

  /** Whether the server waits for data from here; the time starts again when it stops waiting. */
  set isAwaited(/** @type {boolean} */ isAwaited) {
    if (this.#isAwaited && !isAwaited) this.#servedAt = performance.now();
    this.#isAwaited = isAwaited;
  }

  stop() {
    this.#controller.abort();
  }

  /**
   * @template Value
   * @param {Promise<Value>} promise
   * @returns {Promise<Value>}
   */
  async wait(promise) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const began = performance.now();
    const late = new Promise((_, reject) => {
      const check = () => {
        const passed = performance.now() - Math.max(began, this.#servedAt);
        // A timer may end a fraction of a millisecond early.
        const left = this.#isAwaited ? this.#timeout : this.#timeout - passed;
        if (left > 1) {
          timer = setTimeout(check, left);
          return;
        }
        reject(new VicinityError(undefined, "timeout", "The server did not answer in time."));
        this.stop();
      };
      timer = setTimeout(check, this.#timeout);
    });
    try {
      return /** @type {Value} */ (await Promise.race([promise, late]));
    } finally {
      clearTimeout(timer);
      promise.catch(() => {});
    }
  }

  /**
   * @template Value
   * @param {() => Promise<Value>} action
   */
  async run(action) {
    try {
      return await action();
    } catch (error) {
      throw this.explained(error);
    }
  }

  /**
   * A failure, as one kind of error.
   * @param {unknown} error
   */
  explained(error) {
    if (error instanceof VicinityError) return error;
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const words = cause instanceof Error ? cause.message || cause.name : String(cause);
    return new VicinityError(undefined, "network", `The server cannot be reached: ${words}`, { cause: error });
  }
}

/** The body of a request that is produced while it is sent. */
class Upload {
  /** @type {{error: unknown} | undefined} The exception of the iterable. Then the body is cut off. */
  failure;
  #iterator;
  /** When other work last had its turn. */
  #turn = performance.now();

  /**
   * @param {AsyncIterable<string>} texts
   * @param {Watch} watch
   */
  constructor(texts, watch) {
    const iterator = texts[Symbol.asyncIterator]();
    const encoder = new TextEncoder();
    this.#iterator = iterator;
    /** @type {ReadableStream<Uint8Array>} */
    this.stream = new ReadableStream({
      pull: async (controller) => {
        await this.#takeTurns();
        watch.isAwaited = true;
        try {
          const { value, done } = await iterator.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          if (watch.signal.aborted) return;
          this.failure = { error };
          controller.error(error);
          watch.stop();
        } finally {
          watch.isAwaited = false;
        }
      },
    });
  }

  /** An iterable that never waits must not prevent answers from being read. */
  async #takeTurns() {
    if (performance.now() - this.#turn < LONGEST_TURN) return;
    await new Promise((resolve) => (globalThis.setImmediate ?? setTimeout)(resolve));
    this.#turn = performance.now();
  }

  stop() {
    // An iterable that waits for something is not waited for.
    Promise.resolve(this.#iterator.return?.()).catch(() => {});
  }
}

/**
 * The lines of an answer as they come, without their ends.
 * @param {Response} response
 * @param {Watch} watch
 */
async function* readLines(response, watch) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { value, done } = await watch.wait(reader.read());
    const lines = (rest + decoder.decode(value, { stream: !done })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line) yield line;
    if (done) break;
  }
  if (rest) yield rest;
}

/**
 * Objects as lines of JSON.
 * @param {AnyIterable<JSONObject | string>} forms
 */
async function* linesOf(forms) {
  for await (const form of forms) {
    if (typeof form !== "string") {
      yield `${JSON.stringify(form)}\n`;
      continue;
    }
    const text = form.replace(/[\r\n]+$/, "");
    if (text.includes("\n")) throw new RangeError("a line of a batch or an import must not contain a line feed");
    yield `${text}\n`;
  }
}

/**
 * Lines to be streamed. Those of an iterable that can wait go out one by one, so that none waits for the next.
 * @param {AnyIterable<JSONObject | string>} forms
 */
async function* textsOf(forms) {
  if (Symbol.asyncIterator in forms) yield* linesOf(forms);
  else for await (const { text } of piecesOf(linesOf(forms))) yield text;
}

/**
 * Lines joined to pieces, each with the number of lines before it.
 * @param {AsyncIterable<string>} lines
 */
async function* piecesOf(lines) {
  let piece = { text: "", before: 0 };
  let count = 0;
  for await (const line of lines) {
    if (piece.text && piece.text.length + line.length > PIECE_SIZE) {
      yield piece;
      piece = { text: "", before: count };
    }
    piece.text += line;
    count += 1;
  }
  if (piece.text) yield piece;
}

/**
 * @param {string} line
 * @param {number} before The number of lines in earlier requests.
 */
function batchAnswer(line, before) {
  const answer = parsed(line);
  if (typeof answer.error !== "object") return answer;
  const { code = "failed", message = "", line: number } = answer.error;
  return new VicinityError(undefined, code, message, {
    line: number === undefined ? undefined : number + before, id: answer.id,
  });
}

function compression() {
  const stream = /** @type {any} */ (new CompressionStream("gzip"));
  return /** @type {ReadableWritablePair<Uint8Array, Uint8Array>} */ (stream);
}

/** @param {string} text */
async function gzipped(text) {
  return new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(compression())).arrayBuffer());
}

function canStreamBodies() {
  const { process, Deno } = /** @type {any} */ (globalThis);
  return Boolean(process?.versions?.node || Deno);
}

// Values

/**
 * The parameters with `near` for `lat` and `lon`, or `place`.
 * @param {Filters} filters
 * @returns {JSONObject}
 */
function withOrigin({ lat, lon, place, ...filters }) {
  if (place !== undefined && (lat !== undefined || lon !== undefined)) {
    throw new RangeError("give a coordinate or a place, not both");
  }
  if (place !== undefined) return { near: place, ...filters };
  if (lat === undefined && lon === undefined) return filters;
  if (lat === undefined || lon === undefined) throw new RangeError("a coordinate has a latitude and a longitude");
  return { near: [lat, lon], ...filters };
}

/** @param {JSONObject} parameters */
function queryString(parameters) {
  const pairs = [];
  for (const [key, value] of Object.entries(parameters)) {
    if (value === undefined || value === null || value === false) continue;
    const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    pairs.push(`${encoded(name)}=${encoded(textOf(name, value))}`);
  }
  return pairs.length ? `?${pairs.join("&")}` : "";
}

/** @param {string} text */
function encoded(text) {
  return encodeURIComponent(text).replaceAll("%2C", ",").replaceAll("%3A", ":");
}

/**
 * @param {string} name
 * @param {any} value
 * @returns {string}
 */
function textOf(name, value) {
  // `open` is a moment; without a value it means now.
  if (value === true) return name === "open" ? "now" : "true";
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object" && !(Symbol.iterator in value)) {
    if (name !== "weights") return JSON.stringify(value);
    return Object.entries(value).map(([key, part]) => `${key}=${textOf(name, part)}`).join(",");
  }
  if (typeof value !== "object") return String(value);
  const texts = Array.from(value, (part) => textOf(name, part));
  if (SPANS.has(name)) return texts.join("..");
  if (texts.some((text) => text.includes(","))) {
    throw new RangeError(`${name}: a value with a comma cannot be part of a list; use query() instead`);
  }
  return texts.join(",");
}

/**
 * A step of a path.
 * @param {string | number} value
 */
function step(value) {
  const text = String(value);
  if (["", ".", ".."].includes(text)) throw new RangeError(`"${text}" cannot be part of an address`);
  return encodeURIComponent(text);
}

/**
 * @param {string} text
 * @returns {any}
 */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new VicinityError(200, "bad-answer", `The answer is not JSON: ${error}`, { cause: error });
  }
}

/**
 * The results of a page and of the pages after it. A page without results is the last one.
 * @param {(after: {after?: string}) => Promise<Answer>} page
 * @returns {AsyncGenerator<Result, void, undefined>}
 */
async function* resultsOf(page) {
  let after = {};
  for (;;) {
    const { results = [], next } = await page(after);
    yield* results;
    if (!results.length || next === undefined) return;
    after = { after: next };
  }
}

/**
 * The cursor of the link to the next page. Its address is not used, so that a key is sent to no other server.
 * @param {JSONObject} page
 */
function nextCursor(page) {
  /** @type {{rel: string, href: string}[]} */
  const links = page.links ?? [];
  const next = links.find((link) => link.rel === "next");
  return next && new URL(next.href, "http://localhost").searchParams.get("cursor");
}

/**
 * The error in an answer without success: its problem details (RFC 9457), or otherwise its first words.
 * @param {Response} response
 * @param {string} text
 */
function errorOf(response, text) {
  const { status } = response;
  const retryAfter = retryAfterOf(response.headers.get("Retry-After"));
  let problem;
  try {
    problem = JSON.parse(text);
  } catch {}
  if (typeof problem?.code === "string") {
    const { code, detail = "", parameter, pointer, suggestion, limit } = problem;
    const more = { parameter, pointer, suggestion, limit, retryAfter: retryAfter ?? problem.retryAfter };
    return new VicinityError(status, code, detail, more);
  }
  const location = response.headers.get("Location");
  const title = [`${status} ${response.statusText}`.trim(), location].filter(Boolean).join(", ");
  const words = text.slice(0, 2000).split(/\s+/).filter(Boolean).join(" ").slice(0, 200);
  return new VicinityError(status, `http-${status}`, words ? `${title}: ${words}` : title, { retryAfter });
}

/**
 * Seconds to wait before the next attempt; undefined if there should be none.
 * @param {VicinityError} error
 * @param {number} attempt
 */
function waitingTime({ status, retryAfter }, attempt) {
  if (status !== 429 && status !== 503) return undefined;
  if (retryAfter === undefined) return (0.5 + Math.random() / 2) * 0.5 * 2 ** attempt;
  return retryAfter <= LONGEST_WAIT ? retryAfter : undefined;
}

/**
 * Seconds of the header field `Retry-After`, which has seconds or a date.
 * @param {string | null} text
 */
function retryAfterOf(text) {
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text.trim()) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
