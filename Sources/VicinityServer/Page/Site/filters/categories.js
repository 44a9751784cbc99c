// The categories of what is there, as chips with their symbols.

import { categoryIcon } from '../base/categoryicons.js';
import { chip } from '../base/chip.js';
import { h } from '../base/dom.js';
import { t } from '../base/text.js';
import { searchResults } from '../state/results.js';
import { store } from '../state/store.js';
import { chosenCategories, kindOf, presentKinds } from './kinds.js';

/** Chips at once; the chosen ones are always among them. */
const most = 10;

/** @returns {HTMLElement[]} the most frequent ones of the kinds that are looked for */
export function categoryChips() {
  const chosen = chosenCategories();
  const shown = presentKinds();
  const counts = new Map(searchResults.facet('category').map(({ value, count }) => [String(value), count]));
  const present = [...kindOf.keys()].filter((category) =>
    chosen.has(category) || (counts.has(category) && shown.includes(/** @type {any} */ (kindOf.get(category)))));
  const rank = (/** @type {string} */ category) => (chosen.has(category) ? Infinity : counts.get(category) ?? 0);
  const ranked = present.sort((a, b) => rank(b) - rank(a)).slice(0, most);
  return ranked.map((category) => {
    const next = chosen.has(category) ? [...chosen].filter((one) => one !== category) : [...chosen, category];
    const element = chip(t(`category ${category}`), {
      key: `category ${category}`, isOn: chosen.has(category),
      count: chosen.size && !chosen.has(category) ? undefined : counts.get(category) ?? 0,
      choose: () => store.filter({ category: next.join(',') }),
    });
    element.prepend(categoryIcon({ kind: kindOf.get(category) ?? 'bar', category }));
    return element;
  });
}

/** The categories in a row that scrolls sideways. */
export const categoryRow = () => h('div', { class: 'category-row', role: 'group', 'aria-label': t('categories') });
