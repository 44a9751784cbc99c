import { h } from '../dom.js';
/** @returns {Promise<import('./panel.js').Part>} */
export const offer = async () => ({ element: h('div', {}, 'offer') });
