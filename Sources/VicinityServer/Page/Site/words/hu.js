// A keresőmező szavai, amelyekből szűrők lesznek, magyarul.

import { plusDays, weekday } from '../base/dates.js';

const { raw } = String;

const weekdayBeginnings = 'h|k|sze|cs|p|szo|v';
const monthBeginnings = 'jan|feb|mar|apr|maj|jun|jul|aug|sze|okt|nov|dec';
const numbers = 'egy|két|három|négy|öt|hat|hét|nyolc';
const count = raw`\d{1,2}|kettő|${numbers}`;
const together = 'egyedül|ketten|hárman|négyen|öten|hatan|heten|nyolcan';

const article = '(?:(?:a|ez a|ezen a|e|most) )?';
const baseDay = '(?:hétfő|kedd|szerdá|csütörtök|péntek|szombat|vasárnap)';
const shortDay = '(?:h|k|sze|cs|p|szo|v)';
const fullDay = `${baseDay}(?:en|on|ön|n|i|ra|re)?`;
const named = raw`ma|mai|mára|holnap|holnapi|holnapra|(?:(?:jövő|következő) )?hétvégé(?:n|i|re)?|
    (?:(?:jövő|következő) )?(?:héten|heti|hétre)|(?:jövő|következő) hét|ez a hét`;
const part = '(?: (este|esti|estére|éjjel|éjjelre|éjszaká|éjszakai|éjszakárá|délután|délelőtt|reggel))?';
const aDay = `${article}(mai?|holnapi?|${fullDay})${part}`;
const open = '(?:nyitva(?: van| vannak| tartó| tart| lévő| legyen)?|nyitott)';
const clock = raw`(?:(?:hajnali|hajnalban|reggel|délelőtt|délután|este|éjjel|éjszaka) )?
    (?:(?:fél|negyed|háromnegyed) )?\d{1,2}(?:[:.]\d\d)?`;
const moment = raw`(?:${clock}(?:-kor|-t(?:ó|ő)l| órakor| órától)|éjfélkor|délben)`;
const end = raw`(?:(?:egészen )?(?:${clock}(?:-ig| óráig)|éjfélig))`;
const long = '(?:(?:jó |nagyon )?sokáig|későig|késő (?:estig|éjjelig|éjszakáig)|későn is)';
const month = raw`(?:jan(?:uár)?|febr?(?:uár)?|márc(?:ius)?|ápr(?:ilis)?|máj(?:us)?|jún(?:ius)?|júl(?:ius)?|
    aug(?:usztus)?|szept(?:ember)?|okt(?:óber)?|nov(?:ember)?|dec(?:ember)?)\.?`;
const numericMonth = raw`(\d{1,2})\.`;
const year = raw`(?:(\d{4})\.?\s*)?`;
const dayOn = raw`(\d{1,2})(?:\.|-?(?:j?én|án|i|jei|j?ére|ára))?`;
const dayFrom = raw`(\d{1,2})(?:\.|-?(?:j?étől|ától|től|tól))?`;
const dayTo = raw`(\d{1,2})(?:\.|-?(?:j?éig|áig|ig))?`;
const to = raw`(?:\s*[-–]\s*|\s+)`;
const currencies = [
  ['forint|ft|huf', 'huf'], ['€|euró|eur', 'eur'], [raw`\$|dollár|usd`, 'usd'], ['£|font|gbp', 'gbp'],
  ['lej|lei|ron', 'ron'], ['frank|chf', 'chf'], ['zloty|złoty|pln', 'pln'], ['cseh korona|czk', 'czk'],
];
const money = currencies.map(([names]) => names).join('|');
const digits = raw`(\d{1,3}(?:[\s.]\d{3})+|\d+(?:[.,]\d{1,2})?|(?=ezer))\s*(ezer|e)?`;
const amount = raw`${digits}[\s-]*(${money})?`;
const paid = raw`${digits}[\s-]*(${money})`;
const rating = raw`(\d(?:[.,]\d)?)`;
const people = '(?:fős|fő|személyes|személy|ember|vendég|felnőtt)(?:re|nek|rel|nak)?';
const units = raw`(?!\s*(?:fő|személy|ember|vendég|perc|órá|m|km|méter|kilométer|éj|nap|hét|csillag|%))`;
const length = raw`(\d+(?:[.,]\d+)?)[\s-]*(m|métere?s?|km|kilométere?s?)`;

