// On small screens the panel is a sheet over the map, in three heights.

import { h, icon } from './dom.js';
import { t } from './text.js';

/** @typedef {'low' | 'half' | 'full'} Height */

const heights = /** @type {const} */ (['low', 'half', 'full']);

/** The handle of the sheet; on wide screens it is not shown. */
export class Sheet {
  /** @type {Height} */
  #height = 'half';

  /** @param {HTMLElement} panel */
  constructor(panel) {
    this.panel = panel;
    this.handle = h('button', {
      type: 'button', class: 'handle',
      onclick: () => this.become(this.#height === 'full' ? 'low' : this.#height === 'low' ? 'half' : 'full'),
    }, h('span', { class: 'grip', 'aria-hidden': true }), icon('up'));
    this.#drag();
    this.become('half');
  }

  /** @param {Height} height */
  become(height) {
    this.#height = height;
    document.body.dataset.sheet = height;
    this.handle.setAttribute('aria-label', t(height === 'full' ? 'show map' : 'show more of list'));
    this.handle.setAttribute('aria-expanded', String(height !== 'low'));
  }

  /** Room for a detail. */
  rise() {
    if (this.#height === 'low') this.become('half');
  }

  #drag() {
    let start = 0;
    this.handle.addEventListener('pointerdown', (event) => {
      start = event.clientY;
      this.handle.setPointerCapture(event.pointerId);
    });
    this.handle.addEventListener('pointerup', (event) => {
      const moved = event.clientY - start;
      if (Math.abs(moved) < 20) return;
      const index = heights.indexOf(this.#height) + (moved < 0 ? 1 : -1) * (Math.abs(moved) > innerHeight / 3 ? 2 : 1);
      this.become(heights[Math.max(0, Math.min(2, index))]);
      // The click that follows is part of the movement.
      this.handle.addEventListener('click', (click) => click.stopImmediatePropagation(), { once: true, capture: true });
    });
  }
}
