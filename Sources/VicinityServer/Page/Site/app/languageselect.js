// The choice of a language.

import { h } from '../base/dom.js';
import { settings } from '../base/settings.js';
import { chooseLanguage, language, t } from '../base/text.js';

/** @param {string} tag the name of a file, which may be no tag of a language */
function languageName(tag) {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

export function languageSelect() {
  const options = settings.languages.map((tag) =>
    h('option', { value: tag, lang: tag, selected: tag === language }, tag.toUpperCase()));
  const element = h('select', {
    'aria-label': t('language'), class: 'language', onchange: () => chooseLanguage(element.value),
  }, options);
  // The names take longer than the first answer.
  setTimeout(() => {
    for (const option of element.options) {
      option.textContent = languageName(option.value);
    }
  }, 500);
  return element;
}