/** A szavak végződései: többes szám és esetek. */
const ending = raw`(?:(?:a|e|o|ö)?k)?(?:(?:a|e|o|ö)?t|\p{L}(?:a|e)l|ban|ben|ba|be|ra|re|
    n|on|en|ön|nak|nek|nál|nél|ból|ből)?`;

/**
 * Címkék angol szavai a magyarok szerint.
 *
 * @type {Record<string, string>}
 */
export const synonyms = {
  olasz: 'italian', görög: 'greek', spanyol: 'spanish', török: 'turkish', indiai: 'indian', kínai: 'chinese',
  japán: 'japanese', koreai: 'korean', vietnámi: 'vietnamese', mexikói: 'mexican', amerikai: 'american',
  francia: 'french', magyar: 'hungarian', ír: 'irish', bajor: 'bavarian', vegetáriánus: 'vegetarian',
  vega: 'vegetarian', vegán: 'vegan', élőzene: 'live music', élőzenés: 'live music',
  'élő zene': 'live music', 'élő zenés': 'live music',
  terasz: 'outdoor seating', teraszos: 'outdoor seating', terasszal: 'outdoor seating',
  kerthelyiség: 'outdoor seating', kerthelyiséges: 'outdoor seating', bor: 'wine', boros: 'wine', sör: 'beer',
  kávé: 'coffee', koktél: 'cocktails', koktélok: 'cocktails', koktélos: 'cocktails', dohányzó: 'smoking',
  biliárd: 'billiards', biliárdos: 'billiards', társasjáték: 'board games', társasjátékos: 'board games',
  társas: 'board games', tánc: 'dance', csendes: 'quiet', kutyabarát: 'dog friendly', kert: 'garden', kertes: 'garden',
};

/** @type {Record<string, string>} */
const accents = {
  á: '[aá]', é: '[eé]', í: '[ií]', ó: '[oó]', ö: '[oöő]', ő: '[oöő]', ú: '[uú]', ü: '[uüű]', ű: '[uüű]',
};

/** Egy minta, amely ékezetek nélkül is illik. */
const loose = (/** @type {string} */ source) => source.replace(/[áéíóöőúüű]/gu, (letter) => accents[letter]);

/** Egy szöveg kisbetűkkel, ékezetek nélkül. */
const bare = (/** @type {string} */ text) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** @param {Record<string, string>} sources */
const looseAll = (sources) =>
  Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, loose(`(?:${source})${ending}`)]));

/**
 * Napok, ahogy egy lekérdezés nevezi őket.
 *
 * @param {typeof import('../search/words.js')} words
 * @param {string} text
 */
function daysOf({ weekdayOf }, text) {
  const word = bare(text);
  if (/^ma/u.test(word)) return 'today';
  if (/^holnap/u.test(word)) return 'tomorrow';
  const isNext = /^(?:jovo|kovetkezo)/u.test(word);
  if (word.includes('hetveg')) return isNext ? 'next weekend' : 'weekend';
  if (/(?:^|\s)het(?!fo)/u.test(word)) return isNext ? 'next week' : 'this week';
  return weekdayOf(word, weekdayBeginnings);
}

const night = (/** @type {string | undefined} */ part) => /^(?:este|esti|ej)/u.test(bare(part ?? ''));

/**
 * Egy óra a napszakkal, ahogy mondják: *este fél 9*. Napszak nélkül a vég hattól este van.
 *
 * @param {string} text
 * @param {boolean} isEnd
 * @returns {string} az óra 24-ig, percekkel
 */
function hourOf(text, isEnd) {
  const said = bare(text);
  if (said.includes('ejfel')) return '00:00';
  if (said.includes('delben')) return '12:00';
  const [, fraction, hours, minutes = '00'] =
    /(?:(fel|negyed|haromnegyed)\s+)?(\d{1,2})(?:[:.](\d\d))?/u.exec(said) ?? [];
  const hasPart = /^(?:hajnal|reggel|del|este|esti|ej)/u.test(said);
  const isGuess = !hasPart && (isEnd && minutes === '00' || Boolean(fraction));
  const isLate = isGuess || /^(?:este|esti|ej)/u.test(said);
  let hour = Number(hours);
  if (/^(?:este|esti|delutan)/u.test(said) && hour < 12 || isLate && hour > 5 && hour < 12) hour += 12;
  else if (isLate && hour === 12) hour = 24;
  const quarters = { fel: '30', negyed: '15', haromnegyed: '45' }[fraction ?? ''];
  return quarters ? `${hour - 1}:${quarters}` : `${hour}:${minutes}`;
}

