import { h } from '../dom.js';
/** @returns {import('./panel.js').Part} */
export const mine = () => ({ element: h('div', {}, 'mine') });
