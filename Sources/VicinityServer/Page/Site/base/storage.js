// What is kept on this device. Browsers may refuse it, or have no room: then it lasts as long as the page.

/** @type {Map<string, string>} */
const here = new Map();

/** @param {string} key */
export function readStored(key) {
  try {
    return localStorage.getItem(key) ?? here.get(key) ?? null;
  } catch {
    return here.get(key) ?? null;
  }
}

/**
 * @param {string} key
 * @param {string} text
 */
export function writeStored(key, text) {
  here.set(key, text);
  try {
    localStorage.setItem(key, text);
  } catch {
    // See above.
  }
}