/**
 * @param {typeof import('../search/words.js')} words
 * @returns {import('../search/words.js').Pattern[]}
 */
export const patterns = (words) => {
  const {
    between, categories, clockTime, dateOf, guestsOf, late, meals, monthOf, onDate, openAt, openOn, stars, until, upTo,
    weekdayOf, when, whenAtNight, withinDistance, withinWalk,
  } = words;
  const whole = (/** @type {TemplateStringsArray} */ parts, /** @type {string[]} */ ...values) =>
    words.whole`${loose(raw(parts, ...values))}`;

  const timeOf = (/** @type {string} */ text, part = '') => clockTime(hourOf(`${part} ${text}`.trim(), false));
  const endOf = (/** @type {string} */ text, part = '') =>
    (/^(?:jo |nagyon )?(?:sokaig|keso)/u.test(bare(text)) ? late
      : until(clockTime(hourOf(`${part} ${text}`.trim(), true))));

  /**
   * Nyitva egy nap egy időpontjában. A *szombat hajnal* a szombaté, nem az éjszakáé, amely szombaton kezdődik.
   *
   * @param {string} day
   * @param {string | undefined} part
   * @param {string} said
   * @param {string | null} time
   * @param {import('../search/words.js').Context} context
   */
  const openThen = (day, part, said, time, context) => {
    const days = daysOf(words, day);
    if (days === 'today' && night(part)) return openOn('tonight', time, context);
    const isDawn = bare(said).startsWith('hajnal') && days?.length === 2;
    const ahead = (weekdayBeginnings.split('|').findIndex((one) => weekdayOf(one, weekdayBeginnings) === days)
      + 8 - weekday(context.today)) % 7;
    return openOn(isDawn ? plusDays(context.today, ahead) : days, time, context, night(part));
  };

  /**
   * Egy nap vagy az éjszakája.
   *
   * @param {string} text
   * @param {string | undefined} part
   * @param {import('../search/words.js').Context} context
   * @param {boolean} isOpening
   */
  const onDay = (text, part, context, isOpening) => {
    const days = daysOf(words, text);
    if (!night(part)) return when(days, context, isOpening);
    return days === 'today' ? when('tonight', context) : whenAtNight(days, context);
  };
  const monthIn = (/** @type {string} */ name) => monthOf(bare(name), monthBeginnings);
  const guestsIn = (/** @type {string} */ number) => guestsOf(bare(number).replace(/^kett.*/u, 'ket'), bare(numbers));

  /**
   * Egy árhatár.
   *
   * @param {string} digits
   * @param {string | undefined} thousand
   * @param {string | undefined} currency
   */
  const limit = (digits, thousand, currency) => {
    const number = Number(digits.replace(/[\s.](?=\d{3}(?!\d))/gu, '').replace(',', '.') || 1) * (thousand ? 1000 : 1);
    const isMeant = (/** @type {string} */ names) => new RegExp(`^(?:${loose(names)})$`, 'iu').test(currency ?? '');
    const code = currencies.find(([names]) => isMeant(names))?.[1];
    return upTo(undefined, String(number), code);
  };
  const unitOf = (/** @type {string} */ text) => (/^k/iu.test(text) ? 'km' : 'm');

  return [
    // Nyitva
    [whole`(?:most|jelenleg|éppen|épp) (?:is )?${open}|${open} (?:most|jelenleg|éppen)`, () => ({ open: 'now' })],
    [whole`${open}|most`, () => ({ open: 'now' }), 'weak'],
    [whole`(?:${open} )?(${moment})(?: is)?(?: ${open})?`, ([, at], context) => openAt(timeOf(at), context)],
    [whole`\d{1,2}:\d\d`, ([at], context) => openAt(clockTime(at), context), 'weak'],
    [whole`(?:${open} )?(${end})(?: ${open})?`, ([, at], context) => openAt(endOf(at), context)],
    [whole`${long} ${open}|${open} ${long}`, (_, context) => openAt(late, context)],
    [whole`${long}|későn|késő este|késő éjjel`, (_, context) => openAt(late, context), 'weak'],
    [whole`(?:${open} )?${aDay} (?:${open} )?(${long}|${end})(?: ${open})?`, ([, day, part, at], context) =>
      openThen(day, part, at, endOf(at, part), context)],
    [whole`(?:${open} )?(${long}|${end}) (?:${open} )?${aDay}(?: ${open})?`, ([, at, day, part], context) =>
      openThen(day, part, at, endOf(at, part), context)],
    [whole`(?:${open} )?${aDay} (?:${open} )?(${moment})(?: is)?(?: ${open})?`, ([, day, part, at], context) =>
      openThen(day, part, at, timeOf(at, part), context)],
    [whole`(?:${open} )?(${moment}) (?:${open} )?${aDay}(?: ${open})?`, ([, at, day, part], context) =>
      openThen(day, part, at, timeOf(at, part), context)],
    // Ami nem teljesíthető
    [whole`(?:${open} )?(?:éjjel-nappal|non-?stop|0-24|egész (?:nap|éjjel|éjszaka)|minden nap|mindennap)(?: ${open})?|
      (?:${open} )?(?:hajnalig|reggelig|napfelkeltéig|zárásig|délig)(?: ${open})?|
      (?:éjfél|${clock}(?: óra)?) után(?: is)? ${open}|${open} (?:éjfél|${clock}(?: óra)?) után|
      (?:${open} )?${clock}(?:-t(?:ó|ő)l| órától) ${clock}(?:-ig| óráig)(?: ${open})?|
      (?:még )?(?:${count}) (?:órán át|óráig|percig) ${open}`, () => null],
    [whole`(?:(?:legfeljebb|max(?:imum)?\.?) )?\d+\s*(?:perc|órá)(?:re|ra|nyire|en belül|n belül)?
      (?: (?:autóval|busszal|vonattal|kerékpárral|biciklivel|bringával|metróval|villamossal|innen))?`, () => null],

    // Távolság
    [whole`(?:(?:legfeljebb|max(?:imum)?\.?) )?${length}(?:-?(?:en|on) belül|-?re|-?es körzet(?:ben|en belül)|
      (?: sugarú)? körzet(?:ben|en belül))?(?: innen| tőlem)?`, ([, number, unit]) =>
      withinDistance(number, unitOf(unit))],
    [whole`(?:(?:legfeljebb|max(?:imum)?\.?) )?(\d{1,3})[\s-]*perc(?:es|nyi|re|en belül)? (?:gyalog|séta|sétára|
      sétával|sétányira|gyalogútra)(?: innen)?|gyalog (?:legfeljebb )?(\d{1,3})[\s-]*perc(?:re|en belül)?`,
      ([, minutes, others]) => withinWalk(minutes ?? others)],
    [whole`séta\s*távolság(?:ra|on belül|ban)?|gyalog(?:os(?:an)?)?
      (?: (?:is )?(?:elérhető|távolság(?:ra|on belül|ban)?))?`, () => withinWalk()],
    [whole`(?:${count}) (?:éjszaká|éj|nap|hét)(?:ra|re|nyi)?`, () => null],

    // Napok
    [whole`(?:jövő|következő|múlt) ${fullDay}|múlt (?:héten|hétvégén)`, () => null],
    [whole`(?:(${open}) )?${article}(${named}|${fullDay})${part}(?: (?:is )?(${open}))?`,
      ([, before, day, part, after], context) => onDay(day, part, context, Boolean(before ?? after))],
    [whole`este|estére|esti|éjjel|éjszakai`, (_, context) => when('tonight', context), 'weak'],
    [whole`(?:(${open}) )?(${baseDay})\s*[-–]\s*(${baseDay})(?: (${open}))?|
      (?:(${open}) )?(${baseDay})t(?:ó|ő)l (${baseDay})ig(?: (${open}))?`,
      ([, before, from, to, after, before2, from2, to2, after2], context) =>
        when(`${daysOf(words, from ?? from2)}..${daysOf(words, to ?? to2)}`, context,
          Boolean(before ?? after ?? before2 ?? after2))],
    [whole`(${shortDay})[-–](${shortDay})`, ([, from, to], context) =>
      when(`${daysOf(words, from)}..${daysOf(words, to)}`, context)],
    [whole`holnapután(?:ra|i)?`, (_, context) => when(plusDays(context.today, 2), context)],

    // Dátumok
    [whole`(?:(${open}) )?${year}(${month})\s*${dayOn}(?: (${open}))?`, ([, before, y, m, d, after], context) =>
      onDate(d, monthIn(m), y, context, Boolean(before ?? after))],
    [whole`(\d{4})[.-]\s*(\d\d)[.-]\s*(\d\d)\.?`, ([, y, m, d], context) => onDate(d, Number(m), y, context)],
    [whole`${numericMonth}\s*(\d{1,2})\.?(?:-?(?:án|j?én))?`, ([, m, d], context) =>
      (dateOf(d, Number(m), undefined, context.today) ? onDate(d, Number(m), undefined, context) : null)],
    [whole`${year}(${month})\s*${dayFrom}${to}${dayTo}`, ([, y, m, d, d2], context) =>
      between([d, monthIn(m)], [d2, monthIn(m)], y, context)],
    [whole`${year}(${month})\s*${dayFrom}${to}${year}(${month})\s*${dayTo}`, ([, y, m, d, y2, m2, d2], context) =>
      between([d, monthIn(m)], [d2, monthIn(m2)], y2 ?? y, context)],

    // Árak
    [whole`(?:max(?:imum)?\.?|legfeljebb|kevesebb,? mint|olcsóbb,? mint|<=?|≤)\s*${amount}(?:-?(?:ig|ért))?${units}`,
      ([, number, thousand, currency]) => limit(number, thousand, currency)],
    [whole`${amount} (?:alatt|alatti|alá)`, ([, number, thousand, currency]) => limit(number, thousand, currency)],
    [whole`${paid}-?(?:ig|ért|on belül)`, ([, number, thousand, currency]) => limit(number, thousand, currency)],
    [whole`${amount}-?n(?:á|é)l (?:olcsóbb|kevesebb)(?:ért|an)?`, ([, number, thousand, currency]) =>
      limit(number, thousand, currency)],
    [whole`ingyenese?n?|ingyen|díjtalan|díjmentes|(?:belépő|belépődíj) nélkül(?:i)?|ingyenes belép(?:és|ő)|
      szabad belépés`, () => ({ 'max-price': '0' })],
    [whole`(?:(?:leg)?olcsóbb|olcsó|megfizethető|pénztárcabarát|kedvező árú)(?:n|k|t|an)?`, () =>
      ({ 'max-price': '20' }), 'weak'],

    // Típusok
    [whole`bár${ending}`, () => ({ kind: 'bar' })],
    [whole`(?:esemény|program|rendezvény)${ending}`, () => ({ kind: 'event' })],
    [whole`(?:szabad )?(?:kanapé|heverő)${ending}`, () => ({ kind: 'couch' })],
    [whole`(?:szállás(?:hely)?|alvóhely)${ending}|(?:hol|ahol) (?:alhatok|aludhatok|alhatunk|aludhatunk)|
      hely,? ahol (?:alhatok|alhatunk|aludhatok|aludhatunk)`, () => ({ kind: 'couch' })],
    [whole`(?:(?:gyerek|gyermek|családi )-?(?:program|esemény|rendezvény)${ending}|
      (?:(?:program|esemény|rendezvény)${ending} )?(?:gyerekeknek|gyermekeknek|gyerekekkel|családoknak|családnak))`,
      (_, { said }) =>
      (said.has('bar') || said.has('couch') ? null : { kind: 'event', category: 'children' })],
    ...meals(looseAll({
      'cafe,restaurant 09:00': 'reggeliző|reggelizni|reggeli', 'cafe,restaurant 11:00': 'brunch|villásreggeli',
      'restaurant 12:30': 'ebédelni|ebéd', 'restaurant 19:30': 'vacsorázni|vacsorá',
    })),
    ...categories({
      bar: looseAll({
        pub: '(?:rom)?kocsmá|krimó|kricsmi|söröző|borozó|pub', biergarten: 'sörkert',
        cafe: 'kávézó|kávéház|cukrászdá', restaurant: 'étterem|étterm|vendéglő|bisztró|csárdá',
        nightclub: '(?:éjszakai )?klub|diszkó|szórakozóhely', 'fast-food': 'gyorsétterem|gyorsétterm|büfé|gyrosos',
        'ice-cream': 'fagyizó|fagylaltozó',
      }),
      event: looseAll({
        concert: 'koncert', party: '(?:házi)?buli|party',
        market: '(?:karácsonyi |adventi |termelői |bolha)?(?:vásár|piac)',
        theatre: 'színház|színdarab|színielőadás|operá|musical', festival: 'fesztivál',
        exhibition: 'kiállítás|tárlat|vernisszázs', comedy: 'stand-?up|humorest|kabaré|dumaszínház',
        film: 'film|filmvetítés|mozi', sport: 'sportesemény|(?:foci)?meccs|mérkőzés', dance: 'táncest|táncház|milongá',
        course: 'tanfolyam|workshop|kurzus|szeminárium', talk: 'előadás|felolvasóest|felolvasás',
      }),
      couch: looseAll({
        'shared-room': 'közös szobá|hálóterem|hálóterm', room: '(?:vendég|magán)?szobá', apartment: 'apartman|lakás',
        hostel: 'hostel|hosztel|ifjúsági szálló|turistaház', hotel: 'hotel|szállodá|szálló',
        'guest-house': 'vendégház|panzió|fogadó',
      }),
    }),

    // Értékelés, akadálymentesség, vendégek
    [whole`(?:(?:legalább|minimum|min\.?)\s*)?${rating}\+?[\s-]*csillag(?:os|tól|nál jobb)?${ending}(?: felett)?`,
      ([, number]) => stars(number)],
    [whole`(?:jól|legjobbra|jóra) értékelt${ending}`, () => ({ 'min-rating': '4' })],
    [whole`akadálymentes(?:en|ített)?${ending}|kerekes\s*szék(?:es|essel|kel)?(?: (?:is )?
      (?:megközelíthető|látogatható|barát))?`, () => ({ accessible: 'yes,limited' })],
    [whole`(${count})\s*-?${people}`, ([, number]) => guestsIn(number)],
    [whole`(${together})(?: vagyunk| leszünk)?`, ([, number], { said }) =>
      (said.has('couch') ? guestsOf(bare(number), bare(together)) : undefined)],

    // A kívánságok között
    [whole`és|vagy|meg|is|a|az|egy|ahol|amelyik|ami|aki|van|vannak|legyen|lenne|kellene|kell|kérek|keresek|keresünk|
      szeretnék|szeretnénk|mutass|mutasd|mutasd meg|nekem|nekünk|hol|mi|mit|hova|hová|valami|valahol|jó|jobb|
      legjobb|szép|klassz|hely|helyek|helyet|itt|innen|közel|közelben|közelemben|közelében|közelébe|környékén|
      mellett|körül|hozzám|tőlem|részére|számára|lehet|tudok|tudunk|akarok|akarunk|menni|mehetek|mehetünk|inni|ki|
      de|hogy`, () => null, 'filler'],
  ];
};

