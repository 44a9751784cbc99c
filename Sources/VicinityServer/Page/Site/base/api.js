// Requests to the server.

import { t } from './text.js';

/** A problem that the server reports (RFC 9457). */
export class Problem extends Error {
  /**
   * @param {number} status 0 when there was no answer
   * @param {{code?: string, detail?: string, pointer?: string}} [body]
   */
  constructor(status, body = {}) {
    super(body.detail ?? `status ${status}`);
    this.status = status;
    this.code = body.code ?? '';
    /** The place in what was sent that is wrong, such as `/mail`. */
    this.pointer = body.pointer ?? '';
  }
}

/**
 * What is wrong, in the language of the page: the words of the server are for programs.
 *
 * @param {Problem} problem
 */
export function problemMessage({ status, code }) {
  if (!status) return t('no connection');
  if (code === 'too-expensive') return t('too much here');
  if (code === 'no-json') return t('no json');
  if (status === 401) return t('sign in needed');
  return t(status === 429 || status >= 500 ? 'server busy' : 'cannot be answered');
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

/** Milliseconds after which an answer counts as lost: a server gives up much sooner. Files may take longer. */
const limits = { usual: 10_000, file: 900_000 };

/**
 * Sends a request, and repeats it while the server cannot be reached, restarts, or is overloaded.
 *
 * @param {string} path such as `/v1/map`; the server may lie behind a prefix, so it is taken relative to the folder of
 *   the page
 * @param {{
 *   body?: unknown, file?: Blob, method?: string, headers?: Record<string, string>, signal?: AbortSignal,
 *   patience?: number, limit?: number, heard?: (response: Response) => void,
 * }} [options] body: sent as JSON, by POST unless a method is named. file: sent as it is. patience: the most
 *   repetitions. limit: milliseconds in which the answer has to come. heard: is shown the answer before it is read
 * @returns {Promise<any>} null for an answer without content
 * @throws {Problem} an error of the server; `AbortError` when the signal ends the request
 */
export async function request(path, options = {}) {
  const { body, file, signal, patience = Infinity, limit = limits[file ? 'file' : 'usual'] } = options;
  let losses = 0;
  let refusals = 0;
  for (;;) {
    let wait;
    const own = new AbortController();
    const end = () => own.abort(signal?.reason);
    const timer = setTimeout(end, limit);
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted) end();
    try {
      const response = await fetch(path.slice(1), {
        method: options.method ?? (body === undefined ? 'GET' : 'POST'),
        headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...options.headers },
        body: file ?? (body === undefined ? undefined : JSON.stringify(body)),
        signal: own.signal,
      });
      // The service worker answers for a server that it cannot reach.
      connection(!response.headers.get('Cache-Status')?.includes('vicinity-worker'));
      if (response.ok) {
        options.heard?.(response);
        if (response.status === 204) return null;
        return await response.json().catch((error) => {
          if (own.signal.aborted) throw error;
          throw new Problem(response.status, { code: 'no-json', detail: t('no json') });
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
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    }
    await pause(wait, signal);
  }
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 */
export function pause(milliseconds, signal) {
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
