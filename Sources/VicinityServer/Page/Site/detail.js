// Everything about one listing.

import { ask, encoded, Problem, told } from './api.js';
import { clock, dateAt, priceText, ratingText } from './answer.js';
import { Calendar } from './calendar.js';
import { english, fill, h, icon } from './dom.js';
import { whyNot } from './empty.js';
import { weekHours } from './hours.js';
import { heart, stateLine } from './list.js';
import { fields, filterQuery, pageSize } from './query.js';
import { obstaclesText } from './obstacles.js';
import { settings } from './settings.js';
import { plusDays, staySpan } from './stay.js';
import { chip } from './filters.js';
import { tagText } from './tags.js';
import { day, distance, has, moment, number, price, t } from './text.js';

/**
 * @typedef {import('./answer.js').Result} Result
 * @typedef {import('./page.js').Page} Page
 * @typedef {Result & {
 *   address?: string, phone?: string, url?: string, links?: Record<string, string>, description?: string,
 *   cancellationNotice?: number, operatingStatus?: 'temporarily closed' | 'closed' | 'planned',
 *   host?: string, venue?: string, timezone?: string, openingHours?: string, recurrence?: string,
 *   minNights?: number, maxNights?: number, capacity?: number, accessible?: string, images?: string[],
 *   [own: string]: any,
 * }} Listing
 */

/**
 * @typedef {{
 *   stay: {from: string, to: string, guests: number, isFree: boolean} | null, price: string,
 *   changed: () => void, renew: () => void,
 * }} Choice what is chosen in the calendar of a couch. price: of the stay, as text. changed: called when it is another
 *   one. renew: reads the nights again, and leaves the choice
 */

/** Keys of listings that have a place of their own on the page; others are own fields. */
const known = new Set([
  ...fields, 'address', 'phone', 'url', 'links', 'description', 'host', 'venue', 'timezone', 'openingHours',
  'recurrence', 'minNights', 'maxNights', 'capacity', 'accessible', 'images', 'names', 'priceLevel', 'unavailable',
  'nightlyRates', 'advanceNotice', 'source', 'recurrenceExceptions', 'exdate', 'rdate', 'added', 'changed',
  'locationPrivacy', 'private', 'operatingStatus',
]);

/**
 * The panel of a listing; its parts come one by one.
 *
 * @param {Page} page
 * @param {string} id
 * @param {AbortSignal} signal
 */
export function detail(page, id, signal) {
  const heading = h('h2', { tabindex: -1, class: 'detail-name', dir: 'auto' }, page.results.result(id)?.name ?? '…');
  const body = h('div', { class: 'detail-body', 'aria-busy': true });
  const back = h('button', { type: 'button', class: 'back', onclick: () => page.close() }, icon('back'), t('back'));
  const head = h('div', { class: 'detail-head' }, back, h('span', { class: 'gap' }));
  const element = h('article', { class: 'detail' }, head, heading, body);
  load(page, id, signal).then(({ listing, result }) => {
    if (signal.aborted) return;
    heading.textContent = listing.name ?? listing.id;
    document.title = `${heading.textContent} – ${settings.title}`;
    page.announce(heading.textContent);
    /** @type {Choice} */
    const choice = { stay: null, price: '', changed: () => {}, renew: () => {} };
    fill(body, parts(page, listing, result, signal, choice));
    head.append(heart(page, result));
    addOwn(page, listing, body, signal, choice);
    body.removeAttribute('aria-busy');
  }).catch((error) => {
    if (signal.aborted) return;
    body.removeAttribute('aria-busy');
    if (!(error instanceof Problem)) throw error;
    if (heading.textContent === '…') heading.textContent = id;
    const text = error.status ? told(error) : t('offline, not kept');
    fill(body, h('p', {}, error.status === 404 ? t('listing gone') : text));
  });
  return { element, focus: () => heading.focus({ preventScroll: true }) };
}

