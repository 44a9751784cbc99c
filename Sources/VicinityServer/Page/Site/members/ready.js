// The phrases and styles of what belongs to members: modules that import this begin once they are there.

import { h } from '../dom.js';
import { addPhrases, language } from '../text.js';

/** A language that the operator has added holds these phrases too, or has them in English. */
const name = ['de', 'en'].includes(language) ? language : 'en';

/** @returns {Promise<void>} also when they cannot be loaded: the page works without */
const styles = () => new Promise((done) => {
  const href = new URL('members.css', import.meta.url).href;
  document.head.append(h('link', { rel: 'stylesheet', href, onload: () => done(), onerror: () => done() }));
});

const [phrases] = await Promise.all([import(`./${name}.js`), styles()]);
addPhrases(phrases.default);
