// Wishes in a text, such as *open now* or *under 20 €*: they become filters, and the rest stays text. The patterns are
// in the files in `words/`; their shared parts are here.

import { nightsBetween, plusDays, weekday, weekStart } from '../base/dates.js';

/**
 * @typedef {Record<string, string>} Filters by the names of `address.js`
 * @typedef {{said: Set<string>, today: string, time: string}} Context said: the kinds and the names of filters in the
 *   whole text. time: of the clock, now; empty where that does not matter
 * @typedef {(match: RegExpMatchArray, context: Context) => Filters | null | undefined} Reader null: a wish that cannot
 *   be fulfilled. undefined: these words are no wish after all, and no other pattern may take them
 * @typedef {[RegExp, Reader] | [RegExp, Reader, 'weak' | 'filler']} Pattern weak: a wish only if every other word of
 *   the text is one. filler: a word between wishes that says nothing
 * @typedef {{words: string, filters: Filters}} Wish
 * @typedef {{filters: Filters, rest: string, found: Wish[], ignored: string[]}} Recognised ignored: wishes that cannot
 *   be fulfilled
 * @typedef {{start: number, end: number, match: RegExpMatchArray | null, read: Reader}} Span
 */

/**
 * Finds the wishes in a text. Words in quotes are left alone.
 *
 * @param {string} text
 * @param {readonly Pattern[]} patterns the longest match counts; the first pattern wins among equal ones
 * @param {string} [today] the date from which days without a year are counted
 * @param {string} [time] the time of the clock, such as `21:00`
 * @param {boolean} [isLoose] whether weak words are wishes in any case
 * @returns {Recognised}
 */
export function recognised(text, patterns, today = localToday(), time = '', isLoose = false) {
  const typed = text.normalize('NFC');
  const whole = read(typed, patterns, today, time);
  if (isLoose) return whole;
  const isWhole = whole.rest === '' && !whole.ignored.length;
  return isWhole ? whole : read(typed, patterns.filter(([, , mark]) => mark !== 'weak'), today, time);
}

/** Today where the reader is. */
function localToday() {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/**
 * @param {string} text
 * @param {readonly Pattern[]} patterns
 * @param {string} today
 * @param {string} time
 * @returns {Recognised}
 */
function read(text, patterns, today, time) {
  const all = spans(text, patterns);
  const apply = (/** @type {Set<string>} */ said) => all.map(({ match, read: reader }) =>
    (match ? reader(match, { said, today, time }) : undefined));
  const said = apply(new Set()).flatMap((filters) =>
    Object.entries(filters ?? {}).flatMap(([name, value]) => [name, ...name === 'kind' ? value.split(',') : []]));
  const filters = apply(new Set(said));
  /** @type {Wish[]} */
  const found = [];
  /** @type {string[]} */
  const ignored = [];
  /** @type {string[]} */
  const gaps = [];
  let end = 0;
  for (const [index, span] of all.entries()) {
    const wished = filters[index];
    if (wished === undefined) continue;
    const words = text.slice(span.start, span.end);
    if (wished) found.push({ words, filters: wished });
    else ignored.push(words);
    gaps.push(text.slice(end, span.start));
    end = span.end;
  }
  gaps.push(text.slice(end));
  const fillers = fillersOf(patterns);
  const rest = gaps.map((gap, index) => trimmed(gap, fillers, index > 0, index < gaps.length - 1));
  return {
    filters: merged(found, { said: new Set(said), today, time }), rest: rest.filter(Boolean).join(' '), found, ignored,
  };
}

const quoted = /"[^"]*"|„[^“”]*[“”]|“[^”]*”|«[^»]*»|»[^«]*«/gu;

/**
 * The matches that do not overlap, in their order.
 *
 * @param {string} text
 * @param {readonly Pattern[]} patterns
 */
function spans(text, patterns) {
  /** @type {Span[]} */
  const kept = [];
  const span = (/** @type {RegExpMatchArray} */ match) => {
    const start = match.index ?? 0;
    return { start, end: start + match[0].length };
  };
  for (const match of text.matchAll(quoted)) kept.push({ ...span(match), match: null, read: () => undefined });
  const matches = patterns.filter(([, , mark]) => mark !== 'filler').flatMap(([words, reader]) =>
    [...text.matchAll(words)].map((match) => ({ ...span(match), match, read: reader })));
  matches.sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  for (const one of matches) {
    if (!kept.some(({ start, end }) => start < one.end && one.start < end)) kept.push(one);
  }
  return kept.sort((a, b) => a.start - b.start);
}

