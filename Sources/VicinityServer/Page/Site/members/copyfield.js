// A text to be copied.

import { h } from '../base/dom.js';
import { t } from '../base/text.js';

let count = 0;

/**
 * @param {string} label
 * @param {string} text
 * @param {string} hint
 */
export function copyField(label, text, hint) {
  count += 1;
  const id = `copy-${count}`;
  const input = h('input', {
    id, value: text, readonly: true, 'aria-describedby': `${id}-hint`, onfocus: () => input.select(),
  });
  const statusLine = h('span', { role: 'status', class: 'form-status' });
  const copy = async () => {
    input.select();
    // Pages that are not secure may not write there: what is chosen is copied by hand.
    await navigator.clipboard?.writeText(text).then(() => (statusLine.textContent = t('copied')), () => {});
  };
  const element = h('div', { class: 'form-field copy' }, h('label', { for: id }, label), input,
    h('p', { id: `${id}-hint`, class: 'soft form-hint' }, hint),
    h('div', { class: 'form-foot' }, h('button', {
      type: 'button', class: 'action', 'data-act': 'copy', onclick: copy,
    }, t('copy')), statusLine));
  return { element: h('div', { class: 'form' }, element), focus: () => input.focus() };
}
