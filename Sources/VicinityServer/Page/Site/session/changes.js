// Changes that concern the member, as they happen. One tab listens to the server, and informs the others.

import { Problem } from '../base/api.js';
import { memberRequest } from '../members/request.js';

/**
 * @typedef {import('../messages/message.js').Message} Message
 * @typedef {{
 *   kind: string, number?: number, conversation?: string, messageNumber?: number, message?: Message, what?: string,
 *   listing?: string, name?: string, by?: string, alert?: string, alertName?: string, starts?: string, switch?: string,
 *   reason?: string,
 * }} Change of the kinds of `docs/accounts.md`; `missed` when changes may have been lost
 */

const kinds = [
  'message', 'message-removed', 'position', 'read', 'booking', 'place', 'rating', 'listing', 'moderation', 'alert',
  'reminder', 'home', 'missed', 'ready',
];

/** Milliseconds until a stream that was refused is asked for again, at first and at most. */
const waits = { first: 2000, most: 60_000 };

/** The stream of changes of one member while they are signed in. */
export class Changes {
  #ended = new AbortController();
  #channel = new BroadcastChannel('vicinity.changes');
  /** The number of the last change that this tab knows; 0 for none. */
  #last = 0;
  #wait = waits.first;

  constructor() {
    this.#channel.onmessage = ({ data }) => this.#deliver(data);
    const { signal } = this.#ended;
    const listen = () => new Promise((done) => {
      signal.addEventListener('abort', () => done(undefined));
      this.#open();
    });
    // Browsers open few streams at once to a server. Pages that are not secure have no locks.
    if (navigator.locks) navigator.locks.request('vicinity.changes', { signal }, listen).catch(() => {});
    else listen();
  }

  end() {
    this.#ended.abort();
    this.#channel.close();
  }

  #open() {
    const { signal } = this.#ended;
    if (signal.aborted) return;
    const source = new EventSource(`v1/changes${this.#last ? `?after=${this.#last}` : ''}`);
    signal.addEventListener('abort', () => source.close(), { once: true });
    for (const kind of kinds) source.addEventListener(kind, (event) => this.#receive(kind, event));
    source.addEventListener('error', () => {
      // A connection that is lost comes back by itself; one that was refused does not.
      if (source.readyState === EventSource.CLOSED) this.#comeBack();
    });
  }

  async #comeBack() {
    await new Promise((done) => setTimeout(done, this.#wait));
    this.#wait = Math.min(waits.most, this.#wait * 2);
    try {
      if (!this.#ended.signal.aborted) await memberRequest('/v1/me');
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
    // Signing out ends it.
    this.#open();
  }

  /**
   * @param {string} kind
   * @param {MessageEvent} event
   */
  #receive(kind, { data, lastEventId }) {
    this.#wait = waits.first;
    const change = { ...JSON.parse(data), kind, number: Number(lastEventId) };
    this.#channel.postMessage(change);
    this.#deliver(change);
  }

  /** @param {Change} change */
  #deliver(change) {
    this.#last = change.number || this.#last;
    // A new stream does not report earlier changes.
    const detail = change.kind === 'ready' ? { kind: 'missed' } : change;
    document.dispatchEvent(new CustomEvent('vicinity-news', { detail }));
  }
}
