// Cuvintele din caseta de căutare care devin filtre, în română.

import { plusDays } from '../base/dates.js';

const { raw } = String;

/**
 * How letters are also written: without their signs, with a cedilla, or as before 1993.
 *
 * @type {Record<string, string>}
 */
const spellings = { ă: '[ăa]', â: '[âîai]', î: '[îâi]', ș: '[șşs]', ț: '[țţt]' };

/**
 * The source of a pattern with all spellings; it has no such letters in brackets.
 *
 * @param {string} source
 */
const spelled = (source) => source.replace(/[ăâîșț]/gu, (letter) => spellings[letter]);

/**
 * The same for each of several.
 *
 * @param {Record<string, string>} sources
 */
const allSpelled = (sources) =>
  Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, spelled(source)]));

/** A text in small letters without signs. */
const plain = (/** @type {string} */ text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const weekdayBeginnings = 'l|ma|mi|j|v|s|d';
const monthBeginnings = 'ian|feb|mar|apr|mai|iun|iul|aug|sep|oct|no|dec';
const numbers = 'un|doua|trei|patru|cinci|sase|sapte|opt';
const together = 'doi|trei|patru|cinci|șase';
const count = raw`(?:\d{1,3}|un[au]?|o|doi|două|trei|patru|cinci|șase|șapte|opt)`;

const fullDay = '(?:luni|lunea|marți|marțea|miercuri|miercurea|joi|joia|vineri|vinerea|sâmbătă|duminică)';
const anyDay = `(?:${fullDay}|lun?|mar?|mie?|jo|vin?|sâmb?|sâ|dum?)`;
const thisOne = '(?:asta|ăsta|aceasta|acesta)';
const next = '(?:viitoare|viitor|următoare|următor|care vine|ce vine)';
const evening = `d[ie]seară|astă[- ]?seară|(?:în )?seară ${thisOne}|azi seară|la noapte|(?:în )?noaptea ${thisOne}`;
const weekend = raw`(?:week-?end(?:ul)?|sfârșit(?:ul)? de săptămână|sfârșitul săptămânii)`;
const named = `${evening}|azi|astăzi|mâine|${weekend}(?: ${thisOne}| ${next})?|săptămână (?:${thisOne}|${next})`;
const dayParts = 'seară|noaptea|noapte|dimineață|după[- ](?:amiază|masă)';
const part = raw`(?: (${dayParts}|la prânz))?`;
const open = '(?:deschis[ei]?|deschisă)';
const month = raw`(?:ian(?:uarie)?|feb(?:r|ruarie)?|mar(?:t|tie)?|apr(?:ilie)?|
    mai(?! (?:mult|puțin|bun|ieftin|aproape|târziu|devreme))|iun(?:ie)?|iul(?:ie)?|aug(?:ust)?|sept?(?:embrie)?|
    oct(?:ombrie)?|noiembrie|nov(?:embrie)?|dec(?:embrie)?)\.?`;
const onDay = '(?:(?:pe|din|de pe|în|la)(?: data de| ziua de)? )?';
const dayOfMonth = raw`(\d{1,2})`;
const numericMonth = raw`[./](0?[1-9]|1[0-2])`;
const year = raw`(?:,? (\d{4}))?`;
const to = raw`\s*(?:-|–|până(?: la| pe| în)?|la)\s*`;
const toDate = raw`\s*(?:-|–|până(?: la| pe| în)?|la|și)\s*`;
const fromDate = '(?:(?:de la|de pe|din|de|între|pe) )?';
const clock = raw`(?:(?:orele|ora) \d{1,2}(?:[:.]\d\d)?(?: (?:${dayParts}))?|\d{1,2}(?:[:.]\d\d)? (?:${dayParts})|
    \d{1,2}:\d\d)`;
const at = '(?:de la|pe la|în jur de|la)';
const untilWord = 'până(?: la| pe la| după)?';
const lateWords = '(?:până )?(?:(?:noaptea |seară )?(?:foarte )?târziu|târziu (?:în|din) noapte|noaptea târziu)';
const end = `${untilWord} (${clock}|miezul nopții)`;
const openEnd = raw`${untilWord} (${clock}|miezul nopții|\d{1,2})`;
const aDay = raw`(?:pe )?(${evening}|azi|astăzi|mâine|${fullDay})(?: (${dayParts}))?`;
const atMost = '(?:(?:până la|mai puțin de|cel mult|maxim(?:um)?|max\\.?|sub|cam|vreo|la|în|circa) )*';
const radius = '(?:(?:pe|într-?|în) ?(?:o )?(?:rază|raza) (?:de|a) )?';
const away = '(?: (?:distanță|depărtare|de aici|de mine|pe jos))*';
const walked = '(?:de )?(?:mers(?: pe jos)?|pe jos|plimbare)';
const rating = raw`(\d(?:[.,]\d)?)`;
const people = '(?:de )?(?:persoane|persoană|oameni|om|oaspeți|oaspete|adulți|adult)';
const units = raw`(?!\s*(?:de )?(?:persoane|persoană|oameni|om|oaspeți|oaspete|adulți|adult|min|minute?|ore|oră|
    h|km|m|metri|kilometri|ani|stele|stea|nopți|noapte|zile|zi|seară|noaptea|dimineață|%)(?!\p{L}))`;

/**
 * Currencies by their Romanian names, as the codes that all languages know.
 *
 * @type {Record<string, string>}
 */
const currencies = { dolari: 'usd', lire: 'gbp', forinti: 'huf', franci: 'chf', zloti: 'pln', coroane: 'czk' };

/** The code of a currency, if it has a Romanian name. */
const codeOf = (/** @type {string | undefined} */ name) => name && (currencies[plain(name)] ?? name);

/**
 * Roots of adjectives, by the English words.
 *
 * @type {Record<string, string>}
 */
const roots = {
  american: 'american', chinese: 'chinez', french: 'francez franțuz', greek: 'grec', hungarian: 'maghiar ungur',
  indian: 'indian', irish: 'irlandez', italian: 'italian italien', japanese: 'japonez', korean: 'corean coreen',
  lebanese: 'libanez', mexican: 'mexican', romanian: 'român', spanish: 'spaniol', thai: 'thailandez', turkish: 'turc',
  vegan: 'vegan', vegetarian: 'vegetarian', vietnamese: 'vietnamez',
};
const endings = ['', 'ă', 'e', 'i', 'esc', 'ească', 'ești'];

/**
 * Other words, by the English ones.
 *
 * @type {Record<string, string>}
 */
const nouns = {
  beer: 'bere', billiards: 'biliard', 'board games': 'boardgames', cocktails: 'cocktailuri', coffee: 'cafea',
  'outdoor seating': 'terasă terase', smoking: 'fumători', wine: 'vin vinuri',
};

/**
 * English words of tags, by the Romanian ones with and without signs.
 *
 * @type {Record<string, string>}
 */
export const synonyms = Object.fromEntries([
  ...Object.entries(roots).flatMap(([english, all]) =>
    all.split(' ').flatMap((root) => endings.map((ending) => [root + ending, english]))),
  ...Object.entries(nouns).flatMap(([english, all]) => all.split(' ').map((word) => [word, english])),
  ['muzică live', 'live music'], ['jocuri de societate', 'board games'],
].flatMap(([word, english]) => [[word, english], [plain(word), english]]));

/**
 * @param {typeof import('../search/words.js')} words
 * @returns {import('../search/words.js').Pattern[]}
 */
export const patterns = (words) => {
  const {
    amountOfMoney, between, categories, clockTime, guestsOf, late, meals, monthOf, onDate, openAt, openOn, stars, until,
    upTo, weekdayOf, when, whenAtNight, withinDistance, withinWalk,
  } = words;

  /**
   * A pattern for whole words in all spellings.
   *
   * @param {TemplateStringsArray} parts
   * @param {...string} values
   */
  const whole = (parts, ...values) => words.whole`${spelled(raw(parts, ...values))}`;

  // *De* stands between a number from twenty on and its currency.
  const amount = amountOfMoney.replace('(?:\\s*(', `(?:\\s*(?:de\\s+)?(${Object.keys(currencies).join('|')
    .replaceAll('ti', 'ți')}|`);
  const most = (/** @type {(string | undefined)[]} */ [before, digits = '', after]) =>
    upTo(codeOf(before), digits, codeOf(after));

  /**
   * Days as a query names them.
   *
   * @param {string} text
   */
  const daysOf = (text) => {
    const words = plain(text);
    if (/^(?:azi|astazi)$/u.test(words)) return 'today';
    if (words === 'maine' || words === 'miine') return 'tomorrow';
    if (/s[ae]ara|azi|noapte/u.test(words)) return 'tonight';
    const isNext = /(?:viito|urmato|vine$)/u.test(words) && !/^vine/u.test(words);
    if (/^(?:week|sf.rsit)/u.test(words)) return isNext ? 'next weekend' : 'weekend';
    if (/^sapt/u.test(words)) return isNext ? 'next week' : 'this week';
    return weekdayOf(words, weekdayBeginnings);
  };
  const monthIn = (/** @type {string} */ name) => monthOf(name, monthBeginnings);

  /**
   * A time of the clock, with a part of the day or without.
   *
   * @param {string} text
   */
  const timeOf = (text) => {
    const words = plain(text).replace(/^ore?l?[ae]\w*\s+/u, '');
    const [, hour = ''] = /^(\d{1,2})/u.exec(words) ?? [];
    const isSmall = Number(hour) < 12;
    const isNight = /noapte/u.test(words);
    if (hour === '12' && isNight) return clockTime(words.replace('12', '0'));
    const isLater = /seara|dupa/u.test(words) || isNight && Number(hour) > 5;
    return clockTime(words.replace(/\s.*/u, isSmall && isLater ? 'pm' : ''));
  };

  /**
   * The end of an evening: of hours alone those from six on are in the evening.
   *
   * @param {string} text
   */
  const endOf = (text) => {
    if (/^m/iu.test(text)) return until('00:00');
    if (!/^\d{1,2}$/u.test(text)) return until(timeOf(text));
    return until(clockTime(text === '12' ? '0' : Number(text) > 5 && Number(text) < 12 ? `${text}pm` : text));
  };
  const night = (/** @type {string | undefined} */ part) => /^(?:seara|noapte)/u.test(plain(part ?? ''));

  /**
   * A day, or its night.
   *
   * @param {string} days
   * @param {string | undefined} part
   * @param {import('../search/words.js').Context} context
   * @param {boolean} isOpening
   */
  const dayOrNight = (days, part, context, isOpening) =>
    (night(part) ? whenAtNight(daysOf(days), context) : when(daysOf(days), context, isOpening));
  const guestsIn = (/** @type {string} */ number) =>
    guestsOf(plain(number).replace(/^(?:o|un[au])$/u, 'un').replace(/^doi$/u, 'doua'), numbers);
  const far = (/** @type {string} */ digits, /** @type {string} */ unit) =>
    withinDistance(digits, /^k/iu.test(unit) ? 'km' : 'm');

  return [
    // Open
    [whole`(?:acum|momentan) (?:sunt |e |este )?${open}|${open} (?:chiar |și )?(?:acum|momentan|în acest moment|
      la ora ${thisOne})`, () => ({ open: 'now' })],
    [whole`${open}|(?:chiar )?acum`, () => ({ open: 'now' }), 'weak'],
    [whole`(?:${open} )?(?:${at} )?(${clock})(?: ${open})?`, ([, time], context) => openAt(timeOf(time), context)],
    [whole`${open} (?:${at} )(\d{1,2}(?:[:.]\d\d)?)|la (\d{1,2}\.\d\d)`, ([, time, other], context) =>
      openAt(clockTime(time ?? other), context)],
    [whole`\d{1,2}:\d\d`, ([time], context) => openAt(clockTime(time), context), 'weak'],
    [whole`(?:${open} )?la miezul nopții(?: ${open})?`, (_, context) => openAt('00:00', context)],
    [whole`(?:${open} )?${end}(?: ${open})?|${open} ${openEnd}`, ([, time, other], context) =>
      openAt(endOf(time ?? other), context)],
    [whole`${open} ${lateWords}|${lateWords} ${open}|până (?:noaptea |seară )?(?:foarte )?târziu`, (_, context) =>
      openAt(late, context)],
    [whole`târziu`, (_, context) => openAt(late, context), 'weak'],
    [whole`(?:${open} )?${aDay} (?:${open} )?(?:${lateWords}|${openEnd})(?: ${open})?`,
      ([, days, part, time], context) => openOn(daysOf(days), time ? endOf(time) : late, context, night(part))],
    [whole`(?:${open} )?(?:${lateWords}|${openEnd}) (?:${open} )?${aDay}(?: ${open})?`,
      ([, time, days, part], context) => openOn(daysOf(days), time ? endOf(time) : late, context, night(part))],
    // Wishes that cannot be fulfilled
    [whole`${open} (?:după|înainte de|dinainte de) (?:${clock}|[\p{L}\p{N}:]+)|
      (?:${open} )?(?:între|de la) (?:${clock}|\d{1,2}) (?:și|la|până la) (?:${clock}|\d{1,2})(?: ${open})?|
      (?:${open} )?(?:non-?stop|toată (?:noaptea|ziua)|24 de ore(?: din 24)?|24[\s/]*(?:7|24))(?: ${open})?|
      ${open} în fiecare zi|${open} (?:încă )?${count} (?:de )?(?:ore|oră|minute?)|${open} la \S*\d\S*|
      (?:${open} )?${untilWord} (?:dimineață|prânz|amiază|zori|răsărit|apus|închidere)`, () => null],
    [whole`${atMost}\d+ (?:de )?(?:min|minute?|ore|oră)(?: (?:distanță|de aici|cu (?:mașina|autobuzul|trenul|
      bicicleta|metroul)))?`, () => null],

    // Distances
    [whole`${radius}${atMost}(\d+(?:[.,]\d+)?)\s*(?:de )?(m|metri|metru|km|kilometri|kilometru)${away}`,
      ([, digits, unit]) => far(digits, unit)],
    [whole`${atMost}(\d{1,3}) (?:de )?(?:min|minute?) ${walked}${away}`, ([, minutes]) => withinWalk(minutes)],
    [whole`(?:la )?(?:o )?distanță (?:mică )?de mers(?: pe jos)?|(?:accesibile? )?pe jos|la (?:doi|câțiva) pași`,
      () => withinWalk()],
    [whole`(?:pentru )?${count} (?:de )?(?:nopți|noapte|săptămâni|săptămână)`, () => null],

    // Days
    [whole`${fullDay} ${next}|(?:de |în fiecare )?dimineață`, () => null],
    [whole`(${open} )?(?:(?:pe|în|de|pentru|la) )*(${named}|${fullDay}(?: ${thisOne})?)${part}( ${open})?`,
      ([, before, days, part, after], context) => dayOrNight(days, part, context, Boolean(before ?? after))],
    [whole`(${open} )?(?:de )?(${anyDay})${to}(${anyDay})( ${open})?`, ([, before, from, to, after], context) =>
      when(`${daysOf(from)}..${daysOf(to)}`, context, Boolean(before ?? after))],
    [whole`poimâine`, (_, context) => when(plusDays(context.today, 2), context)],
    [whole`(?:${open} )?${aDay} (?:${open} )?(?:${at} )?(${clock})(?: ${open})?|
      (?:${open} )?${aDay} (?:${open} )?${at} (\d{1,2})`, ([, days, part, time, others, other, hour], context) =>
      openOn(daysOf(days ?? others), hour ? clockTime(hour) : timeOf(time), context, night(part ?? other))],
    [whole`(?:${open} )?(?:${at} )?(${clock}) ${aDay}(?: ${open})?`, ([, time, days, part], context) =>
      openOn(daysOf(days), timeOf(time), context, night(part))],

    // Dates
    [whole`(${open} )?${onDay}${dayOfMonth} (${month})${year}`, ([, before, d, m, y], context) =>
      onDate(d, monthIn(m), y, context, Boolean(before))],
    [whole`(${open} )?${onDay}(?:întâi|1 ?-?iu) (${month})${year}`, ([, before, m, y], context) =>
      onDate('1', monthIn(m), y, context, Boolean(before))],
    [whole`(${open} )?(?:pe|din)(?: data de)? ${dayOfMonth}${numericMonth}\.?`, ([, before, d, m], context) =>
      onDate(d, Number(m), undefined, context, Boolean(before))],
    [whole`(${open} )?${onDay}${dayOfMonth}${numericMonth}(?:\.|[./](\d{4}))`, ([, before, d, m, y], context) =>
      onDate(d, Number(m), y, context, Boolean(before))],
    [whole`${fromDate}${dayOfMonth}${toDate}${dayOfMonth} (${month})${year}`, ([, d, d2, m, y], context) =>
      between([d, monthIn(m)], [d2, monthIn(m)], y, context)],
    [whole`${fromDate}${dayOfMonth} (${month})${toDate}${dayOfMonth} (${month})${year}`,
      ([, d, m, d2, m2, y], context) => between([d, monthIn(m)], [d2, monthIn(m2)], y, context)],
    [whole`${fromDate}${dayOfMonth}${numericMonth}\.?${toDate}${dayOfMonth}${numericMonth}(?:\.|[./](\d{4}))?`,
      ([, d, m, d2, m2, y], context) => between([d, Number(m)], [d2, Number(m2)], y, context)],

    // *Bar până la 2* is a time, and no price.
    [whole`${untilWord} [1-6]`, ([text], context) =>
      (context.said.has('bar') ? openAt(endOf(text.slice(-1)), context) : null)],

    // Prices
    [whole`(?:cu |la )?(sub|până (?:la|în)|maxim(?:um)?|max\.?|cel mult|(?:nu mai mult|mai puțin|mai ieftine? |
      mai ieftin) de|<=?|≤)\s*${amount}${units}(?: pe noapte)?`, ([, words, ...money]) =>
      (money[0] ?? money[2] ?? !/^p/iu.test(words) ? most(money) : null)],
    [whole`${amount} (?:sau mai puțin|maxim(?:um)?|cel mult)`, ([, ...money]) => most(money)],
    [whole`gratuit[ei]?|gratuită|gratis|fără bani|moca|intrare(?:a)? (?:liberă|gratuită)`, () =>
      ({ 'max-price': '0' })],
    [whole`(?:mai )?(?:ieftin[ei]?|ieftină|convenabil[ei]?|accesibil ca preț)`, () => ({ 'max-price': '20' }), 'weak'],

    // Kinds
    [whole`bar(?:uri|ul|urile)?`, () => ({ kind: 'bar' })],
    [whole`eveniment(?:e|ul|ele)?`, () => ({ kind: 'event' })],
    [whole`(?:canapea|canapele|canapeaua|couch)(?: liber[ei]?| liberă| disponibil[ei]?| disponibilă)?`, () =>
      ({ kind: 'couch' })],
    [whole`caz(?:are|ări)|loc(?:uri)? de (?:cazare|dormit)|un(?:de)? (?:loc )?(?:să|pot) (?:dorm|dormim|dormi|stau)`,
      () => ({ kind: 'couch' })],
    [whole`(?:evenimente? )?pentru (?:copii|familii|familie|cei mici)`, (_, { said }) =>
      (said.has('bar') || said.has('couch') ? null : { kind: 'event', category: 'children' })],
    ...meals(allSpelled({ 'cafe,restaurant 09:00': '(?:la )?mic(?:ul)? dejun', 'cafe,restaurant 11:00': 'brunch',
      'restaurant 12:30': '(?:la |de )?(?:masa de )?prânz', 'restaurant 19:30': '(?:la )?cină' })),
    ...categories({
      bar: allSpelled({
        pub: raw`pub(?:-?uri|ul)?|cârciumă|cârciumi(?:oară|oare)?|crâșm(?:ă|e)|bodeg(?:ă|i)|berări[ei]|tavern(?:ă|e)`,
        biergarten: 'grădin(?:ă|i) de bere', cafe: 'cafenea|cafenele|cafeneaua|ceainări[ei]',
        restaurant: 'restaurant(?:e|ul|ele)?|bistro(?:uri)?|localuri|birt(?:uri)?|pizzeri[ei]',
        nightclub: 'club(?:uri|ul)?(?: de noapte)?|discotec(?:ă|i)|disco',
        'fast-food': 'fast[ -]?food(?:-?uri)?|șaormeri[ei]|shaormeri[ei]', 'ice-cream': 'gelateri[ei]|înghețată',
      }),
      event: allSpelled({
        concert: 'concert(?:e|ul|ele)?', party: 'petrecer[ei]|party|chef(?:uri)?',
        market: 'târg(?:uri|ul)?(?: de (?:crăciun|vechituri|carte))?|talcioc|bazar(?:uri)?',
        theatre: 'teatru|pies(?:ă|e) de teatru|spectacole? de teatru|oper(?:ă|e)|musical(?:uri)?',
        festival: 'festival(?:uri|ul)?', exhibition: 'expoziți[ei]|vernisaj(?:e)?',
        comedy: raw`comedi[ei]|stand[ -]?up(?: comedy)?|spectacole? de comedie`,
        film: 'filme?|cinema(?:uri)?|cinematografe?', sport: 'meci(?:uri)?(?: de \\p{L}+)?|evenimente? sportive?',
        dance: 'dans|ser(?:i|ată) de dans|seară de dans|milong(?:ă|i)',
        course: 'curs(?:uri)?|ateliere?|workshop(?:uri)?|seminar(?:ii)?',
        talk: 'conferinț(?:ă|e)|prelegeri?|prelegere|dezbater[ei]|lectur(?:ă|i) public(?:ă|e)',
      }),
      couch: allSpelled({
        'shared-room': 'camer(?:ă|e) comun(?:ă|e)|dormitoare comune|dormitor comun',
        room: 'camer(?:ă|e)(?: liberă| libere)?', apartment: 'apartamente?|garsonier(?:ă|e)', hostel: 'hostel(?:uri)?',
        hotel: 'hotel(?:uri)?', 'guest-house': 'pensiun[ei]|cas(?:ă|e) de oaspeți',
      }),
    }),

    // Ratings, access, guests
    [whole`(?:(?:minim(?:um)?|cel puțin|peste|măcar|de la|de|>=?|≥)\s*)?${rating}\s*\+?\s*(?:stele|stea|★|⭐)
      (?: (?:sau|și) (?:mai (?:mult|bine)|peste))?`, ([, digits]) => stars(digits)],
    [whole`nota (?:minimă |minim |peste )?${rating}(?: sau mai (?:mare|bună)| și peste)?`, ([, digits]) =>
      stars(digits)],
    [whole`(?:cel |cea |cele |cei )?(?:mai )?bine (?:cotat[ei]?|cotată|evaluat[ei]?|evaluată|notat[ei]?|notată)`, () =>
      ({ 'min-rating': '4' })],
    [whole`(?:(?:accesibil[ei]?|accesibilă|acces) )?(?:(?:cu|pentru|în) )?scaun(?:ul|e)? (?:rulante?|cu rotile)|
      accesibil[ei]?|accesibilă|fără trepte|(?:pentru )?persoane cu (?:dizabilități|handicap)`, () =>
      ({ accessible: 'yes,limited' })],
    [whole`(?:pentru )?(?:cel mult |maxim |până la )?(${count}) ${people}`, ([, number]) => guestsIn(number)],
    [whole`pentru (${count})(?!\s*(?:de )?(?:nopți|noapte|zile|zi|săptămân|ore|oră|lei|ron|euro|[€$£.,:]))`,
      ([, number], { said }) => (said.has('couch') ? guestsIn(number) : undefined)],
    [whole`în (${together})`, ([, number], { said }) => (said.has('couch') ? guestsIn(number) : undefined)],

    // Between wishes
    [whole`și|sau|ori|în|din|la|pe|cu|de|lângă|prin|pentru|un|una|o|niște|cel|cea|cei|cele|care|ce|unde|e|este|sunt|
      are|au|să|se|mă|îmi|mi|vreau|vrem|caut|căutăm|caută|arată|găsește|găsesc|rog|aș|vrea|dori|nevoie|am|aproape|
      apropiere|apropierea|împrejurimi|zonă|aici|mine|noi|bun[ei]?|bună|frumos|frumoasă|frumoase|liber[ei]?|liberă|
      disponibil[ei]?|disponibilă|ceva|undeva|loc|locuri|mai|foarte|tot|toate|nu|departe`, () => null, 'filler'],
  ];
};
