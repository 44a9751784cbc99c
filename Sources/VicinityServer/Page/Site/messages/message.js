// One message. Members' texts are shown as plain text, whatever they contain.

import { encoded } from '../base/api.js';
import { h, icon } from '../base/dom.js';
import { setSheetHeight } from '../base/sheet.js';
import { distance, has, t } from '../base/text.js';
import { webAddress } from '../base/weblink.js';
import { mapView } from '../map/view.js';
import { confirmed } from '../members/form.js';
import { person } from '../members/names.js';
import { reporting } from '../members/report.js';
import { change } from '../members/request.js';
import { listingLink, namedLink } from '../members/rows.js';
import { timeText } from '../members/times.js';
import { readState } from '../state/address.js';
import { showNearby } from '../state/navigation.js';
import { reader } from '../state/place.js';
import { store } from '../state/store.js';
import { isLive, liveButtons } from './live.js';

/**
 * @typedef {{
 *   lat: number, lon: number, name?: string, address?: string, telephone?: string, listing?: string, until?: string,
 *   moved?: string,
 * }} Location
 * @typedef {{
 *   number: number, conversation: string, at: string, mine: boolean, sender?: string,
 *   kind: 'text' | 'picture' | 'video' | 'location' | 'booking' | 'removed', text?: string,
 *   media?: {id: string, type: string}, location?: Location, booking?: string, status?: string,
 * }} Message
 */

/**
 * A message in a few words, for lists.
 *
 * @param {Message} message
 */
export function preview({ kind, text, location, status }) {
  if (text) return text;
  if (kind === 'booking') return bookingText(status);
  if (kind === 'location') return location?.name ?? t('message location');
  return t(`message ${kind}`);
}

/** @param {string} [status] */
const bookingText = (status = '') => (has(`stay was ${status}`) ? t(`stay was ${status}`) : t('own mine'));

/**
 * @param {Message} message
 * @param {boolean} isOfMany whether more than two take part
 */
export function messageItem(message, isOfMany) {
  const { number, mine, sender, at, kind, conversation } = message;
  const who = mine || !sender ? t('you') : person(sender);
  const removal = mine && !['removed', 'booking'].includes(kind) && confirmed({
    text: t('delete'), question: t('delete question'), attributes: { class: 'message-delete', 'data-act': 'delete' },
    action: async () => {
      await change('DELETE', `/v1/conversations/${conversation}/messages/${number}`);
      const detail = { kind: 'message-removed', conversation, messageNumber: number };
      document.dispatchEvent(new CustomEvent('vicinity-news', { detail }));
    },
  });
  const name = `${t('subject message')}, ${timeText(at)}`;
  const report = !mine && sender && !['removed', 'booking'].includes(kind)
    && reporting({ message: number }, name, { class: 'message-delete' });
  return h('li', { class: `message${mine ? ' is-mine' : ''}`, 'data-number': number, tabindex: -1 },
    h('p', { class: 'soft message-head' },
      h('span', { class: isOfMany && !mine ? null : 'visually-hidden' }, who, ' '),
      h('time', { datetime: at }, timeText(at)), removal, report && h('span', { class: 'confirm' }, report.button)),
    messageContent(message), report && report.place);
}

/**
 * What a message says.
 *
 * @param {Message} message
 * @returns {import('../base/dom.js').Child[]}
 */
export function messageContent(message) {
  const { kind, text, media, location, status, mine } = message;
  const words = text ? h('p', { class: 'message-text', dir: 'auto' }, withLinks(text)) : null;
  if (kind === 'booking') {
    const own = () => store.update({ show: isByGuest(status, mine) ? 'mine' : 'hosting', item: '' });
    return [h('p', {}, h('i', {}, bookingText(status))),
      h('button', { type: 'button', class: 'action', onclick: own }, t('look at stay'))];
  }
  if (location) return [place(message, location)];
  if (kind === 'removed') return [h('p', { class: 'soft' }, h('i', {}, t('message removed')))];
  if (!media) return [words];
  const src = `v1/media/${encoded(media.id)}`;
  return [
    kind === 'video' ? h('video', { src, controls: true, preload: 'metadata', 'aria-label': t('message video') })
      : h('img', { src, alt: text ?? t('message picture'), loading: 'lazy' }),
    words,
  ];
}

