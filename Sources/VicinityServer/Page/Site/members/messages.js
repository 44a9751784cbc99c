import { h } from '../dom.js';
/** @returns {import('./panel.js').Part} */
export const messages = () => ({ element: h('div', {}, 'messages') });
