// Writes messages: text, a picture or video, a place.

import { request, encoded } from '../base/api.js';
import { showBanner } from '../base/banner.js';
import { fill, h, icon, set } from '../base/dom.js';
import { t } from '../base/text.js';
import { change, newKey, problemText } from '../members/request.js';
import { idOf, suggestField } from '../search/suggest.js';
import { rounded } from '../state/address.js';
import { store } from '../state/store.js';
import { move, ownPosition } from './live.js';

/** @typedef {import('./message.js').Message} Message */

const types = 'image/jpeg,image/png,image/gif,image/webp,image/avif,video/mp4,video/webm';

/**
 * @param {string} path the path of the conversation
 * @param {(message: Message) => void} sent is given what has been sent
 */
export function composer(path, sent) {
  const hint = h('p', { id: 'message-hint', class: 'visually-hidden' }, t('message hint'));
  const text = h('textarea', {
    rows: 2, maxlength: 4000, 'aria-label': t('message'), placeholder: t('message'), name: 'message',
    'aria-describedby': hint.id,
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      // Keyboards of phones have no other key for a new line.
      const isPhone = matchMedia('(hover: none)').matches;
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing || isPhone) return;
      event.preventDefault();
      sendText();
    },
  });
  const send = h('button', { type: 'submit', class: 'done' }, t('send'));
  const error = h('p', { class: 'form-error', role: 'alert' });
  const statusLine = h('p', { class: 'soft', role: 'status' });
  /** @type {Promise<Message | null> | null} the message that is on its way */
  let running = null;
  // A message that failed is sent again with the same key: it may have arrived.
  let attempt = { text: '', key: '' };

  /**
   * @param {Record<string, unknown>} body
   * @param {string} [written] what is taken out of the field once it was sent
   * @returns {Promise<Message | null>} null when it was not sent
   */
  const post = async (body, written = '') => {
    if (running) return null;
    running = postAlone(body, written).finally(() => {
      running = null;
    });
    return running;
  };
  /**
   * @param {Record<string, unknown>} body
   * @param {string} written
   * @returns {Promise<Message | null>}
   */
  const postAlone = async (body, written) => {
    set(send, { 'aria-disabled': true });
    fill(error);
    const words = JSON.stringify(body);
    if (attempt.text !== words) attempt = { text: words, key: newKey() };
    try {
      const message = await change('POST', `${path}/messages`, body, {
        headers: { 'Idempotency-Key': attempt.key },
      });
      attempt = { text: '', key: '' };
      // Text that was entered in the meantime stays.
      if (text.value.startsWith(written)) text.value = text.value.slice(written.length);
      sent(message);
      return message;
    } catch (problem) {
      fill(error, problemText(problem));
      return null;
    } finally {
      set(send, { 'aria-disabled': null });
    }
  };
  const sendText = async () => {
    const written = text.value;
    const words = written.trim();
    if (!words) return text.focus();
    await post({ text: words }, written);
    return text.focus();
  };
  const sendFile = async (/** @type {File} */ file) => {
    fill(statusLine, t('sending', { name: file.name }));
    fill(error);
    const written = text.value;
    const words = written.trim();
    try {
      const { id } = await change('POST', '/v1/media', undefined, { file });
      while (running) await running;
      // The text may have been sent in the meantime.
      const caption = text.value.startsWith(written) ? words : '';
      await post({ media: id, ...(caption && { text: caption }) }, caption && written);
    } catch (problem) {
      fill(error, problemText(problem));
    } finally {
      fill(statusLine);
    }
  };
  const file = h('input', {
    type: 'file', accept: types, class: 'visually-hidden', onchange: async () => {
      if (file.files?.[0]) await sendFile(file.files[0]);
      file.value = '';
    },
  });
  const shareBox = share(async (location) => {
    const message = await post({ location });
    if (message?.location?.until) move(message);
    if (message) text.focus();
    return message !== null;
  });
  const element = h('form', {
    class: 'form composer', onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      sendText();
    },
  }, text, hint, h('div', { class: 'composer-foot' },
    h('label', { class: 'action' }, file, icon('picture'), t('picture or video')), shareBox.button, send),
  shareBox.element, statusLine, error);
  return { element, focus: () => text.focus({ preventScroll: true }) };
}

/**
 * A menu of places to share.
 *
 * @param {(location: Record<string, unknown>) => Promise<boolean>} send
 */
function share(send) {
  const element = h('div', { class: 'share', id: 'share-place', hidden: true });
  const button = h('button', {
    type: 'button', class: 'action', 'aria-expanded': false, 'aria-controls': element.id, 'data-act': 'share',
    onclick: () => open(element.hidden),
  }, icon('pin'), t('a place'));
  const open = (/** @type {boolean} */ isOpen) => {
    element.hidden = !isOpen;
    set(button, { 'aria-expanded': isOpen });
    if (isOpen) element.querySelector('button')?.focus();
  };
  const give = async (/** @type {Record<string, unknown>} */ location) => {
    if (await send(location)) open(false);
  };
  const giveOwn = async (/** @type {number} seconds for which it moves */ live) => {
    try {
      await give({ ...rounded(await ownPosition()), ...(live && { live }) });
    } catch {
      showBanner(t('position refused'));
    }
  };
  const giveListing = async (/** @type {import('../search/suggest.js').Completion} */ completion) => {
    const id = await idOf(completion);
    if (!id) return;
    const { lat, lon, name, address, phone } = await request(`/v1/listings/${encoded(id)}`, { patience: 2 });
    await give({ lat, lon, name, listing: id, ...(address && { address }), ...(phone && { telephone: phone }) });
  };
  const choice = (/** @type {string} */ name, /** @type {() => void} */ onclick) =>
    h('button', { type: 'button', class: 'action', 'data-place': name, onclick }, t(`share ${name}`));
  fill(element,
    choice('middle', () => give(rounded({ lat: store.state.view.lat, lon: store.state.view.lon }))),
    choice('here', () => giveOwn(0)), choice('quarter', () => giveOwn(900)), choice('hour', () => giveOwn(3600)),
    h('div', { class: 'outing-place' }, t('share listing'), suggestField({
      label: t('share listing'), near: () => store.state.view, kinds: ['name'], choose: giveListing,
    })));
  return { element, button };
}
