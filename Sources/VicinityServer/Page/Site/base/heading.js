// The heading of the results, which takes the focus when other results are shown.

import { h } from './dom.js';

export const resultsHeading = h('h2', { class: 'results-heading', tabindex: -1 });

export const focusResults = () => resultsHeading.focus({ preventScroll: true });
