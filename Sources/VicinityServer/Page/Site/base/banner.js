// The line over the page, and what screen readers announce.

import { fill, part } from './dom.js';

let timer = 0;

/**
 * Shows a line over the page for a few seconds.
 *
 * @param {Node | string} text
 * @param {boolean} [isLasting] whether it stays until another one comes
 */
export function showBanner(text, isLasting = false) {
  const banner = part('banner');
  fill(banner, text);
  banner.classList.toggle('is-shown', text !== '');
  clearTimeout(timer);
  if (text && !isLasting) timer = window.setTimeout(hideBanner, 6000);
}

export const hideBanner = () => showBanner('');

/** @param {string} text for screen readers */
export function announce(text) {
  part('announcer').textContent = text;
}
