// How an event repeats, in a form: every week on some days, until a date.

import { fill, h } from '../base/dom.js';
import { t } from '../base/text.js';
import { readRule, weekdayOf, weekdays, weekOf, writeRule } from '../listing/recurrence.js';
import { repeatsText } from '../listing/repeats.js';

/** @typedef {import('../listing/recurrence.js').Rule} Rule */

/**
 * The choices: how often, and whether days of the week are chosen.
 *
 * @type {Record<string, {frequency: Rule['frequency'], interval: number}>}
 */
const ways = {
  week: { frequency: 'WEEKLY', interval: 1 },
  'two weeks': { frequency: 'WEEKLY', interval: 2 },
  month: { frequency: 'MONTHLY', interval: 1 },
  day: { frequency: 'DAILY', interval: 1 },
};

/**
 * The choice that stands for a rule; undefined for a rule that only a file can have.
 *
 * @param {Rule | null} rule
 */
const wayOf = (rule) => rule && !rule.count && !(rule.frequency === 'MONTHLY' && !rule.week)
  && Object.keys(ways).find((way) =>
    ways[way].frequency === rule.frequency && ways[way].interval === rule.interval);

export class RepeatField {
  #days = h('div', { class: 'chips repeat-days', role: 'group', 'aria-label': t('repeats on') });
  #words = h('p', { class: 'soft form-hint', role: 'status' });
  #untilField;
  #way;
  #until;
  /** @type {Set<string>} the days of the week that are chosen besides that of the start */
  #chosen = new Set();
  element;

  /**
   * @param {string} present the rule that the event has; '' for none
   * @param {HTMLInputElement} starts
   */
  constructor(present, starts) {
    this.present = present;
    this.starts = starts;
    const rule = readRule(present);
    const way = present ? wayOf(rule) || 'as before' : '';
    for (const day of rule?.days ?? []) this.#chosen.add(day);
    const options = ['', ...Object.keys(ways), ...(way === 'as before' ? [way] : [])];
    this.#way = h('select', { id: 'repeats', name: 'repeats', onchange: () => this.#show() }, options.map((value) =>
      h('option', { value, selected: value === way }, t(value ? `repeats ${value}` : 'repeats never'))));
    this.#until = h('input', {
      type: 'date', id: 'repeats-until', name: 'until', value: rule?.until ?? '', onchange: () => this.#show(),
    });
    this.#untilField = h('div', { class: 'form-field' }, h('label', { for: 'repeats-until' }, t('repeats until label')),
      this.#until);
    this.element = h('div', { class: 'form-field repeat-field' },
      h('label', { for: 'repeats' }, t('offer recurrence')), this.#way, this.#days, this.#untilField, this.#words);
    starts.addEventListener('change', () => this.#show());
    this.#show();
  }

  get #start() {
    return this.starts.value.slice(0, 10);
  }

  /** The day of the week on which it takes place first, which is always one of the chosen. */
  get #firstDay() {
    return this.#start ? weekdayOf(this.#start) : '';
  }

  /** The rule; undefined for none. */
  get value() {
    const way = ways[this.#way.value];
    if (!way) return this.#way.value ? this.present : undefined;
    const isWeekly = way.frequency === 'WEEKLY';
    const days = weekdays.filter((day) => day === this.#firstDay || (isWeekly && this.#chosen.has(day)));
    const isMonthly = way.frequency === 'MONTHLY';
    return writeRule({
      ...way, days: way.frequency === 'DAILY' ? [] : days, week: isMonthly && this.#start ? weekOf(this.#start) : 0,
      until: this.#until.value, count: 0,
    });
  }

  #show() {
    const way = ways[this.#way.value];
    this.#days.hidden = way?.frequency !== 'WEEKLY';
    this.#untilField.hidden = !way;
    this.#until.min = this.#start;
    fill(this.#days, weekdays.map((day) => this.#dayButton(day)));
    const { value } = this;
    const words = value && this.#start ? repeatsText(value, this.#start) : '';
    this.#words.textContent = words || (this.#way.value === 'as before' ? this.present : '');
  }

  /** @param {string} day */
  #dayButton(day) {
    const isFirst = day === this.#firstDay;
    const isOn = isFirst || this.#chosen.has(day);
    return h('button', {
      type: 'button', class: `chip${isOn ? ' is-on' : ''}`, 'aria-pressed': isOn, 'aria-disabled': isFirst,
      'data-day': day, onclick: () => {
        if (isFirst) return;
        if (isOn) this.#chosen.delete(day);
        else this.#chosen.add(day);
        this.#show();
        /** @type {HTMLElement | null} */ (this.#days.querySelector(`[data-day="${day}"]`))?.focus();
      },
    }, t(`when ${day}`));
  }
}
