// The picture of a member, small and round; the initials where there is none.

import { fill, h } from '../base/dom.js';
import { shown } from './names.js';

/**
 * The picture of a member, which comes later, and takes its place from the beginning.
 *
 * @param {string} name
 */
export function face(name) {
  const element = h('span', { class: 'face', 'aria-hidden': true });
  shown(name).then((member) => showFace(element, member));
  return element;
}

/**
 * The same of what is known already.
 *
 * @param {import('./names.js').Shown} member
 */
export function faceOf(member) {
  const element = h('span', { class: 'face', 'aria-hidden': true });
  showFace(element, member);
  return element;
}

/**
 * @param {HTMLElement} element
 * @param {import('./names.js').Shown} member
 */
export function showFace(element, { displayName, picture }) {
  fill(element);
  // No text: who copies a name does not get them as well.
  element.dataset.initials = initials(displayName);
  if (!picture) return;
  const { pathname, search } = new URL(picture, location.href);
  // A picture that cannot be loaded leaves the initials.
  const image = h('img', {
    src: pathname + search, alt: '', width: 32, height: 32, loading: 'lazy', decoding: 'async',
    onerror: () => image.remove(),
  });
  element.append(image);
}

/** @param {string} name */
function initials(name) {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words[words.length - 1] : ''].map((word) => [...word ?? ''][0] ?? '');
  return letters.join('').toUpperCase();
}
