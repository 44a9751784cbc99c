// Words of the search box that become filters, in English.

import { plusDays } from '../base/dates.js';

const { raw } = String;

const weekdayBeginnings = 'mon|tue|wed|thu|fri|sat|sun';
const monthBeginnings = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const numbers = 'one|two|three|four|five|six|seven|eight';
const count = raw`(?:\d{1,3}|an?|${numbers})`;

const fullDay = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const anyDay = `(?:${fullDay}|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)`;
const named = raw`today|tonight|this evening|tomorrow|(?:this |the )?weekend|next weekend|(?:this|next) week`;
const part = raw`(?: (night|evening|afternoon|morning))?`;
const month = raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|
    sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`;
const dayOfMonth = raw`(\d{1,2})(?:st|nd|rd|th)?`;
const year = raw`(?:,? (\d{4}))?`;
const to = raw`\s*(?:-|–|to|until|till|through)\s*`;
const time = raw`(?:\d{1,2}(?:[:.]\d\d)?\s*[ap]\.?m\b\.?|\d{1,2}:\d\d)`;
const end = raw`(?:until|till?|'til) (${time}|midnight|late|\d{1,2})`;
const aDay = raw`(?:on )?(today|tonight|this evening|tomorrow|${anyDay})(?: (night|evening|afternoon))?`;
const atMost = '(?:(?:within|in|under|less than|max(?:imum)?\\.?|up to|about|an?) )*';
const iso = raw`(\d{4})-(\d\d)-(\d\d)`;
const rating = raw`(\d(?:[.,]\d)?)`;
const people = '(?:people|persons?|guests?|adults?)';
const units = raw`(?!\s*(?:people|persons?|guests?|adults?|min|minutes?|hours?|h|km|m|
    miles?|years?|stars?|nights?|days?|%|[ap]m))`;

/**
 * Words of the search box that become filters; also those of all languages.
 *
 * @param {typeof import('../search/words.js')} words the building blocks of patterns
 * @returns {import('../search/words.js').Pattern[]}
 */
export const patterns = (words) => {
  const {
    amountOfMoney, between, categories, clockTime, dateOf, guestsOf, late, meals, monthOf, onDate, openAt, openOn,
    stars, until, upTo, weekdayOf, when, whenAtNight, whole, withinDistance, withinWalk,
  } = words;

  /**
   * Days as a query names them.
   *
   * @param {string} text
   */
  const daysOf = (text) => {
    const words = text.toLowerCase().replace(/^(?:on|this(?= weekend)|the)\s+/u, '').replace(/\s+/gu, ' ');
    if (words === 'this evening') return 'tonight';
    return /^(?:today|tonight|tomorrow|(?:next )?weekend|(?:this|next) week)$/u.test(words)
      ? words : weekdayOf(words.replace(/^this /u, ''), weekdayBeginnings);
  };
  const monthIn = (/** @type {string} */ name) => monthOf(name, monthBeginnings);

  /**
   * The end of an evening: of hours without a half of the day those from six on are in the evening.
   *
   * @param {string} text
   */
  const endOf = (text) => {
    if (/^late/iu.test(text)) return late;
    const isBare = /^\d{1,2}$/u.test(text) && Number(text) < 12;
    const half = Number(text) < 6 ? 'am' : 'pm';
    return until(/^mid/iu.test(text) ? '00:00' : clockTime(isBare ? text + half : text.replace(/^12$/u, '0')));
  };
  const night = (/** @type {string | undefined} */ part) => /^(?:night|evening)$/iu.test(part ?? '');

  /**
   * A day, or its night.
   *
   * @param {string} days
   * @param {string | undefined} part
   * @param {import('../search/words.js').Context} context
   * @param {boolean} isOpening
   */
  const onDay = (days, part, context, isOpening) =>
    (night(part) ? whenAtNight(daysOf(days), context) : when(daysOf(days), context, isOpening));

  return [
    // Open
    [whole`open (?:right )?now|now open|currently open|open at the moment`, () => ({ open: 'now' })],
    [whole`open|(?:right )?now`, () => ({ open: 'now' }), 'weak'],
    [whole`(?:open )?(?:at|around) (${time})|open (${time})`, ([, at, other], context) =>
      openAt(clockTime(at ?? other), context)],
    [whole`open at (\d{1,2})`, ([, at], context) => openAt(clockTime(at), context)],
    [whole`\d{1,2}(?:[:.]\d\d)?\s*[ap]m`, ([at], context) => openAt(clockTime(at), context)],
    [whole`\d{1,2}:\d\d`, ([at], context) => openAt(clockTime(at), context), 'weak'],
    [whole`(?:open )?at midnight`, (_, context) => openAt('00:00', context)],
    [whole`(?:open |out )?(?:until|till?|'til) (${time}|midnight|late)|open ${end}`, ([, at, other], context) =>
      openAt(endOf(at ?? other), context)],
    [whole`open (?:very )?late(?: at night| into the night)?|late[\s-](?:open(?:ing)?|closing)`, (_, context) =>
      openAt(late, context)],
    [whole`late(?:[\s-]night)?`, (_, context) => openAt(late, context), 'weak'],
    [whole`(?:open )?(?:late|${end}) ${aDay}`, ([, at, days, part], context) =>
      openOn(daysOf(days), at ? endOf(at) : late, context, night(part))],
    [whole`(?:open )?${aDay} (?:open )?(?:late|${end})`, ([, days, part, at], context) =>
      openOn(daysOf(days), at ? endOf(at) : late, context, night(part))],
    // Wishes that cannot be fulfilled
    [whole`open (?:past|after|before|since) [\p{L}\p{N}:]+(?: [ap]m)?|open all (?:day|night|week)(?: long)?|
      open every day|
      open (?:from|between) (?:${time}|\d{1,2}|noon|midnight) (?:and|to|till?|until) (?:${time}|\d{1,2}|noon|midnight)|
      open (?:in|for|another) ${count} (?:hours?|minutes?)|open at \S*\d\S*|24[\s/]*(?:7|hours?)|
      (?:open )?(?:until|till?) (?:dawn|sunrise|sunset|noon|the (?:early )?morning|closing|\d\S*)`, () => null],
    [whole`${atMost}\d+[\s-]*(?:min|minutes?|hours?)['’]?
      (?: (?:away|by (?:car|bus|train|bike)|drive|ride))?`, () => null],

    // Distances
    [whole`${atMost}(\d+(?:[.,]\d+)?)\s*(m|met(?:er|re)s?|km|kilomet(?:er|re)s?|miles?|mi|yards?)
      (?: (?:away|walk(?:ing)?(?: distance)?|radius|distance|on foot))?(?: from (?:here|me))?`, ([, digits, unit]) =>
      withinDistance(digits, unit)],
    [whole`${atMost}(\d{1,3})[\s-]*(?:min|minutes?)['’]?
      (?: (?:of )?(?:walk(?:s|ing)?(?: distance)?|on foot|by foot))(?: away)?(?: from (?:here|me))?|
      within (\d{1,3})[\s-]*(?:min|minutes?)(?= (?:of|from) )`, ([, minutes, others]) =>
      withinWalk(minutes ?? others)],
    [whole`(?:(?:in|within) )?(?:easy )?walking distance|walkable`, () => withinWalk()],
    [whole`(?:for )?(?:\d{1,2}|${numbers}) (?:nights?|weeks?)`, () => null],

    // Days
    [whole`(open )?(?:(?:on|at|over) )?(${named}|(?:this )?${fullDay})s?${part}( open)?`,
      ([, before, days, part, after], context) => onDay(days, part, context, Boolean(before ?? after))],
    [whole`(open )?(?:on|this) (${anyDay})${part}`, ([, open, days, part], context) =>
      onDay(days, part, context, Boolean(open))],
    [whole`(open )?(?:from )?(${anyDay})${to}(${anyDay})`, ([, open, from, to], context) =>
      when(`${daysOf(from)}..${daysOf(to)}`, context, Boolean(open))],
    [whole`next ${anyDay}`, () => null],
    [whole`(?:open )?${aDay} (?:open )?(?:at )?(${time})`, ([, days, part, at], context) =>
      openOn(daysOf(days), clockTime(at), context, night(part))],
    [whole`(?:open )?(?:at )?(${time}) ${aDay}`, ([, at, days, part], context) =>
      openOn(daysOf(days), clockTime(at), context, night(part))],

    // Dates
    [whole`(open )?(?:on )?${iso}`, ([, open, y, m, d], context) =>
      onDate(d, Number(m), y, context, Boolean(open))],
    [whole`(?:from )?${iso}(\.\.| (?:-|–|to|until|bis) )${iso}`, ([, y, m, d, sign, y2, m2, d2], context) => {
      const [from, to] = [dateOf(d, Number(m), y, ''), dateOf(d2, Number(m2), y2, '')];
      if (!from || !to || from >= to) return null;
      // With two dots the last day is not meant, as everywhere in queries.
      return when(`${from}..${sign === '..' && !context.said.has('couch') ? plusDays(to, -1) : to}`, context);
    }],
    [whole`(open )?(?:on )?(?:the )?${dayOfMonth} (?:of )?(${month})${year}`, ([, open, d, m, y], context) =>
      onDate(d, monthIn(m), y, context, Boolean(open))],
    [whole`(open )?(?:on )?(${month}) (?:the )?${dayOfMonth}${year}`, ([, open, m, d, y], context) =>
      onDate(d, monthIn(m), y, context, Boolean(open))],
    [whole`(?:from )?${dayOfMonth}${to}${dayOfMonth} (?:of )?(${month})${year}`, ([, d, d2, m, y], context) =>
      between([d, monthIn(m)], [d2, monthIn(m)], y, context)],
    [whole`(?:from )?(${month}) ${dayOfMonth}${to}${dayOfMonth}${year}`, ([, m, d, d2, y], context) =>
      between([d, monthIn(m)], [d2, monthIn(m)], y, context)],
    [whole`(?:from )?${dayOfMonth} (${month})${to}${dayOfMonth} (${month})${year}`, ([, d, m, d2, m2, y], context) =>
      between([d, monthIn(m)], [d2, monthIn(m2)], y, context)],
    [whole`(?:from )?(${month}) ${dayOfMonth}${to}(${month}) ${dayOfMonth}${year}`, ([, m, d, m2, d2, y], context) =>
      between([d, monthIn(m)], [d2, monthIn(m2)], y, context)],

    // Prices
    [whole`(?:for )?(under|below|(?:less|cheaper|no(?:t)? more) than|up to|at most|max(?:imum)?\.?|<=?|≤)\s*
      ${amountOfMoney}${units}`, ([, words, before, digits, after]) =>
      (before ?? after ?? !/^(?:below|up)/iu.test(words) ? upTo(before, digits, after) : null)],
    [whole`${amountOfMoney} (?:or (?:less|under|cheaper)|max(?:imum)?)`, ([, before, digits, after]) =>
      upTo(before, digits, after)],
    [whole`free (?:entry|entrance|admission|of charge)|for free|gratis|no cover(?: charge)?`, () =>
      ({ 'max-price': '0' })],
    [whole`free`, () => ({ 'max-price': '0' }), 'weak'],
    [whole`cheap(?:er|est)?|inexpensive|affordable|low[\s-]budget`, () => ({ 'max-price': '20' }), 'weak'],

    // Kinds
    [whole`bars?`, () => ({ kind: 'bar' })],
    [whole`events?`, () => ({ kind: 'event' })],
    [whole`(?:free )?(?:couch(?:es)?|sofas?)`, () => ({ kind: 'couch' })],
    [whole`(?:(?:an? )?(?:place|somewhere) to (?:stay|sleep|crash)|places to (?:stay|sleep)|accommodations?|
      lodging)`, () => ({ kind: 'couch' })],
    // A club of jazz or comedy is mostly a bar.
    [whole`(?<=(?:jazz|blues|music|swing)\s+)clubs?`, () => ({ kind: 'bar' })],
    [whole`(?:events? )?for (?:kids|children|families)|(?:kids|children)['’]?s? events?`, (_, { said }) =>
      (said.has('bar') || said.has('couch') ? null : { kind: 'event', category: 'children' })],
    ...meals({ 'cafe,restaurant 09:00': 'breakfast', 'cafe,restaurant 11:00': 'brunch', 'restaurant 12:30': 'lunch',
      'restaurant 19:30': 'dinner' }),
    ...categories({
      bar: {
        pub: 'pubs?|taverns?', biergarten: 'beer[ -]?gardens?|biergartens?|biergärten',
        cafe: 'caf[eé]s?|coffee(?:[ -]?(?:shops?|houses?|bars?))?', restaurant: 'restaurants?|bistros?|eateries',
        nightclub: '(?:night[ -]?)?clubs?|clubbing|disco(?:th[eè]que)?s?', 
        'fast-food': 'fast[ -]food|takeaways?|snack bars?',
        'ice-cream': 'ice[ -]?cream(?: (?:shops?|parlou?rs?))?|gelateri(?:a|as|e)|gelato',
      },
      event: {
        concert: 'concerts?|gigs?', party: 'parties|party', market: '(?:(?:christmas|flea|street) )?markets?',
        theatre: 'theat(?:re|er)s?|musicals?|operas?', festival: 'festivals?', exhibition: 'exhibitions?|vernissages?',
        comedy: 'comedy(?: (?:shows?|clubs?|nights?))?|stand[ -]?up(?: comedy)?',
        film: 'films?|movies?|cinemas?|screenings?',
        sport: 'sports? events?|(?:football|soccer|basketball|hockey) (?:match(?:es)?|games?)',
        dance: 'danc(?:e|ing)(?: (?:events?|nights?|evenings?))?|milongas?',
        course: 'courses?|class(?:es)?|workshops?|seminars?',
        talk: 'talks?|lectures?|readings?',
      },
      couch: {
        'shared-room': 'shared rooms?|dorm(?:itor(?:y|ies))?s?|dorm beds?',
        room: '(?:private |spare )?rooms?',
        apartment: '(?:whole |entire )?apartments?|(?:holiday )?flats?', hostel: 'hostels?', hotel: 'hotels?',
        'guest-house': 'guest[ -]?houses?|b ?(?:&|and|n) ?bs?|bed (?:&|and) breakfasts?|bnbs?',
      },
    }),

    // Ratings, access, guests
    [whole`(?:(?:rated )?(?:at least|min(?:imum)?\.?|from|over|above|more than|rated|>=?|≥)\s*)?${rating}\s*
      (?:\+|-|or more|plus)?\s*(?:stars?|★|⭐)(?: (?:or more|and (?:up|above|more)|plus)|\+)?`, ([, digits]) =>
      stars(digits)],
    [whole`(?:top|highly|best|well)[\s-]rated`, () => ({ 'min-rating': '4' })],
    [whole`rated (?:at least |over |above )?${rating}(?:\s*\+| or (?:more|better))?`, ([, digits]) =>
      stars(digits)],
    [whole`wheelchairs?(?:[\s-]+(?:accessible|friendly|access|users?))?|accessible|(?:step|barrier)[\s-]free`, () =>
      ({ accessible: 'yes,limited' })],
    [whole`(?:for )?(?:up to )?(\d{1,2}|${numbers}) ${people}`, ([, count]) => guestsOf(count, numbers)],
    [whole`for (\d{1,2}|${numbers})(?!\s*(?:nights?|days?|weeks?|hours?|[€$£.,:]))`, ([, count], { said }) =>
      (said.has('couch') ? guestsOf(count, numbers) : undefined)],

    // Between wishes
    [whole`and|or|in|on|at|with|for|by|the|an?|that|are|is|near|nearby|me|please|show|find|some|any|
      have|has|from|to|here|of|around|off|away|looking|want|need|i|we|am|i['’]m|is|there|where|what|which|can|places?|
      somewhere|something|go|get|my|our|area|good|best|nice|great`, () => null, 'filler'],
  ];
};
