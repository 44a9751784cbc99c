// Pictures that are chosen before a listing is there, and sent once it is.

import { encoded } from '../base/api.js';
import { fill, h, icon } from '../base/dom.js';
import { t } from '../base/text.js';
import { change, problemText } from '../members/request.js';
import { pictureTypes } from './offerpictures.js';

/** Pixels of a preview. */
const size = { width: 120, height: 80 };

export class NewPictures {
  /** @type {File[]} */
  #files = [];
  #list = h('ul', { class: 'plain new-pictures' });
  #input = h('input', {
    type: 'file', accept: pictureTypes, multiple: true, class: 'visually-hidden', name: 'pictures',
    onchange: () => this.#add(),
  });
  element = h('div', { class: 'form-field' }, h('b', {}, t('pictures')), this.#list,
    h('label', { class: 'action' }, this.#input, icon('picture'), t('add picture')));

  #add() {
    this.#files.push(...this.#input.files ?? []);
    this.#input.value = '';
    this.#show();
  }

  #show() {
    fill(this.#list, this.#files.map((file, index) => h('li', {}, preview(file), h('button', {
      type: 'button', class: 'action', 'aria-label': `${t('remove picture')}: ${file.name}`,
      onclick: () => {
        this.#files.splice(index, 1);
        this.#show();
        this.#input.focus();
      },
    }, icon('cross')))));
  }

  /**
   * Sends them in their order.
   *
   * @param {string} id of the listing
   * @param {(text: string) => void} tell
   * @returns {Promise<string>} what went wrong; '' if nothing did
   */
  async send(id, tell) {
    const path = `/v1/listings/${encoded(id)}/pictures`;
    try {
      while (this.#files.length) {
        const [file] = this.#files;
        tell(t('sending', { name: file.name }));
        await change('POST', path, undefined, { file });
        this.#files.shift();
      }
      return '';
    } catch (problem) {
      return problemText(problem);
    }
  }
}

/**
 * A picture of a file: drawn, since the page shows no addresses but those of its server.
 *
 * @param {File} file
 */
function preview(file) {
  const canvas = h('canvas', { ...size, role: 'img', 'aria-label': file.name });
  createImageBitmap(file).then((picture) => {
    const scale = Math.max(size.width / picture.width, size.height / picture.height);
    const [width, height] = [picture.width * scale, picture.height * scale];
    canvas.getContext('2d')?.drawImage(
      picture, (size.width - width) / 2, (size.height - height) / 2, width, height);
    picture.close();
  }).catch(() => canvas.replaceWith(h('span', {}, file.name)));
  return canvas;
}