/**
 * @param {string} word
 * @param {RegExp[]} fillers
 */
function saysNothing(word, fillers) {
  const bare = word.replace(/^[,;.!?]+|[,;.!?]+$/gu, '');
  return /^[\p{P}\p{S}]*$/u.test(bare) || fillers.some((filler) => bare.replace(filler, '') === '');
}

/**
 * The words that say something.
 *
 * @param {string[]} words
 * @param {readonly Pattern[]} patterns
 */
export function withoutFillers(words, patterns) {
  const fillers = fillersOf(patterns);
  return words.filter((word) => !saysNothing(word, fillers));
}

/**
 * A text without words at its ends that say nothing.
 *
 * @param {string} text
 * @param {readonly Pattern[]} patterns
 */
export const withoutEnds = (text, patterns) => trimmed(text, fillersOf(patterns), true, true);

/** @param {readonly Pattern[]} patterns */
const fillersOf = (patterns) => patterns.filter(([, , mark]) => mark === 'filler').map(([filler]) => filler);

/**
 * The text between two wishes, without its fillers.
 *
 * @param {string} gap
 * @param {RegExp[]} fillers
 * @param {boolean} isAfterWish
 * @param {boolean} isBeforeWish
 */
function trimmed(gap, fillers, isAfterWish, isBeforeWish) {
  const words = gap.split(/\s+/u).filter(Boolean);
  if (isAfterWish) while (words.length && saysNothing(words[0], fillers)) words.shift();
  if (isBeforeWish) while (words.length && saysNothing(words[words.length - 1], fillers)) words.pop();
  return words.join(' ').replace(isBeforeWish ? /[,;]$/u : /^$/u, '');
}

/**
 * All filters together: kinds and categories add up, of two times *now* gives way, and a time of the clock is one of
 * the day that is said elsewhere.
 *
 * @param {Wish[]} found
 * @param {Context} context
 */
function merged(found, context) {
  /** @type {Filters} */
  const all = kindsOf(found);
  /** @type {Filters} */
  const days = {};
  let time = '';
  for (const { filters: { kind, category, ...others } } of found) {
    for (const [name, value] of Object.entries(others)) {
      if (name === 'open' && isClock(value)) time = value;
      else if (value !== 'now' || !all[name]) all[name] = value;
      if (['open', 'during'].includes(name) && !isClock(value) && value !== 'now') days[name] = value;
    }
  }
  if (!time) return all;
  const [name, day] = Object.entries(days)[0] ?? [];
  const moment = day === undefined ? time : onNight(day, time, context);
  if (name === 'during') delete all.during;
  return { ...all, open: moment };
}

/**
 * The kinds and the categories together. A kind beside categories of its own is a category of the same name, or says
 * nothing more; beside those of other kinds it means all of it, so that only kinds are left.
 *
 * @param {Wish[]} found
 * @returns {Filters}
 */
function kindsOf(found) {
  const named = found.flatMap(({ filters: { kind, category } }) => (kind ? [{ kind, category }] : []));
  const kinds = new Set(named.map(({ kind }) => kind));
  const categories = new Set(named.flatMap(({ category }) => category?.split(',') ?? []));
  for (const { kind, category } of named) {
    if (category) continue;
    if (['bar', 'couch'].includes(kind) && categories.size) categories.add(kind);
    else if (!named.some((other) => other.category && other.kind === kind)) categories.clear();
  }
  return {
    ...kinds.size && { kind: [...kinds].join(',') }, ...categories.size && { category: [...categories].join(',') },
  };
}

/** Whether a value is a time of the clock, or a span of such times. */
const isClock = (/** @type {string} */ value) => /^\d\d:\d\d(?:\.\.\d\d:\d\d)?$/.test(value);

// MARK: For the files of languages

/**
 * A pattern for whole words in any case, as the tag of a template: whole`open now`. A space stands for any white space,
 * and a new line for nothing. Words with a hyphen or an apostrophe before or after them are others.
 *
 * @param {TemplateStringsArray} parts
 * @param {...string} values
 */
export function whole(parts, ...values) {
  const source = String.raw(parts, ...values).replace(/\n */gu, '').replace(/ /gu, '\\s+');
  const before = String.raw`(?<![\p{L}\p{N}\-'’]|\p{N}[.,:])`;
  const after = String.raw`(?![\p{L}\p{N}]|[-'’]\p{L}|[.,:]\p{N})`;
  return new RegExp(`${before}(?:${source})${after}`, 'giu');
}

