// The pictures of a listing of one's own.

import { encoded, request } from '../base/api.js';
import { fill, h, icon } from '../base/dom.js';
import { t } from '../base/text.js';
import { confirmed } from '../members/form.js';
import { change, problemText } from '../members/request.js';

/**
 * @typedef {{number: number, url: string}} Picture
 */

export const pictureTypes = 'image/jpeg,image/png,image/gif,image/webp,image/avif';

/**
 * @param {string} id
 * @param {AbortSignal} signal
 */
export function offerPictures(id, signal) {
  const path = `/v1/listings/${encoded(id)}/pictures`;
  const heading = h('h3', { tabindex: -1 }, t('pictures'));
  const list = h('ul', { class: 'plain rows' });
  const statusLine = h('p', { role: 'status', class: 'soft' });
  const error = h('p', { role: 'alert', class: 'form-error' });
  const load = async () => {
    const { pictures } = await request(path, { signal, patience: 1 });
    fill(list, pictures.map((/** @type {Picture} */ { number, url }, /** @type {number} */ index) =>
      h('li', { class: 'row' }, h('img', {
        src: new URL(url, location.href).pathname, alt: t('picture number', { number: index + 1 }),
        width: 120, height: 80,
      }), confirmed({
        text: t('remove picture'), question: t('remove picture question'),
        attributes: { 'aria-label': `${t('remove picture')}: ${index + 1}` },
        action: async () => {
          await change('DELETE', `${path}/${number}`);
          await load();
          heading.focus({ preventScroll: true });
        },
      }))));
  };
  const add = async (/** @type {File[]} */ files) => {
    fill(error);
    try {
      for (const file of files) {
        fill(statusLine, t('sending', { name: file.name }));
        await change('POST', path, undefined, { file });
      }
    } catch (problem) {
      fill(error, problemText(problem));
    }
    fill(statusLine);
    await load();
  };
  const input = h('input', {
    type: 'file', accept: pictureTypes, multiple: true, class: 'visually-hidden', onchange: async () => {
      await add([...(input.files ?? [])]);
      input.value = '';
    },
  });
  load().catch(() => {});
  return h('section', { class: 'part own-pictures' }, heading, list,
    h('label', { class: 'action' }, input, icon('picture'), t('add picture')), statusLine, error);
}
