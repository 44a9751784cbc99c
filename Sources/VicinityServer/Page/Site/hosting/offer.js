// Adds a listing by a click on the map, changes one, and removes it.

import '../members/ready.js';

import { encoded, Problem, request } from '../base/api.js';
import { showBanner } from '../base/banner.js';
import { fill, h, icon } from '../base/dom.js';
import { number, t } from '../base/text.js';
import { kindOf } from '../filters/kinds.js';
import { Drawing } from '../map/drawing.js';
import { searchMap } from '../map/search.js';
import { mapView } from '../map/view.js';
import { confirmed, Form } from '../members/form.js';
import { change, memberRequest, newKey } from '../members/request.js';
import { rounded } from '../state/address.js';
import { currentMember } from '../state/member.js';
import { focusResults, openListing } from '../state/navigation.js';
import { localNow } from '../state/place.js';
import { store } from '../state/store.js';
import { locationField, locationOf } from './location.js';
import { NewPictures } from './newpictures.js';
import { madeListing, newId, offerFields, patchOf } from './offerfields.js';
import { offerPictures } from './offerpictures.js';
import { weekendPrice, withWeekends } from './rates.js';
import { RepeatField } from './repeatfield.js';

/**
 * @typedef {import('../state/address.js').Coordinate} Coordinate
 * @typedef {import('./offerfields.js').Kind} Kind
 * @typedef {import('./offerfields.js').Listing} Listing
 */

const kinds = /** @type {Kind[]} */ (['bar', 'event', 'couch']);

/**
 * Meters around a couch within which it is shown; 0 for where it is. The first is the default, since a couch is in a
 * home.
 */
const radii = [300, 1000, 3000, 0];

/** The item of the address for a new listing that begins as another one. */
const copied = 'copy:';

/** @param {string} id */
export const copyOf = (id) => copied + id;

/** What a copy does not take over: when it is, and what others have made of it. */
const ownOfEach = ['starts', 'ends', 'id', 'host', 'rating', 'ratingCount', 'image', 'images', 'unavailable'];

/**
 * How each field is entered, and what helps.
 *
 * @type {Record<string, Record<string, any>>}
 */
const inputs = {
  name: { required: true, maxlength: 200 },
  description: { type: 'area', maxlength: 5000 },
  openingHours: { placeholder: 'Mo-Th 17:00-01:00; Fr,Sa 17:00-03:00', hasHint: true },
  starts: { type: 'datetime-local', required: true, hasHint: true },
  ends: { type: 'datetime-local' },
  capacity: { type: 'number', min: 1, hasHint: true },
  guests: { type: 'number', min: 1, max: 99, required: true },
  minNights: { type: 'number', min: 1, max: 731 },
  maxNights: { type: 'number', min: 1, max: 731 },
  cancellationNotice: { type: 'number', min: 0, max: 366, hasHint: true },
  price: { type: 'number', min: 0, step: 'any', hasHint: true },
  currency: { maxlength: 3, minlength: 3, pattern: '[A-Za-z]{3}', placeholder: 'EUR' },
  tags: { hasHint: true },
  address: {},
  phone: { type: 'tel' },
  url: { type: 'url', placeholder: 'https://' },
  payment: { type: 'url', placeholder: 'https://', hasHint: true },
};

/**
 * @param {AbortSignal} signal
 * @returns {Promise<import('../members/part.js').Part>}
 */
export async function offer(signal) {
  const { item } = store.state;
  const made = new Offer(signal);
  if (item.startsWith(copied)) await made.copy(item.slice(copied.length));
  else if (item) await made.read(item);
  else made.begin('bar');
  return { element: made.element, focus: () => made.focus(), clicked: (at) => made.move(at) };
}

class Offer {
  /** @type {Listing} as the server has it; without an id one that is new */
  #listing = { kind: 'bar' };
  #tag = '';
  /** @type {Coordinate | null} */
  #at = null;
  #isMoved = false;
  /** The id of a new listing: the same when it is sent again. */
  #key = newKey();
  #back = h('button', { type: 'button', class: 'back', onclick: () => this.#leave() });
  #heading = h('h3', { tabindex: -1 });
  #where = h('p', { role: 'status' });
  #statusLine = h('div', { role: 'status' });
  #body = h('div', {});
  /** @type {Form | null} */
  #form = null;
  /** @type {RepeatField | null} */
  #repeats = null;
  #pictures = new NewPictures();
  #drawing;
  element;

