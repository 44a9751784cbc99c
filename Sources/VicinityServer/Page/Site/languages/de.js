// Deutsch.

import { plusDays } from '../stay.js';

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
const part = raw`(?:\s*(?:abend|nacht|nachmittag)s?)?`;
const open = '(?:geöffnet|offen|auf)';
const month = raw`(?:j[aä]n(?:uar|ner)?|feb(?:ruar)?|märz?|mrz|apr(?:il)?|mai|juni?|juli?|aug(?:ust)?|
    sept?(?:ember)?|okt(?:ober)?|nov(?:ember)?|dez(?:ember)?)\.?`;
const dayOfMonth = raw`(\d{1,2})\.?`;
const numeric = raw`(\d{1,2})\.\s?(\d{1,2})\.`;
const year = raw`(?:\s*(\d{4}))?`;
const until = raw`\s*(?:-|–|bis(?: zum)?)\s*`;
const clock = raw`(?:\d{1,2}(?:[:.]\d\d)?\s*uhr|\d{1,2}:\d\d)`;
const rating = raw`(\d(?:[.,]\d)?)`;
const people = '(?:personen|person|leute|gästen?|gast|erwachsene)';
const units = raw`(?!\s*(?:uhr|personen|person|leute|gästen?|min|minuten|stunden|h|km|m|
    meter|jahren?|sternen?|nächten?|tagen?|%))`;

/**
 * @param {typeof import('../words.js')} words
 * @returns {import('../words.js').Pattern[]}
 */
export const patterns = (words) => {
  const {
    amountOfMoney, between, clockTime, guestsOf, monthOf, onDate, openAt, openOn, stars, upTo, weekdayOf, when,
    whole,
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
    [whole`(?:${open} )?bis (?:${clock}|mitternacht)(?: ${open})?`, () => null],

    // Days
    [whole`nächste[nr] ${anyDay}|am morgen`, () => null],
    [whole`(${open} )?(?:(?:am|an|in|übers?|den|diesen|kommenden) )*(${named}|${fullDay})s?${part}( ${open})?`,
      ([, before, days, after], context) => when(daysOf(days), context, Boolean(before ?? after))],
    [whole`(${open} )?am (${anyDay})( ${open})?`, ([, before, days, after], context) =>
      when(daysOf(days), context, Boolean(before ?? after))],
    [whole`(${open} )?(?:von )?(${anyDay})${until}(${anyDay})( ${open})?`, ([, before, from, to, after], context) =>
      when(`${daysOf(from)}..${daysOf(to)}`, context, Boolean(before ?? after))],
    [whole`übermorgen`, (_, context) => when(plusDays(context.today, 2), context)],
    [whole`(?:${open} )?(?:am )?(heute(?: (?:abend|nacht))?|morgen|${anyDay})${part} (?:um )?(${clock})(?: ${open})?`,
      ([, days, at], context) => openOn(daysOf(days), clockTime(at), context)],

    // Dates
    [whole`(${open} )?(?:(?:am|den|ab|vom) )?${dayOfMonth}\s*(${month})${year}`, ([, before, d, m, y], context) =>
      onDate(d, monthIn(m), y, context, Boolean(before))],
    [whole`(${open} )?(?:(?:am|den|ab|vom) )?${numeric}${year}`, ([, before, d, m, y], context) =>
      onDate(d, Number(m), y, context, Boolean(before))],
    [whole`(?:(?:vom|von) )?${dayOfMonth}${until}${dayOfMonth}\s*(${month})${year}`, ([, d, d2, m, y], context) =>
      between([d, monthIn(m)], [d2, monthIn(m)], y, context)],
    [whole`(?:(?:vom|von) )?${dayOfMonth}${until}${numeric}${year}`, ([, d, d2, m, y], context) =>
      between([d, Number(m)], [d2, Number(m)], y, context)],
    [whole`(?:(?:vom|von) )?${dayOfMonth}\s*(${month})${until}${dayOfMonth}\s*(${month})${year}`,
      ([, d, m, d2, m2, y], context) =>
      between([d, monthIn(m)], [d2, monthIn(m2)], y, context)],
    [whole`(?:(?:vom|von) )?${numeric}${until}${numeric}${year}`, ([, d, m, d2, m2, y], context) =>
      between([d, Number(m)], [d2, Number(m2)], y, context)],

    // Prices
    [whole`(?:für )?(unter|bis(?: zu)?|max(?:imal)?\.?|höchstens|(?:weniger|nicht mehr|günstiger|billiger) als)\s*
      ${amountOfMoney}${units}`, ([, words, before, digits, after]) =>
      (before ?? after ?? !/^bis/iu.test(words) ? upTo(before, digits, after) : null)],
    [whole`kostenlose?[nrs]?|kostenfreie?[nrs]?|umsonst|eintritt frei|freier eintritt`, () => ({ 'max-price': '0' })],
    [whole`freie?[nrs]?`, () => ({ 'max-price': '0' }), 'weak'],
    [whole`billige?[nrs]?|günstige?[nrs]?|preiswerte?[nrs]?`, () => ({ 'max-price': '20' }), 'weak'],

    // Kinds
    [whole`veranstaltung(?:en)?|partys`, () => ({ kind: 'event' })],
    [whole`(?:freie[nrs]? )?(?:couch(?:es|en)?|sofas?|schlafpl(?:atz|ätze))(?: frei)?`, () => ({ kind: 'couch' })],

    // Ratings, access, guests
    [whole`(?:(?:ab|mindestens|mind?\.?|über|mehr als)\s*)?${rating}\s*\+?\s*sterne?n?
      (?: (?:oder|und) (?:mehr|besser))?`, ([, digits]) =>
      stars(digits)],
    [whole`barrierefrei(?:e[nrs]?|heit)?|rollst[uü]hle?n?|
      rollstuhl(?:gerechte?[nrs]?|fahrer(?:n|innen)?|tauglich|geeignet|zugänglich)`, () =>
      ({ accessible: 'yes,limited' })],
    [whole`(?:für )?(${count}) ${people}`, ([, number]) => guestsIn(number)],
    [whole`für (${count})(?!\s*(?:nächte?|tage?|wochen?|stunden?|[€$£.,:]))`, ([, number], { said }) =>
      (said.has('couch') ? guestsIn(number) : null)],
    [whole`zu (${together})`, ([, count], { said }) => (said.has('couch') ? guestsOf(count, together) : null)],

    // Between wishes
    [whole`und|oder|in|im|am|an|um|mit|für|der|die|das|den|dem|eine?[mnr]?|bei|zum|zur|mir|bitte|zeige?|suche|finde|
      hier|nähe|hat|haben|sind|ist`, () => null, 'filler'],
  ];
};