/**
 * A text whose web addresses are links. Punctuation that follows one does not belong to it.
 *
 * @param {string} text
 */
export function withLinks(text) {
  return text.split(/(https?:\/\/[^\s<>"“”„«»]+)/iu).flatMap((part, index) => {
    if (index % 2 === 0) return [part];
    const end = /[.,;:!?'’)\]}*_]+$/u.exec(part)?.[0] ?? '';
    // A bracket that is opened within an address belongs to it.
    const isOpened = end.startsWith(')') && part.includes('(');
    const address = part.slice(0, part.length - end.length) + (isOpened ? ')' : '');
    const href = webAddress(address);
    if (!href) return [part];
    const link = ownLink(new URL(href))
      ?? h('a', { href, rel: 'noopener noreferrer nofollow', target: '_blank' }, address);
    return [link, part.slice(address.length)];
  });
}

/**
 * The link of an address of this page: a listing opens next to the conversation. Null for other addresses.
 *
 * @param {URL} url
 */
function ownLink({ origin, pathname, search, href }) {
  if (origin !== location.origin || pathname !== location.pathname) return null;
  const { id } = readState(search);
  return id ? namedLink(id) : h('a', { href }, href);
}

/**
 * Whether the reader is the guest: guests send requests, hosts answer, and both cancel.
 *
 * @param {string} status
 * @param {boolean} mine
 */
const isByGuest = (status = '', mine = false) => (status === 'requested' ? mine : !mine);

/**
 * A place, which opens on the map.
 *
 * @param {Message} message
 * @param {Location} location
 */
function place(message, location) {
  const { lat, lon, name, address, telephone, listing, until } = location;
  const away = reader.position && metersBetween(reader.position, location);
  const live = until && t(isLive(location) ? 'live until' : 'live ended', { time: timeText(until) });
  return h('div', { class: 'message-place' },
    h('p', {}, icon('pin'), ' ', listing ? listingLink(listing, name)
      : h('bdi', {}, name ?? t(until ? 'own position' : 'message location'))),
    address && h('p', { class: 'soft', dir: 'auto' }, address),
    telephone && h('p', {}, h('a', { href: `tel:${telephone.replace(/[^+\d]/g, '')}` }, telephone)),
    live && h('p', { class: 'soft' }, live),
    away !== null && h('p', { class: 'soft' }, t('away from you', { distance: distance(away) })),
    h('div', { class: 'actions' },
      h('button', { type: 'button', class: 'action', 'data-act': 'on-map', onclick: () => show(message) },
        t('on the map')),
      h('button', { type: 'button', class: 'action', 'data-act': 'near', onclick: () => showNearby({ lat, lon }) },
        icon('near'), t('what is near')),
      message.mine && until && liveButtons(message, location)));
}

/** The live position that the map shows, by the number of its message. */
let shown = 0;

/** @param {Message} message */
function show({ number, location }) {
  if (!location) return;
  const { lat, lon, until } = location;
  // A live location is updated by the conversation, which therefore stays open.
  shown = until && isLive(location) ? number : 0;
  // On a phone the map lies behind the panel.
  setSheetHeight('half');
  const zoom = Math.max(mapView.view.zoom, 16);
  const at = { near: { lat, lon }, view: { lat, lon, zoom } };
  store.update(shown ? at : { ...at, show: '', item: '', id: location.listing ?? null });
  if (!shown) mapView.focus();
}

/**
 * Moves a live position that the map shows.
 *
 * @param {Message} message
 */
export function follow({ number, location }) {
  if (number !== shown || !location) return;
  store.update({ near: { lat: location.lat, lon: location.lon } }, 'replace');
}

/**
 * @param {import('../state/address.js').Coordinate} one
 * @param {import('../state/address.js').Coordinate} other
 */
function metersBetween(one, other) {
  const radians = Math.PI / 180;
  const east = (other.lon - one.lon) * radians * Math.cos(((one.lat + other.lat) / 2) * radians);
  return 6_371_008.8 * Math.hypot(east, (other.lat - one.lat) * radians);
}
