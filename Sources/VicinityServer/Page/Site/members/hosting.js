import { h } from '../dom.js';
/** @returns {import('./panel.js').Part} */
export const hosting = () => ({ element: h('div', {}, 'hosting') });
