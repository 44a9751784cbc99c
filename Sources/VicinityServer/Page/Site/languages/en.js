// English. A language is one file: its phrases by key, and the words of the search box that become filters.

import { plusDays } from '../stay.js';

const { raw } = String;

const weekdayBeginnings = 'mon|tue|wed|thu|fri|sat|sun';
const monthBeginnings = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const numbers = 'one|two|three|four|five|six|seven|eight';

const fullDay = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const anyDay = `(?:${fullDay}|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)`;
const named = raw`today|tonight|this evening|tomorrow|(?:this |the )?weekend|next weekend|(?:this|next) week`;
const part = raw`(?: (?:night|evening|afternoon))?`;
const month = raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|
    sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`;
const dayOfMonth = raw`(\d{1,2})(?:st|nd|rd|th)?`;
const year = raw`(?:,? (\d{4}))?`;
const until = raw`\s*(?:-|–|to|until|till|through)\s*`;
const time = raw`(?:\d{1,2}(?:[:.]\d\d)?\s*[ap]\.?m\b\.?|\d{1,2}:\d\d)`;
const iso = raw`(\d{4})-(\d\d)-(\d\d)`;
const rating = raw`(\d(?:[.,]\d)?)`;
const people = '(?:people|persons?|guests?|adults?)';
const units = raw`(?!\s*(?:people|persons?|guests?|adults?|min|minutes?|hours?|h|km|m|
    miles?|years?|stars?|nights?|days?|%|[ap]m))`;

/**
 * Words of the search box that become filters; also those of all languages.
 *
 * @param {typeof import('../words.js')} words what they are made of
 * @returns {import('../words.js').Pattern[]}
 */
export const patterns = (words) => {
  const {
    amountOfMoney, between, clockTime, dateOf, guestsOf, monthOf, onDate, openAt, openOn, stars, upTo, weekdayOf,
    when, whole,
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

  return [
    // Open
    [whole`open (?:right )?now|now open|currently open|open at the moment`, () => ({ open: 'now' })],
    [whole`open`, () => ({ open: 'now' }), 'weak'],
    [whole`(?:open )?(?:at|around) (${time})|open (${time})`, ([, at, other], context) =>
      openAt(clockTime(at ?? other), context)],
    [whole`open at (\d{1,2})`, ([, at], context) => openAt(clockTime(at), context)],
    [whole`\d{1,2}(?:[:.]\d\d)?\s*[ap]m`, ([at], context) => openAt(clockTime(at), context)],
    [whole`\d{1,2}:\d\d`, ([at], context) => openAt(clockTime(at), context), 'weak'],
    [whole`(?:open )?at midnight`, (_, context) => openAt('00:00', context)],
    [whole`(?:open )?(?:until|till?) (?:${time}|midnight)`, () => null],

    // Days
    [whole`(open )?(?:(?:on|at) )?(${named}|(?:this )?${fullDay})s?${part}( open)?`,
      ([, before, days, after], context) => when(daysOf(days), context, Boolean(before ?? after))],
    [whole`(open )?(?:on|this) (${anyDay})${part}`, ([, open, days], context) =>
      when(daysOf(days), context, Boolean(open))],
    [whole`(open )?(?:from )?(${anyDay})${until}(${anyDay})`, ([, open, from, to], context) =>
      when(`${daysOf(from)}..${daysOf(to)}`, context, Boolean(open))],
    [whole`next ${anyDay}`, () => null],
    [whole`(?:open )?(?:on )?(today|tonight|this evening|tomorrow|${anyDay})${part} (?:at )?(${time})`,
      ([, days, at], context) => openOn(daysOf(days), clockTime(at), context)],
    [whole`(?:open )?(?:at )?(${time}) (?:on )?(today|tonight|this evening|tomorrow|${anyDay})${part}`,
      ([, at, days], context) => openOn(daysOf(days), clockTime(at), context)],

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
    [whole`(?:from )?${dayOfMonth}${until}${dayOfMonth} (?:of )?(${month})${year}`, ([, d, d2, m, y], context) =>
      between([d, monthIn(m)], [d2, monthIn(m)], y, context)],
    [whole`(?:from )?(${month}) ${dayOfMonth}${until}${dayOfMonth}${year}`, ([, m, d, d2, y], context) =>
      between([d, monthIn(m)], [d2, monthIn(m)], y, context)],
    [whole`(?:from )?${dayOfMonth} (${month})${until}${dayOfMonth} (${month})${year}`, ([, d, m, d2, m2, y], context) =>
      between([d, monthIn(m)], [d2, monthIn(m2)], y, context)],
    [whole`(?:from )?(${month}) ${dayOfMonth}${until}(${month}) ${dayOfMonth}${year}`, ([, m, d, m2, d2, y], context) =>
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
    [whole`cheap`, () => ({ 'max-price': '20' }), 'weak'],

    // Kinds
    [whole`bars?`, () => ({ kind: 'bar' })],
    [whole`events?|parties`, () => ({ kind: 'event' })],
    [whole`(?:free )?(?:couch(?:es)?|sofas?)`, () => ({ kind: 'couch' })],

    // Ratings, access, guests
    [whole`(?:(?:rated )?(?:at least|min(?:imum)?\.?|from|over|above|more than|rated|>=?|≥)\s*)?${rating}\s*
      (?:\+|-|or more|plus)?\s*(?:stars?|★|⭐)(?: (?:or more|and (?:up|above|more)|plus)|\+)?`, ([, digits]) =>
      stars(digits)],
    [whole`rated (?:at least |over |above )?${rating}(?:\s*\+| or (?:more|better))?`, ([, digits]) =>
      stars(digits)],
    [whole`wheelchairs?(?:[\s-]+(?:accessible|friendly|access|users?))?|accessible|(?:step|barrier)[\s-]free`, () =>
      ({ accessible: 'yes,limited' })],
    [whole`(?:for )?(?:up to )?(\d{1,2}|${numbers}) ${people}`, ([, count]) => guestsOf(count, numbers)],
    [whole`for (\d{1,2}|${numbers})(?!\s*(?:nights?|days?|weeks?|hours?|[€$£.,:]))`, ([, count], { said }) =>
      (said.has('couch') ? guestsOf(count, numbers) : null)],

    // Between wishes
    [whole`and|or|in|on|at|with|for|by|the|an?|that|are|is|near|nearby|me|please|show|find|some|any|
      have|has|from|to|here`, () => null, 'filler'],
  ];
};

export default {
  // Parts of the page
  'skip': 'Skip to the results',
  'skip to map': 'Skip to the map',
  'search': 'Search places, names, tags, or wishes such as: open now under 20 €',
  'search example': 'jazz, open now, under 20 €, Budapest …',
  'search here': 'search here',
  'in place': 'in {place}',
  'words': '“{words}”',
  'name': 'Name',
  'place': 'place',
  'places': 'Parts of the page',
  'place results': 'Results',
  'place favourites': 'Favourites',
  'place evening': 'Outings',
  'sign in': 'Sign in',
  'unread': 'unread messages',
  'place mine': 'My page',
  'language': 'Language',
  'map': 'Map',
  'results': 'Results',
  'back': 'Back',
  'done': 'Done',
  'zoom in': 'Zoom in',
  'zoom out': 'Zoom out',
  'my position': 'My position',
  'position refused': 'Your position is not known. Search for a place, or move the map.',
  'search as I move': 'Search as I move the map',
  'search this area': 'Search this area',
  'show map': 'Show the map',
  'show more of list': 'Show more of the list',

  // Kinds and states
  'kinds': 'Kinds',
  'kinds bar': 'Bars',
  'kinds event': 'Events',
  'kinds couch': 'Couches',
  'kind bar': 'Bar',
  'kind event': 'Event',
  'kind couch': 'Couch',
  'state open': 'open',
  'state closed': 'closed',
  'state unknown': 'hours?',
  'state open end': 'open?',
  'state free': 'couch',
  'open, closes': 'Open · closes {time}, in {duration}',
  'open all day': 'Open 24 hours',
  'closes soon': 'Closes soon, {time}, in {duration}',
  'closed, opens': 'Closed · opens {time}, in {duration}',
  'hours unknown': 'Opening hours not known',
  'open end': 'Open · closing time not known',
  'until': 'till {time}',
  'on': 'on now',
  'on until': 'On now, until {time}',
  'over': 'over',
  'cancelled': 'cancelled',
  'postponed': 'postponed',
  'date unknown': 'Date not known',
  'from to': '{date}, {from}–{to}',
  'starts': '{date}, {time}',
  'today': 'Today',
  'sleeps': { one: 'Sleeps one guest', other: 'Sleeps {n} guests' },

  // Numbers
  'minutes': '{n} min',
  'hours': '{n} h',
  'days': { one: 'a day', other: '{n} days' },
  'free': 'free',
  'free of charge': 'Free of charge',
  'up to': 'Up to {price}',
  'under': 'Under {price}',
  'a night': '{price} a night',
  'for the stay': '{price} for the stay',
  'stars from': '★ {rating} and more',
  'rated': { one: '{rating} ({n} rating)', other: '{rating} ({n} ratings)' },
  'count': '{n}',
  'listings': { one: '{n} listing', other: '{n} listings' },
  'listings here': { one: 'One listing here', other: '{n} listings here: zoom in' },
  'inhabitants': '{n} inhabitants',

  // Filters
  'filters': 'Filters',
  'chosen filters': 'Chosen filters',
  'remove': 'Remove: {what}',
  'clear all': 'Clear all filters',
  'not of': 'None of {host}',
  'tell me': 'Tell me of new ones',
  'menu when': 'When',
  'menu price': 'Price',
  'menu rating': 'Rating',
  'menu tags': 'Tags',
  'menu more': 'More',
  'no tags here': 'No tags here.',
  'wheelchair': 'Wheelchair access',
  'accessible': 'Accessible, fully or in part',
  'accessible yes': 'wheelchair accessible',
  'accessible limited': 'limited wheelchair access',
  'accessible no': 'no wheelchair access',
  'areas': 'Areas',
  'open at chip': 'Open: {when}',
  'during chip': 'Events: {when}',
  'stay chip': { one: 'Couch: {when}', other: 'Couch: {when}, {n} guests' },
  'bars and events open': 'Bars and events that are open',
  'events that take place': 'Events that take place',
  'couches free': 'Couches that are free',
  'open at': 'Open at',
  'open at time': '{time}',
  'from': 'From',
  'to': 'To',
  'guests': 'Guests',
  'when any': 'Any time',
  'when now': 'now',
  'when today': 'today',
  'when tonight': 'tonight',
  'when tomorrow': 'tomorrow',
  'when weekend': 'weekend',
  'when next weekend': 'next weekend',
  'when this week': 'this week',
  'when next week': 'next week',
  'when Mo': 'Monday',
  'when Tu': 'Tuesday',
  'when We': 'Wednesday',
  'when Th': 'Thursday',
  'when Fr': 'Friday',
  'when Sa': 'Saturday',
  'when Su': 'Sunday',
  'when running': 'on now',
  'when upcoming': 'to come',
  'when past': 'past',

  // The list
  'found': { one: 'One listing', other: '{n} listings' },
  'nothing here': 'Nothing here fits',
  'first of': 'the first {n} are listed',
  'read as': '“{typed}” is read as “{words}”',
  'more results': 'More results',
  'order': 'Order',
  'sort best': 'Best first',
  'sort distance': 'Nearest first',
  'sort price': 'Cheapest first',
  'sort -rating': 'Best rated first',
  'sort open': 'Open first',
  'sort start': 'Soonest first',
  'sort name': 'By name',
  'cannot be answered': 'This cannot be answered',
  'sign in needed': 'This service needs a key',
  'try again': 'Try again',
  'server away': 'The server does not answer. Trying again …',
  'no connection': 'No connection to the server',
  'no json': 'The answer is not one of this service.',
  'offline': 'You are offline. Your favourites are still here.',

  // Nothing fits
  'catalog empty': 'There are no listings yet.',
  'what would help': 'What would help:',
  'nearest match': 'Go to the nearest one that fits',
  'nothing anywhere': 'Nothing fits anywhere.',
  'why not': 'Why not?',
  'why not here': 'Why is one not here?',
  'it is here': 'It is among the results.',
  'condition': 'Condition',
  'condition kinds': 'Kind',
  'condition within': 'Map',
  'condition radius': 'Distance',
  'condition tags.all': 'Tag',
  'condition price.max': 'Price',
  'condition price.currency': 'Currency',
  'condition rating.min': 'Rating',
  'condition text': 'Words',
  'condition stay': 'Nights',
  'condition stay.guests': 'Guests',
  'condition during': 'Date',
  'condition open': 'Opening',
  'condition accessible': 'Wheelchair',
  'condition limit': 'Rank',
  'wanted': 'Wanted',
  'found here': 'Found',
  'with instead': '“{nearest}” instead of “{unknown}”',
  'relax within': 'Look {distance} farther',
  'relax price.max': 'Up to {value}',
  'relax rating.min': '{stars} stars less',
  'relax stay': { one: 'A day later', other: '{n} days later' },
  'relax stay earlier': { one: 'A day earlier', other: '{n} days earlier' },
  'relax stay.guests': { one: 'One guest fewer', other: '{n} guests fewer' },
  'relax during': '{duration} later',
  'drop kinds': 'Any kind',
  'drop tags.all': 'Without the tag {tag}',
  'drop price.max': 'At any price',
  'drop price.currency': 'In any currency',
  'drop rating.min': 'Any rating',
  'drop text': 'Without the words',
  'drop within': 'Anywhere',
  'drop stay': 'Without the stay',
  'drop stay.guests': 'Without the stay',
  'drop during': 'At another time',
  'drop open': 'Open or not',
  'drop accessible': 'Without asking for wheelchair access',

  // Details
  'navigate': 'Navigate',
  'what is near': 'What is near',
  'share': 'Share',
  'link copied': 'Link copied',
  'save': 'Save {name}',
  'saved': '{name} is saved',
  'opening hours': 'Opening hours',
  'dates': 'Dates',
  'no more dates': 'No more dates',
  'ratings': 'Ratings',
  'not rated': 'Not rated yet',
  'distribution': 'Ratings of members by stars',
  'rank': 'Number {n} of {total}',
  'why here': 'Why here?',
  'not among results': 'Not among the results',
  'score': '{score} of 100 points, of these for',
  'part words': 'words',
  'part distance': 'distance from the middle',
  'part open': 'opening',
  'part rating': 'rating',
  'is first': 'It is the first.',
  'cannot be first': 'No change of this alone would put it first.',
  'first if distance': 'First if it were {distance} nearer.',
  'first if price': 'First if it were {price} cheaper.',
  'first if rating': 'First with {n} stars more.',
  'has changed': 'The results have changed meanwhile.',
  'free nights': 'Free nights',
  'least nights': { one: 'at least a night', other: 'at least {n} nights' },
  'is free': { one: 'Free for one guest. {price}', other: 'Free for {n} guests. {price}' },
  'not free': 'Not free',
  'host': 'Host',
  'capacity': 'Places',
  'picture': 'Picture {number} of {name}',
  'picture at': 'Picture at {host}',
  'as calendar': 'As a calendar file',
  'listing gone': 'This listing does not exist any more.',
  'offline, not kept': 'You are offline, and this listing is not kept on this device.',

  // The calendar
  'choose a stay': 'Arrival and departure',
  'previous month': 'Previous month',
  'next month': 'Next month',
  'other dates': 'Other dates',
  'choose arrival': 'Choose the day of arrival',
  'choose departure': 'Choose the day of departure',
  'arrival': 'arrival',
  'departure': 'departure',
  'departure after': { one: 'departure after a night', other: 'departure after {n} nights' },
  'day past': 'past',
  'day too soon': 'too soon to book',
  'day taken': 'taken',
  'night before taken': 'a night before is taken',
  'too few free nights': { one: 'the night is taken', other: 'at least {n} nights, not all are free' },
  'most nights': { one: 'at most a night', other: 'at most {n} nights' },
  'nights': { one: '1 night', other: '{n} nights' },
  'price unknown': 'price not known',

  // Opening hours
  'all day': 'all day',
  'hours state open': 'Open',
  'hours state closed': 'closed',
  'hours state unknown': 'not known',
  'hours until': 'until {time}',
  'hours from': 'from {time}',
  'hours zone': 'Local times of {zone}, where it is {time} now',
  'hours lack holidays': 'Public holidays of this place are not known.',
  'hours lack coordinate': 'Sunrise and sunset of this place are not known.',
  'hours warning': '“{found}”: {problem}',

  // Outings
  'outing meet': 'Meet',
  'outing route': 'Along a route',
  'outing evening': 'Evening',
  'outing crawl': 'Bar crawl',
  'outing choices': 'Choices',
  'outing asked': 'Looking …',
  'add middle': 'Add the middle of the map',
  'open on arrival': 'Open on arrival',
  'arriving any': 'Does not matter',
  'arriving walking': 'on foot',
  'arriving cycling': 'by bicycle',
  'arriving driving': 'by car',
  'drop arriving': 'Open on arrival or not',
  'walk farther': 'Walk up to 3 km',
  'drop tags': 'Without the tags',

  // Meeting
  'meet hint': 'Where does everybody come from? Tap the map for each, and drag the letters to move them.',
  'add place': 'Add a place by name',
  'one more origin': 'One more, and the best places between them are listed.',
  'meet by': 'Shortest way',
  'meet by worst': 'for the farthest',
  'meet by sum': 'for all together',
  'found meet': { one: 'One place to meet', other: '{n} places to meet' },
  'meet empty': 'Nothing fits all filters. Leave some out.',

  // Routes
  'route hint': 'Tap the map along your way, or open a file with a route.',
  'undo': 'Undo',
  'clear line': 'Clear',
  'open file': 'Open GPX or GeoJSON',
  'file unreadable': '{name} is no GPX or GeoJSON file that can be read.',
  'file without line': '{name} has no track, route or line.',
  'line': '{name} {distance} long',
  'how far off': 'How far off the route',
  'found route': { one: 'One listing beside the route', other: '{n} listings beside the route' },
  'route empty': 'Nothing fits beside this route. Look farther off, or leave filters out.',
  'look farther off': 'Up to 2 km off the route',
  'along': 'after {position} · {detour} there and back',

  // Evenings and crawls
  'evening hint': 'A couch for the night, an event, and a bar for afterwards, all on foot. Tap the map to begin elsewhere.',
  'crawl hint': 'Several bars in a row, each open when you come. Tap the map to begin elsewhere.',
  'begins at': 'From: {place}',
  'from middle': 'From the middle of the map',
  'first evening': 'First evening',
  'leave on': 'Departure',
  'begin at': 'From',
  'stops': 'Bars',
  'pause': 'Minutes at each',
  'walk at most': 'Longest walk',
  'budget evening': 'At most in all',
  'budget crawl': 'All drinks together, at most',
  'any price': 'any price',
  'currency': 'Currency',
  'found evening': { one: 'One evening', other: '{n} evenings' },
  'found crawl': { one: 'One crawl', other: '{n} crawls' },
  'previous outing': 'Previous',
  'next outing': 'Next',
  'on foot': '{distance} on foot',
  'points': '{score} of 100 points',
  'way back': '{distance} back to the couch',
  'closes at': 'closes {time}',
  'from time': 'from {time}',
  'evening empty': 'Couches and events are there, but nothing fits together. Walk farther, spend more, or take another day.',
  'crawl empty': 'No such crawl from here. Walk farther, begin at another time, or take fewer bars.',
  'no couches': 'This catalog has no couches, so that no evening can be planned.',
  'no events': 'This catalog has no events, so that no evening can be planned.',
  'no bars': 'This catalog has no bars.',
  'no couch free': 'No couch within walking distance is free for these nights and guests. Walk farther, or take another day.',
  'no event there': 'No such event on these evenings within walking distance. Walk farther, or take another day.',
  'a day later': 'A day later',
  'a stop less': 'One bar fewer',

  // Favourites
  'favourites': { one: 'One favourite', other: '{n} favourites' },
  'no favourites': 'Nothing saved yet. Tap the heart of a listing.',
  'favourites today': 'Today',
  'nothing today': 'None of the favourites is open or takes place today.',
  'kept on this device': 'Kept on this device, also without a connection.',
  'kept in account': 'Kept in your account; on this device also without a connection.',
  'sign in for more': 'Sign in to book, join or rate',
  'report': 'Report …',
  'show on map': 'Show on the map',
};
