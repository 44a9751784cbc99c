// Writes messages: text, a picture or video, a location.

import { encoded, request } from '../base/api.js';
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

/** The form below a conversation. */
export class Composer {
  #hint = h('p', { id: 'message-hint', class: 'visually-hidden' }, t('message hint'));
  #text = h('textarea', {
    rows: 2, maxlength: 4000, 'aria-label': t('message'), placeholder: t('message'), name: 'message',
    'aria-describedby': this.#hint.id, onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event),
  });
  #button = h('button', { type: 'submit', class: 'done' }, t('send'));
  #file = h('input', { type: 'file', accept: types, class: 'visually-hidden', onchange: () => this.#sendFiles() });
  #error = h('p', { class: 'form-error', role: 'alert' });
  #status = h('p', { class: 'soft', role: 'status' });
  /** @type {Promise<Message | null> | null} the message that is being sent */
  #running = null;
  /** A message that failed is sent again with the same key: it may have arrived. */
  #attempt = { text: '', key: '' };
  element;

  /**
   * @param {string} path the path of the conversation
   * @param {(message: Message) => void} sent called with each message that was sent
   */
  constructor(path, sent) {
    this.path = path;
    this.sent = sent;
    const shareBox = share((location) => this.#sendLocation(location));
    this.element = h('form', {
      class: 'form composer', onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        this.#sendText();
      },
    }, this.#text, this.#hint, h('div', { class: 'composer-foot' },
      h('label', { class: 'action' }, this.#file, icon('picture'), t('picture or video')), shareBox.button,
      this.#button), shareBox.element, this.#status, this.#error);
  }

  focus() {
    this.#text.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    // Keyboards of phones have no other key for a new line.
    const isPhone = matchMedia('(hover: none)').matches;
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || isPhone) return;
    event.preventDefault();
    this.#sendText();
  }

  /**
   * Sends a message, unless another one is being sent.
   *
   * @param {Record<string, unknown>} body
   * @param {string} [written] the text that is removed from the field once it was sent
   * @returns {Promise<Message | null>} null when it was not sent
   */
  async #post(body, written = '') {
    if (this.#running) return null;
    this.#running = this.#postAlone(body, written).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /**
   * @param {Record<string, unknown>} body
   * @param {string} written
   * @returns {Promise<Message | null>}
   */
  async #postAlone(body, written) {
    set(this.#button, { 'aria-disabled': true });
    fill(this.#error);
    const words = JSON.stringify(body);
    if (this.#attempt.text !== words) this.#attempt = { text: words, key: newKey() };
    try {
      const headers = { 'Idempotency-Key': this.#attempt.key };
      const message = await change('POST', `${this.path}/messages`, body, { headers });
      this.#attempt = { text: '', key: '' };
      // Text that was entered in the meantime stays.
      if (this.#text.value.startsWith(written)) this.#text.value = this.#text.value.slice(written.length);
      this.sent(message);
      return message;
    } catch (problem) {
      fill(this.#error, problemText(problem));
      return null;
    } finally {
      set(this.#button, { 'aria-disabled': null });
    }
  }

  async #sendText() {
    const written = this.#text.value;
    const words = written.trim();
    if (words) await this.#post({ text: words }, written);
    this.#text.focus();
  }

  async #sendFiles() {
    const file = this.#file.files?.[0];
    if (file) await this.#sendFile(file);
    this.#file.value = '';
  }

  /** @param {File} file */
  async #sendFile(file) {
    fill(this.#status, t('sending', { name: file.name }));
    fill(this.#error);
    const written = this.#text.value;
    const words = written.trim();
    try {
      const { id } = await change('POST', '/v1/media', undefined, { file });
      while (this.#running) await this.#running;
      // The text may have been sent in the meantime.
      const caption = this.#text.value.startsWith(written) ? words : '';
      await this.#post({ media: id, ...(caption && { text: caption }) }, caption && written);
    } catch (problem) {
      fill(this.#error, problemText(problem));
    } finally {
      fill(this.#status);
    }
  }

  /**
   * @param {Record<string, unknown>} location
   * @returns {Promise<boolean>} whether it was sent
   */
  async #sendLocation(location) {
    const message = await this.#post({ location });
    if (message?.location?.until) move(message);
    if (message) this.#text.focus();
    return message !== null;
  }
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
