/**
 * Tests of vicinity-client.mjs against a running server with the listings of datasets/.
 *
 *     VICINITY_SERVER=http://127.0.0.1:8080 VICINITY_KEY=vic_… VICINITY_MAIL=catalog.mail node --test clients/javascript/
 *
 * The key needs the scope admin; VICINITY_MAIL is the folder of the server's emails. Listings that the tests create
 * have ids that begin with `client-js-`, and are removed, as are the members.
 * Retries, failures of the network and streams that break are tested with a small server of the tests' own.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { afterEach, beforeEach, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, VicinityError } from "./vicinity-client.mjs";

const address = process.env.VICINITY_SERVER;
const key = process.env.VICINITY_KEY;
const mail = process.env.VICINITY_MAIL;
const datasets = new URL("../../datasets/", import.meta.url);
const now = "2026-11-27T21:00:00+01:00";
const stuttgart = { lat: 48.7758, lon: 9.1829 };
const bar = "stuttgart-brennglas";
const couch = "budapest-duna-part";
const everything = { kind: ["bar", "event", "couch"], during: "any" };
const source = "client-js";

if (!address || !key || !mail) {
  throw new Error(
    "VICINITY_SERVER, VICINITY_KEY and VICINITY_MAIL are not set: start a server with the listings of datasets/, and " +
      "set its address, a key with the scope admin, and the folder of its emails; scripts/test-server does this");
}

/** A client that notes the status of each answer, and the sizes of bodies that are sent as a whole. */
function recordingClient(options = {}) {
  const statuses = [];
  const bodies = [];
  const client = new Client(address, {
    key,
    ...options,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      statuses.push(response.status);
      if (typeof init.body === "string") bodies.push(init.body.length);
      return response;
    },
  });
  return { client, statuses, bodies };
}

const { client } = recordingClient();

function listing(number) {
  return {
    id: `client-js-${number}`, kind: "bar", name: `Tést ${number}`, lat: 20 + number / 1000, lon: 170.5,
    timezone: "Etc/UTC", tags: ["client-js"],
  };
}

function* listings(count) {
  for (let number = 0; number < count; number++) yield listing(number);
}

async function collect(iterable) {
  const values = [];
  for await (const value of iterable) values.push(value);
  return values;
}

const idsOf = (values) => values.map(({ id }) => id);
const exportedIds = async () => idsOf(await collect(client.export())).sort();
const ownTotal = async (asking) => (await asking.near({ tag: "client-js", limit: 0, total: true })).total;

async function fails(action, status, code) {
  let failure;
  try {
    const value = await action();
    if (value?.[Symbol.asyncIterator]) await collect(value);
  } catch (error) {
    failure = error;
  }
  assert.ok(failure instanceof VicinityError, `${code} was expected, not ${failure?.stack}`);
  assert.deepEqual([failure.status, failure.code], [status, code], failure.message);
  return failure;
}

/** Whether a condition holds in time. It is not checked again once it has held: it may hold only for a moment. */
async function until(condition, seconds = 5) {
  const end = Date.now() + seconds * 1000;
  while (!(await condition())) {
    if (Date.now() > end) return false;
    await sleep(10);
  }
  return true;
}

async function removeOwn() {
  for (const id of (await exportedIds()).filter((id) => id.startsWith("client-js-"))) {
    await client.delete(id, { ifMatch: "*" });
  }
}

