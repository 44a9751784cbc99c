// The tags among the filters.

import { readTags, writeTags } from '../base/tags.js';
import { store } from './store.js';

export const chosenTags = () => readTags(store.state.filters.tag);

/** @param {string[]} tags */
const setTags = (tags) => store.filter({ tag: writeTags(tags) });

/** @param {string} tag */
export const addTag = (tag) => setTags([...new Set(chosenTags()).add(tag)]);

/** @param {string} tag */
export const removeTag = (tag) => setTags(chosenTags().filter((one) => one !== tag));

/**
 * @param {string} unknown
 * @param {string} nearest
 */
export const replaceTag = (unknown, nearest) => setTags(chosenTags().map((tag) => (tag === unknown ? nearest : tag)));
