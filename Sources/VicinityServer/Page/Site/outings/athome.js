// An evening of those who sleep at home: an event, and a bar that is open afterwards.

import { request } from '../base/api.js';
import { plusDays } from '../base/dates.js';
import { answerTime } from '../state/place.js';

/**
 * @typedef {import('../state/query.js').Query} Query
 * @typedef {import('./query.js').Outing} Outing
 * @typedef {import('./query.js').Place} Place
 * @typedef {import('./query.js').HomePlan} HomePlan
 * @typedef {Place & {distance: number, allDay?: boolean, status?: string, rating?: number}} Event
 */

/** Events that are looked at, the best first. */
const most = 8;
/** How long an event without a known end counts, as the server counts it, in milliseconds. */
const usualLength = 2 * 3_600_000;
/** Minutes in a bar. */
const barStay = 60;
/** The parts of the score, as the server weighs them. */
const weights = { walk: 0.4, price: 0.25, rating: 0.35 };
/** The rating of a listing without one. */
const usualRating = 3.5;

const fields = [
  'id', 'name', 'lat', 'lon', 'distance', 'starts', 'ends', 'allDay', 'status', 'price', 'currency', 'rating',
];

/**
 * Local times of a place some time later, with the same offset.
 *
 * @param {string} text RFC 3339
 * @param {number} milliseconds
 */
function later(text, milliseconds) {
  const local = new Date(Date.parse(`${text.slice(0, 19)}Z`) + milliseconds).toISOString().slice(0, 19);
  return local + text.slice(19);
}

/**
 * The events whose end is in an evening and still to come, with their end.
 *
 * @param {HomePlan} plan
 * @param {AbortSignal} signal
 * @returns {Promise<(Event & {over: string})[]>}
 */
async function eventsOf({ near, evening, walk, tags }, signal) {
  const [begin, end] = [`${evening}T18:00`, `${plusDays(evening, 1)}T06:00`];
  const body = { near, radius: walk, kinds: ['event'], during: `${begin}..${end}`, tags, limit: 3 * most, fields };
  const { results } = await request('/v1/query', { body, signal });
  const ending = results.map((/** @type {Event} */ event) =>
    ({ ...event, over: event.ends ?? later(event.starts ?? '', usualLength) }));
  return ending.filter((/** @type {Event & {over: string}} */ { allDay, status, over }) =>
    !allDay && !status && over.slice(0, 16) > begin && over.slice(0, 16) <= end && Date.parse(over) > answerTime())
    .slice(0, most);
}

/**
 * What two people pay at two places; undefined if a price is unknown, or in another currency.
 *
 * @param {Place[]} places
 * @param {number} people
 */
function priceOf(places, people) {
  const costs = places.filter(({ price }) => price !== 0);
  const [first] = costs;
  if (costs.some(({ price, currency }) => price === undefined || currency !== first.currency)) return {};
  const price = people * costs.reduce((sum, one) => sum + (one.price ?? 0), 0);
  return { price: Math.round(price * 100) / 100, currency: first?.currency };
}

/**
 * @param {Outing} outing
 * @param {number[]} ratings
 * @param {HomePlan} plan
 */
function scoreOf({ walk, price }, ratings, { walk: farthest, maxPrice }) {
  const cheap = price === undefined ? 0 : maxPrice ? 1 - price / maxPrice : 100 / (100 + price);
  const rating = ratings.reduce((sum, one) => sum + one, 0) / ratings.length / 5;
  return weights.walk * (1 - walk / (2 * farthest)) + weights.price * cheap + weights.rating * rating;
}

/**
 * The best evenings, at most one for each event.
 *
 * @param {HomePlan} plan
 * @param {AbortSignal} signal
 * @returns {Promise<{outings: Outing[]}>}
 */
export async function planAtHome(plan, signal) {
  const { walk, people, maxPrice, currency } = plan;
  const events = await eventsOf(plan, signal);
  const found = await Promise.all(events.map(async ({ over, distance, rating, ...event }) => {
    const body = {
      near: { lat: event.lat, lon: event.lon }, start: over.slice(0, 16), stops: 1, stay: barStay, walk, limit: 1,
    };
    const { crawls: [crawl] } = await request('/v1/crawl', { body, signal });
    if (!crawl) return [];
    const [bar] = crawl.stops;
    /** @type {Outing} */
    const outing = {
      score: 0, evening: plan.evening, walk: distance + bar.walk, ...priceOf([event, bar], people),
      event: { ...event, walk: distance, ...(!event.ends && { countsAsOver: over }) },
      bar: { ...bar, departure: undefined },
    };
    const { price } = outing;
    const isPayable = maxPrice === undefined
      || (price !== undefined && price <= maxPrice && (price === 0 || outing.currency === currency));
    outing.score = scoreOf(outing, [rating ?? usualRating, bar.rating ?? usualRating], plan);
    return isPayable ? [outing] : [];
  }));
  return { outings: found.flat().sort((a, b) => b.score - a.score) };
}
