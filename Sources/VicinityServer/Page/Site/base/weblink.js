// Addresses in listings and messages. Only those of the web become links.

/** @param {string | undefined} text */
export function webAddress(text) {
  if (!text || !/^https?:\/\//i.test(text)) return undefined;
  try {
    return new URL(text).href;
  } catch {
    return undefined;
  }
}
