// Elements without a framework. All text goes in as text nodes: names of listings are never parsed as HTML.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Makes an element.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} [properties] attributes; `class`, functions `onclick` and so on as listeners; null and
 *   false leave an attribute out, true sets it empty, except `aria-*`, which are written as words
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  set(element, properties);
  element.append(...nodes(children));
  return element;
}

/**
 * An element of `map.html`.
 *
 * @param {string} id
 */
export const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Whether a popover is open, which Escape closes. Older browsers have none. */
export const isPopoverOpen = () => CSS.supports('selector(:popover-open)')
  && document.querySelector(':popover-open') !== null;

/**
 * Sets attributes and listeners, as `h` does.
 *
 * @param {Element} element
 * @param {Record<string, any>} properties
 */
export function set(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') {
      element.addEventListener(name.slice(2), value);
    } else if (name.startsWith('aria-') && typeof value === 'boolean') {
      element.setAttribute(name, String(value));
    } else if (value === null || value === undefined || value === false) {
      element.removeAttribute(name);
    } else {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
}

/**
 * Replaces the content of an element.
 *
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/**
 * Replaces what shows listings; the focus stays on the same listing, else the heading has it.
 *
 * @param {Element} element
 * @param {HTMLElement} heading
 * @param {Child[]} content
 */
export function fillKeepingFocus(element, heading, content) {
  const focused = document.activeElement;
  const hadFocus = element.contains(focused);
  fill(element, content);
  if (!hadFocus || !(focused instanceof HTMLElement)) return;
  const { id = '', heart = '' } = focused.dataset;
  const key = id ? `[data-id="${CSS.escape(id)}"]` : `[data-heart="${CSS.escape(heart)}"]`;
  const same = /** @type {HTMLElement | null} */ (element.querySelector(key));
  (same ?? heading).focus({ preventScroll: true });
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
  /** @type {(Node | string)[]} */
  const found = [];
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false || child === '') continue;
    found.push(child instanceof Node ? child : String(child));
  }
  return found;
}

/**
 * An icon of `icons.js`, which screen readers skip.
 *
 * @param {string} name
 */
export function icon(name) {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  set(svg, { class: 'icon', 'aria-hidden': true, focusable: 'false' });
  const use = document.createElementNS(space, 'use');
  use.setAttribute('href', `#icon-${name}`);
  svg.append(use);
  return svg;
}

/**
 * Words of the server, which speaks English: screen readers must know that on a page in another language.
 *
 * @param {string} text
 */
export const english = (text) => h('span', { lang: 'en' }, text);

/**
 * Runs `action` once calls have paused.
 *
 * @param {number} milliseconds
 * @param {() => void} action
 */
export function debounced(milliseconds, action) {
  /** @type {number | undefined} */
  let timer;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(action, milliseconds);
  };
}

/**
 * Runs `action` once what has changed can be seen.
 *
 * @param {() => void} action
 */
export const afterPaint = (action) => requestAnimationFrame(() => setTimeout(action));
