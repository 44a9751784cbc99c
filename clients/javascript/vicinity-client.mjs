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
 * Whatever fails throws `VicinityError`, whose `code` is for programs. Values that cannot be sent at all throw
 * `RangeError` or `TypeError`.
 *
 * @module
 */

/** @typedef {Record<string, any>} JSONObject */

/**
 * A result of a search, with the fields that were asked for.
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
 * Something that the server keeps, and the entity tag by which a change names the version that it was made from.
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
 * @property {string} [key] A key of the server, for requests that need one.
 * @property {number} [timeout] Milliseconds without a byte after which a request fails; by default 30000.
 * @property {number} [retries] How often a request that only asks is repeated; by default 2.
 * @property {number} [cache] How many answers are kept; by default 256.
 * @property {number} [cacheSize] The most characters of all that is kept; by default 16 Mi.
 * @property {boolean} [streamBodies] Whether `fetch` sends bodies while it reads answers; by default in Node and Deno.
 * @property {typeof globalThis.fetch} [fetch] Another function to send requests with.
 */

/**
 * @typedef {object} RequestOptions
 * @property {string | Uint8Array} [body]
 * @property {string} [mediaType] Of the body.
 * @property {Record<string, string>} [headers]
 * @property {string} [accept]
 * @property {boolean} [isQuestion] Whether it only asks, so that it may be repeated.
 */

const JSON_TYPE = "application/json";
const LINES_TYPE = "application/x-ndjson";
const GEOJSON_TYPE = "application/geo+json";
/** The longest time in seconds that a retry waits. A server that asks for more gets no retry. */
const LONGEST_WAIT = 60;
/** Parameters that are a time or a span of times, whose ends are joined by two dots. */
const SPANS = new Set(["between", "during", "open", "stay"]);
/**
 * The most characters of a request of a batch where bodies are not streamed. They fit into the buffers of a connection,
 * so that the server can take all of them before anybody reads its answers.
 */
const PIECE_SIZE = 1 << 14;
/** The most milliseconds in which lines are made before answers can be read. */
const LONGEST_TURN = 5;

/** What the server, or the way to it, says is wrong. */
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
     * and the like for answers that are not the server's own, `bad-answer` for unreadable ones.
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
    /** Of an error line of a batch, the number of its line, from 1. */
    this.line = more.line;
    /** Of an error line of a batch, the `id` of its line. */
    this.id = more.id;
  }
}

/**
 * Asks one server.
 *
 * Requests that only ask are repeated when the server answers 429 or 503, after the time that its `Retry-After` names.
 * Changes and imports are sent once, and so are batches whose lines are streamed. Answers with an entity tag are kept,
 * and asked for again with `If-None-Match`: an answer 304 gives the one that was kept.
 */
export class Client {
  #base;
  #key;
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

  // Asking

  /**
   * What is near a coordinate or a place, or everywhere: `GET /v1/near`.
   *
   * @param {Filters} [filters]
   * @returns {Promise<Answer>} With `results`, nearest first. With the filter `f: "geojson"` it is a FeatureCollection;
   *   `ndjson`, `csv` and `ics` are text.
   * @throws {VicinityError} `unknown-parameter`, `out-of-range`, `unknown-place`, `too-expensive` and others.
   */
  async near(filters = {}) {
    return this.#get("/v1/near", withOrigin(filters));
  }

