import { h } from '../dom.js';
/** @returns {Promise<import('./panel.js').Part>} */
export const messages = async () => ({ element: h('div', {}, 'messages') });
