import { h } from '../dom.js';
/** @returns {import('./panel.js').Part} */
export const offer = () => ({ element: h('div', {}, 'offer') });
