// The terms that members accept.

import { h } from '../base/dom.js';
import { settings } from '../base/settings.js';
import { t } from '../base/text.js';

/** A box to be ticked, and where the terms can be read. */
export function termsBox() {
  const { terms = '', termsURL } = settings;
  const isSafe = termsURL && /^https?:$/.test(new URL(termsURL, location.href).protocol);
  return h('div', {},
    h('label', { class: 'form-box' }, h('input', { type: 'checkbox', required: true }),
      t('accept terms', { version: terms })),
    isSafe && h('a', { href: termsURL, target: '_blank', rel: 'noopener' }, t('read terms')));
}
