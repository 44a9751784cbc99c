// Reports something to the editors.

import './ready.js';

import { fill, h } from '../base/dom.js';
import { t } from '../base/text.js';
import { Form } from './form.js';
import { formPlace, opening } from './opening.js';
import { change } from './request.js';

/**
 * @typedef {'spam' | 'offensive' | 'wrong' | 'dangerous' | 'other'} Reason
 * @typedef {{listing: string} | {review: {listing: string, member: string}} | {message: number} | {member: string}}
 *   Subject what is reported
 */

/** @type {Reason[]} */
const reasons = ['wrong', 'spam', 'offensive', 'dangerous', 'other'];

/**
 * A button, and where its form opens.
 *
 * @param {Subject} subject
 * @param {string} name the subject's name, for screen readers
 * @param {Record<string, any>} [attributes] of the button
 */
export function reporting(subject, name, attributes = {}) {
  const place = formPlace();
  const statusLine = h('p', { role: 'status', class: 'form-status' });
  const button = opening({
    text: t('report'), place,
    attributes: { 'data-act': 'report', 'aria-label': `${t('report')} ${name}`, ...attributes },
    form: (close, no) => {
      fill(statusLine);
      return new Form({
        text: t('send report'),
        fields: [
          {
            name: 'reason', label: t('report reason'), input: h('select', { required: true },
              h('option', { value: '' }, t('choose reason')),
              reasons.map((reason) => h('option', { value: reason }, t(`reason ${reason}`)))),
          },
          { name: 'text', label: t('report text'), hint: t('report hint'), type: 'area', maxlength: 2000 },
        ],
        send: async ({ reason, text }) => {
          let isNew = true;
          // The same report is stored once: it can be sent again.
          await change('POST', '/v1/reports', { ...subject, reason, ...(text && { text }) }, {
            patience: 2, heard: ({ status }) => (isNew = status === 201),
          });
          close();
          fill(statusLine, t(isNew ? 'reported' : 'reported before'));
        },
        beside: [no],
      });
    },
  });
  return { button, place: h('div', { class: 'reporting' }, place, statusLine) };
}