  /** @param {AbortSignal} signal */
  constructor(signal) {
    this.signal = signal;
    this.element = h('div', {}, this.#back, this.#heading, this.#body);
    this.#drawing = new Drawing(mapView);
    this.#drawing.begin();
    this.#drawing.pick(true);
    signal.addEventListener('abort', () => this.#drawing.end(), { once: true });
  }

  focus() {
    this.#heading.focus({ preventScroll: true });
  }

  /** Editors change listings of others. */
  get #isOfOther() {
    return !this.#isNew && this.#listing.host !== currentMember.account?.name;
  }

  #leave() {
    const { id } = this.#listing;
    store.update(this.#isOfOther ? { show: '', item: '', id } : { show: 'hosting', item: '' });
  }

  /**
   * A new listing.
   *
   * @param {Kind} kind
   */
  begin(kind) {
    this.#listing = { kind };
    this.#show({});
  }

  /**
   * A new one that is filled in as another.
   *
   * @param {string} id
   */
  async copy(id) {
    const listing = await request(`/v1/listings/${encoded(id)}`, { signal: this.signal, patience: 2 });
    const { lat, lon, ...values } = listing;
    for (const key of ownOfEach) delete values[key];
    this.#listing = { kind: values.kind, nightlyRates: values.nightlyRates, publicRadius: values.publicRadius };
    this.#at = { lat, lon };
    this.#show(values);
    mapView.see(this.#at);
    /** @type {HTMLInputElement} */ (this.#form?.input('name')).select();
  }

  /**
   * One that is there.
   *
   * @param {string} id
   */
  async read(id) {
    await this.#readPresent(id);
    const { lat, lon } = this.#listing;
    this.#at = { lat, lon };
    this.#show(this.#listing);
    mapView.see(this.#at);
    fill(this.#statusLine, await this.#hoursRemark());
  }

  /** @param {string} id */
  async #readPresent(id) {
    this.#listing = await request(`/v1/listings/${encoded(id)}`, {
      signal: this.signal, patience: 2, heard: ({ headers }) => (this.#tag = headers.get('ETag') ?? ''),
    });
  }

  /**
   * Where it is: from a click on the map, or from a mark that was dragged.
   *
   * @param {Coordinate} at
   */
  move(at) {
    this.#at = rounded(at, 6);
    this.#isMoved = true;
    this.#showPlace();
  }

  #showPlace() {
    this.#drawing.clear();
    if (!this.#at) return void fill(this.#where, t('place not chosen'));
    this.#drawing.mark(this.#at, h('span', { class: 'outing-start' }), (to) => this.move(to));
    return fill(this.#where, t('place chosen', { lat: number(this.#at.lat, 5), lon: number(this.#at.lon, 5) }));
  }

  get #isNew() {
    return this.#listing.id === undefined;
  }

  /** @param {Listing} values what the form shows */
  #show(values) {
    const { kind, id, name } = this.#listing;
    this.#heading.textContent = this.#isNew ? t('add listing') : name ?? id;
    fill(this.#back, icon('back'), t(this.#isOfOther ? 'back' : 'own hosting'));
    const known = Object.entries(offerFields).filter(([key]) => key !== 'category' || kindOf.size);
    const fields = known.filter(([, field]) => field.kinds.includes(kind)).map(([key, field]) => {
      const { hasHint, ...attributes } = inputs[key] ?? { input: this.#categories(field.read(values)) };
      return {
        name: key, label: key === 'price' ? t(`offer price ${kind}`) : t(`offer ${key}`), value: field.read(values),
        ...attributes, ...(hasHint && { hint: t(`offer ${key} hint`) }),
      };
    });
    const [title, ...others] = fields;
    const privacy = kind === 'couch' && !this.#isOfOther ? [this.#privacy()] : [];
    if (kind === 'couch') {
      others.splice(others.findIndex(({ name: one }) => one === 'price') + 1, 0, this.#weekends(values));
    }
    this.#form = new Form({
      text: t(this.#isNew ? 'offer it' : 'save profile'),
      fields: [
        ...(this.#isNew ? [this.#kinds()] : []), this.#place(), title, ...privacy, ...others,
        ...(this.#isNew ? [this.#pictures.element] : []),
      ],
      send: (form) => (this.#isNew ? this.#make(form) : this.#save(form)),
      beside: [!this.#isNew && confirmed({
        text: t('remove listing'), question: t('remove listing question'), attributes: { 'data-act': 'remove' },
        action: () => this.#remove(),
      })],
    });
    this.#addRepeats(values);
    this.#form.input('address').addEventListener('change', () => this.#findAddress());
    fill(this.#body, this.#form.element, this.#statusLine,
      !this.#isNew && offerPictures(this.#listing.id, this.signal));
    this.#showPlace();
  }

  /**
   * The price of weekends, which is one of single nights.
   *
   * @param {Listing} values
   */
  #weekends({ nightlyRates = [] }) {
    const { type, min, step } = inputs.price;
    const value = String(weekendPrice(nightlyRates, localNow().date) ?? '');
    return {
      name: 'weekendPrice', label: t('offer weekendPrice'), hint: t('offer weekendPrice hint'), type, min, step, value,
    };
  }

  /**
   * How an event repeats comes after its end.
   *
   * @param {Listing} values
   */
  #addRepeats(values) {
    this.#repeats = null;
    if (this.#listing.kind !== 'event') return;
    const starts = /** @type {HTMLInputElement} */ (this.#form?.input('starts'));
    this.#repeats = new RepeatField(values.recurrence ?? '', starts);
    this.#form?.input('ends').closest('.form-field')?.after(this.#repeats.element);
  }

  /** Moves to an address that was typed, unless a place was chosen before. */
  async #findAddress() {
    const address = this.#form?.input('address').value.trim();
    // A log of requests must not contain where a private home is.
    if (!address || this.#isMoved || !this.#isNew || this.#listing.kind === 'couch') return;
    const at = await locationOf(address, this.signal).catch(() => null);
    if (!at || this.#isMoved) return;
    this.#at = rounded(at, 6);
    this.#showPlace();
    mapView.see(this.#at);
  }

  /** @param {import('../search/suggest.js').Completion & Coordinate} found */
  #found({ kind, text, lat, lon }) {
    this.move({ lat, lon });
    mapView.see({ lat, lon });
    const address = this.#form?.input('address');
    if (address && !address.value && (kind === 'address' || kind === 'street')) address.value = text;
  }

  /** The choice of a kind: what has been written stays. */
  #kinds() {
    const select = h('select', {
      onchange: () => {
        const values = this.#entered(this.#form?.values ?? {});
        this.#listing = { kind: /** @type {Kind} */ (select.value) };
        this.#show(values);
        this.element.querySelector('select')?.focus();
      },
    }, kinds.map((kind) => h('option', { value: kind, selected: kind === this.#listing.kind }, t(`kind ${kind}`))));
    return { name: 'kind', label: t('offer kind'), input: select };
  }

  /** @param {string} chosen */
  #categories(chosen) {
    const words = [...kindOf.keys()].filter((category) => kindOf.get(category) === this.#listing.kind);
    return h('select', {}, ['', ...words].map((category) => h('option', {
      value: category, selected: category === chosen,
    }, t(category ? `category ${category}` : 'category by tags'))));
  }

  #privacy() {
    const present = this.#isNew ? Number(this.#listing.publicRadius ?? radii[0]) : this.#radius;
    const select = h('select', {}, [...new Set([...radii, present])].map((meters) => h('option', {
      value: meters, selected: meters === present,
    }, meters ? t('shown within', { meters: number(meters, 0) }) : t('shown exactly'))));
    return { name: 'publicRadius', label: t('offer publicRadius'), hint: t('offer publicRadius hint'), input: select };
  }

  /** The radius that the server has; 0 for a couch that is shown where it is. */
  get #radius() {
    return Number(this.#listing.publicRadius ?? 0);
  }

  #place() {
    return h('div', { class: 'form-field' },
      h('p', { class: 'soft' }, t('place hint')),
      // As above, for what one types.
      this.#listing.kind !== 'couch' && locationField((found) => this.#found(found)), this.#where,
      h('button', {
        type: 'button', class: 'action', 'data-act': 'middle', onclick: () => this.move(store.state.view),
      }, icon('near'), t('share middle')));
  }

  // MARK: Sending

  /**
   * What the form says of a new listing.
   *
   * @param {Record<string, string>} form
   * @returns {Listing}
   */
  #entered(form) {
    const recurrence = this.#repeats?.value;
    return { ...madeListing(form, this.#listing.kind), ...this.#rates(form), ...(recurrence && { recurrence }) };
  }

  /**
   * The prices of single nights, if the form changes them.
   *
   * @param {Record<string, string>} form
   */
  #rates({ weekendPrice: text }) {
    const { nightlyRates = [], kind } = this.#listing;
    const today = localNow().date;
    const present = weekendPrice(nightlyRates, today);
    if (kind !== 'couch' || text === undefined || text === String(present ?? '')) {
      return this.#isNew && nightlyRates.length && kind === 'couch' ? { nightlyRates } : {};
    }
    const rates = withWeekends(nightlyRates, today, text === '' ? null : Number(text));
    return { nightlyRates: rates.length || this.#isNew ? rates : null };
  }

  /** @param {Record<string, string>} form */
  async #make(form) {
    if (!this.#at) {
      fill(this.#statusLine, h('p', { class: 'form-error' }, t('place not chosen')));
      return;
    }
    const { kind } = this.#listing;
    const radius = Number(form.publicRadius ?? 0);
    const listing = {
      // An exact place is said too: what is not said is an area by the settings of the server.
      ...this.#entered(form), ...this.#at, ...('publicRadius' in form && { publicRadius: radius }),
      // A log of requests must not contain a private location more exactly than some kilometers.
      ...(kind === 'couch' && await this.#zone(radius ? rounded(this.#at, 1) : this.#at)),
    };
    const id = newId(form.name, this.#key);
    try {
      await memberRequest(`/v1/listings/${encoded(id)}`, {
        method: 'PUT', body: listing, headers: { 'If-None-Match': '*' }, patience: 0,
      });
    } catch (error) {
      // If only the response was lost, the listing exists already.
      if (!(error instanceof Problem) || error.status !== 412) throw error;
    }
    this.#key = newKey();
    const problem = await this.#pictures.send(id, (text) => fill(this.#statusLine, text));
    store.update({ item: id }, 'replace');
    showBanner(problem ? `${t('offered')} ${t('pictures not sent')} ${problem}` : t('offered'));
    searchMap();
  }

  /**
   * The time zone of a couch, whose nights are local; the server determines it for other kinds.
   *
   * @param {Coordinate} at
   */
  async #zone({ lat, lon }) {
    const { zone } = await request(`/v1/zone?near=${lat},${lon}`, { patience: 1 }).catch(() => ({}));
    return zone ? { timezone: zone } : {};
  }

  /** @param {Record<string, string>} form */
  async #save(form) {
    const { id } = this.#listing;
    const radius = Number(form.publicRadius ?? this.#radius);
    const patch = {
      ...patchOf(form, this.#listing), ...this.#rates(form), ...this.#repeatsChange, ...(this.#isMoved && this.#at),
      ...(radius !== this.#radius && { publicRadius: radius }),
    };
    fill(this.#statusLine);
    try {
      this.#listing = await memberRequest(`/v1/listings/${encoded(id)}`, {
        method: 'PATCH', body: patch, headers: { 'If-Match': this.#tag }, patience: 0,
        heard: ({ headers }) => (this.#tag = headers.get('ETag') ?? ''),
      });
    } catch (error) {
      // The entered values stay, and can be saved over the other change.
      if (error instanceof Problem && error.status === 412) await this.#readPresent(id);
      throw error;
    }
    this.#isMoved = false;
    this.#heading.textContent = this.#listing.name ?? id;
    const look = h('button', { type: 'button', class: 'action', onclick: () => openListing(id) }, t('look at listing'));
    fill(this.#statusLine, h('p', { class: 'form-status' }, t('kept')), await this.#hoursRemark(), look);
    searchMap();
  }

  /** Another rule of an event; null ends it. */
  get #repeatsChange() {
    const { recurrence } = this.#listing;
    const rule = this.#repeats?.value;
    return this.#repeats && rule !== recurrence ? { recurrence: rule ?? null } : {};
  }

  /** What is wrong with opening hours: the server keeps them, and takes them as not known. */
  async #hoursRemark() {
    const { id, openingHours } = this.#listing;
    if (!openingHours) return null;
    try {
      await request(`/v1/listings/${encoded(id)}/hours`, { patience: 1 });
      return null;
    } catch {
      return h('p', { class: 'form-error' }, t('hours unreadable'));
    }
  }

  async #remove() {
    await change('DELETE', `/v1/listings/${encoded(this.#listing.id)}`, undefined, {
      headers: { 'If-Match': this.#tag }, patience: 0,
    });
    showBanner(t('removed'));
    store.update({ show: this.#isOfOther ? '' : 'hosting', item: '' }, 'replace');
    searchMap();
    if (!store.state.show) focusResults();
  }
}
