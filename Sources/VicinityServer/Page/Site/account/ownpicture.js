// The member's own picture.

import '../members/ready.js';

import { fill, h, icon, set } from '../base/dom.js';
import { t } from '../base/text.js';
import { faceOf, showFace } from '../members/face.js';
import { confirmed } from '../members/form.js';
import { change, problemText } from '../members/request.js';
import { currentMember } from '../state/member.js';

const types = 'image/jpeg,image/png,image/gif,image/webp,image/avif';

/** Pixels of the side of what is sent. */
const side = 512;

export function ownPicture() {
  const account = () => currentMember.account ?? { displayName: '' };
  const seen = faceOf(account());
  const statusLine = h('p', { role: 'status', class: 'form-status' });
  const error = h('p', { role: 'alert', class: 'form-error' });
  const removal = h('span', {});
  const words = h('span', {});
  const show = () => {
    const { picture } = currentMember.account ?? {};
    showFace(seen, account());
    words.textContent = t(picture ? 'replace picture' : 'choose picture');
    fill(removal, picture && confirmed({
      text: t('remove picture'), question: t('remove picture question'), attributes: { 'data-act': 'remove-face' },
      action: async () => {
        await change('DELETE', '/v1/me/picture');
        become(undefined);
        fill(statusLine, t('removed'));
        input.focus();
      },
    }));
  };
  const become = (/** @type {string | undefined} */ picture) => {
    const { account: present } = currentMember;
    if (present) currentMember.setAccount({ ...present, picture });
    show();
  };
  const send = async (/** @type {File} */ file) => {
    fill(error);
    fill(statusLine, t('sending', { name: file.name }));
    set(input, { 'aria-busy': true });
    try {
      const { picture } = await change('PUT', '/v1/me/picture', undefined, { file: await square(file) });
      become(picture);
      fill(statusLine, t('kept'));
    } catch (problem) {
      fill(statusLine);
      fill(error, problemText(problem));
    } finally {
      set(input, { 'aria-busy': null });
    }
  };
  const input = h('input', {
    type: 'file', accept: types, class: 'visually-hidden', name: 'picture', onchange: async () => {
      const [file] = input.files ?? [];
      if (file) await send(file);
      input.value = '';
    },
  });
  show();
  return h('div', { class: 'own-face' }, seen, h('div', {},
    h('div', { class: 'actions' }, h('label', { class: 'action' }, input, icon('picture'), words), removal),
    h('p', { class: 'soft form-hint' }, t('own picture hint')), statusLine, error));
}

/**
 * The middle of a picture as a small square: without its metadata, such as the location. A file
 * that the browser cannot read is sent as it is, and the server says what is wrong with it.
 *
 * @param {File} file
 * @returns {Promise<Blob>}
 */
async function square(file) {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return file;
  const { width, height } = bitmap;
  const least = Math.min(width, height);
  const canvas = h('canvas', { width: Math.min(side, least), height: Math.min(side, least) });
  const context = canvas.getContext('2d');
  if (!context) return file;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, (width - least) / 2, (height - least) / 2, least, least, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((done) => canvas.toBlob((blob) => done(blob ?? file), 'image/jpeg', 0.85));
}
