// Wörter des Suchfelds, die zu Filtern werden, auf Deutsch.

import { plusDays } from '../base/dates.js';

const { raw } = String;

const weekdayBeginnings = 'mo|di|mi|do|fr|sa|so';
const monthBeginnings = 'jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez';
const numbers = 'ein|zwei|drei|vier|fünf|sechs|sieben|acht';
const count = raw`\d{1,2}|eine?n?|zwei|drei|vier|fünf|sechs|sieben|acht`;
const together = 'allein|zweit|dritt|viert|fünft|sechst';

const fullDay = '(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)';
const anyDay = `(?:${fullDay}|mo|di|mi|do|fr|sa|so)`;
const named = raw`heute (?:abend|nacht)|heute|morgen|(?:diese(?:s|m) |das )?wochenende|
    (?:nächste[sn]?|kommende[sn]?) wochenende|diese[r]? woche|(?:nächste[rn]?|kommende[rn]?) woche`;
const part = raw`(?:\s*(abend|nacht|nachmittag|vormittag|mittag|morgen|früh)s?)?`;
const open = '(?:geöffnet|offen|auf)';
const month = raw`(?:j[aä]n(?:uar|ner)?|feb(?:ruar)?|märz?|mrz|apr(?:il)?|mai|juni?|juli?|aug(?:ust)?|
    sept?(?:ember)?|okt(?:ober)?|nov(?:ember)?|dez(?:ember)?)\.?`;
const dayOfMonth = raw`(\d{1,2})\.?`;
const numeric = raw`(\d{1,2})\.\s?(\d{1,2})\.`;
const year = raw`(?:\s*(\d{4}))?`;
const to = raw`\s*(?:-|–|bis(?: zum)?)\s*`;
const clock = raw`(?:\d{1,2}(?:[:.]\d\d)?\s*uhr|\d{1,2}:\d\d)`;
const end = raw`bis (?:nach |um )?(${clock}|mitternacht|spät(?: in die nacht)?|tief in die nacht)`;
const long = '(?:bis )?(?:sehr )?(?:lange?|spät)';
const aDay = raw`(?:am )?(heute(?: (?:abend|nacht))?|morgen|${anyDay})(?:\s*(abend|nacht|nachmittag)s?)?`;
const atMost = '(?:(?:innerhalb(?: von)?|in|unter|höchstens|max(?:imal)?\\.?|bis(?: zu)?|weniger als) )?';
const rating = raw`(\d(?:[.,]\d)?)`;
const people = '(?:personen|person|leute|gästen?|gast|erwachsene)';
const units = raw`(?!\s*(?:uhr|personen|person|leute|gästen?|min|minuten|stunden|h|km|m|
    meter|jahren?|sternen?|nächten?|tagen?|%))`;

/**
 * English words of tags, by the German ones without endings.
 *
 * @type {Record<string, string>}
 */
export const synonyms = {
  italienisch: 'italian', italiener: 'italian', griechisch: 'greek', grieche: 'greek', spanisch: 'spanish',
  türkisch: 'turkish', indisch: 'indian', inder: 'indian', chinesisch: 'chinese', chinese: 'chinese',
  japanisch: 'japanese', japaner: 'japanese', koreanisch: 'korean', thailändisch: 'thai', vietnamesisch: 'vietnamese',
  mexikanisch: 'mexican', amerikanisch: 'american', französisch: 'french', bayerisch: 'bavarian', bairisch: 'bavarian',
  vegetarisch: 'vegetarian', irisch: 'irish', livemusik: 'live music', 'live-musik': 'live music',
  'live musik': 'live music', außenbereich: 'outdoor seating', terrass: 'outdoor seating', terrasse: 'outdoor seating',
  wein: 'wine', bier: 'beer', kaffee: 'coffee', raucher: 'smoking', billard: 'billiards', tanz: 'dance',
};

/**
 * @param {typeof import('../search/words.js')} words
 * @returns {import('../search/words.js').Pattern[]}
 */