/**
 * What members can do with a listing; others are told that members can.
 *
 * @param {Page} page
 * @param {Listing} listing
 * @param {HTMLElement} body
 * @param {AbortSignal} signal
 * @param {Choice} choice
 */
async function addOwn(page, listing, body, signal, choice) {
  if (page.member.account) {
    const module = await import('./members/listing.js').catch(() => null);
    if (!signal.aborted) module?.addParts(page, listing, body, signal, choice);
    return;
  }
  const signIn = (/** @type {string} */ act, /** @type {import('./dom.js').Child[]} */ ...text) => h('button', {
    type: 'button', class: 'action', 'data-act': act, onclick: () => {
      page.member.wish = listing.id;
      page.store.update({ show: 'account', id: null });
    },
  }, text);
  // Nobody answers for a couch without a host.
  if (listing.kind !== 'couch' || listing.host) {
    const words = t(`sign in for ${listing.kind}`);
    body.querySelector('.actions [aria-live]')?.before(signIn('sign-in', icon('member'), words));
  }
  body.append(h('p', { class: 'actions' }, signIn('report', t('report'))));
}

/**
 * The listing with all its fields, and as a result, with its state and price now.
 *
 * @param {Page} page
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {Promise<{listing: Listing, result: Result}>}
 */
async function load(page, id, signal) {
  const patience = navigator.onLine ? 2 : 0;
  const listing = await ask(`/v1/listings/${encoded(id)}`, { signal, patience });
  const shown = page.results.result(id);
  if (shown) return { listing, result: shown };
  const filter = { op: '=', args: [{ property: 'id' }, id] };
  const query = { filter, near: page.origin, kinds: [listing.kind], fields, limit: 1 };
  for (const when of times(listing, page.store.state.filters)) {
    const answer = await ask('/v1/query', { body: { ...query, ...when }, signal, patience }).catch(() => null);
    if (answer?.results.length) return { listing, result: answer.results[0] };
  }
  return { listing, result: listing };
}

/**
 * The times for which a listing is asked for, until one fits: with a stay for its price, else as it is.
 *
 * @param {Listing} listing
 * @param {Record<string, string>} filters
 * @returns {import('./query.js').Query[]}
 */
function times({ kind }, { stay, guests = '' }) {
  if (kind === 'event') return [{ during: 'any' }];
  return kind === 'couch' && stay ? [filterQuery({ stay, guests }), {}] : [{}];
}

/**
 * @param {Page} page
 * @param {Listing} listing
 * @param {Result} result
 * @param {AbortSignal} signal
 * @param {Choice} choice
 */
function parts(page, listing, result, signal, choice) {
  const now = page.now;
  const away = result.distance === undefined || !page.showsDistance ? '' : distance(result.distance);
  const facts = [priceText(result), away];
  page.map.other = result;
  page.map.activate(listing.id);
  page.map.reveal(result);
  return [
    h('p', { class: 'kind soft' },
      h('span', { class: `shape shape-${listing.kind}`, 'aria-hidden': true }), t(`kind ${listing.kind}`),
      listing.accessible && ` · ${t(`accessible ${listing.accessible}`)}`),
    // What is not in business has hours on paper alone.
    listing.operatingStatus ? h('p', { class: 'state state-closed' }, t(`operating ${listing.operatingStatus}`))
      : stateLine(result, now),
    h('p', { class: 'facts' }, facts.filter(Boolean).join(' · ')),
    actions(page, listing),
    pictures(listing, signal),
    listing.description && h('p', { dir: 'auto', class: 'description' }, listing.description),
    listing.venue && venue(page, listing.venue, signal), listing.address && h('p', { dir: 'auto' }, listing.address),
    listing.kind === 'couch' && stay(page, listing, signal, choice),
    listing.openingHours && !listing.operatingStatus
      && section(t('opening hours'), hours(listing, now, signal), (report) => weekHours(report, now)),
    listing.kind === 'event' && section(t('dates'), occurrences(listing.id, signal), (list) => dates(list, now)),
    ratings(page, listing, result, signal),
    standing(page, listing, signal),
    tags(page, listing),
    ownFields(listing), links(listing),
  ];
}

