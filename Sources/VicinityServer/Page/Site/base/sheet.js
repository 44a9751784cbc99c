// On small screens the panel is a sheet over the map, in three heights.

import { h, icon } from './dom.js';
import { t } from './text.js';

/** @typedef {'low' | 'half' | 'full'} Height */

const sheetHeights = /** @type {const} */ (['low', 'half', 'full']);

/** @type {Height} */
let present = 'half';

/** @type {HTMLElement | null} */
let handle = null;

/** @param {Height} height */
export function setSheetHeight(height) {
  present = height;
  document.body.dataset.sheet = height;
  handle?.setAttribute('aria-label', t(height === 'full' ? 'show map' : 'show more of list'));
  handle?.setAttribute('aria-expanded', String(height !== 'low'));
}

/** Makes room for a listing. */
export function raiseSheet() {
  if (present === 'low') setSheetHeight('half');
}

/** The handle of the sheet; hidden on wide screens. */
export function sheetHandle() {
  handle = h('button', {
    type: 'button', class: 'handle',
    onclick: () => setSheetHeight(present === 'full' ? 'low' : present === 'low' ? 'half' : 'full'),
  }, h('span', { class: 'grip', 'aria-hidden': true }), icon('up'));
  letDrag(handle);
  setSheetHeight('half');
  return handle;
}

/** @param {HTMLElement} element */
function letDrag(element) {
  let start = 0;
  element.addEventListener('pointerdown', (event) => {
    start = event.clientY;
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener('pointerup', (event) => {
    const moved = event.clientY - start;
    if (Math.abs(moved) < 20) return;
    const index = sheetHeights.indexOf(present) + (moved < 0 ? 1 : -1) * (Math.abs(moved) > innerHeight / 3 ? 2 : 1);
    setSheetHeight(sheetHeights[Math.max(0, Math.min(2, index))]);
    // The click that follows is part of the movement.
    element.addEventListener('click', (click) => click.stopImmediatePropagation(), { once: true, capture: true });
  });
}
