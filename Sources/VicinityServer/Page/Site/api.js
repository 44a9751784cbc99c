// Questions to the server.

import { t } from './text.js';

/** What the server says is wrong (RFC 9457). */
export class Problem extends Error {
  /**
   * @param {number} status 0 when there was no answer
   * @param {{code?: string, detail?: string}} [body]
   */
  constructor(status, body = {}) {
    super(body.detail ?? `status ${status}`);
    this.status = status;
    this.code = body.code ?? '';
  }
}

/** Called with whether the server answers, when that changes. */
let onConnection = (/** @type {boolean} */ _isConnected) => {};

/** @param {(isConnected: boolean) => void} listener */
export function listenToConnection(listener) {
  onConnection = listener;
}

let isConnected = true;

/** @param {boolean} now */
function connection(now) {
  if (now === isConnected) return;
  isConnected = now;
  onConnection(now);
}

/**
 * Asks, and asks again while the server cannot be reached, starts anew, or has too much to do.
 *
 * @param {string} path such as `/v1/map`; the server may lie behind a prefix, so it is taken relative to the folder of
 *   the page
 * @param {{body?: unknown, signal?: AbortSignal, patience?: number}} [options] body: sent as JSON by POST. patience:
 *   the most times to ask again
 * @returns {Promise<any>}
 * @throws {Problem} an error of the server; `AbortError` when the signal ends the question
 */
export async function ask(path, options = {}) {
  const { body, signal, patience = Infinity } = options;
  let losses = 0;
  let refusals = 0;
  for (;;) {
    let wait;
    try {
      const response = await fetch(path.slice(1), {
        method: body === undefined ? 'GET' : 'POST',
        headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
      });
      // The service worker answers for a server that it cannot reach.
      connection(!response.headers.get('Cache-Status')?.includes('vicinity-worker'));
      if (response.ok) {
        return await response.json().catch(() => {
          throw new Problem(response.status, { detail: t('no json') });
        });
      }
      const problem = new Problem(response.status, await response.json().catch(() => ({})));
      // A proxy answers for a server that starts, and without its codes.
      const isAway = [502, 503, 504].includes(response.status) && ['', 'stopping', 'not-ready'].includes(problem.code);
      const isBusy = [429, 503].includes(response.status) && problem.code !== 'too-expensive';
      if (isAway) throw new TypeError('the server is away');
      if (!isBusy || refusals >= Math.min(patience, 3)) throw problem;
      refusals += 1;
      wait = 1000 * (Number(response.headers.get('Retry-After')) || 1);
    } catch (error) {
      if (error instanceof Problem || signal?.aborted) throw error;
      connection(false);
      if (losses >= patience) throw new Problem(0);
      wait = Math.min(5000, 250 * 2 ** losses);
      losses += 1;
    }
    await pause(wait, signal);
  }
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 */
function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve(undefined);
    }, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });
}

/** Parts of a path. */
export const encoded = encodeURIComponent;
