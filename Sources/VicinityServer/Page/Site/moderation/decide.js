// Decisions of editors, with a reason for the affected members.

import { Problem } from '../base/api.js';
import { t } from '../base/text.js';
import { Form } from '../members/form.js';
import { opening } from '../members/opening.js';
import { change } from '../members/request.js';

/** @typedef {'open' | 'dismissed' | 'hidden' | 'restored'} Status */

/**
 * A button that asks for the reason of a decision, and then takes it.
 *
 * @param {{
 *   text: string, question: string, name: string, act: string, place: HTMLElement,
 *   action: (reason: string) => Promise<unknown>, isDanger?: boolean, isPlain?: boolean,
 * }} options name: of what is decided on, for screen readers. place: where the form opens. isPlain: whether the button
 *   looks like a link
 */
export const reasoned = ({ text, question, name, act, place, action, isDanger = false, isPlain = false }) => opening({
  text, place, attributes: {
    'data-act': act, 'aria-label': `${text}: ${name}`, ...(isPlain && { class: 'as-link' }),
  },
  form: (_, no) => new Form({
    text, class: isDanger ? 'is-danger' : '',
    fields: [
      { name: 'reason', label: question, hint: t('decision hint'), type: 'area', required: true, maxlength: 1000 },
    ],
    send: ({ reason }) => action(reason),
    beside: [no],
  }),
});

/**
 * Decides on reports of the same thing. One that is decided already does not keep the others from it.
 *
 * @param {number[]} numbers
 * @param {Status} status
 * @param {string} reason
 */
export async function decide(numbers, status, reason) {
  /** @type {Problem | null} */
  let last = null;
  let decided = 0;
  for (const number of numbers) {
    try {
      await change('POST', `/v1/reports/${number}/decision`, { status, reason });
      decided += 1;
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'wrong-status') throw error;
      last = error;
    }
  }
  if (!decided && last) throw new Problem(last.status, { code: 'decided', detail: last.message });
}

/**
 * Suspends a member who may not have been reported: the editor files the report.
 *
 * @param {string} name
 * @param {string} reason
 */
export async function suspend(name, reason) {
  const { number } = await change('POST', '/v1/reports', { member: name, reason: 'other' }, { patience: 2 });
  await decide([number], 'hidden', reason);
}
