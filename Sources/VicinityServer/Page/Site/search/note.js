// The line under the search box: what was not understood.

import { fill, h, icon, part } from '../base/dom.js';
import { loadStyles } from '../base/styles.js';
import { t } from '../base/text.js';
import { store } from '../state/store.js';

const line = h('div', { class: 'search-note', role: 'status', hidden: true });

let isPlaced = false;

/** The line, under the bar from its first use on. */
function placed() {
  if (!isPlaced) {
    loadStyles('search.css', import.meta.url);
    part('search').closest('header')?.after(line);
    isPlaced = true;
    // What is said of a search goes with its filters.
    store.listen((state, before) => {
      const names = (/** @type {typeof state} */ { filters }) => Object.keys(filters).sort().join();
      if (!line.hidden && names(state) !== names(before)) hideNote();
    });
  }
  return line;
}

/** Removes the line. */
export function hideNote() {
  line.hidden = true;
  fill(line);
}

/**
 * Says what was not understood, and offers to search for these words.
 *
 * @param {string[]} unknown
 * @param {string} missing of these the name of a place that was not found
 */
export function showNote(unknown, missing) {
  const element = placed();
  const others = unknown.filter((words) => words !== missing);
  const said = [
    missing && t('no such place', { place: missing }),
    others.length > 0 && t('not understood', { words: others.join('”, “') }),
  ].filter(Boolean).join(' ');
  const words = unknown.join(' ');
  const search = h('button', {
    type: 'button', class: 'chip', onclick: () => {
      hideNote();
      store.filter({ text: [store.state.filters.text, words].filter(Boolean).join(' ') });
      part('q').focus();
    },
  }, icon('search'), t('search for words', { words }));
  const close = h('button', {
    type: 'button', class: 'note-close', 'aria-label': t('close'), onclick: () => {
      hideNote();
      part('q').focus();
    },
  }, icon('cross'));
  element.hidden = false;
  fill(element, h('p', {}, said), search, close);
}