/**
 * Patterns of categories, with their kinds: weak, since many names begin so.
 *
 * @param {Record<string, Record<string, string>>} names the sources of the words, by kind and category
 * @returns {Pattern[]}
 */
export const categories = (names) => Object.entries(names).flatMap(([kind, words]) =>
  Object.entries(words).map(([category, source]) =>
    /** @type {Pattern} */ ([whole`${source}`, () => ({ kind, category }), 'weak'])));

/**
 * Meals, with the places that have them and the time.
 *
 * @param {Record<string, string>} names the sources of the words, by the categories and the time, such as `cafe 09:00`
 * @returns {Pattern[]}
 */
export const meals = (names) => Object.entries(names).map(([meal, source]) => {
  const [category, time] = meal.split(' ');
  const reader = (/** @type {RegExpMatchArray} */ _, /** @type {Context} */ context) =>
    ({ kind: 'bar', category, ...openAt(time, context) });
  return /** @type {Pattern} */ ([whole`${source}`, reader, 'weak']);
});

/**
 * A time of the clock, with minutes or without, and with a half of the day or without.
 *
 * @param {string} text such as `22`, `22.30 Uhr` or `10pm`
 * @returns {string | null} such as `22:30`
 */
export function clockTime(text) {
  const [, hours, minutes = '00', half] = /^(\d{1,2})(?:[:.](\d\d))?\s*([ap]?)/iu.exec(text) ?? [];
  const isHour = half ? Number(hours) >= 1 && Number(hours) <= 12 : Number(hours) <= 24;
  if (!isHour || Number(minutes) > 59) return null;
  const hour = half ? Number(hours) % 12 + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours) % 24;
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}

/**
 * Bars and events at a time.
 *
 * @param {string | null} time
 * @param {Context} context
 * @returns {Filters | null}
 */
export const openAt = (time, { said }) => (time === null || isForCouches(said) ? null : { open: time });

/**
 * Open until a time: the last minute before it, as a span, since what closes then is meant too.
 *
 * @param {string | null} time
 */
