// Buttons that open a form below them.

import './ready.js';

import { fill, h, set } from '../base/dom.js';
import { t } from '../base/text.js';

/** @typedef {import('./form.js').Form} Form */

/** Where forms open, one at a time. */
export const formPlace = () => h('div', { class: 'opened' });

/**
 * A button that opens a form, and closes it. The focus goes into the form, and back.
 *
 * @param {{
 *   text: string, place: HTMLElement, form: (close: () => void, no: HTMLElement) => Form,
 *   attributes?: Record<string, any>,
 * }} options place: as `formPlace` makes it; other buttons may have the same. form: is given what closes it, and a
 *   button that does, for the foot of the form
 */
export function opening({ text, place, form, attributes = {} }) {
  const button = h('button', {
    type: 'button', class: 'action', 'aria-expanded': false, ...attributes, onclick: () => toggle(),
  }, text);
  const isOpen = () => button.getAttribute('aria-expanded') === 'true';
  const close = () => {
    leave();
    button.focus();
  };
  const leave = () => {
    fill(place);
    place.dispatchEvent(new Event('left'));
  };
  const toggle = () => {
    if (isOpen()) return close();
    leave();
    const { element } = form(close, h('button', { type: 'button', class: 'action', onclick: close }, t('leave form')));
    set(element, {
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
      },
    });
    fill(place, element);
    set(button, { 'aria-expanded': true });
    return /** @type {HTMLElement | null} */ (element.querySelector('select, textarea, input'))?.focus();
  };
  place.addEventListener('left', () => set(button, { 'aria-expanded': false }));
  return button;
}
