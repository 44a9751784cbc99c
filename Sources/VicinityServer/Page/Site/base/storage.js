// Storage on this device. If the browser refuses it, or it is full, values last until the page is closed.

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