export function until(time) {
  if (time === null) return null;
  const minutes = (Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + 1439) % 1440;
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${hour}:${minute}..${time}`;
}

/** The closing time that *late* means. */
export const late = '01:00';

/**
 * Open at a time of a day, or until one.
 *
 * @param {string | null} days
 * @param {string | null} time or a span of times, as `openUntil` makes it
 * @param {Context} context
 * @param {boolean} [isNight] whether the night is said, as in *tomorrow night*
 */
export function openOn(days, time, context, isNight = false) {
  if (!days || !time) return null;
  return openAt(onNight(days, time, context, isNight), context);
}

/** Hours before this one belong to the night of the day before. */
const morning = '06:00';

/**
 * A time of a day as a moment. The small hours of a weekday are those of the night that begins on it: on a Friday
 * evening *Friday at 2 am* is to come. Other days are those of the calendar, unless the time would be over.
 *
 * @param {string} days
 * @param {string} time
 * @param {Context} context
 * @param {boolean} [isNight]
 * @returns {string}
 */
function onNight(days, time, { today, time: now }, isNight = false) {
  if (days === 'tonight') return time;
  const [from, to] = time.split('..');
  if (days.includes('~')) return onNight(days.slice(0, 10), time, { today, time: now, said: new Set() }, true);
  let [day] = lastingDays(days, today);
  const isToCome = day > today || from > now;
  // In the small hours of Friday itself *Friday at 2 am* is this night.
  const isSoon = day === today && isToCome && now !== '';
  const isOfCalendar = /^(?:today|tomorrow|\d)/.test(days);
  if (from < morning && (isNight || !isToCome || !isOfCalendar && !isSoon)) {
    day = plusDays(day, 1);
  } else if (!isToCome && now && weekdays.includes(days)) {
    day = plusDays(day, 7);
  }
  return to ? `${day}T${from}..${to < from ? plusDays(day, 1) : day}T${to}` : `${day}T${from}`;
}

/** @param {Set<string>} said */
const isForCouches = (said) => said.has('couch') && !said.has('bar') && !said.has('event');

/** Days of the week as queries name them, Monday first. */
const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

/**
 * @param {string} word
 * @param {string} beginnings the beginnings of the names of the days, Monday first, parted by `|`
 */
export function weekdayOf(word, beginnings) {
  return weekdays[beginnings.split('|').findIndex((beginning) => word.toLowerCase().startsWith(beginning))] ?? null;
}

/**
 * The first and the last day that words mean.
 *
 * @param {string} days as in a query, or `next weekend`, or two dates, the last one inclusive
 * @param {string} today
 * @returns {[string, string]}
 */
function lastingDays(days, today) {
  const monday = weekStart(today, 1);
  const week = (/** @type {number} */ from, /** @type {number} */ to) =>
    /** @type {[string, string]} */ ([plusDays(monday, from), plusDays(monday, to)]);
  switch (days) {
    case 'today': case 'tonight': return [today, today];
    case 'tomorrow': return [plusDays(today, 1), plusDays(today, 1)];
    case 'weekend': return week(5, 6);
    case 'next weekend': return week(12, 13);
    case 'this week': return week(0, 6);
    case 'next week': return week(7, 13);
  }
  const [from, to = from] = days.split('..');
  if (from.length > 2) return [from, to];
  const first = plusDays(today, (weekdays.indexOf(from) + 8 - weekday(today)) % 7);
  return [first, plusDays(first, (weekdays.indexOf(to) - weekdays.indexOf(from) + 7) % 7)];
}

/**
 * Days as the filter that suits what is looked for: nights of couches, opening of bars, else dates of events.
 *
 * @param {string | null} days as for `lastingDays`
 * @param {Context} context
 * @param {boolean} [isOpening] whether the words are about opening
 * @returns {Filters | null}
 */
export function when(days, { said, today }, isOpening = false) {
  if (!days) return null;
  const stay = said.has('couch') ? stayFor(days, today) : '';
  if (stay === null || (stay && isForCouches(said))) return stay === null ? null : { stay };
  const isOpen = isOpening || said.has('bar') || days === 'tonight';
  // A query knows no opening at some time between two dates.
  const hasOpen = !/^\d.*\.\.|^next weekend$/.test(days);
  if (isOpen && !hasOpen && !said.has('event')) return null;
  return { ...stay && { stay }, ...isOpen && hasOpen ? { open: days } : { during: duringOf(days, today) } };
}

/**
 * The night of a day: what is open in it, the nights of couches, and the dates of events if only they are said.
 *
 * @param {string | null} days
 * @param {Context} context
 * @returns {Filters | null}
 */
export function whenAtNight(days, context) {
  const { said, today } = context;
  const [first, last] = days && days !== 'tonight' ? lastingDays(days, today) : ['', ' '];
  const isForBars = said.has('bar') || !said.has('couch') && !said.has('event');
  if (first !== last || !isForBars) return when(days, context);
  return { ...said.has('couch') && { stay: first }, open: `${first}T18:00~${plusDays(first, 1)}T06:00` };
}

/** @param {string} days @param {string} today */
function duringOf(days, today) {
  const [first, last] = lastingDays(days, today);
  return days === 'next weekend' || first !== last && /^\d/.test(days) ? `${first}..${plusDays(last, 1)}` : days;
}

/**
 * The nights of days; the last of several dates is the day of departure.
 *
 * @param {string} days
 * @param {string} today
 */
function stayFor(days, today) {
  if (/week$/.test(days)) return null;
  if (days === 'today') return 'tonight';
  if (/^\D{3}/.test(days) && !days.includes('..')) return days;
  const [first, last] = lastingDays(days, today);
  return nightsBetween(first, last) > 0 ? `${first}..${last}` : first;
}

/**
 * The date of a day and month: with a year that one, else the next one from a day on.
 *
 * @param {string | undefined} day
 * @param {number} month 1 to 12
 * @param {string | undefined} year
 * @param {string} earliest
 * @returns {string | null} null if there is no such day
 */
export function dateOf(day, month, year, earliest) {
  const first = Number(earliest.slice(0, 4));
  const years = year ? [Number(year)] : Array.from({ length: 9 }, (_, index) => first + index);
  for (const one of years) {
    const date = `${one}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
    const isDay = !Number.isNaN(Date.parse(date)) && plusDays(date, 0) === date;
    if (isDay && (year || date >= earliest)) return date;
  }
  return null;
}

/**
 * @param {string} word
 * @param {string} beginnings the beginnings of the names of the months, parted by `|`
 * @returns {number} 1 to 12, 0 for none
 */
