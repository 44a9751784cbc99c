// The phrases, styles and icons of what belongs to members: modules that import this begin once they are there.

import { loadIcons } from '../base/icons.js';
import { loadStyles } from '../base/styles.js';
import { addPhrases, fileOfLanguage } from '../base/text.js';

// A language that the operator has added contains these phrases too, or has them in English.
/** @type {Record<string, () => Promise<any>>} */
const loads = {
  en: () => import('./en.js'), de: () => import('./de.js'), hu: () => import('./hu.js'), ro: () => import('./ro.js'),
};
const loadPhrases = () => fileOfLanguage((name) => (loads[name] ?? loads.en)());

loadIcons({
  message: 'M4 5h16v11H10l-5 4v-4H4z',
  pen: 'M4 20l1-5L16 4l4 4L9 19zM14 6l4 4',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01',
});
const [phrases] = await Promise.all([loadPhrases(), loadStyles('members.css', import.meta.url)]);
addPhrases(phrases.default);
