// Signing in, registering, and the codes of emails.

import '../members/ready.js';

import { fill, h } from '../base/dom.js';
import { settings } from '../base/settings.js';
import { language, t } from '../base/text.js';
import { Form } from '../members/form.js';
import { change } from '../members/request.js';
import { termsBox } from '../members/terms.js';
import { signIn as begin } from '../session/session.js';
import { mailCodes, store } from '../state/store.js';

/** @typedef {'in' | 'register' | 'code' | 'lost' | 'reset'} Step */

const password = { type: 'password', required: true, minlength: 10 };

/** @returns {Promise<import('../members/part.js').Part>} */
export async function signIn() {
  const steps = new Steps();
  return { element: steps.element, focus: () => steps.focus() };
}

class Steps {
  element = h('div', {});
  #heading = h('h2', { class: 'results-heading', tabindex: -1 });
  /** The login of a new account: its code then signs in. */
  #known = { login: '', password: '' };

  constructor() {
    const { reset, confirm } = mailCodes;
    const why = store.state.show === 'alerts' ? t('sign in for alerts') : '';
    this.#show(reset ? 'reset' : confirm ? 'code' : 'in', why);
  }

  focus() {
    this.#heading.focus({ preventScroll: true });
  }

  /**
   * @param {Step} step
   * @param {string} [remark]
   */
  #show(step, remark = '') {
    const form = this.#forms[step]();
    this.#heading.textContent = t(`step ${step}`);
    fill(this.element, this.#heading, remark && h('p', { role: 'status' }, remark), form.element, this.#ways(step));
  }

  /**
   * @param {Step} step
   * @param {string} [remark]
   */
  #go(step, remark) {
    this.#show(step, remark);
    this.focus();
  }

  /** @param {Step} present */
  #ways(present) {
    const steps = /** @type {Step[]} */ (['in', 'register', 'lost', 'code']).filter((step) => step !== present);
    return h('div', { class: 'actions' }, steps.map((step) => h('button', {
      type: 'button', class: 'action', 'data-step': step, onclick: () => this.#go(step),
    }, t(`to step ${step}`))));
  }

  /** @type {Record<Step, () => Form>} */
  #forms = {
    in: () => new Form({
      text: t('sign in'),
      fields: [
        { name: 'login', label: t('name or mail'), required: true, autocomplete: 'username', autocapitalize: 'none' },
        { name: 'password', label: t('password'), type: 'password', required: true, autocomplete: 'current-password' },
        { name: 'keep', label: t('stay signed in'), type: 'checkbox', hint: t('stay signed in hint') },
      ],
      send: ({ login, password, keep }) => begin({ login, password, keep: keep !== '' }),
    }),
    register: () => this.#register(),
    code: () => new Form({
      text: t('confirm address'),
      fields: [
        { name: 'code', label: t('code'), required: true, value: mailCodes.confirm, autocomplete: 'one-time-code' },
      ],
      send: async ({ code }) => {
        const account = await change('POST', '/v1/email-confirmations', { code });
        mailCodes.confirm = '';
        const { login, password } = this.#known;
        if (login === account.name) await begin({ login, password, keep: false });
        else this.#go('in', t('address confirmed'));
      },
    }),
    lost: () => new Form({
      text: t('ask for mail'),
      fields: [{ name: 'mail', label: t('mail'), type: 'email', required: true, autocomplete: 'email' }],
      send: async ({ mail }) => {
        await change('POST', '/v1/password-resets', { mail });
        this.#go('reset', t('mail sent', { mail }));
      },
    }),
    reset: () => new Form({
      text: t('set password'),
      fields: [
        { name: 'code', label: t('code'), required: true, value: mailCodes.reset, autocomplete: 'one-time-code' },
        {
          name: 'password', label: t('new password'), hint: t('password hint'), autocomplete: 'new-password',
          ...password,
        },
      ],
      send: async ({ code, password }) => {
        await change('PUT', '/v1/password-resets', { code, password });
        mailCodes.reset = '';
        this.#go('in', t('password set'));
      },
    }),
  };

  #register() {
    const { terms } = settings;
    const box = terms && termsBox();
    const form = new Form({
      text: t('register'),
      fields: [
        {
          name: 'name', label: t('member name'), hint: t('member name hint'), required: true, autocomplete: 'username',
          autocapitalize: 'none', minlength: 2, maxlength: 40,
        },
        { name: 'displayName', label: t('display name'), hint: t('display name hint'), autocomplete: 'name' },
        { name: 'mail', label: t('mail'), hint: t('mail hint'), type: 'email', required: true, autocomplete: 'email' },
        {
          name: 'password', label: t('password'), hint: t('password hint'), autocomplete: 'new-password', ...password,
        },
        ...(box ? [box] : []),
      ],
      send: async ({ name, displayName, mail, password }) => {
        await change('POST', '/v1/accounts', {
          name: name.toLowerCase(), mail, password, language, ...(displayName && { displayName }),
          ...(terms && { terms }),
        });
        this.#known = { login: name.toLowerCase(), password };
        this.#go('code', t('mail sent', { mail }));
      },
    });
    return form;
  }
}
