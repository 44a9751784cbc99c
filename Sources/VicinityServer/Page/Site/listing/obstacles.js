// Why a couch is not free, in the language of the page. The server says it in English, for programs.

import { day, t } from '../base/text.js';

/** @type {[RegExp, (match: RegExpMatchArray) => string][]} */
const readers = [
  [/ from (\S+) to (\S+) \(/, ([, from, to]) => t('taken from to', { from: day(from), to: day(to) })],
  [/^hosts (\d+) guest/, ([, n]) => t('sleeps', { n: Number(n) })],
  [/ in the past /, () => t('day past')],
  [/at least (\d+) required/, ([, n]) => t('least nights', { n: Number(n) })],
  [/at most (\d+) allowed/, ([, n]) => t('most nights', { n: Number(n) })],
  [/closed|not open yet/, () => t('state closed')],
  [/ of notice: /, () => t('day too soon')],
];

/**
 * @param {string[]} reasons
 * @returns {string}
 */
export function obstaclesText(reasons) {
  const texts = reasons.map((reason) => {
    for (const [words, write] of readers) {
      const match = words.exec(reason);
      if (match) return write(match);
    }
    return t('day taken');
  });
  return `${t('not free')}: ${[...new Set(texts)].join(', ')}`;
}