/**
 * A part that is loaded; it stays away when there is nothing.
 *
 * @param {string} title
 * @param {Promise<any>} loaded
 * @param {(value: any) => Node | null} show
 */
function section(title, loaded, show) {
  const element = h('section', { class: 'part' }, h('h3', {}, title));
  loaded.then((value) => {
    const content = show(value);
    if (content) element.append(content);
    else element.remove();
  }).catch((error) => {
    // Hours that cannot be read are not known.
    const isUnreadable = error instanceof Problem && error.status === 409;
    if (isUnreadable) element.append(h('p', { class: 'soft' }, t('hours unknown')));
    else element.remove();
  });
  return element;
}

/**
 * @param {Page} page
 * @param {Listing} listing
 */
function actions(page, listing) {
  const { lat, lon, name } = listing;
  const copied = h('span', { 'aria-live': 'polite', class: 'soft' });
  const share = async () => {
    const url = new URL(page.sharedAddress(listing.id), location.href).href;
    if (navigator.share) return navigator.share({ title: name, url }).catch(() => {});
    try {
      await navigator.clipboard.writeText(url);
      copied.textContent = t('link copied');
    } catch {
      // Pages without TLS have no clipboard.
      copied.textContent = url;
    }
  };
  return h('p', { class: 'actions' },
    h('a', { class: 'action', ...navigation(listing) }, icon('route'), t('navigate')),
    h('button', {
      type: 'button', class: 'action', onclick: () => page.near({ lat, lon }),
    }, icon('near'), t('what is near')),
    h('button', { type: 'button', class: 'action', onclick: share }, icon('share'), t('share')), copied);
}

/**
 * A link that opens the navigation of the device. Apple's devices do not know `geo:` (RFC 5870), and other computers
 * than phones mostly have nothing that opens it: these go to the directions of OpenStreetMap.
 *
 * @param {Listing} listing
 */
function navigation({ lat, lon, name }) {
  const place = `${lat},${lon}`;
  const label = encoded(name ?? '');
  const { userAgent } = navigator;
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return { href: `maps:?daddr=${place}&q=${label}` };
  if (/Android|Mobile/.test(userAgent)) return { href: `geo:${place}?q=${place}(${label})` };
  const href = `https://www.openstreetmap.org/directions?to=${encoded(place)}`;
  return { href, target: '_blank', rel: 'noopener noreferrer', title: 'openstreetmap.org' };
}

/**
 * Where an event takes place: by the name of the listing, if it is one.
 *
 * @param {Page} page
 * @param {string} id
 * @param {AbortSignal} signal
 */