describe("searches", () => {
  test("near with filters", async () => {
    const filters = { radius: "300m", open: true, now, fields: ["id", "distance"], total: true };
    const answer = await client.near({ ...stuttgart, ...filters });
    assert.deepEqual(
      idsOf(answer.results), ["stuttgart-charlotte-trinkt", "stuttgart-brennglas", "stuttgart-rosenstock"]);
    assert.equal(answer.total, 3);
    assert.equal(answer.results[0].distance, 92.477);
    assert.deepEqual(Object.keys(answer.results[0]), ["id", "distance"]);
  });

  test("near maps names and values", async () => {
    const filters = { anyTag: ["cocktails", "craft-beer"], maxPrice: 6, relax: false, host: undefined, limit: 50 };
    const { results } = await client.near({ ...stuttgart, ...filters });
    assert.ok(results.length > 3);
    for (const result of results) {
      assert.ok(result.price <= 6);
      assert.ok(result.tags.includes("cocktails") || result.tags.includes("craft-beer"));
    }
  });

  test("near with spans, boxes, dates and weights", async () => {
    const couches = await client.near(
      { kind: "couch", nights: 2, between: ["2026-12-01", "2026-12-20"], bbox: [19, 47, 20, 48], now: new Date(now) });
    assert.ok(couches.results.length > 0);
    assert.ok(couches.results.every((couch) => couch.windows));
    const stay = await client.near({ stay: ["2026-12-01", "2026-12-03"], guests: 2, limit: 100 });
    assert.ok(stay.results.every((couch) => couch.guests >= 2));
    const weights = { words: 0.6, distance: 0.3 };
    const best = await client.near({ ...stuttgart, text: "jazz", weights, fields: ["id", "score"] });
    assert.ok(best.results[0].score > 0);
  });

  test("near in other formats", async () => {
    const collection = await client.near({ ...stuttgart, limit: 2, f: "geojson" });
    assert.equal(collection.features.length, 2);
    const csv = await client.near({ ...stuttgart, limit: 2, f: "csv" });
    assert.equal(csv.trim().split("\n").length, 3);
  });

  test("near a place that does not exist", async () => {
    const error = await client.near({ place: "Qwertzuiopolis" }).catch((error) => error);
    assert.ok(["no-gazetteer", "unknown-place"].includes(error.code), error.code);
    assert.equal(error.status, 404);
  });

  test("values that cannot be sent", async () => {
    await assert.rejects(client.near({ lat: 48.7 }), RangeError);
    await assert.rejects(client.near({ ...stuttgart, place: "Stuttgart" }), RangeError);
    await assert.rejects(client.near({ tag: ["a,b"] }), RangeError);
    await assert.rejects(client.get(".."), RangeError);
    assert.throws(() => new Client("ftp://127.0.0.1"), TypeError);
  });

  test("errors have what problem details say", async () => {
    const parameter = await fails(() => client.near({ maxPric: 3 }), 400, "unknown-parameter");
    assert.deepEqual([parameter.parameter, parameter.suggestion], ["max-pric", "max-price"]);
    const pointer = await fails(() => client.query({ tags: { any: ["a", 3] } }), 400, "wrong-type");
    assert.equal(pointer.pointer, "/tags/any/1");
    const limit = await fails(() => client.near({ limit: 100_000 }), 400, "limit");
    assert.deepEqual(limit.limit, { name: "max-limit", value: (await client.limits())["max-limit"] });
    await fails(() => new Client(address, { key: "vic_wrong" }).near(), 401, "unauthorized");
  });

  test("query", async () => {
    const answer = await client.query({ near: stuttgart, limit: 2, kinds: "bar" });
    assert.equal(answer.results.length, 2);
    assert.equal(typeof answer.next, "string");
  });

  test("all pages have each listing once", async () => {
    const exported = await exportedIds();
    const near = await collect(client.nearAll({ ...everything, limit: 7, fields: ["id"] }));
    assert.deepEqual(idsOf(near).sort(), exported);
    const query = { kinds: everything.kind, during: "any", limit: 10, sort: "-rating", fields: ["id"] };
    assert.deepEqual(idsOf(await collect(client.queryAll(query))).sort(), exported);
  });

  test("pages are requested when they are needed", async () => {
    const { client, statuses } = recordingClient();
    let count = 0;
    for await (const _ of client.nearAll({ ...everything, limit: 5 })) if (++count === 6) break;
    assert.equal(statuses.length, 2);
    assert.deepEqual(await collect(client.nearAll({ limit: 0 })), []);
  });

  test("suggest", async () => {
    const completions = await client.suggest("jaz", { ...stuttgart, limit: 5 });
    assert.ok(completions.some(({ text }) => text === "jazz"));
  });

  test("plan", async () => {
    const plan = { near: { lat: 46.5446, lon: 24.562 }, stay: { from: "2026-12-18", to: "2026-12-20" }, limit: 2 };
    const outings = await client.plan(plan);
    assert.equal(outings.length, 2);
    assert.ok(outings[0].couch && outings[0].event && outings[0].bar && outings[0].score);
    await fails(() => client.plan({ ...plan, lim: 2 }), 400, "unknown-key");
  });

  test("why and whyNot", async () => {
    const query = { near: stuttgart, limit: 2, kinds: "bar" };
    assert.deepEqual((await client.why(query)).map(({ rank }) => rank), [1, 2]);
    const verdict = await client.whyNot(bar, { ...query, radius: 100 });
    assert.equal(verdict.inAnswer, false);
    assert.ok(verdict.findings.some(({ filter, passed }) => filter === "radius" && !passed));
    await fails(() => client.whyNot("no such / listing", query), 404, "unknown-listing");
  });

  test("geocode and zone", async () => {
    let places;
    try {
      places = await client.geocode("Stuttgart", { limit: 3 });
    } catch (error) {
      assert.deepEqual([error.status, error.code], [404, "no-gazetteer"]);
      await fails(() => client.zone(stuttgart.lat, stuttgart.lon), 404, "no-gazetteer");
      return;
    }
    assert.match(JSON.stringify(places), /Stuttgart/);
    assert.match(JSON.stringify(await client.zone(stuttgart.lat, stuttgart.lon)), /Europe\/Berlin/);
  });
});

