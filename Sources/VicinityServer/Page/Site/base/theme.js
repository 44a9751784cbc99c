// Light or dark: like the device, or as the reader has chosen.

import { readStored, writeStored } from './storage.js';

/** @typedef {'light' | 'dark' | ''} Theme empty: like the device */

const themeKey = 'vicinity.theme';
const device = matchMedia('(prefers-color-scheme: dark)');

/** @type {(() => void)[]} */
const listeners = [];

/** @returns {Theme} */
export function chosenTheme() {
  const stored = readStored(themeKey);
  return stored === 'light' || stored === 'dark' ? stored : '';
}

export const isDark = () => (chosenTheme() ? chosenTheme() === 'dark' : device.matches);

/** @param {Theme} theme */
export function chooseTheme(theme) {
  writeStored(themeKey, theme);
  showTheme();
  for (const listener of listeners) listener();
}

/** Writes the choice into the document, where the style sheets read it. */
export function showTheme() {
  const theme = chosenTheme();
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  // The bar of the browser on phones.
  /** @type {NodeListOf<HTMLMetaElement>} */
  const metas = document.querySelectorAll('meta[name="theme-color"]');
  const colors = { light: '#ffffff', dark: '#16191d' };
  for (const meta of metas) meta.content = colors[theme || (meta.media.includes('dark') ? 'dark' : 'light')];
}

/** @param {() => void} listener called when it becomes light or dark */
export function listenToTheme(listener) {
  listeners.push(listener);
  device.addEventListener('change', listener);
}