function venue(page, id, signal) {
  const element = h('p', { dir: 'auto' }, id);
  ask(`/v1/listings/${encoded(id)}`, { signal, patience: 0 }).then(({ name }) => {
    fill(element, h('a', page.link(id), name ?? id));
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
  ask(`/v1/listings/${encoded(listing.id)}/pictures`, { signal, patience: 1 }).then(({ pictures: list }) => {
    fill(element, list.map(image));
  }).catch(() => {});
  return element;
}

/**
 * The state with its next changes, and the intervals of a week; those of the last night to their end.
 *
 * @param {Listing} listing
 * @param {number} now
 * @param {AbortSignal} signal
 */
async function hours({ id }, now, signal) {
  const report = await ask(`/v1/listings/${encoded(id)}/hours`, { signal, patience: 1 });
  const first = dateAt(report.at, now);
  const ofWeek = `/v1/listings/${encoded(id)}/hours?from=${first}&to=${plusDays(first, 8)}`;
  const window = await ask(ofWeek, { signal, patience: 0 }).catch(() => report);
  return { ...report, intervals: window.intervals };
}

/**
 * @param {string} id
 * @param {AbortSignal} signal
 */
async function occurrences(id, signal) {
  return (await ask(`/v1/listings/${encoded(id)}/occurrences?limit=12`, { signal })).results;
}

/**
 * @param {{starts: string, ends?: string}[]} list
 * @param {number} now
 */
function dates(list, now) {
  if (!list.length) return h('p', { class: 'soft' }, t('no more dates'));
  return h('ul', { class: 'plain dates-list' }, list.map(({ starts, ends }) => h('li', {},
    h('time', { datetime: starts }, `${day(moment(starts).date)} ${moment(starts).time}`),
    ends && ` – ${endText(starts, ends, now)}`)));
}

/**
 * The time alone when it ends on the same day, or before six in the morning.
 *
 * @param {string} starts
 * @param {string} ends
 * @param {number} now
 */
function endText(starts, ends, now) {
  const { date, time } = moment(ends);
  const isSameDay = date === moment(starts).date;
  return isSameDay || time < '06:00' ? time : clock(ends, now);
}

/**
 * The ratings, and what members have written; read again when somebody has rated.
 *
 * @param {Page} page
 * @param {Listing} listing
 * @param {Result} result
 * @param {AbortSignal} signal
 */
function ratings(page, listing, result, signal) {
  const path = `/v1/listings/${encoded(listing.id)}/rating`;
  const load = () => section(t('ratings'), ask(path, { signal, patience: 1 }), (summary) => {
    const texts = h('div', {});
    if (Object.values(summary.distribution ?? {}).some((count) => count > 0)) {
      import('./members/reviews.js').then(({ reviews }) => reviews(page, listing.id, texts, signal)).catch(() => {});
    }
    return h('div', {}, rating({ ...result, ...summary }, summary), texts);
  });
  const element = h('div', { class: 'ratings', onrated: () => fill(element, load()) }, load());
  return element;
}

/**
 * @param {Result} result
 * @param {{distribution?: Record<string, number> | number[]}} summary
 */
function rating(result, { distribution = {} }) {
  if (!result.rating) return h('p', { class: 'soft' }, t('not rated'));
  // Keys of objects that are whole numbers come first, whatever their order was.
  const rows = Object.entries(distribution).filter(([, count]) => count > 0).sort(([a], [b]) => Number(b) - Number(a));
  const most = Math.max(...rows.map(([, count]) => count), 1);
  return h('div', {},
    h('p', { class: 'rating' }, `★ ${ratingText(result)}`),
    rows.length > 0 && h('table', { class: 'meters distribution' },
      h('caption', { class: 'visually-hidden' }, t('distribution')),
      h('tbody', {}, rows.map(([stars, count]) => {
        const title = h('th', { scope: 'row' }, `${number(Number(stars))} ★`);
        const bar = h('meter', { min: 0, max: most, value: count, 'aria-hidden': true });
        return h('tr', {}, title, h('td', {}, bar), h('td', {}, number(count, 0)));
      }))));
}

// MARK: Why it stands where it stands

const partNames = ['words', 'distance', 'open', 'rating'];

/**
 * @param {Page} page
 * @param {Listing} listing
 * @param {AbortSignal} signal
 */
function standing(page, listing, signal) {
  const element = h('section', { class: 'part' });
  const show = () => {
    const hadFocus = element.contains(document.activeElement);
    fillStanding(element, page, listing, signal);
    // The button is another one from now on.
    if (hadFocus) element.querySelector('button')?.focus({ preventScroll: true });
  };
  document.addEventListener('vicinity-answer', show, { signal });
  show();
  return element;
}

/**
 * @param {HTMLElement} element
 * @param {Page} page
 * @param {Listing} listing
 * @param {AbortSignal} signal
 */
function fillStanding(element, page, listing, signal) {
  const rank = page.results.answer?.results.findIndex(({ id }) => id === listing.id) ?? -1;
  const verdict = h('div', { 'aria-live': 'polite' });
  if (rank < 0) {
    fill(element, h('h3', {}, t('not among results')), h('button', {
      type: 'button', onclick: async () => fill(verdict, await whyNot(page, listing.id)),
    }, t('why not')), verdict);
    return;
  }
  const total = number(page.results.answer?.total ?? 0, 0);
  const button = h('button', {
    type: 'button', 'aria-expanded': false, onclick: async () => {
      button.setAttribute('aria-expanded', 'true');
      fill(verdict, await reasons(page, listing.id, rank, signal));
    },
  }, t('why here'));
  fill(element, h('h3', {}, t('rank', { n: rank + 1, total })), button, verdict);
}

/**
 * @param {Page} page
 * @param {string} id
 * @param {number} rank
 * @param {AbortSignal} signal
 * @returns {Promise<Node[]>}
 */
async function reasons(page, id, rank, signal) {
  /** @type {import('./query.js').Query} */
  const query = { ...page.results.query, limit: Math.min(rank + 1, pageSize) };
  if (query.sort === 'best') {
    const { results } = await ask('/v1/query', { body: { ...query, fields: ['id', 'score', 'parts'] }, signal });
    const own = results.find((/** @type {{id: string}} */ result) => result.id === id);
    if (!own) return [h('p', {}, t('has changed'))];
    const score = h('p', {}, t('score', { score: number(own.score * 100, 0) }));
    const rows = partNames.filter((name) => own.parts[name] !== undefined).map((name) => {
      const bar = h('meter', { min: 0, max: 0.4, value: own.parts[name], 'aria-hidden': true });
      const points = number(own.parts[name] * 100, 0);
      return h('tr', {}, h('th', { scope: 'row' }, t(`part ${name}`)), h('td', {}, bar), h('td', {}, points));
    });
    return [score, h('table', { class: 'meters' }, h('tbody', {}, rows))];
  }
  const { reasons: list } = await ask('/v1/why', { body: query, signal });
  const own = list.find((/** @type {{id: string}} */ reason) => reason.id === id);
  if (!own) return [h('p', {}, t('has changed'))];
  if (own.rank === 1) return [h('p', {}, t('is first'))];
  const first = own.firstIf;
  const values = first && { distance: distance(first.by), price: price(first.by, first.currency), n: first.by };
  const key = first ? `first if ${first.key.replace('nightPrice', 'price')}` : 'cannot be first';
  return [h('p', {}, has(key) ? t(key, values) : english(first.words))];
}

// MARK: Stays

/**
 * @param {Page} page
 * @param {Listing} listing
 * @param {AbortSignal} signal
 * @param {Choice} choice
 */
function stay(page, listing, signal, choice) {
  const path = `/v1/listings/${encoded(listing.id)}`;
  const outcome = h('p', { class: 'sum', 'aria-live': 'polite' });
  const usual = Math.max(1, Math.floor(Number(page.store.state.filters.guests)) || 1);
  const input = h('input', { type: 'number', name: 'guests', min: 1, max: 99, value: usual });
  let turn = 0;
  const check = async (/** @type {string} */ arrival, /** @type {string} */ departure) => {
    const guests = String(Math.max(1, Math.floor(Number(input.value)) || 1));
    const span = `${arrival}..${departure}`;
    turn += 1;
    const own = turn;
    choose(null, '');
    /** @type {any} */
    let answer;
    try {
      answer = await ask(`${path}/availability?stay=${span}&guests=${guests}`, { signal, patience: 1 });
    } catch (error) {
      if (error instanceof Problem && !signal.aborted && turn === own) fill(outcome, told(error));
      return;
    }
    if (signal.aborted || turn !== own) return;
    const amount = answer.price === undefined ? '' : price(answer.price, answer.currency ?? listing.currency);
    if (answer.available) fill(outcome, t('is free', { price: amount, n: Number(guests) }));
    else fill(outcome, obstaclesText(answer.reasons));
    choose({ from: arrival, to: departure, guests: Number(guests), isFree: answer.available }, amount);
  };
  const choose = (/** @type {Choice['stay']} */ stay, /** @type {string} */ amount) => {
    [choice.stay, choice.price] = [stay, amount];
    choice.changed();
    if (!stay) return;
    const { filters } = page.store.state;
    const guests = stay.guests > 1 || filters.guests ? String(stay.guests) : '';
    page.store.filterKeeping({ stay: `${stay.from}..${stay.to}`, guests });
  };
  /** @type {ConstructorParameters<typeof Calendar>[0]} */
  const options = {
    ...staySpan(page.store.state.filters.stay), today: page.placeNow.date, currency: listing.currency,
    nights: async (begin, end) => {
      const report = await ask(`${path}/nights?from=${begin}&to=${end}`, { signal, patience: 1 });
      options.firstArrival = report.firstArrival;
      options.currency = report.currency;
      return report.nights;
    },
    onChange: (arrival, departure) => check(arrival, departure), onClear: () => clear(),
  };
  const calendar = new Calendar(options);
  const checkAgain = () => calendar.from && calendar.to && check(calendar.from, calendar.to);
  // What words for nights mean is known with the answer.
  const end = page.store.listen(({ filters }, before) => {
    if (signal.aborted) return end();
    const { from, to } = staySpan(filters.stay);
    if (filters.stay === before.filters.stay || !from || from === calendar.from && to === calendar.to) return undefined;
    calendar.show(from, to);
    return checkAgain();
  });
  input.addEventListener('change', checkAgain);
  const clear = () => {
    turn += 1;
    fill(outcome);
    choose(null, '');
  };
  choice.renew = () => {
    calendar.renew();
    calendar.show(null, null);
    clear();
  };
  checkAgain();
  const least = listing.minNights && listing.minNights > 1 ? ` · ${t('least nights', { n: listing.minNights })}` : '';
  return h('section', { class: 'part stay' }, h('h3', {}, t('free nights')),
    h('p', { class: 'soft' }, t('sleeps', { n: listing.guests ?? 1 }), least),
    h('label', { class: 'guests' }, t('guests'), input), calendar.element, outcome,
    !listing.host && notBookable(listing));
}

/**
 * Why a couch without a host cannot be asked for, and where it may be.
 *
 * @param {Listing} listing
 */
function notBookable({ url }) {
  const site = webAddress(url);
  const link = site && h('a', { href: site, rel: 'noopener noreferrer' }, t('book at', { host: new URL(site).host }));
  return h('p', { class: 'soft not-bookable' }, t('not bookable'), ' ', link);
}

// MARK: The rest

/**
 * @param {Page} page
 * @param {Listing} listing
 */
function tags(page, { tags: list }) {
  if (!list?.length) return null;
  const chosen = page.filters.tags;
  const chips = list.map((tag) => chip(tagText(tag), {
    key: `detail ${tag}`, isOn: chosen.includes(tag), choose: () => {
      page.filters.addTag(tag);
      page.list.focus();
    },
  }));
  return h('section', { class: 'part' }, h('h3', {}, t('menu tags')), h('div', { class: 'chips' }, chips));
}

/** @param {Listing} listing */
function ownFields(listing) {
  const rows = Object.entries(listing)
    .filter(([key, value]) => !known.has(key) && value !== null && typeof value !== 'object');
  const others = [
    listing.host && [t('host'), listing.host], listing.capacity && [t('capacity'), number(listing.capacity, 0)],
  ].filter(Boolean);
  if (!rows.length && !others.length) return null;
  return h('dl', { class: 'own' }, [...others, ...rows].flatMap((/** @type {any} */ [key, value]) => [
    h('dt', {}, key), h('dd', { dir: 'auto' }, String(value)),
  ]));
}

/**
 * Only addresses of the web become links.
 *
 * @param {string | undefined} text
 */
export function webAddress(text) {
  if (!text || !/^https?:\/\//i.test(text)) return undefined;
  try {
    return new URL(text).href;
  } catch {
    return undefined;
  }
}

/** @param {Listing} listing */
function links(listing) {
  const calendarOf = `v1/listings/${encoded(listing.id)}/calendar.ics`;
  const site = webAddress(listing.url);
  // Who has a place at an event finds there where to pay.
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
