// The tags of the filter panel: in groups, with a field that finds others.

import { request } from '../base/api.js';
import { chip } from '../base/chip.js';
import { debounced, fill, h } from '../base/dom.js';
import { tagText } from '../base/tags.js';
import { t } from '../base/text.js';
import { searchResults } from '../state/results.js';
import { store } from '../state/store.js';
import { kindOf } from './kinds.js';
import { fillChips } from './rows.js';
import { grouped } from './taggroups.js';

/** Tags of a group that are shown before one asks for more. */
const few = 8;

/** @typedef {{value: string, count?: number}} Tag */

/** @returns {import('./rows.js').Part} */
export function tagPart() {
  const element = h('div', { class: 'tags-part' });
  const chosen = h('div', { class: 'chips' });
  const list = h('div', {});
  const opened = new Set();
  let words = '';
  /** @type {Tag[] | null} those that the server has found; null without words */
  let found = null;
  const input = h('input', {
    type: 'search', class: 'field', 'aria-label': t('find tags'), placeholder: t('find tags'), autocomplete: 'off',
    oninput: () => search(),
  });
  const search = debounced(100, async () => {
    words = input.value.trim();
    found = null;
    show();
    if (words.length < 2) return;
    const asked = words;
    const others = await tagsLike(asked).catch(() => []);
    if (asked !== words) return;
    found = others;
    show();
  });
  const show = () => {
    const tags = store.tags;
    const counted = searchResults.facet('tag').flatMap(({ value, count }) =>
      (value === null || isCategory(String(value)) ? [] : [{ value: String(value), count }]));
    const counts = new Map(counted.map(({ value, count }) => [value, count]));
    fillChips(chosen, tags.map((tag) => tagChip({ value: tag, count: counts.get(tag) }, true)));
    chosen.hidden = tags.length === 0;
    const others = counted.filter(({ value }) => !tags.includes(value));
    if (words) return fillChips(list, [searched(others, tags)]);
    const isEmpty = !tags.length && !others.length;
    input.hidden = isEmpty;
    fillChips(list, isEmpty ? [h('p', { class: 'soft' }, t('no tags here'))] : grouped(others).map(groupRow));
  };

  /** @param {Tag[]} others @param {string[]} tags */
  const searched = (others, tags) => {
    const isLike = ({ value = '' }) => tagText(value).toLocaleLowerCase().includes(words.toLocaleLowerCase());
    const here = others.filter(isLike);
    const more = (found ?? []).filter(({ value }) =>
      !tags.includes(value) && !here.some((tag) => tag.value === value));
    const all = [...here, ...more];
    if (!all.length) return h('p', { class: 'soft', role: 'status' }, t(found ? 'no such tag' : 'searching'));
    return h('div', { class: 'chips' }, all.map((tag) => tagChip(tag, false)));
  };

  /** @param {[string, Tag[]]} group */
  const groupRow = ([group, tags]) => {
    const isOpen = opened.has(group);
    const shown = isOpen ? tags : tags.slice(0, few);
    const more = tags.length > shown.length && h('button', {
      type: 'button', class: 'chip plain', 'data-chip': `more ${group}`, onclick: () => {
        opened.add(group);
        show();
      },
    }, t('more tags', { n: tags.length - shown.length }));
    return h('section', { class: 'tag-group' }, h('h4', {}, t(`tags ${group}`)),
      h('div', { class: 'chips' }, shown.map((tag) => tagChip(tag, false)), more));
  };
  fill(element, chosen, input, list);
  return { element, show };
}

/** @param {string} tag */
const isCategory = (tag) => kindOf.has(tag.replaceAll('_', '-'));

/** @param {Tag} tag @param {boolean} isOn */
const tagChip = ({ value, count }, isOn) => chip(tagText(value), {
  key: `tag ${value}`, isOn, count, choose: () => (isOn ? store.removeTag(value) : store.addTag(value)),
});

/**
 * The tags of the catalog that begin with some words.
 *
 * @param {string} words
 * @returns {Promise<Tag[]>}
 */
async function tagsLike(words) {
  const { lat, lon } = store.state.view;
  const parameters = new URLSearchParams({ text: words, near: `${lat},${lon}`, limit: '12' });
  const { completions } = await request(`/v1/suggest?${parameters}`, { patience: 0, limit: 5000 });
  return completions.filter((/** @type {{kind: string}} */ { kind }) => kind === 'tag')
    .map((/** @type {{text: string}} */ { text }) => ({ value: text }));
}
