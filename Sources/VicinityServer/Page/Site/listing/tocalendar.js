// A button that gives one date to the calendar of the reader, as a file.

import { h, icon } from '../base/dom.js';
import { saveFile } from '../base/files.js';
import { calendarText } from '../base/icalendar.js';
import { t } from '../base/text.js';
import { sharedAddress } from '../state/navigation.js';
import { answerTime } from '../state/place.js';

/**
 * @param {string} when the date in words, for screen readers
 * @param {() => Omit<import('../base/icalendar.js').Entry, 'stamp' | 'url'>} entry
 * @param {string} id of the listing
 */
export const toCalendar = (when, entry, id) => h('button', {
  type: 'button', class: 'action to-calendar', 'data-act': 'to-calendar', 'aria-label': `${t('to calendar')}: ${when}`,
  onclick: () => {
    const url = new URL(sharedAddress(id), location.href).href;
    const text = calendarText({ ...entry(), url, stamp: answerTime() });
    saveFile(`${id}.ics`, text, 'text/calendar');
  },
}, icon('calendar'), h('span', {}, t('to calendar')));