  /**
   * All results of `near`, from page to page, each page when it is wanted; `limit` is the size of a page.
   * @param {Filters} [filters]
   * @returns {AsyncGenerator<Result, void, undefined>}
   */
  nearAll(filters = {}) {
    const parameters = withOrigin(filters);
    return resultsOf((after) => this.#get("/v1/near", { ...parameters, ...after }));
  }

  /**
   * Answers a query with everything that docs/queries.md describes: `POST /v1/query`.
   * @param {JSONObject} query
   * @returns {Promise<Answer>}
   * @throws {VicinityError} With the `pointer` of the place in the query that is wrong.
   */
  async query(query) {
    return this.#ask("/v1/query", query);
  }

  /**
   * All results of a query, from page to page, each page when it is wanted; `limit` is the size of a page.
   * @param {JSONObject} query
   * @returns {AsyncGenerator<Result, void, undefined>}
   */
  queryAll(query) {
    return resultsOf((after) => this.#ask("/v1/query", { ...query, ...after }));
  }

  /**
   * What the `members` of the query will probably like, with reasons: `POST /v1/recommend`. Needs a key with the scope
   * `members:act-as`.
   * @param {JSONObject} query
   * @returns {Promise<Answer>}
   */
  async recommend(query) {
    return this.#ask("/v1/recommend", query);
  }

  /**
   * Answers many questions: `POST /v1/batch`.
   *
   * In Node the lines are sent as they come, over one connection, while answers are read: neither is ever held as a
   * whole, and a question may depend on earlier answers. Browsers send them in pieces, each answered before the next.
   * Nothing is sent before the first answer is asked for. Ending the loop early closes the connection. An exception of
   * the iterable is thrown here.
   *
   * @param {AnyIterable<JSONObject | string>} queries Queries, `{plan: …}` or `{suggest: …}` as objects, or lines of
   *   JSON as text. Blank lines get no answer.
   * @yields {JSONObject | VicinityError} An answer for each line, in order. The answer to a bad line is a
   *   `VicinityError` that is not thrown, with `code`, `detail`, `line` and, if the line has one, `id`.
   * @returns {AsyncGenerator<JSONObject | VicinityError, void, undefined>}
   * @throws {VicinityError} If the batch as a whole is refused, or the connection breaks.
   */
  async *batch(queries) {
    if (this.#streamBodies) {
      for await (const line of this.#streamed("/v1/batch", LINES_TYPE, queries)) yield batchAnswer(line, 0);
      return;
    }
    for await (const piece of piecesOf(linesOf(queries))) {
      const options = { body: piece.text, mediaType: LINES_TYPE, accept: LINES_TYPE, isQuestion: true };
      for await (const line of this.#lines("POST", "/v1/batch", options)) yield batchAnswer(line, piece.before);
    }
  }

  /**
   * What completes a text that somebody types, the best first: `GET /v1/suggest`.
   * @param {string} text
   * @param {{lat?: number, lon?: number, place?: string, limit?: number}} [options]
   * @returns {Promise<JSONObject[]>} With `kind` (such as `name` or `tag`), `text`, `matched`, `count` and, of one
   *   listing, `lat` and `lon`.
   */
  async suggest(text, options = {}) {
    return (await this.#get("/v1/suggest", withOrigin({ text, ...options }))).completions;
  }

  /**
   * Evenings of a couch, an event and a bar, the best first: `POST /v1/plan`.
   * @param {JSONObject} plan `near`, `stay` and more, see docs/plans.md.
   * @returns {Promise<JSONObject[]>} With `couch`, `event`, `bar`, `score`, `walk` in meters and `price`.
   */
  async plan(plan) {
    return (await this.#ask("/v1/plan", plan)).outings;
  }

  /**
   * Several bars in a row, each open on arrival and for the whole stay: `POST /v1/crawl`.
   * @param {JSONObject} crawl `near`, `start`, `stops` and more, see docs/why.md.
   * @returns {Promise<JSONObject[]>}
   */
  async crawl(crawl) {
    return (await this.#ask("/v1/crawl", crawl)).crawls;
  }

  /**
   * Why the results of a query stand where they stand: `POST /v1/why`.
   * @param {JSONObject} query
   * @returns {Promise<JSONObject[]>} For each result `rank`, `id`, the values of its sort `keys`, and `firstIf`, the
   *   least change that would put it first.
   */
  async why(query) {
    return (await this.#ask("/v1/why", query)).reasons;
  }

  /**
   * Why a listing is not among the results of a query: `POST /v1/why-not/{id}`.
   * @param {string} id
   * @param {JSONObject} query
   * @returns {Promise<JSONObject>} `inAnswer`, and `findings` with `filter`, `passed`, `wanted`, `found`, `margin` and
   *   `unit`.
   */
  async whyNot(id, query) {
    return this.#ask(`/v1/why-not/${step(id)}`, query);
  }

  /**
   * The cities that have a name, in any language and script: `GET /v1/geocode`.
   * @param {string} name
   * @param {{beginning?: boolean, limit?: number}} [options] `beginning`: the name may be the beginning of theirs.
   * @returns {Promise<JSONObject>}
   * @throws {VicinityError} `unknown-place`; `no-gazetteer` if the catalog knows no places.
   */
  async geocode(name, options = {}) {
    return this.#get("/v1/geocode", { name, ...options });
  }

  /**
   * The time zone, country and nearest city of a coordinate in degrees: `GET /v1/zone`.
   * @param {number} lat
   * @param {number} lon
   * @returns {Promise<JSONObject>}
   * @throws {VicinityError} `no-gazetteer` if the catalog knows no places.
   */
  async zone(lat, lon) {
    return this.#get("/v1/zone", withOrigin({ lat, lon }));
  }

  // Listings

  /**
   * A listing with all its fields, and its entity tag: `GET /v1/listings/{id}`.
   * @param {string} id
   * @returns {Promise<Stored>}
   * @throws {VicinityError} `unknown-listing`.
   */
  async get(id) {
    return this.#getStored(`/v1/listings/${step(id)}`);
  }

  /**
   * Makes a listing, or replaces it as a whole: `PUT /v1/listings/{id}`.
   * @param {string} id
   * @param {JSONObject} listing In the canonical form of docs/listings.md.
   * @param {{ifMatch?: string}} [options] `ifMatch`: the entity tag of the listing as it was read; `*` replaces any.
   *   Not needed for a new one.
   * @returns {Promise<Stored>} The listing as it is now.
   * @throws {VicinityError} `changed-meanwhile` (412), `precondition-required` (428), `invalid-listing` and others.
   */
  async put(id, listing, options = {}) {
    return this.#change("PUT", `/v1/listings/${step(id)}`, listing, JSON_TYPE, options.ifMatch);
  }

  /**
   * Changes some fields of a listing: `PATCH /v1/listings/{id}`, a JSON Merge Patch (RFC 7396).
   * @param {string} id
   * @param {JSONObject} changes New values by field; null removes a field.
   * @param {{ifMatch: string}} options `ifMatch`: the entity tag of the listing as it was read, or `*`.
   * @returns {Promise<Stored>} The listing as it is now.
   * @throws {VicinityError} `changed-meanwhile` (412), `unknown-listing` and others.
   */
  async patch(id, changes, options) {
    const type = "application/merge-patch+json";
    return this.#change("PATCH", `/v1/listings/${step(id)}`, changes, type, options?.ifMatch);
  }

  /**
   * Removes a listing with everything that belongs to it: `DELETE /v1/listings/{id}`.
   * @param {string} id
   * @param {{ifMatch: string}} options `ifMatch`: the entity tag of the listing as it was read, or `*`.
   * @returns {Promise<void>}
   * @throws {VicinityError} `changed-meanwhile` (412), `unknown-listing`.
   */
  async delete(id, options) {
    await this.#send("DELETE", `/v1/listings/${step(id)}`, { headers: ifMatchHeader(options?.ifMatch) });
  }

  /**
   * Whether a couch is free, a bar open, or an event on: `GET /v1/listings/{id}/availability`.
   * @param {string} id
   * @param {{open?: any, during?: any, stay?: any, guests?: number, [name: string]: any}} time One of `open` (true for
   *   now, a moment, or a pair of moments), `during` of an event, and `stay` of a couch, such as
   *   `["2026-12-01", "2026-12-05"]`.
   * @returns {Promise<JSONObject>} `available`, the `reasons` if it is not, and what is known of the time.
   * @throws {VicinityError} `unsuitable` (409) for a question that does not fit the listing.
   */
  async availability(id, time) {
    return this.#get(`/v1/listings/${step(id)}/availability`, time);
  }

  /**
   * An event with all its occurrences, or the taken nights of a couch, as the text of iCalendar (RFC 5545).
   * @param {string} id
   * @returns {Promise<string>}
   */
  async calendar(id) {
    return this.#get(`/v1/listings/${step(id)}/calendar.ics`, {}, "text/calendar");
  }

  /**
   * Adds and replaces listings, all or none: `POST /v1/import`.
   *
   * In Node the iterable is sent as it comes; browsers send the text as a whole. If the iterable throws nothing is
   * imported, and the exception is thrown. The server answers when it has saved everything: for large imports the
   * client needs a large `timeout`.
   *
   * @param {AnyIterable<JSONObject | string>} listings As objects or lines of JSON, in the canonical form of
   *   docs/listings.md.
   * @param {{source: string, replaceSource?: boolean, compress?: boolean}} options `source`: the source that they
   *   belong to. `replaceSource`: listings of the source that are not sent are removed. `compress`: the body is sent as
   *   gzip; not for pages of another origin.
   * @returns {Promise<JSONObject>} A report with `rows`, `added`, `updated`, `unchanged` and `removed`.
   * @throws {VicinityError} `row-rejected` with the line; `empty-file` without any listing.
   */
  async importListings(listings, { source, replaceSource = false, compress = false }) {
    const path = `/v1/import${queryString({ source, replaceSource })}`;
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
   * All listings by id, one by one, as they can be imported again: `GET /v1/export`. Private couches are at their
   * public points. Needs a key with the scope `import`.
   * @returns {AsyncGenerator<JSONObject, void, undefined>}
   */
  async *export() {
    const options = { accept: LINES_TYPE, isQuestion: true };
    for await (const line of this.#lines("GET", "/v1/export", options)) yield parsed(line);
  }

  // Pictures

  /**
   * The pictures of a listing, with `number`, `type`, `bytes`, `added` and `url`.
   * @param {string} id
   * @returns {Promise<JSONObject[]>}
   */
  async pictures(id) {
    return (await this.#get(`/v1/listings/${step(id)}/pictures`)).pictures;
  }

  /**
   * A picture with its media type.
   * @param {string} id
   * @param {number} number
   * @returns {Promise<Blob>}
   */
  async picture(id, number) {
    const path = `/v1/listings/${step(id)}/pictures/${number}`;
    const watch = new Watch(this.#timeout);
    return watch.run(async () => (await this.#open("GET", path, { accept: "*/*", isQuestion: true }, watch)).blob());
  }

  /**
   * Adds a picture to a listing: the bytes of a JPEG, PNG, GIF, WebP or AVIF file.
   * @param {string} id
   * @param {Uint8Array} picture
   * @returns {Promise<JSONObject>} The same as for each of `pictures`.
   */
  async addPicture(id, picture) {
    const options = { body: picture, mediaType: "application/octet-stream" };
    return (await this.#send("POST", `/v1/listings/${step(id)}/pictures`, options)).json();
  }

  /**
   * Removes a picture.
   * @param {string} id
   * @param {number} number
   * @returns {Promise<void>}
   */
  async deletePicture(id, number) {
    await this.#send("DELETE", `/v1/listings/${step(id)}/pictures/${number}`);
  }

  // Areas

  /**
   * The named areas of the catalog: `GET /v1/areas`.
   * @returns {Promise<JSONObject[]>}
   */
  async areas() {
    return (await this.#get("/v1/areas")).areas;
  }

  /**
   * An area as GeoJSON, and its entity tag: `GET /v1/areas/{name}`.
   * @param {string} name
   * @returns {Promise<Stored>}
   * @throws {VicinityError} `unknown-area`.
   */
  async area(name) {
    return this.#getStored(`/v1/areas/${step(name)}`, GEOJSON_TYPE);
  }

  /**
   * Makes an area, or replaces its shape: `PUT /v1/areas/{name}`.
   * @param {string} name
   * @param {JSONObject} shape A Polygon or MultiPolygon of GeoJSON, or a feature with one, in degrees.
   * @param {{ifMatch?: string}} [options] `ifMatch`: the entity tag of the area as it was read, or `*`. Not needed for
   *   a new one.
   * @returns {Promise<Stored>} The area as it is now.
   */
  async putArea(name, shape, options = {}) {
    return this.#change("PUT", `/v1/areas/${step(name)}`, shape, GEOJSON_TYPE, options.ifMatch);
  }

  /**
   * Removes an area: `DELETE /v1/areas/{name}`. The listings in it stay.
   * @param {string} name
   * @param {{ifMatch: string}} options `ifMatch`: the entity tag of the area as it was read, or `*`.
   * @returns {Promise<void>}
   */
  async deleteArea(name, options) {
    await this.#send("DELETE", `/v1/areas/${step(name)}`, { headers: ifMatchHeader(options?.ifMatch) });
  }

  // Features

  /**
   * The pages of a collection of OGC API – Features, each when it is wanted.
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
      const page = await this.#get(path, { ...parameters, ...(cursor && { cursor }) }, GEOJSON_TYPE);
      yield page;
      cursor = nextCursor(page);
    } while (cursor);
  }

  /**
   * A listing as a feature of GeoJSON.
   * @param {string} collection
   * @param {string} id
   * @returns {Promise<JSONObject>}
   */
  async feature(collection, id) {
    return this.#get(`/collections/${step(collection)}/items/${step(id)}`, {}, GEOJSON_TYPE);
  }

  // Operations

  /**
   * `{status: "ok"}` if the process answers.
   * @returns {Promise<JSONObject>}
   */
  async health() {
    return this.#get("/healthz");
  }

  /**
   * `{status: "ready"}` if requests can be answered. It is asked once, without retries.
   * @returns {Promise<JSONObject>}
   * @throws {VicinityError} `stopping` or `not-ready`, with the status 503.
   */
  async ready() {
    return (await this.#send("GET", "/readyz")).json();
  }

  /**
   * `name`, `version` and `interface` of the server, and `uptimeSeconds`.
   * @returns {Promise<JSONObject>}
   */
  async version() {
    return this.#get("/version");
  }

  /**
   * The limits of the server by name, such as `max-limit`.
   * @returns {Promise<Record<string, number>>}
   */
  async limits() {
    /** @type {{name: string, value: number}[]} */
    const limits = (await this.#get("/v1/limits")).limits;
    return Object.fromEntries(limits.map(({ name, value }) => [name, value]));
  }

  // Requests

  /**
   * @param {string} path
   * @param {JSONObject} [parameters]
   * @param {string} [accept]
   * @returns {Promise<any>}
   */
  async #get(path, parameters = {}, accept = JSON_TYPE) {
    // Where the parameter f chooses a format the header field must not contradict it.
    const options = { accept: parameters.f ? "*/*" : accept, isQuestion: true };
    return (await this.#send("GET", path + queryString(parameters), options)).value();
  }

  /**
   * @param {string} path
   * @param {string} [accept]
   */
  async #getStored(path, accept = JSON_TYPE) {
    return (await this.#send("GET", path, { accept, isQuestion: true })).stored();
  }

  /**
   * @param {string} path
   * @param {JSONObject} form
   */
  async #ask(path, form) {
    const options = { body: JSON.stringify(form), mediaType: JSON_TYPE, isQuestion: true };
    return (await this.#send("POST", path, options)).json();
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {JSONObject} form
   * @param {string} mediaType
   * @param {string | undefined} ifMatch
   */
  async #change(method, path, form, mediaType, ifMatch) {
    const options = { body: JSON.stringify(form), mediaType, headers: ifMatchHeader(ifMatch), accept: "*/*" };
    return (await this.#send(method, path, options)).stored();
  }

  /**
   * Sends a request, reads its whole answer, and uses what is kept.
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
   * Sends a request that needs no stream, and repeats it if it is a question and the server is busy.
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
      if (response.ok || response.status === 304) return response;
      const error = errorOf(response, await watch.wait(response.text()));
      const seconds = waitingTime(error, attempt);
      if (!options.isQuestion || attempt >= this.#retries || seconds === undefined) throw error;
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
   * Sends the lines of a body, and yields those of the answer meanwhile.
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

  /**
   * @param {RequestOptions} options
   * @returns {Record<string, string>}
   */
  #headers(options) {
    return {
      Accept: options.accept ?? JSON_TYPE,
      ...(this.#key !== undefined && { Authorization: `Bearer ${this.#key}` }),
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

/** The answers that were used last, by media type and path. */
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

/** Ends a request when nothing comes from the server for some time, or when nobody reads on. */
class Watch {
  #controller = new AbortController();
  #timeout;
  /** Whether the server waits for us, so that nothing can come from it. */
  #isAwaited = false;
  /** When it last ceased to wait. */
  #askedAt = 0;

  /** @param {number} timeout */
  constructor(timeout) {
    this.#timeout = timeout;
  }

  get signal() {
    return this.#controller.signal;
  }

  /** Whether the server waits for us; the time begins anew when it does no longer. */
  set isAwaited(/** @type {boolean} */ isAwaited) {
    if (this.#isAwaited && !isAwaited) this.#askedAt = performance.now();
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
        const passed = performance.now() - Math.max(began, this.#askedAt);
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
   * What went wrong, as one kind of error.
   * @param {unknown} error
   */
  explained(error) {
    if (error instanceof VicinityError) return error;
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const words = cause instanceof Error ? cause.message || cause.name : String(cause);
    return new VicinityError(undefined, "network", `The server cannot be asked: ${words}`, { cause: error });
  }
}

/** The body of a request that is made as it is sent. */
class Upload {
  /** @type {{error: unknown} | undefined} What the iterable threw. Then the body is cut off. */
  failure;
  #iterator;
  /** The time at which others had their turn. */
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

  /** An iterable that never waits must not keep answers from being read. */
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
  // `open` is a moment; alone it means now.
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
 * @param {string} text
 */
function step(text) {
  if (["", ".", ".."].includes(text)) throw new RangeError(`"${text}" cannot be part of an address`);
  return encodeURIComponent(text);
}

/**
 * @param {string | undefined} tag
 * @returns {Record<string, string>}
 */
function ifMatchHeader(tag) {
  return tag === undefined ? {} : { "If-Match": tag };
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
 * The results of a page and of those after it. A page without results is the last one.
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
 * The cursor of the link to the next page. Its address is not used, so that a key goes to no other server.
 * @param {JSONObject} page
 */
function nextCursor(page) {
  /** @type {{rel: string, href: string}[]} */
  const links = page.links ?? [];
  const next = links.find((link) => link.rel === "next");
  return next && new URL(next.href, "http://localhost").searchParams.get("cursor");
}

/**
 * What an answer without success says: problem details (RFC 9457), or else its first words.
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
