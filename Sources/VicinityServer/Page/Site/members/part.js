// A part of the panel of a member, and what keeps it up to date.

import { fillKeepingFocus, h } from '../base/dom.js';

/**
 * @typedef {import('../base/dom.js').Child} Child
 * @typedef {{
 *   element: HTMLElement, focus?: () => void, clicked?: (at: import('../state/address.js').Coordinate) => void,
 * }} Part focus: moves the focus to where the part begins. clicked: called with a place of the map
 */

/**
 * A part that is read from the server, and read again when something happens that it shows.
 *
 * @param {AbortSignal} signal
 * @param {string[]} kinds the kinds of changes
 * @param {(renew: () => Promise<void>) => Promise<Child[]>} read is given what reads it again
 */
export async function living(signal, kinds, read) {
  const element = h('div', {});
  let begun = 0;
  let shown = 0;
  /** @param {() => boolean} [mayShow] */
  const readAndShow = async (mayShow) => {
    begun += 1;
    const own = begun;
    const content = await read(renew);
    // An answer that comes late does not replace a newer one.
    if (signal.aborted || own < shown) return;
    if (mayShow && !mayShow()) return void wait();
    shown = own;
    const hadFocus = element.contains(document.activeElement);
    const wereOpen = [...element.querySelectorAll('details')].map(({ open }) => open);
    fillKeepingFocus(element, element, content);
    for (const [index, details] of element.querySelectorAll('details').entries()) {
      details.open = wereOpen[index] ?? false;
    }
    if (hadFocus && !element.contains(document.activeElement)) {
      /** @type {HTMLElement | null} */ (element.querySelector('[tabindex="-1"]'))?.focus({ preventScroll: true });
    }
  };
  const renew = () => readAndShow();
  // An open confirmation or form stays until it is answered.
  const isQuiet = () => !element.querySelector('.confirm-box, .opened form, details[open] form');
  let later = 0;
  const wait = () => {
    if (!later) later = window.setTimeout(renewLater, 1000);
  };
  const renewLater = () => {
    later = 0;
    if (signal.aborted) return;
    if (isQuiet()) readAndShow(isQuiet).catch(() => {});
    else wait();
  };
  document.addEventListener('vicinity-news', (event) => {
    const { kind } = /** @type {CustomEvent} */ (event).detail;
    if (kind === 'missed' || kinds.includes(kind)) renewLater();
  }, { signal });
  await renew();
  return element;
}