export default {
  // Parts of the page
  'skip': 'Zu den Ergebnissen',
  'skip to map': 'Zur Karte',
  'search': 'Orte, Namen, Tags oder Wünsche suchen, etwa: jetzt offen unter 20 €',
  'search example': 'Jazz, jetzt offen, unter 20 €, Budapest …',
  'search here': 'hier suchen',
  'in place': 'in {place}',
  'words': '„{words}“',
  'name': 'Name',
  'place': 'Ort',
  'places': 'Teile der Seite',
  'place results': 'Ergebnisse',
  'place favourites': 'Favoriten',
  'place evening': 'Unterwegs',
  'sign in': 'Anmelden',
  'unread': 'ungelesene Nachrichten',
  'place mine': 'Meine Seite',
  'language': 'Sprache',
  'map': 'Karte',
  'results': 'Ergebnisse',
  'back': 'Zurück',
  'done': 'Fertig',
  'zoom in': 'Vergrößern',
  'zoom out': 'Verkleinern',
  'my position': 'Mein Standort',
  'position refused': 'Dein Standort ist nicht bekannt. Suche einen Ort, oder verschiebe die Karte.',
  'search as I move': 'Beim Verschieben suchen',
  'search this area': 'In diesem Gebiet suchen',
  'show map': 'Karte zeigen',
  'show more of list': 'Mehr von der Liste zeigen',

  // Kinds and states
  'kinds': 'Arten',
  'kinds bar': 'Bars',
  'kinds event': 'Veranstaltungen',
  'kinds couch': 'Schlafplätze',
  'kind bar': 'Bar',
  'kind event': 'Veranstaltung',
  'kind couch': 'Schlafplatz',
  'state open': 'offen',
  'state closed': 'zu',
  'state unknown': 'offen?',
  'state open end': 'offen?',
  'state free': 'Couch',
  'open, closes': 'Offen · schließt um {time}, in {duration}',
  'open all day': 'Rund um die Uhr offen',
  'closes soon': 'Schließt bald, um {time}, in {duration}',
  'closed, opens': 'Geschlossen · öffnet um {time}, in {duration}',
  'hours unknown': 'Öffnungszeiten unbekannt',
  'open end': 'Offen · Ende unbekannt',
  'until': 'bis {time}',
  'on': 'läuft',
  'on until': 'Läuft, bis {time}',
  'over': 'vorbei',
  'cancelled': 'abgesagt',
  'postponed': 'verschoben',
  'date unknown': 'Termin unbekannt',
  'from to': '{date}, {from}–{to}',
  'starts': '{date}, {time}',
  'today': 'Heute',
  'sleeps': { one: 'Platz für einen Gast', other: 'Platz für {n} Gäste' },

  // Numbers
  'minutes': '{n} Min.',
  'hours': '{n} Std.',
  'days': { one: 'einem Tag', other: '{n} Tagen' },
  'free': 'frei',
  'free of charge': 'Kostenlos',
  'up to': 'Bis {price}',
  'under': 'Unter {price}',
  'a night': '{price} pro Nacht',
  'for the stay': '{price} für den Aufenthalt',
  'stars from': '★ {rating} und mehr',
  'rated': { one: '{rating} ({n} Bewertung)', other: '{rating} ({n} Bewertungen)' },
  'count': '{n}',
  'listings': { one: '{n} Eintrag', other: '{n} Einträge' },
  'listings here': { one: 'Ein Eintrag hier', other: '{n} Einträge hier: vergrößern' },
  'inhabitants': '{n} Einwohner',

  // Filters
  'filters': 'Filter',
  'chosen filters': 'Gewählte Filter',
  'remove': 'Entfernen: {what}',
  'clear all': 'Alle Filter entfernen',
  'not of': 'Keine von {host}',
  'tell me': 'Neue Einträge melden',
  'menu when': 'Wann',
  'menu price': 'Preis',
  'menu rating': 'Bewertung',
  'menu tags': 'Tags',
  'menu more': 'Mehr',
  'no tags here': 'Hier gibt es keine Tags.',
  'wheelchair': 'Rollstuhl',
  'accessible': 'Ganz oder teilweise barrierefrei',
  'accessible yes': 'barrierefrei',
  'accessible limited': 'teilweise barrierefrei',
  'accessible no': 'nicht barrierefrei',
  'areas': 'Gebiete',
  'open at chip': 'Offen: {when}',
  'during chip': 'Veranstaltungen: {when}',
  'stay chip': { one: 'Schlafplatz: {when}', other: 'Schlafplatz: {when}, {n} Gäste' },
  'bars and events open': 'Bars und Veranstaltungen, die offen sind',
  'events that take place': 'Veranstaltungen, die stattfinden',
  'couches free': 'Schlafplätze, die frei sind',
  'open at': 'Offen um',
  'open at time': '{time}',
  'from': 'Von',
  'to': 'Bis',
  'guests': 'Gäste',
  'when any': 'Jederzeit',
  'when now': 'jetzt',
  'when today': 'heute',
  'when tonight': 'heute Abend',
  'when tomorrow': 'morgen',
  'when weekend': 'am Wochenende',
  'when next weekend': 'nächstes Wochenende',
  'when this week': 'diese Woche',
  'when next week': 'nächste Woche',
  'when Mo': 'Montag',
  'when Tu': 'Dienstag',
  'when We': 'Mittwoch',
  'when Th': 'Donnerstag',
  'when Fr': 'Freitag',
  'when Sa': 'Samstag',
  'when Su': 'Sonntag',
  'when running': 'laufend',
  'when upcoming': 'kommend',
  'when past': 'vergangen',

  // The list
  'found': { one: 'Ein Eintrag', other: '{n} Einträge' },
  'nothing here': 'Hier passt nichts',
  'first of': 'die ersten {n} sind aufgeführt',
  'read as': '„{typed}“ ist als „{words}“ gelesen',
  'more results': 'Weitere Ergebnisse',
  'order': 'Reihenfolge',
  'sort best': 'Beste zuerst',
  'sort distance': 'Nächste zuerst',
  'sort price': 'Günstigste zuerst',
  'sort -rating': 'Bestbewertete zuerst',
  'sort open': 'Offene zuerst',
  'sort start': 'Früheste zuerst',
  'sort name': 'Nach Namen',
  'cannot be answered': 'Das kann nicht beantwortet werden',
  'sign in needed': 'Dieser Dienst braucht einen Schlüssel',
  'try again': 'Noch einmal versuchen',
  'server away': 'Der Server antwortet nicht. Neuer Versuch …',
  'no connection': 'Keine Verbindung zum Server',
  'no json': 'Die Antwort ist keine von diesem Dienst.',
  'offline': 'Keine Verbindung. Deine Favoriten sind noch da.',

  // Nothing fits
  'catalog empty': 'Es gibt noch keine Einträge.',
  'what would help': 'Das würde helfen:',
  'nearest match': 'Zum nächsten, der passt',
  'nothing anywhere': 'Nirgends passt etwas.',
  'why not': 'Warum nicht?',
  'why not here': 'Warum fehlt einer?',
  'it is here': 'Er ist unter den Ergebnissen.',
  'condition': 'Bedingung',
  'condition kinds': 'Art',
  'condition within': 'Karte',
  'condition radius': 'Abstand',
  'condition tags.all': 'Tag',
  'condition price.max': 'Preis',
  'condition price.currency': 'Währung',
  'condition rating.min': 'Bewertung',
  'condition text': 'Wörter',
  'condition stay': 'Nächte',
  'condition stay.guests': 'Gäste',
  'condition during': 'Termin',
  'condition open': 'Öffnung',
  'condition accessible': 'Rollstuhl',
  'condition limit': 'Rang',
  'wanted': 'Gewünscht',
  'found here': 'Gefunden',
  'with instead': '„{nearest}“ statt „{unknown}“',
  'relax within': '{distance} weiter suchen',
  'relax price.max': 'Bis {value}',
  'relax rating.min': '{stars} Sterne weniger',
  'relax stay': { one: 'Einen Tag später', other: '{n} Tage später' },
  'relax stay earlier': { one: 'Einen Tag früher', other: '{n} Tage früher' },
  'relax stay.guests': { one: 'Ein Gast weniger', other: '{n} Gäste weniger' },
  'relax during': '{duration} später',
  'drop kinds': 'Jede Art',
  'drop tags.all': 'Ohne den Tag {tag}',
  'drop price.max': 'Zu jedem Preis',
  'drop price.currency': 'In jeder Währung',
  'drop rating.min': 'Jede Bewertung',
  'drop text': 'Ohne die Wörter',
  'drop within': 'Überall',
  'drop stay': 'Ohne den Aufenthalt',
  'drop stay.guests': 'Ohne den Aufenthalt',
  'drop during': 'Zu einer anderen Zeit',
  'drop open': 'Offen oder nicht',
  'drop accessible': 'Auch ohne Barrierefreiheit',

  // Details
  'navigate': 'Route',
  'what is near': 'Was ist in der Nähe',
  'share': 'Teilen',
  'link copied': 'Link kopiert',
  'save': '{name} merken',
  'saved': '{name} ist gemerkt',
  'opening hours': 'Öffnungszeiten',
  'dates': 'Termine',
  'no more dates': 'Keine weiteren Termine',
  'ratings': 'Bewertungen',
  'not rated': 'Noch nicht bewertet',
  'distribution': 'Bewertungen der Mitglieder nach Sternen',
  'rank': 'Nummer {n} von {total}',
  'why here': 'Warum hier?',
  'not among results': 'Nicht unter den Ergebnissen',
  'score': '{score} von 100 Punkten, davon für',
  'part words': 'Wörter',
  'part distance': 'Abstand von der Mitte',
  'part open': 'Öffnung',
  'part rating': 'Bewertung',
  'is first': 'Er ist der erste.',
  'cannot be first': 'Keine Änderung daran allein würde ihn zum ersten machen.',
  'first if distance': 'Der erste, wenn er {distance} näher wäre.',
  'first if price': 'Der erste, wenn er {price} weniger kostete.',
  'first if rating': 'Der erste mit {n} Sternen mehr.',
  'has changed': 'Die Ergebnisse haben sich inzwischen geändert.',
  'free nights': 'Freie Nächte',
  'least nights': { one: 'mindestens eine Nacht', other: 'mindestens {n} Nächte' },
  'is free': { one: 'Frei für einen Gast. {price}', other: 'Frei für {n} Gäste. {price}' },
  'not free': 'Nicht frei',
  'host': 'Gastgeber',
  'capacity': 'Plätze',
  'picture': 'Bild {number} von {name}',
  'picture at': 'Bild bei {host}',
  'as calendar': 'Als Kalenderdatei',
  'listing gone': 'Diesen Eintrag gibt es nicht mehr.',
  'offline, not kept': 'Keine Verbindung, und dieser Eintrag ist nicht auf diesem Gerät.',

  // The calendar
  'choose a stay': 'Anreise und Abreise',
  'previous month': 'Voriger Monat',
  'next month': 'Nächster Monat',
  'other dates': 'Andere Tage',
  'choose arrival': 'Tag der Anreise wählen',
  'choose departure': 'Tag der Abreise wählen',
  'arrival': 'Anreise',
  'departure': 'Abreise',
  'departure after': { one: 'Abreise nach einer Nacht', other: 'Abreise nach {n} Nächten' },
  'day past': 'vorbei',
  'day too soon': 'zu kurzfristig',
  'day taken': 'belegt',
  'night before taken': 'eine Nacht davor ist belegt',
  'too few free nights': { one: 'die Nacht ist belegt', other: 'mindestens {n} Nächte, nicht alle sind frei' },
  'most nights': { one: 'höchstens eine Nacht', other: 'höchstens {n} Nächte' },
  'nights': { one: '1 Nacht', other: '{n} Nächte' },
  'price unknown': 'Preis unbekannt',

  // Opening hours
  'all day': 'ganztägig',
  'hours state open': 'Offen',
  'hours state closed': 'geschlossen',
  'hours state unknown': 'unbekannt',
  'hours until': 'bis {time}',
  'hours from': 'ab {time}',
  'hours zone': 'Ortszeit von {zone}, dort ist es jetzt {time}',
  'hours lack holidays': 'Die Feiertage dieses Ortes sind nicht bekannt.',
  'hours lack coordinate': 'Sonnenauf- und -untergang dieses Ortes sind nicht bekannt.',
  'hours warning': '„{found}“: {problem}',

  // Unternehmungen
  'outing meet': 'Treffpunkt',
  'outing route': 'Am Weg',
  'outing evening': 'Abend',
  'outing crawl': 'Kneipentour',
  'outing choices': 'Einstellungen',
  'outing asked': 'Wird gesucht …',
  'add middle': 'Kartenmitte hinzufügen',
  'open on arrival': 'Bei Ankunft offen',
  'arriving any': 'egal',
  'arriving walking': 'zu Fuß',
  'arriving cycling': 'mit dem Rad',
  'arriving driving': 'mit dem Auto',
  'drop arriving': 'Bei Ankunft offen oder nicht',
  'walk farther': 'Bis 3 km gehen',
  'drop tags': 'Ohne die Stichwörter',

  // Treffpunkte
  'meet hint': 'Woher kommen alle? Für jeden auf die Karte tippen; Buchstaben lassen sich verschieben.',
  'add place': 'Ort mit Namen hinzufügen',
  'one more origin': 'Noch ein Ort, dann stehen hier die besten Treffpunkte dazwischen.',
  'meet by': 'Kürzester Weg',
  'meet by worst': 'für den Fernsten',
  'meet by sum': 'für alle zusammen',
  'found meet': { one: 'Ein Treffpunkt', other: '{n} Treffpunkte' },
  'meet empty': 'Nichts passt zu allen Filtern. Einige weglassen.',

  // Wege
  'route hint': 'Entlang des Wegs auf die Karte tippen, oder eine Datei mit einem Weg öffnen.',
  'undo': 'Zurücknehmen',
  'clear line': 'Löschen',
  'open file': 'GPX oder GeoJSON öffnen',
  'file unreadable': '{name} ist keine lesbare GPX- oder GeoJSON-Datei.',
  'file without line': '{name} enthält keinen Track, keine Route und keine Linie.',
  'line': '{name} {distance} lang',
  'how far off': 'Abstand vom Weg',
  'found route': { one: 'Ein Eintrag am Weg', other: '{n} Einträge am Weg' },
  'route empty': 'Nichts Passendes an diesem Weg. Weiter abseits suchen oder Filter weglassen.',
  'look farther off': 'Bis 2 km abseits',
  'along': 'nach {position} · {detour} hin und zurück',

  // Abende und Kneipentouren
  'evening hint': 'Eine Couch für die Nacht, eine Veranstaltung und danach eine Bar, alles zu Fuß. Auf die Karte tippen, um anderswo zu beginnen.',
  'crawl hint': 'Mehrere Bars nacheinander, jede offen bei Ankunft. Auf die Karte tippen, um anderswo zu beginnen.',
  'begins at': 'Von: {place}',
  'from middle': 'Von der Kartenmitte',
  'first evening': 'Erster Abend',
  'leave on': 'Abreise',
  'begin at': 'Ab',
  'stops': 'Bars',
  'pause': 'Minuten in jeder',
  'walk at most': 'Längster Fußweg',
  'budget evening': 'Insgesamt höchstens',
  'budget crawl': 'Alle Getränke zusammen, höchstens',
  'any price': 'egal',
  'currency': 'Währung',
  'found evening': { one: 'Ein Abend', other: '{n} Abende' },
  'found crawl': { one: 'Eine Kneipentour', other: '{n} Kneipentouren' },
  'previous outing': 'Vorige',
  'next outing': 'Nächste',
  'on foot': '{distance} zu Fuß',
  'points': '{score} von 100 Punkten',
  'way back': '{distance} zurück zur Couch',
  'closes at': 'schließt {time}',
  'from time': 'ab {time}',
  'evening empty': 'Couches und Veranstaltungen gibt es, aber nichts passt zusammen. Weiter gehen, mehr ausgeben oder einen anderen Tag nehmen.',
  'crawl empty': 'Keine solche Tour von hier. Weiter gehen, zu einer anderen Zeit beginnen oder weniger Bars nehmen.',
  'no couches': 'In diesem Katalog gibt es keine Couches, darum kann kein Abend geplant werden.',
  'no events': 'In diesem Katalog gibt es keine Veranstaltungen, darum kann kein Abend geplant werden.',
  'no bars': 'In diesem Katalog gibt es keine Bars.',
  'no couch free': 'Zu Fuß ist keine Couch zu erreichen, die in diesen Nächten für so viele Gäste frei ist. Weiter gehen oder einen anderen Tag nehmen.',
  'no event there': 'An diesen Abenden ist zu Fuß keine solche Veranstaltung zu erreichen. Weiter gehen oder einen anderen Tag nehmen.',
  'a day later': 'Einen Tag später',
  'a stop less': 'Eine Bar weniger',

  // Favourites
  'favourites': { one: 'Ein Favorit', other: '{n} Favoriten' },
  'no favourites': 'Noch nichts gemerkt. Tippe auf das Herz eines Eintrags.',
  'favourites today': 'Heute',
  'nothing today': 'Von den Favoriten ist heute nichts geöffnet, und keine Veranstaltung findet statt.',
  'kept on this device': 'Auf diesem Gerät, auch ohne Verbindung.',
  'kept in account': 'In deinem Konto; auf diesem Gerät auch ohne Verbindung.',
  'sign in for more': 'Anmelden, um zu buchen, mitzukommen oder zu bewerten',
  'report': 'Melden …',
  'show on map': 'Auf der Karte zeigen',
};
