// The search box of the page: names, tags and places as one types, and words such as *open now* that become filters.

import { showBanner } from '../base/banner.js';
import { fill, icon } from '../base/dom.js';
import { t } from '../base/text.js';
import { Combobox } from './combobox.js';

/**
 * The search box of the page.
 *
 * @param {HTMLElement} element
 */
export function searchBox(element) {
  const field = new Combobox({
    label: t('search'), input: { placeholder: t('search example'), id: 'q' },
    options: async (text, signal) => (await import('./wishes.js')).allOptions(text, signal),
    submit: async (text, signal) => {
      const module = await import('./wishes.js').catch(() => null);
      if (!module) showBanner(t('search lost', { words: text }));
      return module ? module.apply(text, signal) : false;
    },
  });
  fill(element, icon('search'), field.element);
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement
      && event.target.matches('input:not([type="checkbox"], [type="range"], [type="file"]), textarea');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    field.input.focus();
  });
}
