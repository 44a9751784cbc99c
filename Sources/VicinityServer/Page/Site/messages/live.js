// Live locations: while one lasts and the page is open, the member's position is sent to the server.

import { showBanner } from '../base/banner.js';
import { h } from '../base/dom.js';
import { t } from '../base/text.js';
import { change, problemText } from '../members/request.js';

/**
 * @typedef {import('./message.js').Message} Message
 * @typedef {import('./message.js').Location} Location
 */

/** Milliseconds between two moves that are sent. */
const pause = 5000;

/** @type {Map<number, () => void>} what ends each position that this page moves, by the number of its message */
const running = new Map();

/** @param {Location} location */
export const isLive = ({ until }) => until !== undefined && Date.parse(until) > Date.now();

/**
 * Where the reader is.
 *
 * @returns {Promise<{lat: number, lon: number}>}
 */
export const ownPosition = () => new Promise((done, refuse) => {
  navigator.geolocation.getCurrentPosition(({ coords }) => done({ lat: coords.latitude, lon: coords.longitude }),
    refuse, { timeout: 10_000, maximumAge: 10_000 });
});

/** @param {Message} message */
const pathOf = ({ conversation, number }) => `/v1/conversations/${conversation}/messages/${number}/location`;

/**
 * Moves the position of a message from now on.
 *
 * @param {Message} message
 */
export function move(message) {
  const { number, location } = message;
  if (running.has(number) || !location || !isLive(location)) return;
  let sent = 0;
  let place = { lat: location.lat, lon: location.lon };
  let later = 0;
  const send = () => {
    [sent, later] = [Date.now(), 0];
    change('PUT', pathOf(message), place).catch((error) => {
      // Whether the server is away or busy: the next move may arrive.
      if (!(error.status >= 400 && error.status < 500) || error.status === 429) return;
      end();
      if (error.code !== 'not-live') showBanner(problemText(error));
    });
  };
  const watch = navigator.geolocation.watchPosition(({ coords }) => {
    place = { lat: coords.latitude, lon: coords.longitude };
    // The last of several moves is sent, too.
    later ||= window.setTimeout(send, Math.max(0, sent + pause - Date.now()));
  }, () => {}, { maximumAge: pause });
  const timer = setTimeout(() => end(), Date.parse(location.until ?? '') - Date.now());
  const end = () => {
    navigator.geolocation.clearWatch(watch);
    clearTimeout(timer);
    clearTimeout(later);
    running.delete(number);
  };
  running.set(number, end);
}

/**
 * The buttons of the member's live location.
 *
 * @param {Message} message
 * @param {Location} location
 */
export function liveButtons(message, location) {
  if (!isLive(location)) return [];
  const stop = h('button', {
    type: 'button', class: 'action', 'data-act': 'stop', onclick: async () => {
      running.get(message.number)?.();
      try {
        await change('PUT', pathOf(message), { stop: true });
      } catch (error) {
        showBanner(problemText(error));
      }
    },
  }, t('stop live'));
  // It is not moved after a reload.
  const goOn = !running.has(message.number) && h('button', {
    type: 'button', class: 'action', onclick: () => {
      move(message);
      goOn && goOn.remove();
      stop.focus();
    },
  }, t('go on live'));
  return [stop, goOn];
}