export const patterns = (words) => {
  const {
    amountOfMoney, between, categories, clockTime, guestsOf, late, meals, monthOf, onDate, openAt, openOn, stars, until,
    upTo, weekdayOf, when, whenAtNight, whole, withinDistance, withinWalk,
  } = words;

  /**
   * Days as a query names them.
   *
   * @param {string} text
   */
  const daysOf = (text) => {
    const words = text.toLowerCase();
    if (words.startsWith('heute')) return /abend|nacht/u.test(words) ? 'tonight' : 'today';
    if (words === 'morgen') return 'tomorrow';
    const isNext = /^(?:näch|komm)/u.test(words);
    if (words.endsWith('wochenende')) return isNext ? 'next weekend' : 'weekend';
    if (words.endsWith('woche')) return isNext ? 'next week' : 'this week';
    return weekdayOf(words.startsWith('sonna') ? 'sa' : words, weekdayBeginnings);
  };
  const monthIn = (/** @type {string} */ name) =>
    monthOf(name.toLowerCase().replace('mrz', 'mär').replace('jä', 'ja'), monthBeginnings);
  const endOf = (/** @type {string} */ text) =>
    (/^(?:spät|tief)/iu.test(text) ? late : until(/^mit/iu.test(text) ? '00:00' : clockTime(text)));
  const night = (/** @type {string | undefined} */ part) => /^(?:abend|nacht)/iu.test(part ?? '');

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
  const guestsIn = (/** @type {string} */ number) => guestsOf(number.replace(/^ein.*/iu, 'ein'), numbers);

  return [
    // Open
    [whole`(?:jetzt|gerade|aktuell|derzeit|momentan) (?:noch )?${open}(?:e[nrs]?)?|${open} (?:jetzt|gerade)`, () =>
      ({ open: 'now' })],
    [whole`geöffnete?[nrs]?`, () => ({ open: 'now' })],
    [whole`offene?[nrs]?`, () => ({ open: 'now' }), 'weak'],
    [whole`(?:${open} )?(?:(?:um|ab|gegen) )?(${clock})(?: ${open})?`, ([, at], context) =>
      openAt(clockTime(at), context)],
    [whole`\d{1,2}:\d\d`, ([at], context) => openAt(clockTime(at), context), 'weak'],
    [whole`(?:${open} )?um mitternacht(?: ${open})?`, (_, context) => openAt('00:00', context)],
    [whole`(?:${open} )?${end}(?: ${open})?|${open} bis (\d{1,2})|bis (\d{1,2}) ${open}`,
      ([, at, other, last], context) => openAt(endOf(at ?? other ?? last), context)],
    [whole`${long} ${open}|${open} ${long}|(?:lang|spät)geöffnete?[nrs]?`, (_, context) => openAt(late, context)],
    [whole`spät(?:abends)?|spät nachts?`, (_, context) => openAt(late, context), 'weak'],
    [whole`(?:${open} )?${aDay} (?:${open} )?(?:${long}|${end})(?: ${open})?`, ([, days, part, at], context) =>
      openOn(daysOf(days), at ? endOf(at) : late, context, night(part))],
    [whole`(?:${open} )?(?:${long}|${end}) (?:${open} )?${aDay}(?: ${open})?`, ([, at, days, part], context) =>
      openOn(daysOf(days), at ? endOf(at) : late, context, night(part))],
    // Wishes that cannot be fulfilled
    [whole`${open} (?:nach|vor|seit) [\p{L}\p{N}:]+(?: uhr)?|(?:nach|vor|seit) ${clock} ${open}|
      (?:${open} )?(?:von|zwischen) (?:${clock}|\d{1,2}) (?:und|bis) (?:${clock}|\d{1,2})(?: uhr)?(?: ${open})?|
      (?:rund um die uhr|durchgehend|die ganze nacht|den ganzen tag)(?: ${open})?|24 stunden(?: ${open})?|
      (?:noch )?(?:${count}) (?:stunden?|minuten?) ${open}|${open} um \S*\d\S*|
      (?:${open} )?bis (?:zum )?(?:morgengrauen|sonnenaufgang|sonnenuntergang|mittag|morgens?|\d\S* uhr)`, () => null],
    [whole`${atMost}\d+\s*(?:min|minuten?|stunden?)(?: (?:entfernt|mit (?:dem (?:auto|rad|bus)|der bahn)|fahrt))?`,
      () => null],

    // Distances
    [whole`${atMost}(\d+(?:[.,]\d+)?)\s*(m|metern?|km|kilometern?)(?: (?:entfernt|entfernung|umkreis|weit|zu fuß))?`,
      ([, digits, unit]) => withinDistance(digits, unit)],
    [whole`(?:höchstens )?(?:im )?umkreis (?:von )?(\d+(?:[.,]\d+)?)\s*(m|metern?|km|kilometern?)`,
      ([, digits, unit]) => withinDistance(digits, unit)],
    [whole`${atMost}(\d{1,3})\s*(?:(?:min|minuten?) (?:zu fuß|fußweg|gehweg|zu gehen|zu laufen|laufen)|gehminuten?)
      (?: entfernt)?`, ([, minutes]) => withinWalk(minutes)],
    [whole`zu fuß(?: erreichbar(?:e[nrs]?)?)?|fußläufig(?: erreichbar(?:e[nrs]?)?)?|in (?:lauf|geh)weite`, () =>
      withinWalk()],
    [whole`(?:für )?(?:${count}) (?:nächte?|wochen?)`, () => null],

    // Days
    [whole`nächste[nr] ${anyDay}|am (?:frühen )?morgen`, () => null],
    [whole`(${open} )?(?:(?:am|an|in|übers?|den|diesen|kommenden) )*(${named}|${fullDay})s?${part}( ${open})?`,
      ([, before, days, part, after], context) => onDay(days, part, context, Boolean(before ?? after))],
    [whole`(${open} )?am (${anyDay})( ${open})?`, ([, before, days, after], context) =>
      when(daysOf(days), context, Boolean(before ?? after))],
    [whole`(${open} )?(?:von )?(${anyDay})${to}(${anyDay})( ${open})?`, ([, before, from, to, after], context) =>
      when(`${daysOf(from)}..${daysOf(to)}`, context, Boolean(before ?? after))],
    [whole`übermorgen`, (_, context) => when(plusDays(context.today, 2), context)],
    [whole`(?:${open} )?${aDay} (?:${open} )?(?:um )?(${clock})(?: ${open})?`, ([, days, part, at], context) =>
      openOn(daysOf(days), clockTime(at), context, night(part))],
    [whole`(?:${open} )?(?:um )?(${clock}) ${aDay}(?: ${open})?`, ([, at, days, part], context) =>
      openOn(daysOf(days), clockTime(at), context, night(part))],

    // Dates
    [whole`(${open} )?(?:(?:am|den|ab|vom) )?${dayOfMonth}\s*(${month})${year}`, ([, before, d, m, y], context) =>
      onDate(d, monthIn(m), y, context, Boolean(before))],
    [whole`(${open} )?(?:(?:am|den|ab|vom) )?${numeric}${year}`, ([, before, d, m, y], context) =>
      onDate(d, Number(m), y, context, Boolean(before))],
    [whole`(?:(?:vom|von) )?${dayOfMonth}${to}${dayOfMonth}\s*(${month})${year}`, ([, d, d2, m, y], context) =>
      between([d, monthIn(m)], [d2, monthIn(m)], y, context)],
    [whole`(?:(?:vom|von) )?${dayOfMonth}${to}${numeric}${year}`, ([, d, d2, m, y], context) =>
      between([d, Number(m)], [d2, Number(m)], y, context)],
    [whole`(?:(?:vom|von) )?${dayOfMonth}\s*(${month})${to}${dayOfMonth}\s*(${month})${year}`,
      ([, d, m, d2, m2, y], context) =>
      between([d, monthIn(m)], [d2, monthIn(m2)], y, context)],
    [whole`(?:(?:vom|von) )?${numeric}${to}${numeric}${year}`, ([, d, m, d2, m2, y], context) =>
      between([d, Number(m)], [d2, Number(m2)], y, context)],

    // Prices
    [whole`(?:für )?(unter|bis(?: zu)?|max(?:imal)?\.?|höchstens|(?:weniger|nicht mehr|günstiger|billiger) als)\s*
      ${amountOfMoney}${units}`, ([, words, before, digits, after]) =>
      (before ?? after ?? !/^bis/iu.test(words) ? upTo(before, digits, after) : null)],
    [whole`kostenlose?[nrs]?|kostenfreie?[nrs]?|umsonst|eintritt frei|freier eintritt`, () => ({ 'max-price': '0' })],
    [whole`freie?[nrs]?`, () => ({ 'max-price': '0' }), 'weak'],
    [whole`jetzt|gerade`, () => ({ open: 'now' }), 'weak'],
    [whole`billig(?:e[nrs]?)?|günstig(?:e[nrs]?)?|preiswert(?:e[nrs]?)?`, () => ({ 'max-price': '20' }), 'weak'],

    // Kinds
    [whole`veranstaltung(?:en)?`, () => ({ kind: 'event' })],
    [whole`(?:freie[nrs]? )?(?:couch(?:es|en)?|sofas?|schlafpl(?:atz|ätze))(?: frei)?`, () => ({ kind: 'couch' })],
    [whole`unterk(?:unft|ünfte)|übernachtung(?:en|smöglichkeit(?:en)?)?`, () => ({ kind: 'couch' })],
    [whole`(?:veranstaltung(?:en)? )?für (?:kinder|familien)|kinder(?:feste?|programm|(?: |-)?veranstaltung(?:en)?)`,
      (_, { said }) =>
      (said.has('bar') || said.has('couch') ? null : { kind: 'event', category: 'children' })],
    ...meals({ 'cafe,restaurant 09:00': 'frühstück(?:en)?', 'cafe,restaurant 11:00': 'brunch(?:en)?',
      'restaurant 12:30': 'mittagessen', 'restaurant 19:30': 'abendessen' }),
    ...categories({
      bar: {
        pub: 'kneipen?|wirtsh(?:aus|äuser)|pinten?', biergarten: 'bierg[aä]rten',
        cafe: 'caf[eé]s?|kaffeeh(?:aus|äuser)',
        restaurant: 'restaurants?|gastst[aä]tten?|lokale?|gasth[aä]us(?:er)?',
        nightclub: 'nachtclubs?|diskos?|diskotheken?|tanzclubs?',
        'fast-food': 'imbiss(?:e|buden?)?|schnellrestaurants?',
        'ice-cream': 'eisdielen?|eiscaf[eé]s?',
      },
      event: {
        concert: 'konzerte?', party: 'partys?', market: '(?:weihnachts|floh|wochen|christkindl)?m[aä]rkte?',
        theatre: 'theater|opern?|musicals?', festival: 'festivals?', exhibition: 'ausstellung(?:en)?|vernissagen?',
        comedy: 'kabarett|comedy', film: 'filme?|kinos?', sport: 'sportveranstaltung(?:en)?|fußballspiele?',
        dance: 'tanzabende?|tanzveranstaltung(?:en)?|milongas?', course: 'kurse?|workshops?|seminare?',
        talk: 'vorträge?|vortrag|lesung(?:en)?',
      },
      couch: {
        'shared-room': 'mehrbettzimmer|schlafs(?:aal|äle)', room: '(?:gäste|privat|einzel|doppel)?zimmer',
        apartment: '(?:ferien)?wohnung(?:en)?|apartments?', hostel: 'hostels?|jugendherbergen?', hotel: 'hotels?',
        'guest-house': 'pension(?:en)?|gästeh(?:aus|äuser)',
      },
    }),

    // Ratings, access, guests
    [whole`(?:(?:ab|mindestens|mind?\.?|über|mehr als)\s*)?${rating}\s*\+?\s*sterne?n?
      (?: (?:oder|und) (?:mehr|besser))?`, ([, digits]) =>
      stars(digits)],
    [whole`barrierefrei(?:e[nrs]?|heit)?|rollst[uü]hle?n?|
      rollstuhl(?:gerechte?[nrs]?|fahrer(?:n|innen)?|tauglich|geeignet|zugänglich)`, () =>
      ({ accessible: 'yes,limited' })],
    [whole`(?:für )?(${count}) ${people}`, ([, number]) => guestsIn(number)],
    [whole`für (${count})(?!\s*(?:nächte?|tage?|wochen?|stunden?|[€$£.,:]))`, ([, number], { said }) =>
      (said.has('couch') ? guestsIn(number) : undefined)],
    [whole`zu (${together})`, ([, count], { said }) => (said.has('couch') ? guestsOf(count, together) : undefined)],

    // Between wishes
    [whole`und|oder|in|im|am|an|um|mit|für|der|die|das|den|dem|eine?[mnr]?|bei|zum|zur|mir|bitte|zeige?|suche|finde|
      hier|nähe|hat|haben|sind|ist|von|vom|gibt|es|ich|wir|will|möchte|brauche|gut(?:e[nrs]?)?|beste[nrs]?|
      schöne?[nrs]?|nach|nahe|neben|wo|was|welche|irgendwo|etwas`, () => null, 'filler'],
  ];
};
