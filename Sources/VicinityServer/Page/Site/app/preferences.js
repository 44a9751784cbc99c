// The language, and light or dark: one button in the header opens both.

import { h, icon } from '../base/dom.js';
import { settings } from '../base/settings.js';
import { t } from '../base/text.js';
import { chooseTheme, chosenTheme } from '../base/theme.js';
import { languageSelect } from './languageselect.js';

/** @typedef {import('../base/theme.js').Theme} Theme */

/** The button, and what it opens. */
export function preferences() {
  const themes = /** @type {Theme[]} */ (['', 'light', 'dark']);
  const theme = h('select', {
    class: 'language', onchange: () => chooseTheme(/** @type {Theme} */ (theme.value)),
  }, themes.map((value) => h('option', { value, selected: value === chosenTheme() }, t(`theme ${value || 'device'}`))));
  const panel = h('div', { id: 'preferences', class: 'preferences', popover: 'auto' },
    settings.languages.length > 1 && h('label', {}, h('span', {}, t('language')), languageSelect()),
    h('label', {}, h('span', {}, t('theme')), theme));
  const button = h('button', { type: 'button', class: 'place', popovertarget: 'preferences' },
    icon('settings'), h('span', {}, t('settings')));
  return [button, panel];
}
