// The times of messages and decisions.

import { day, moment } from '../base/text.js';
import { localTime } from '../state/answer.js';

/**
 * A time on the reader's clock, with the day when that is another one.
 *
 * @param {string} at
 */
export function timeText(at) {
  const { date, time } = moment(localTime(Date.parse(at)));
  return date === moment(localTime(Date.now())).date ? time : `${day(date)} ${time}`;
}
