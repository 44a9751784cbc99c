// One conversation: its messages, and what is sent.

import '../members/ready.js';

import { encoded, Problem } from '../base/api.js';
import { showBanner } from '../base/banner.js';
import { h, icon } from '../base/dom.js';
import { t } from '../base/text.js';
import { face } from '../members/face.js';
import { confirmed } from '../members/form.js';
import { reporting } from '../members/report.js';
import { change, memberRequest } from '../members/request.js';
import { listingLink } from '../members/rows.js';
import { store } from '../state/store.js';
import { Composer } from './composer.js';
import { follow, messageItem } from './message.js';
import { titleOf } from './title.js';

/**
 * @typedef {import('./message.js').Message} Message
 * @typedef {import('./title.js').Conversation} Conversation
 */

/** Messages that are read at once. */
const pageSize = 50;

/**
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {Promise<import('../members/part.js').Part>}
 */
export async function conversation(id, signal) {
  const path = `/v1/conversations/${encoded(id)}`;
  const [about, { messages }] = await Promise.all([
    memberRequest(path, { signal }), memberRequest(`${path}/messages?limit=${pageSize}`, { signal }),
  ]);
  const talk = new Talk(path, about, messages.reverse(), signal);
  return { element: talk.element, focus: () => talk.focus() };
}

class Talk {
  #list = h('ol', { class: 'plain messages' });
  #earlier = h('button', { type: 'button', class: 'wide', onclick: () => this.#readEarlier() }, t('earlier messages'));
  #heading;
  #composer;
  /** @type {Map<number, {message: Message, element: HTMLElement}>} by number */
  #shown = new Map();
  /** The last message that counts as read. */
  #read = 0;
  element;

  /**
   * @param {string} path
   * @param {Conversation} about
   * @param {Message[]} messages the oldest first
   * @param {AbortSignal} signal
   */
  constructor(path, about, messages, signal) {
    this.path = path;
    this.about = about;
    this.signal = signal;
    this.#heading = h('h3', { tabindex: -1 }, titleOf(about));
    this.#composer = new Composer(path, (message) => {
      this.#showMessage(message);
      this.#scroll();
    });
    this.element = h('div', { class: 'talk' }, this.#head(), this.#earlier,
      h('div', { role: 'log', 'aria-label': t('messages') }, this.#list), this.#composer.element);
    this.#earlier.hidden = messages.length < pageSize;
    for (const message of messages) this.#showMessage(message);
    document.addEventListener('vicinity-news', (event) => this.#receive(/** @type {CustomEvent} */ (event).detail), {
      signal,
    });
    document.addEventListener('visibilitychange', () => this.#markRead(), { signal });
    this.#markRead();
    requestAnimationFrame(() => this.#scroll());
  }

  focus() {
    this.#composer.focus();
  }

  #head() {
    const { with: other, event, participants } = this.about;
    if (other) this.#heading.prepend(face(other), ' ');
    const back = h('button', {
      type: 'button', class: 'back', onclick: () => store.update({ item: '' }),
    }, icon('back'), t('own messages'));
    const block = other && confirmed({
      text: t('block'), question: t('block question'), attributes: { 'data-act': 'block-member' },
      action: async () => {
        await change('PUT', `/v1/me/blocked/${encoded(other)}`);
        showBanner(t('is blocked'));
        store.update({ item: '' });
      },
    });
    const report = other && reporting({ member: other }, other);
    const many = event && h('p', { class: 'soft' }, listingLink(event.listing, event.name), ' · ',
      t('members going', { n: participants.length }));
    return h('div', { class: 'talk-head' }, back, h('div', { class: 'row' }, this.#heading,
      h('span', { class: 'row-actions' }, report && report.button, block)), report && report.place, many);
  }

  /** @param {import('../session/changes.js').Change} change */
  #receive({ kind, conversation, message, messageNumber }) {
    if (kind === 'missed') return void this.#readLater().catch(() => {});
    // A decision on a message has its number.
    if (kind === 'moderation') return void this.#readAgain(Number(message)).catch(() => {});
    if (conversation !== this.about.id) return;
    const known = this.#shown.get(messageNumber ?? 0)?.message;
    if (kind === 'message-removed' && known) {
      const { number, at, mine, sender } = known;
      this.#showMessage({ number, at, mine, sender, conversation, kind: 'removed' });
    }
    if (!message || !['message', 'position'].includes(kind)) return;
    // A position before the messages that are shown stays there.
    if (kind === 'position' && !known) return;
    const isAtEnd = this.#isAtEnd;
    this.#showMessage(message);
    follow(message);
    if (kind === 'message' && isAtEnd) this.#scroll();
    this.#markRead();
  }

  /**
   * Shows a message, in place of what it was before.
   *
   * @param {Message} message
   */
  #showMessage(message) {
    const { number } = message;
    const former = this.#shown.get(number);
    if (former && JSON.stringify(former.message) === JSON.stringify(message)) return;
    const element = messageItem(message, !this.about.with);
    this.#shown.set(number, { message, element });
    if (former) {
      const focused = document.activeElement;
      const hadFocus = former.element.contains(focused);
      former.element.replaceWith(element);
      if (!hadFocus) return;
      const { act = '' } = /** @type {HTMLElement} */ (focused).dataset;
      const same = /** @type {HTMLElement | null} */ (element.querySelector(`[data-act="${act}"]`));
      (same ?? element).focus({ preventScroll: true });
      return;
    }
    const later = [...this.#shown.keys()].filter((other) => other > number);
    this.#list.insertBefore(element, this.#shown.get(Math.min(...later))?.element ?? null);
  }

  async #readEarlier() {
    const first = Math.min(...this.#shown.keys());
    const { messages } = await memberRequest(`${this.path}/messages?limit=${pageSize}&before=${first}`);
    this.#earlier.hidden = messages.length < pageSize;
    for (const message of messages) this.#showMessage(message);
    this.#shown.get(first)?.element.focus();
  }

  /** Reads the messages that arrived while the connection was lost. */
  async #readLater() {
    const last = Math.max(0, ...this.#shown.keys());
    const answer = await memberRequest(`${this.path}/messages?limit=500&after=${last}`, { signal: this.signal });
    for (const message of answer.messages) this.#showMessage(message);
    this.#markRead();
  }

  /**
   * A message that editors have hidden or restored.
   *
   * @param {number} number
   */
  async #readAgain(number) {
    if (!this.#shown.has(number)) return;
    const { messages } = await memberRequest(`${this.path}/messages?limit=1&after=${number - 1}`);
    for (const message of messages) this.#showMessage(message);
  }

  async #markRead() {
    const last = Math.max(0, ...this.#shown.keys());
    if (document.visibilityState !== 'visible' || last <= this.#read || this.signal.aborted) return;
    this.#read = last;
    try {
      await change('POST', `${this.path}/read`, { number: last }, { patience: 2 });
      document.dispatchEvent(new Event('vicinity-read'));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#read = 0;
    }
  }

  /** Whether the end is seen, so that what comes may move it. */
  get #isAtEnd() {
    const panel = this.element.closest('.panel');
    return !panel || panel.scrollTop + panel.clientHeight > panel.scrollHeight - 80;
  }

  #scroll() {
    const panel = this.element.closest('.panel');
    panel?.scrollTo(0, panel.scrollHeight);
  }
}
