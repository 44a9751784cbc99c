// The page on paper: the map as it is on the screen, as wide as the paper at most.

import { part } from '../base/dom.js';

/** What fits on a page of A4 next to some text, in pixels of CSS. */
const paper = { width: 680, height: 480 };

/** Hands the size of the map to the styles for print, whenever the page is printed. */
export function preparePrint() {
  window.addEventListener('beforeprint', () => {
    const { clientWidth: width, clientHeight: height } = part('map');
    const { style } = document.documentElement;
    style.setProperty('--map-width', `${width}px`);
    style.setProperty('--map-height', `${height}px`);
    style.setProperty('--map-scale', String(Math.min(1, paper.width / width, paper.height / height)));
  });
}
