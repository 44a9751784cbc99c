// The last searches, which stay on the device.

import { readStored, writeStored } from '../base/storage.js';

const key = 'vicinity.searches';

/** Searches that are kept. */
const most = 5;

/** @returns {string[]} the newest first */
export function recentSearches() {
  try {
    const texts = JSON.parse(readStored(key) ?? '[]');
    return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

/** @param {string} text */
export function keepSearch(text) {
  const others = recentSearches().filter((one) => one.toLowerCase() !== text.toLowerCase());
  writeStored(key, JSON.stringify([text, ...others].slice(0, most)));
}

export const forgetSearches = () => writeStored(key, '[]');
