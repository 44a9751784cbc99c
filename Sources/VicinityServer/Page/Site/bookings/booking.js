// Asks for the stay that is chosen in the calendar of a couch.

import { encoded, Problem } from '../base/api.js';
import { fill, h } from '../base/dom.js';
import { t } from '../base/text.js';
import { obstaclesText } from '../listing/obstacles.js';
import { change, newKey, oneAtATime, problemText } from '../members/request.js';
import { store } from '../state/store.js';

/**
 * @typedef {import('../listing/listing.js').Listing} Listing
 * @typedef {import('../listing/nights.js').Choice} Choice
 */

/**
 * @param {Listing} listing
 * @param {Choice} choice
 */
export function booking(listing, choice) {
  const statusLine = h('div', { role: 'status' });
  const button = h('button', { type: 'button', class: 'done', 'data-act': 'book', onclick: () => send() });
  const rule = h('p', { class: 'soft' }, cancellation(listing.cancellationNotice));
  const element = h('div', { class: 'book' }, button, rule, statusLine);
  // The same stay has the same key until the server has answered: however often it is sent, it is one booking.
  let attempt = { stay: '', key: '' };
  const send = () => oneAtATime(button, async () => {
    const { stay } = choice;
    if (!stay) return;
    const { from, to, guests } = stay;
    const text = `${from}..${to} ${guests}`;
    if (attempt.stay !== text) attempt = { stay: text, key: newKey() };
    fill(statusLine);
    try {
      await change('POST', `/v1/listings/${encoded(listing.id)}/bookings`, { from, to, guests }, {
        headers: { 'Idempotency-Key': attempt.key },
      });
      attempt = { stay: '', key: '' };
      const mine = h('button', {
        type: 'button', class: 'action', onclick: () => store.update({ show: 'mine', id: null }),
      }, t('own mine'));
      fill(statusLine, h('p', { class: 'form-status' }, t('stay requested')), mine);
      choice.renew();
      mine.focus();
    } catch (error) {
      fill(statusLine, h('p', { class: 'form-error' }, obstacle(error)));
    }
  });
  choice.changed = () => {
    const isFree = Boolean(choice.stay?.isFree);
    button.hidden = !isFree;
    rule.hidden = !isFree || !rule.textContent;
    button.textContent = choice.price ? t('request stay for', { price: choice.price }) : t('request stay');
  };
  choice.changed();
  return element;
}

/**
 * Until when a guest may cancel.
 *
 * @param {number | undefined} days before arrival
 */
function cancellation(days) {
  if (days === undefined) return '';
  return days === 0 ? t('cancel until arrival') : t('cancel until', { n: days });
}

/**
 * Why a couch cannot be booked: the server names the reasons after a colon.
 *
 * @param {unknown} error
 */
function obstacle(error) {
  if (!(error instanceof Problem) || error.code !== 'unavailable') return problemText(error);
  const [, reasons = error.message] = /: (.*)/s.exec(error.message) ?? [];
  return obstaclesText([reasons]);
}