export function monthOf(word, beginnings) {
  return beginnings.split('|').findIndex((beginning) => word.toLowerCase().startsWith(beginning)) + 1;
}

/**
 * A day by its date.
 *
 * @param {string} day
 * @param {number} month
 * @param {string | undefined} year
 * @param {Context} context
 * @param {boolean} [isOpening]
 */
export const onDate = (day, month, year, context, isOpening) =>
  when(dateOf(day, month, year, context.today), context, isOpening);

/** Days of a span at most: what seems longer has its two dates in the wrong order. */
const longestSpan = 200;

/**
 * Days from a date to another, the next ones that are not over.
 *
 * @param {[string, number]} from day and month
 * @param {[string, number]} to
 * @param {string | undefined} year the year of the last day
 * @param {Context} context
 */
export function between(from, to, year, context) {
  const last = dateOf(...to, year, context.today);
  if (!last) return null;
  const isYearBefore = from[1] * 100 + Number(from[0]) > to[1] * 100 + Number(to[0]);
  const first = dateOf(...from, String(Number(last.slice(0, 4)) - Number(isYearBefore)), '');
  return first && nightsBetween(first, last) <= longestSpan ? when(`${first}..${last}`, context) : null;
}

/** Codes, signs and names of currencies. */
const currencies = [
  ['EUR', '€|euros?|eur'], ['USD', 'us\\$|\\$|dollars?|usd'], ['GBP', '£|pounds?|gbp'], ['RON', 'lei|leu|ron'],
  ['HUF', 'forints?|huf|ft'], ['CHF', 'chf|franken'], ['PLN', 'zł|pln'], ['CZK', 'kč|czk'],
];

const money = currencies.map(([, names]) => names).join('|');

/** The source of an amount with a currency before or after it; the currency, the number, the currency are groups. */
export const amountOfMoney = `(?:(${money})\\s*)?(\\d+(?:[.,]\\d+)*)(?:\\s*(${money}))?`;

/**
 * At most an amount.
 *
 * @param {string | undefined} before a currency before the number
 * @param {string} digits
 * @param {string | undefined} after a currency after the number
 * @returns {Filters | null}
 */
export function upTo(before, digits, after) {
  // Three digits after a sign are thousands; one or two are a fraction.
  const amount = Number(digits.replace(/[.,](?=\d{3}(?!\d))/g, '').replace(',', '.'));
  if (Number.isNaN(amount)) return null;
  const name = (before ?? after)?.toLowerCase();
  const currency = name && currencies.find(([, names]) => new RegExp(`^(?:${names})$`, 'u').test(name))?.[0];
  return { 'max-price': String(amount), ...currency && amount > 0 && { currency } };
}

/** @param {string} digits @returns {Filters | null} */
export function stars(digits) {
  const rating = Number(digits.replace(',', '.'));
  return rating > 0 && rating <= 5 ? { 'min-rating': String(rating) } : null;
}

/**
 * @param {string} count a number, or a word for one
 * @param {string} words for 1, 2 and so on, parted by `|`
 * @returns {Filters | null}
 */
export function guestsOf(count, words) {
  const guests = Number(count) || words.split('|').indexOf(count.toLowerCase()) + 1;
  return guests > 0 ? { guests: String(guests) } : null;
}

/** Meters of each unit, by the source of its names. */
const units = [
  ['km|kilomet(?:er|re)[ns]?', 1000], ['m|met(?:er|re)[ns]?', 1], ['miles?|mi|meilen?', 1609], ['yards?', 0.9144],
].map(([names, meters]) => ({ names: new RegExp(`^(?:${names})$`, 'iu'), meters: Number(meters) }));

/** Meters that one walks in a minute, as the crow flies. */
const walk = 80;

/** The longest distance that is a filter, in meters. */
const farthest = 50_000;

/** @param {number} meters @returns {Filters | null} */
const within = (meters) => (meters > 0 && meters <= farthest ? { radius: String(Math.round(meters)) } : null);

/**
 * A distance.
 *
 * @param {string} digits
 * @param {string} unit
 */
export const withinDistance = (digits, unit) =>
  within(Number(digits.replace(',', '.')) * (units.find(({ names }) => names.test(unit))?.meters ?? 0));

/**
 * The distance of a walk.
 *
 * @param {string | undefined} minutes as usual, if none are said
 */
export const withinWalk = (minutes = '12.5') => within(Number(minutes) * walk);
