// A button that is on or off, such as a filter.

import { h } from './dom.js';
import { t } from './text.js';

/**
 * @param {string} label
 * @param {{key: string, isOn: boolean, count?: number, shape?: string, choose: () => void}} options
 */
export function chip(label, { key, isOn, count, shape, choose }) {
  const isVoid = count === 0 && !isOn;
  return h('button', {
    type: 'button', class: `chip${isOn ? ' is-on' : ''}${isVoid ? ' is-void' : ''}`,
    'aria-pressed': isOn, 'data-chip': key, onclick: choose,
  }, shape && h('span', { class: `shape shape-${shape}`, 'aria-hidden': true }), label,
  count !== undefined && h('span', { class: 'count' }, t('count', { n: count })));
}
