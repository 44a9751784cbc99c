// The phrases, styles and icons of what belongs to members: modules that import this begin once they are there.

import { loadIcons } from '../icons.js';
import { loadStyles } from '../styles.js';
import { addPhrases, language } from '../text.js';

/** A language that the operator has added holds these phrases too, or has them in English. */
const name = ['de', 'en'].includes(language) ? language : 'en';

loadIcons({
  message: 'M4 5h16v11H10l-5 4v-4H4z',
  pen: 'M4 20l1-5L16 4l4 4L9 19zM14 6l4 4',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01',
});
const [phrases] = await Promise.all([import(`./${name}.js`), loadStyles('members.css', import.meta.url)]);
addPhrases(phrases.default);
