// The panel of what belongs to a member: with tabs, or where one signs in.

import '../members/ready.js';

import { Problem } from '../base/api.js';
import { fill, h } from '../base/dom.js';
import { setSheetHeight } from '../base/sheet.js';
import { t } from '../base/text.js';
import { ownPlaces } from '../state/address.js';
import { currentMember } from '../state/member.js';
import { store } from '../state/store.js';

/**
 * @typedef {import('../state/address.js').Coordinate} Coordinate
 * @typedef {import('../state/address.js').OwnPlace} OwnPlace
 * @typedef {import('../members/part.js').Part} Part
 * @typedef {(signal: AbortSignal) => Promise<Part>} Maker signal: ends when the part is left
 */

/** @type {Record<OwnPlace, () => Promise<Maker>>} */
const makers = {
  mine: async () => (await import('../bookings/mine.js')).mine,
  hosting: async () => (await import('../hosting/hosting.js')).hosting,
  messages: async () => (await import('../messages/messages.js')).messages,
  offer: async () => (await import('../hosting/offer.js')).offer,
  account: async () => (await import('../account/account.js')).account,
  alerts: async () => (await import('../alerts/alerts.js')).alerts,
  reports: async () => (await import('../moderation/reports.js')).reports,
  admin: async () => (await import('../moderation/admin.js')).admin,
};

const signInMaker = async () => (await import('../account/signin.js')).signIn;

/** Parts that have a tab; offers are made where one hosts. */
const tabs = /** @type {OwnPlace[]} */ (['mine', 'hosting', 'messages', 'alerts', 'account', 'reports', 'admin']);

/**
 * The roles for parts that not all members see.
 *
 * @type {Partial<Record<OwnPlace, string[]>>}
 */
const roles = { reports: ['editor', 'admin'], admin: ['admin'] };

export class MemberPanel {
  /** @type {Part | null} */
  #part = null;
  #heading = h('h2', { class: 'results-heading', dir: 'auto' });
  #content = h('div', { class: 'own-part' });
  #tabs;
  element;

  constructor() {
    this.#tabs = tabs.map((show) => {
      const tab = h('button', { type: 'button', class: 'chip', 'data-show': show }, t(`own ${show}`));
      tab.addEventListener('click', () => {
        store.update({ show, item: '', id: null });
        // The panel has been inserted again, which loses the focus.
        tab.focus();
      });
      return tab;
    });
    this.nav = h('nav', { class: 'chips outing-tabs', 'aria-label': t('place mine') }, this.#tabs);
    this.element = h('div', { class: 'own-panel' }, this.#heading, this.nav, this.#content);
    document.addEventListener('vicinity-unread', () => this.#count());
    document.addEventListener('vicinity-reports', (event) => {
      this.#mark('reports', /** @type {CustomEvent} */ (event).detail, t('reports open'));
    });
  }

  /** Shows the number of unread messages in their tab. */
  #count() {
    const { unread } = currentMember;
    this.#mark('messages', String(unread), t('unread'));
  }

  /**
   * @param {OwnPlace} show
   * @param {string} count
   * @param {string} words what is counted, for screen readers
   */
  #mark(show, count, words) {
    const badge = count !== '0' && h('b', { class: 'unread' }, count, h('i', { class: 'visually-hidden' }, words));
    const tab = this.#tabs.find(({ dataset }) => dataset.show === show);
    if (tab) fill(tab, t(`own ${show}`), ' ', badge);
    this.#reveal();
  }

  /** Scrolls the current tab to the middle where not all tabs fit, without moving the rest of the panel. */
  #reveal() {
    const { nav } = this;
    const here = this.#tabs.find((tab) => tab.getAttribute('aria-current') === 'page');
    if (here) nav.scrollLeft = here.offsetLeft - nav.offsetLeft - (nav.clientWidth - here.offsetWidth) / 2;
  }

  /** @param {AbortSignal} signal ends when something else is shown */
  async enter(signal) {
    const { account } = currentMember;
    const isFor = (/** @type {OwnPlace} */ place) => roles[place]?.includes(account?.role ?? '') ?? true;
    const wanted = /** @type {OwnPlace} */ (ownPlaces.find((place) => place === store.state.show) ?? 'mine');
    const show = isFor(wanted) ? wanted : 'mine';
    // Signing in has headings for its steps.
    this.nav.hidden = this.#heading.hidden = !account;
    this.#heading.textContent = account?.displayName ?? '';
    this.#count();
    for (const tab of this.#tabs) {
      const isHere = tab.dataset.show === (show === 'offer' ? 'hosting' : show);
      tab.hidden = !isFor(/** @type {OwnPlace} */ (tab.dataset.show));
      tab.classList.toggle('is-on', isHere);
      tab.setAttribute('aria-current', isHere ? 'page' : 'false');
    }
    // Where reports are shown they are counted as well.
    if (isFor('reports') && !roles[show]) {
      import('../moderation/reports.js').then(({ readReports }) => readReports('open', signal, { limit: 1 }))
        .catch(() => {});
    }
    this.#reveal();
    this.#giveRoom(show, signal);
    this.#part = null;
    fill(this.#content);
    this.#content.setAttribute('aria-busy', 'true');
    const make = await (account ? makers[show]() : signInMaker()).catch(() => null);
    const part = await make?.(signal).catch((error) => {
      if (!(error instanceof Problem) && !signal.aborted) throw error;
    });
    if (signal.aborted) return;
    this.#part = part ?? null;
    fill(this.#content, part?.element ?? h('p', {}, t('not loaded')));
    this.#content.removeAttribute('aria-busy');
  }

  focus() {
    if (this.#part?.focus) return this.#part.focus();
    const tab = this.#tabs.find((one) => one.getAttribute('aria-current') === 'page');
    return tab?.focus({ preventScroll: true });
  }

  /**
   * On small screens forms and messages need the whole height; an offer needs the map as well.
   *
   * @param {OwnPlace} show
   * @param {AbortSignal} signal
   */
  #giveRoom(show, signal) {
    setSheetHeight(show === 'offer' ? 'half' : 'full');
    signal.addEventListener('abort', () => setSheetHeight('half'), { once: true });
  }

  /** @param {Coordinate} at */
  clicked(at) {
    this.#part?.clicked?.(at);
  }
}