describe("batches", () => {
  function* manyLines() {
    for (let number = 0; number < 5000; number++) {
      if (number % 97 === 0) {
        yield number % 2 ? "{ no json" : { id: `q${number}`, limt: 1 };
      } else {
        const query = { id: `q${number}`, near: { lat: 48.7 + number / 1e5, lon: 9.18 }, limit: 2 };
        yield number % 3 ? query : JSON.stringify(query);
      }
    }
  }

  for (const streamBodies of [true, false]) {
    const way = streamBodies ? "streamed" : "in pieces";

    test(`answers come in order with errors in place, ${way}`, async () => {
      const { client, bodies } = recordingClient({ streamBodies });
      const answers = await collect(client.batch(manyLines()));
      assert.equal(answers.length, 5000);
      answers.forEach((answer, number) => {
        if (number % 97 === 0) {
          assert.ok(answer instanceof VicinityError);
          const expected = number % 2 ? ["not-json", undefined] : ["unknown-key", `q${number}`];
          assert.deepEqual([answer.code, answer.id, answer.line], [...expected, number + 1]);
          assert.equal(answer.status, undefined);
        } else {
          assert.deepEqual([answer.id, answer.results.length], [`q${number}`, 2]);
        }
      });
      if (streamBodies) assert.deepEqual(bodies, []);
      else assert.ok(bodies.length > 1 && Math.max(...bodies) <= 1 << 14);
    });

    test(`an iterable that fails, ${way}`, async () => {
      async function* failing() {
        yield { id: "0", limit: 1 };
        throw new SyntaxError("no more");
      }
      await assert.rejects(collect(recordingClient({ streamBodies }).client.batch(failing())), /^SyntaxError: no more/);
      await assert.rejects(collect(recordingClient({ streamBodies }).client.batch(["{}\n{}"])), RangeError);
    });

    test(`plans, suggestions and nothing, ${way}`, async () => {
      const { client } = recordingClient({ streamBodies });
      const plan = { near: { lat: 46.5446, lon: 24.562 }, stay: { from: "2026-12-18", to: "2026-12-20" } };
      const answers = await collect(client.batch([{ id: "p", plan }, "", { suggest: { text: "jaz" } }]));
      assert.equal(answers.length, 2);
      assert.ok(answers[0].outings.length > 0);
      assert.ok(answers[1].completions.length > 0);
      assert.deepEqual(await collect(client.batch([])), []);
    });

    test(`a batch that is refused, ${way}`, async () => {
      function* lines() {
        for (;;) yield { id: "0", text: "x".repeat(500) };
      }
      const client = new Client(address, { key: "vic_wrong", streamBodies });
      await fails(() => client.batch(lines()), 401, "unauthorized");
    });
  }

  test("an iterable that waits blocks no answer, and ends with the batch", async () => {
    let isEnded = false;
    async function* patient() {
      try {
        for (let number = 0; ; number++) {
          yield { id: `${number}`, limit: 0 };
          await sleep(number === 2 ? 600 : 1);
        }
      } finally {
        isEnded = true;
      }
    }
    // The client has a shorter timeout than its own iterable takes.
    const answers = new Client(address, { timeout: 300 }).batch(patient());
    for (const id of ["0", "1", "2", "3", "4"]) assert.equal((await answers.next()).value.id, id);
    await answers.return();
    assert.ok(await until(() => isEnded));
  });

  test("a query may depend on earlier answers", async () => {
    const received = [];
    async function* walk() {
      yield { id: "0", limit: 1, near: stuttgart, kinds: "bar" };
      for (let number = 1; number < 4; number++) {
        assert.ok(await until(() => received.length === number));
        const { lat, lon } = received.at(-1).results[0];
        yield { id: `${number}`, limit: 1, near: { lat, lon }, kinds: "bar" };
      }
    }
    for await (const answer of client.batch(walk())) received.push(answer);
    assert.deepEqual(idsOf(received), ["0", "1", "2", "3"]);
    assert.equal(received[1].results[0].distance, 0);
  });

  test("a batch without end can be stopped", async () => {
    let asked = 0;
    let isEnded = false;
    function* questions() {
      try {
        // Ids that cannot be compressed, so that answers fill the buffers on their way.
        for (;;) yield { id: `${asked++} ${randomBytes(400).toString("hex")}`, limit: 20 };
      } finally {
        isEnded = true;
      }
    }
    const answers = client.batch(questions());
    for (let number = 0; number < 10; number++) {
      const { value } = await answers.next();
      assert.equal(value.id.split(" ")[0], `${number}`);
    }
    // Answers that are not read block the queries.
    const isHeldUp = async () => {
      const last = asked;
      await sleep(500);
      return asked === last;
    };
    assert.ok(await until(isHeldUp, 120));
    await answers.return();
    assert.ok(await until(() => isEnded));
    assert.equal((await client.near({ limit: 1, kind: "bar" })).results.length, 1);
  });
});