/** Szavak egy hely neve után, amelynek a közelében keresnek. */
const after = loose('közelében|közelébe|környékén|környékére|mellett|mellé|körül|szomszédságában|szemben');

/** Végződések egy hely nevén: benne vagy rajta, illetve nála. */
const inside = /-?(?:ban|ben|ba|be|(?:on|en|ön)|(?<=[áéóőíiúuűü])n|ott|ett|ött)$/iu;
const beside = /-?(?:nál|nél|tól|től|hoz|hez|höz)$/iu;

/** A nevek legtöbb szava, és a legkevesebb betű egy végződés előtt. */
const [longestName, shortestStem] = [4, 3];

/** Egy szótő, amelynek a vége megnyúlhatott: *Prágá* is *Prága*. */
const stemsOf = (/** @type {string} */ stem) =>
  [stem.replace(/[áé]$/u, (letter) => (letter === 'á' ? 'a' : 'e')), stem];

/**
 * Ami helyek neve lehet: *Budapesten*, *a Nyugati közelében*, *a Deák térnél*.
 *
 * @param {string} text
 * @returns {import('../search/places.js').PlaceName[]}
 */
export function placeNames(text) {
  const words = [...text.matchAll(/[^\s;,.!?]+/gu)].map(({ 0: word, index }) => ({ word, index: index ?? 0 }));
  return words.flatMap(({ word, index }, at) => {
    const isAfter = new RegExp(`^(?:${after})$`, 'iu').test(word);
    const ending = beside.exec(word) ?? inside.exec(word);
    if (!isAfter && (!ending || ending.index < shortestStem)) return [];
    const stems = isAfter ? [''] : [...new Set(stemsOf(word.slice(0, ending?.index)))];
    const counts = Array.from({ length: longestName }, (_, count) => longestName - count);
    return counts.flatMap((count) => {
      const first = isAfter ? at - count : at - count + 1;
      if (first < 0) return [];
      const before = text.slice(words[first].index, index);
      const others = `${text.slice(0, words[first].index)} ${text.slice(index + word.length)}`
        .replace(/\s+/gu, ' ').trim();
      return stems.flatMap((stem) => {
        const name = (before + stem).trim();
        const found = { isBeside: isAfter || beside.test(word), others };
        return [...new Set([name, name.replace(/^az?\s+/iu, '')])]
          .filter((one) => !/^(?:az?$|\d)/iu.test(one)).map((one) => ({ ...found, name: one }));
      });
    });
  });
}