describe("listings", () => {
  beforeEach(removeOwn);
  afterEach(removeOwn);

  test("get", async () => {
    const { value, etag } = await client.get(bar);
    assert.deepEqual([value.id, value.name], [bar, "Brennglas"]);
    assert.match(etag, /^"/);
    await fails(() => client.get("no such / listing"), 404, "unknown-listing");
  });

  test("put, patch and delete", async () => {
    const id = "client-js-1/ä ?#";
    const form = { ...listing(1), id };
    const made = await client.put(id, form);
    assert.equal(made.value.name, "Tést 1");
    assert.deepEqual(await client.get(id), made);
    await fails(() => client.put(id, form), 428, "precondition-required");

    const patched = await client.patch(id, { price: 12, tags: null }, { ifMatch: made.etag });
    assert.equal(patched.value.price, 12);
    assert.equal(patched.value.tags, undefined);
    assert.notEqual(patched.etag, made.etag);
    assert.deepEqual(await client.get(id), patched);

    const replaced = await client.put(id, { ...form, name: "Other" }, { ifMatch: patched.etag });
    assert.equal(replaced.value.name, "Other");
    assert.equal(replaced.value.price, undefined);
    await client.delete(id, { ifMatch: replaced.etag });
    await fails(() => client.get(id), 404, "unknown-listing");
  });

  test("changes in the meantime", async () => {
    const id = "client-js-2";
    const { etag: ifMatch } = await client.put(id, listing(2));
    const patched = await client.patch(id, { price: 1 }, { ifMatch });
    await fails(() => client.patch(id, { price: 2 }, { ifMatch }), 412, "changed-meanwhile");
    await fails(() => client.put(id, listing(2), { ifMatch }), 412, "changed-meanwhile");
    await fails(() => client.delete(id, { ifMatch }), 412, "changed-meanwhile");
    assert.deepEqual(await client.get(id), patched);
  });

  test("changes need a key", async () => {
    await fails(() => new Client(address).put("client-js-3", listing(3)), 401, "unauthorized");
  });

  for (const streamBodies of [true, false]) {
    const way = streamBodies ? "streamed" : "as a whole";

    test(`import, ${way}`, async () => {
      const { client } = recordingClient({ streamBodies });
      for (const compress of [false, true]) {
        const report = await client.importListings(listings(1000), { source, compress });
        assert.deepEqual([report.rows, report.added], [1000, compress ? 0 : 1000]);
      }
      assert.equal(await ownTotal(client), 1000);
      const report = await client.importListings([JSON.stringify(listing(7))], { source, replaceSource: true });
      assert.deepEqual([report.unchanged, report.removed], [1, 999]);
      assert.equal(await ownTotal(client), 1);
    });

    test(`an import that fails changes nothing, ${way}`, async () => {
      const { client } = recordingClient({ streamBodies });
      const bad = [listing(1), { id: "client-js-bad" }, listing(2)];
      const error = await fails(() => client.importListings(bad, { source }), 400, "row-rejected");
      assert.match(error.detail, /:2:/);
      function* failing() {
        yield* listings(3000);
        throw new SyntaxError("no more");
      }
      for (const compress of [false, true]) {
        await assert.rejects(client.importListings(failing(), { source, compress }), /^SyntaxError: no more/);
      }
      await fails(() => client.importListings([], { source }), 400, "empty-file");
      const stranger = new Client(address, { key: "vic_wrong", streamBodies });
      await fails(() => stranger.importListings(listings(20_000), { source }), 401, "unauthorized");
      await sleep(500);
      assert.equal(await ownTotal(client), 0);
    });
  }

  test("export", async () => {
    const ids = await exportedIds();
    assert.equal(new Set(ids).size, ids.length);
    const shipped = readdirSync(datasets)
      .filter((name) => /-(bars|events|couches)\.jsonl$/.test(name))
      .flatMap((name) => readFileSync(new URL(name, datasets), "utf8").trim().split("\n"))
      .map((line) => JSON.parse(line).id);
    assert.ok(shipped.length > 100);
    assert.deepEqual(shipped.filter((id) => !ids.includes(id)), []);
    await fails(() => new Client(address).export(), 401, "unauthorized");
  });

  test("availability", async () => {
    const free = await client.availability(couch, { stay: ["2026-12-01", "2026-12-05"], guests: 1 });
    assert.equal(free.available, true);
    assert.equal((await client.availability(couch, { stay: ["2026-11-28", "2026-11-29"] })).available, false);
    assert.equal(typeof (await client.availability(bar, { open: true })).available, "boolean");
    await fails(() => client.availability(bar, { stay: "tonight" }), 409, "unsuitable");
    await fails(() => client.availability(bar, {}), 400, "missing");
  });

  test("calendar", async () => {
    const text = await client.calendar(couch);
    assert.match(text, /^BEGIN:VCALENDAR/);
    assert.match(text, /20261224/);
  });

  test("areas", async () => {
    for (const { name } of await client.areas()) assert.equal((await client.area(name)).value.type, "Feature");
    await fails(() => client.area("client-js / no such"), 404, "unknown-area");
  });
});

describe("features", () => {
  test("pages have each listing once", async () => {
    const found = [];
    for (const collection of ["bars", "events", "couches"]) {
      const pages = await collect(client.features(collection, { limit: 20 }));
      const ids = pages.flatMap((page) => idsOf(page.features));
      assert.equal(ids.length, pages[0].numberMatched);
      assert.equal(pages.length, Math.ceil(ids.length / 20));
      found.push(...ids);
    }
    assert.deepEqual(found.sort(), await exportedIds());
  });

  test("filters", async () => {
    const pages = await collect(client.features("bars", { bbox: [9, 48, 10, 49], filter: "rating >= 4.5", limit: 5 }));
    const features = pages.flatMap((page) => page.features);
    assert.ok(features.length > 5);
    assert.ok(features.every(({ properties }) => properties.rating >= 4.5));
    await fails(() => client.features("bars", { filter: "rating >=" }), 400, "bad-filter");
    await fails(() => client.features("cafes"), 404, "unknown-collection");
  });

  test("a feature", async () => {
    assert.equal((await client.feature("bars", bar)).id, bar);
  });
});

describe("members", () => {
  const password = "three words or more";
  const run = randomBytes(4).toString("hex");
  const day = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  function mailedCode(to) {
    for (const name of readdirSync(mail)) {
      const [head, body] = readFileSync(`${mail}/${name}`, "utf8").split(/\r?\n\r?\n/, 2);
      if (!head.includes(`<${to}>`)) continue;
      return Buffer.from(body, "base64").toString().match(/[A-Za-z0-9_-]{40,}/)[0];
    }
    return undefined;
  }

  /** A client in which a new member is signed in. */
  async function signUp(name) {
    const member = new Client(address, { timeout: 120_000 });
    const to = `${name}@example.org`;
    await member.addAccount({ name, mail: to, password });
    assert.ok(await until(() => mailedCode(to), 60), `no email to ${to} in ${mail}`);
    await member.addEmailConfirmation({ code: mailedCode(to) });
    assert.equal((await member.signIn(name, password)).member.name, name);
    return member;
  }

  test("members book and write", async () => {
    const id = `client-js-couch-${run}`;
    const [host, guest] = [await signUp(`host-${run}`), await signUp(`guest-${run}`)];
    await host.put(id, { kind: "couch", name: "Attic", lat: 20.5, lon: 170.5, timezone: "Etc/UTC", guests: 2 });
    const stay = { from: day(30), to: day(32) };
    assert.equal((await guest.nights(id, stay)).nights[0].free, true);

    const booking = await guest.addBooking(id, { ...stay, guests: 1 }, { idempotencyKey: run });
    assert.deepEqual(await guest.addBooking(id, { ...stay, guests: 1 }, { idempotencyKey: run }), booking);
    assert.deepEqual(idsOf((await host.myHosting()).requests), [booking.id]);
    assert.equal((await host.confirmBooking(booking.id)).status, "confirmed");
    assert.deepEqual(idsOf(await guest.myBookings()), [booking.id]);
    assert.equal((await guest.nights(id, stay)).nights[0].free, false);

    const conversation = (await host.conversations()).conversations[0].id;
    await host.addConversationMessage(conversation, { text: "Welcome!" }, { idempotencyKey: run });
    assert.ok((await guest.conversations()).conversations[0].unread > 0);
    const messages = await guest.conversationMessages(conversation, { limit: 1 });
    assert.deepEqual(messages.map(({ text }) => text), ["Welcome!"]);
    assert.equal(await guest.readConversation(conversation, { number: messages[0].number }), undefined);
    assert.equal((await guest.conversation(conversation)).unread, 0);
    const { changes } = await guest.changes({ after: 0 });
    assert.ok(changes.some(({ what }) => what === "confirmed"));

    const { token } = await guest.signIn(`guest-${run}`, password, { keep: true });
    assert.deepEqual(await new Client(address, { key: token }).me(), await guest.me());
    await fails(() => guest.bookings(id), 403, "not-host");
    assert.equal((await guest.cancelBooking(booking.id)).status, "cancelled");
    await host.delete(id, { ifMatch: "*" });
    for (const member of [host, guest]) await member.deleteMe({ password });
    await fails(() => guest.me(), 401, "unauthorized");
  });
});

describe("operations", () => {
  test("health, ready, version and limits", async () => {
    assert.deepEqual(await client.health(), { status: "ok" });
    assert.deepEqual(await client.ready(), { status: "ready" });
    assert.equal((await client.version()).interface, "v1");
    assert.ok((await client.limits())["max-limit"] > 0);
  });

  test("cached answers are used while nothing changes", async () => {
    const { client, statuses } = recordingClient();
    const first = await client.get(bar);
    first.value.name = "changed here";
    const second = await client.get(bar);
    assert.deepEqual(statuses, [200, 304]);
    assert.deepEqual([second.value.name, second.etag], ["Brennglas", first.etag]);

    statuses.length = 0;
    const completions = await client.suggest("jaz");
    // A node of a cluster may still be receiving the changes of other tests.
    for (let tries = 0; tries < 50; tries++) {
      statuses.length = 0;
      assert.deepEqual(await client.suggest("jaz"), completions);
      if (statuses[0] === 304) break;
      await sleep(100);
    }
    await client.put("client-js-9", listing(9));
    await client.delete("client-js-9", { ifMatch: "*" });
    assert.deepEqual(await client.suggest("jaz"), completions);
    assert.deepEqual(statuses, [304, 201, 204, 200]);
  });

  test("no answer is stored without a cache", async () => {
    const { client, statuses } = recordingClient({ cache: 0 });
    assert.deepEqual(await client.get(bar), await client.get(bar));
    assert.deepEqual(statuses, [200, 200]);
  });
});

/**
 * Answers requests with the answers of a test, one after the other; the last is repeated. An answer is the status,
 * header fields and the body, or a function of the request and response.
 */
async function withFake(answers, body) {
  const requests = [];
  const rest = [...answers];
  const server = createServer((request, response) => {
    requests.push({ method: request.method, path: request.url, headers: request.headers });
    const answer = rest.length > 1 ? rest.shift() : rest[0];
    if (typeof answer === "function") {
      answer(request, response);
      return;
    }
    request.resume().on("end", () => response.writeHead(answer[0], answer[1]).end(answer[2]));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await body(`http://127.0.0.1:${server.address().port}`, requests);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

function problem(status, code, more = {}) {
  const headers = { "Content-Type": "application/problem+json" };
  if (more.retryAfter !== undefined) headers["Retry-After"] = `${more.retryAfter}`;
  return [status, headers, JSON.stringify({ status, code, detail: "words", ...more })];
}

const found = [200, { "Content-Type": "application/json" }, '{"results":[]}'];

describe("failures", () => {
  test("requests that change nothing are retried after the named time", async () => {
    for (const ask of [(client) => client.near({ limit: 1 }), (client) => client.query({ limit: 1 })]) {
      const answers = [problem(429, "limit", { retryAfter: 1 }), problem(503, "busy", { retryAfter: 0 }), found];
      await withFake(answers, async (address, requests) => {
        const started = performance.now();
        assert.deepEqual(await ask(new Client(address)), { results: [] });
        assert.ok(performance.now() - started >= 990);
        assert.equal(requests.length, 3);
      });
    }
  });

  test("retries end", async () => {
    await withFake([problem(429, "limit", { retryAfter: 0 })], async (address, requests) => {
      const error = await fails(() => new Client(address, { retries: 3 }).near(), 429, "limit");
      assert.equal(error.retryAfter, 0);
      assert.equal(requests.length, 4);
    });
  });

  test("a long wait prevents a retry", async () => {
    await withFake([problem(503, "busy", { retryAfter: 3600 })], async (address, requests) => {
      assert.equal((await fails(() => new Client(address).near(), 503, "busy")).retryAfter, 3600);
      assert.equal(requests.length, 1);
    });
  });

  test("changes and readiness are not retried", async () => {
    const changes = [
      (client) => client.put("a", {}), (client) => client.patch("a", {}, { ifMatch: "*" }),
      (client) => client.delete("a", { ifMatch: "*" }), (client) => client.importListings(["{}"], { source: "s" }),
      (client) => client.batch(["{}"]), (client) => client.ready(),
    ];
    for (const change of changes) {
      await withFake([problem(503, "busy", { retryAfter: 0 })], async (address, requests) => {
        await fails(() => change(new Client(address)), 503, "busy");
        assert.equal(requests.length, 1);
      });
    }
  });

  test("an export, and pieces of a batch, are retried", async () => {
    const lines = [200, { "Content-Type": "application/x-ndjson" }, '{"id":"a"}\n{"id":"b"}\n'];
    await withFake([problem(429, "limit", { retryAfter: 0 }), lines], async (address) => {
      assert.deepEqual(idsOf(await collect(new Client(address).export())), ["a", "b"]);
    });
    await withFake([problem(429, "limit", { retryAfter: 0 }), lines], async (address) => {
      const client = new Client(address, { streamBodies: false });
      assert.deepEqual(idsOf(await collect(client.batch(["{}", "{}"]))), ["a", "b"]);
    });
  });

  test("answers that do not come from the server itself", async () => {
    await withFake([[502, { "Content-Type": "text/html" }, "<h1>Bad\n Gateway</h1>"]], async (address) => {
      assert.match((await fails(() => new Client(address).near(), 502, "http-502")).detail, /<h1>Bad Gateway<\/h1>/);
    });
    await withFake([[301, { Location: "http://elsewhere.example/" }, ""]], async (address) => {
      assert.match((await fails(() => new Client(address).near(), 301, "http-301")).detail, /elsewhere/);
    });
    await withFake([[200, { "Content-Type": "application/json" }, "{"]], async (address) => {
      await fails(() => new Client(address).near(), 200, "bad-answer");
    });
  });

  test("failures of the network", async () => {
    let unused;
    await withFake([found], async (address) => (unused = address));
    await fails(() => new Client(unused).near(), undefined, "network");
    await fails(() => new Client(unused).batch(["{}"]), undefined, "network");
    await withFake([() => {}], async (address) => {
      const client = new Client(address, { timeout: 200 });
      await fails(() => client.near(), undefined, "timeout");
      await fails(() => client.batch(["{}"]), undefined, "timeout");
    });
  });

  test("a stream that is cut off", async () => {
    const breakOff = (request, response) => {
      request.resume();
      response.writeHead(200).write('{"id":1}\n{"id"', () => setTimeout(() => response.destroy(), 50));
    };
    await withFake([breakOff], async (address) => {
      const answers = new Client(address).batch(["{}", "{}"]);
      assert.deepEqual((await answers.next()).value, { id: 1 });
      await fails(() => answers.next(), undefined, "network");
    });
  });

  test("stopping a batch closes the connection", async () => {
    let isClosed = false;
    const trickle = (request, response) => {
      request.resume();
      request.socket.on("close", () => (isClosed = true));
      response.writeHead(200).write('{"id":1}\n');
    };
    function* endless() {
      for (;;) yield "{}";
    }
    await withFake([trickle], async (address) => {
      for await (const answer of new Client(address).batch(endless())) {
        assert.deepEqual(answer, { id: 1 });
        assert.equal(isClosed, false);
        break;
      }
      assert.ok(await until(() => isClosed));
    });
  });

  test("what is sent", async () => {
    await withFake([found], async (address, requests) => {
      const client = new Client(`${address}/base/`, { key: "secret" });
      await client.near({ lat: 1.5, lon: -2, radius: 100, anyTag: ["a", "b c"], open: true, partly: true });
      assert.equal(requests[0].method, "GET");
      assert.equal(
        requests[0].path, "/base/v1/near?near=1.5,-2&radius=100&any-tag=a,b%20c&open=now&partly=true");
      assert.equal(requests[0].headers.authorization, "Bearer secret");
      assert.match(requests[0].headers["accept-encoding"], /gzip/);
    });
  });

  test("the cache is bounded", async () => {
    await withFake([[200, { "Content-Type": "application/json", ETag: '"1"' }, "{}"]], async (address, requests) => {
      const client = new Client(address, { cache: 2 });
      for (const limit of [1, 2, 3, 1, 3]) await client.near({ limit });
      assert.deepEqual(
        requests.map(({ headers }) => "if-none-match" in headers), [false, false, false, false, true]);
    });
  });
});
