// What becomes a filter in the search box, in each language. Today is Wednesday, 25 November 2026.

import assert from 'node:assert/strict';
import test from 'node:test';

const site = new URL('../../Sources/VicinityServer/Page/Site', import.meta.url).pathname;
const words = await import(`${site}/search/words.js`);
const { recognised } = words;
const { placeNames } = await import(`${site}/search/places.js`);
const english = (await import(`${site}/words/en.js`)).patterns(words);
const german = (await import(`${site}/words/de.js`)).patterns(words);
const romanian = (await import(`${site}/words/ro.js`)).patterns(words);
const hungarianFile = await import(`${site}/words/hu.js`);
const hungarian = hungarianFile.patterns(words);

const today = '2026-11-25';
const yes = { accessible: 'yes,limited' };
const euros = (/** @type {string} */ amount) => ({ 'max-price': amount, currency: 'EUR' });

/**
 * @typedef {[string, Record<string, string>, string?, string[]?]} Row what is typed, the filters, the rest, and what is
 *   ignored
 */

/** @type {Row[]} */
const englishRows = [
  // Open
  ['open now', { open: 'now' }],
  ['OPEN  NOW', { open: 'now' }],
  ['open right now jazz', { open: 'now' }, 'jazz'],
  ['open', { open: 'now' }],
  ['open bars', { open: 'now', kind: 'bar' }],
  ['tonight', { open: 'tonight' }],
  ['this evening', { open: 'tonight' }],
  ['open at 22:30', { open: '22:30' }],
  ['open at 10pm', { open: '22:00' }],
  ['bars open at 10:30 p.m.', { kind: 'bar', open: '22:30' }],
  ['12 am', { open: '00:00' }],
  ['open at 22', { open: '22:00' }],
  ['open at midnight', { open: '00:00' }],
  ['open at 27', {}, '', ['open at 27']],
  ['open until 2am', { open: '01:59..02:00' }],
  ['until 2 am', { open: '01:59..02:00' }],
  ['quiet bar open until 2 am', { kind: 'bar', open: '01:59..02:00' }, 'quiet'],
  ['open till midnight', { open: '23:59..00:00' }],
  ['open until 11', { open: '22:59..23:00' }],
  ['open until 2', { open: '01:59..02:00' }],
  ['bars open until 02:00 on Friday', { kind: 'bar', open: '2026-11-28T01:59..2026-11-28T02:00' }],
  ['friday open until midnight', { open: '2026-11-27T23:59..2026-11-28T00:00' }],
  ['bar open late', { kind: 'bar', open: '01:00' }],
  ['open late on saturday', { open: '2026-11-29T01:00' }],
  ['late bars', { kind: 'bar', open: '01:00' }],
  ['late train', {}, 'late train'],
  ['open until dawn', {}, '', ['open until dawn']],
  ['bar open all night', { kind: 'bar' }, '', ['open all night']],
  ['jazz within walking distance', { radius: '1000' }, 'jazz'],
  ['bars within 500 m', { kind: 'bar', radius: '500' }],
  ['open today', { open: 'today' }],
  ['today open', { open: 'today' }],
  ['tomorrow at 10 pm jazz', { open: '2026-11-26T22:00' }, 'jazz'],
  ['on saturday at 22:30', { open: '2026-11-28T22:30' }],
  ['10pm on friday', { open: '2026-11-27T22:00' }],
  ['tonight at 1am', { open: '01:00' }],

  // Days and dates
  ['today', { during: 'today' }],
  ['events tomorrow', { kind: 'event', during: 'tomorrow' }],
  ['this weekend', { during: 'weekend' }],
  ['next week', { during: 'next week' }],
  ['events next weekend', { kind: 'event', during: '2026-12-05..2026-12-07' }],
  ['bars this weekend', { kind: 'bar', open: 'weekend' }],
  ['bars and events on saturday', { kind: 'bar,event', open: 'Sa' }],
  ['on saturday', { during: 'Sa' }],
  ['saturday night techno', { open: '2026-11-28T18:00~2026-11-29T06:00' }, 'techno'],
  ['on sat', { during: 'Sa' }],
  ['sat', {}, 'sat'],
  ['next saturday', {}, '', ['next saturday']],
  ['events from friday to sunday', { kind: 'event', during: 'Fr..Su' }],
  ['fri-sun', { during: 'Fr..Su' }],
  ['1-5 dec', { during: '2026-12-01..2026-12-06' }],
  ['from 1 to 5 december 2027', { during: '2027-12-01..2027-12-06' }],
  ['Dec 1st – 5th', { during: '2026-12-01..2026-12-06' }],
  ['20-26 nov', { during: '2026-11-20..2026-11-27' }],
  ['5 dec', { during: '2026-12-05' }],
  ['sept 3rd', { during: '2027-09-03' }],
  ['31 feb', {}, '', ['31 feb']],
  ['5-1 dec', {}, '', ['5-1 dec']],
  ['2026-12-05', { during: '2026-12-05' }],
  ['2026-12-01..2026-12-05', { during: '2026-12-01..2026-12-05' }],
  ['2026-12-01 to 2026-12-05', { during: '2026-12-01..2026-12-06' }],
  ['bars 1-5 dec', { kind: 'bar' }, '', ['1-5 dec']],

  // Stays
  ['free couch tonight', { kind: 'couch', stay: 'tonight' }],
  ['couches this weekend', { kind: 'couch', stay: 'weekend' }],
  ['couch next weekend', { kind: 'couch', stay: 'next weekend' }],
  ['couch next week', { kind: 'couch' }, '', ['next week']],
  ['couch 1-5 dec', { kind: 'couch', stay: '2026-12-01..2026-12-05' }],
  ['sofa dec 28 - jan 2', { kind: 'couch', stay: '2026-12-28..2027-01-02' }],
  ['couch 2026-12-01..2026-12-05', { kind: 'couch', stay: '2026-12-01..2026-12-05' }],
  ['couch 2026-12-01 to 2026-12-05', { kind: 'couch', stay: '2026-12-01..2026-12-05' }],
  ['couch on saturday', { kind: 'couch', stay: '2026-11-28' }],
  ['couch fri-sun for 2', { kind: 'couch', stay: '2026-11-27..2026-11-29', guests: '2' }],
  ['couch and bars tonight', { kind: 'couch,bar', stay: 'tonight', open: 'tonight' }],
  ['couch for two people', { kind: 'couch', guests: '2' }],
  ['for 2', {}, 'for 2'],
  ['for 3 guests', { guests: '3' }],
  ['couch for 2 nights', { kind: 'couch' }, '', ['for 2 nights']],

  // Prices
  ['under 20 €', euros('20')],
  ['under €20', euros('20')],
  ['up to 15 euros', euros('15')],
  ['< 10 $', { 'max-price': '10', currency: 'USD' }],
  ['less than £4.50', { 'max-price': '4.5', currency: 'GBP' }],
  ['max 20', { 'max-price': '20' }],
  ['up to 20', {}, '', ['up to 20']],
  ['up to 20 people', { guests: '20' }],
  ['under 20 minutes', {}, '', ['under 20 minutes']],
  ['under 30 lei', { 'max-price': '30', currency: 'RON' }],
  ['below 1,500 Ft', { 'max-price': '1500', currency: 'HUF' }],
  ['20 € or less', euros('20')],
  ['free events', { 'max-price': '0', kind: 'event' }],
  ['free entry jazz', { 'max-price': '0' }, 'jazz'],
  ['cheap bars', { 'max-price': '20', kind: 'bar' }],

  // Kinds, ratings, access
  ['bars and events', { kind: 'bar,event' }],
  ['bars, events, couches', { kind: 'bar,event,couch' }],
  ['wine bar', { kind: 'bar' }, 'wine'],
  ['jazz and bars', { kind: 'bar' }, 'jazz'],
  ['bars with jazz', { kind: 'bar' }, 'jazz'],
  ['show me bars near me', { kind: 'bar' }],
  ['at least 4 stars', { 'min-rating': '4' }],
  ['4.5+ stars', { 'min-rating': '4.5' }],
  ['rated 4', { 'min-rating': '4' }],
  ['9 stars', {}, '', ['9 stars']],
  ['wheelchair accessible bars', { ...yes, kind: 'bar' }],
  ['step-free', yes],

  // Names and other words
  ['', {}, ''],
  ['The Open Book', {}, 'The Open Book'],
  ['Now and Then bar', { kind: 'bar' }, 'Now and Then'],
  ['free jazz', {}, 'free jazz'],
  ['cheap trick', {}, 'cheap trick'],
  ['"open now" bar', { kind: 'bar' }, '"open now"'],
  ['“Free events” tonight', { open: 'tonight' }, '“Free events”'],
  ['Bärbar', {}, 'Bärbar'],
  ['barÿ', {}, 'barÿ'],
  ['jazz -bar', {}, 'jazz -bar'],
  ['bar-hopping', {}, 'bar-hopping'],
  ['rock & roll', {}, 'rock & roll'],
  ['jazz, blues', {}, 'jazz, blues'],
  ['open now under 20 € jazz for two people', { open: 'now', ...euros('20'), guests: '2' }, 'jazz'],
];

/** @type {Row[]} */
const germanRows = [
  // Open
  ['jetzt offen', { open: 'now' }],
  ['jetzt geöffnet', { open: 'now' }],
  ['jetzt geo\u0308ffnet', { open: 'now' }],
  ['geöffnet', { open: 'now' }],
  ['offene Bars', { open: 'now', kind: 'bar' }],
  ['heute abend', { open: 'tonight' }],
  ['heute Nacht', { open: 'tonight' }],
  ['um 22 Uhr', { open: '22:00' }],
  ['Bars um 22.30 Uhr geöffnet', { kind: 'bar', open: '22:30' }],
  ['bis 2 Uhr', { open: '01:59..02:00' }],
  ['ruhige Bar bis 2 Uhr offen', { kind: 'bar', open: '01:59..02:00' }, 'ruhige'],
  ['offen bis 2', { open: '01:59..02:00' }],
  ['bis Mitternacht geöffnet', { open: '23:59..00:00' }],
  ['Bars lange offen', { kind: 'bar', open: '01:00' }],
  ['Bar bis spät geöffnet', { kind: 'bar', open: '01:00' }],
  ['Freitag bis 3 Uhr offen', { open: '2026-11-28T02:59..2026-11-28T03:00' }],
  ['freitags lange offen', { open: '2026-11-28T01:00' }],
  ['Freitag um 2 Uhr', { open: '2026-11-28T02:00' }],
  ['rund um die Uhr geöffnet', {}, '', ['rund um die Uhr geöffnet']],
  ['Bar zu Fuß erreichbar', { kind: 'bar', radius: '1000' }],
  ['Couch für 3 Nächte', { kind: 'couch' }, '', ['für 3 Nächte']],
  ['heute geöffnet', { open: 'today' }],
  ['am Samstag geöffnet Jazz', { open: 'Sa' }, 'Jazz'],
  ['am Samstag um 22 Uhr', { open: '2026-11-28T22:00' }],
  ['Bar heute Abend um 23 Uhr', { kind: 'bar', open: '23:00' }],

  // Days and dates
  ['heute', { during: 'today' }],
  ['morgen Konzert', { kind: 'event', category: 'concert', during: 'tomorrow' }],
  ['am Morgen', {}, '', ['am Morgen']],
  ['übermorgen Events', { kind: 'event', during: '2026-11-27' }],
  ['Veranstaltungen am Wochenende', { kind: 'event', during: 'weekend' }],
  ['nächstes Wochenende', { during: '2026-12-05..2026-12-07' }],
  ['nächste Woche', { during: 'next week' }],
  ['am Samstag', { during: 'Sa' }],
  ['Sonnabend', { during: 'Sa' }],
  ['am So', { during: 'Su' }],
  ['So what', {}, 'So what'],
  ['Fr bis So', { during: 'Fr..Su' }],
  ['1.-5. Dezember', { during: '2026-12-01..2026-12-06' }],
  ['vom 1. bis zum 5. Dez.', { during: '2026-12-01..2026-12-06' }],
  ['1.12.–5.12.', { during: '2026-12-01..2026-12-06' }],
  ['am 5. Dezember 2026', { during: '2026-12-05' }],
  ['5.12.', { during: '2026-12-05' }],
  ['3. März', { during: '2027-03-03' }],
  ['30.2.', {}, '', ['30.2.']],

  // Stays
  ['freie Couch heute Nacht', { kind: 'couch', stay: 'tonight' }],
  ['Couch vom 1. bis 5. Dezember', { kind: 'couch', stay: '2026-12-01..2026-12-05' }],
  ['Schlafplatz 28.12.–2.1. für 2', { kind: 'couch', stay: '2026-12-28..2027-01-02', guests: '2' }],
  ['Sofa nächstes Wochenende zu zweit', { kind: 'couch', stay: 'next weekend', guests: '2' }],
  ['für 2', {}, 'für 2'],
  ['für zwei Personen', { guests: '2' }],
  ['3 Gäste', { guests: '3' }],
  ['Couch für eine Person', { kind: 'couch', guests: '1' }],

  // Prices
  ['bis 20 €', euros('20')],
  ['unter 20 Euro', euros('20')],
  ['höchstens 4,50 €', euros('4.5')],
  ['max. 20', { 'max-price': '20' }],
  ['bis 20', {}, '', ['bis 20']],
  ['unter 20 Minuten', {}, '', ['unter 20 Minuten']],
  ['kostenlose Events', { 'max-price': '0', kind: 'event' }],
  ['gratis', { 'max-price': '0' }],
  ['Eintritt frei', { 'max-price': '0' }],
  ['günstige Bars', { 'max-price': '20', kind: 'bar' }],

  // Kinds, ratings, access
  ['Bars und Events', { kind: 'bar,event' }],
  ['ab 4 Sternen', { 'min-rating': '4' }],
  ['mindestens 4,5 Sterne', { 'min-rating': '4.5' }],
  ['barrierefrei', yes],
  ['Bars für Rollstuhlfahrer', { kind: 'bar', ...yes }],

  // Names and other words
  ['Café Offenbach', {}, 'Café Offenbach'],
  ['Märzbier', {}, 'Märzbier'],
  ['Übärbar', {}, 'Übärbar'],
  ['„offene Bar“ heute', { during: 'today' }, '„offene Bar“'],
  ['Bars in der Nähe mit Jazz', { kind: 'bar' }, 'Jazz'],
];

/** @type {Row[]} */
const romanianRows = [
  // Open
  ['deschis acum', { open: 'now' }],
  ['Deschise acum jazz', { open: 'now' }, 'jazz'],
  ['baruri deschise', { open: 'now', kind: 'bar' }],
  ['diseară', { open: 'tonight' }],
  ['diseara', { open: 'tonight' }],
  ['astă-seară', { open: 'tonight' }],
  ['în seara asta', { open: 'tonight' }],
  ['la noapte', { open: 'tonight' }],
  ['la ora 22', { open: '22:00' }],
  ['baruri deschise la 10 seara', { kind: 'bar', open: '22:00' }],
  ['deschis la 22.30', { open: '22:30' }],
  ['deschis până la 2', { open: '01:59..02:00' }],
  ['deschis pana la 2', { open: '01:59..02:00' }],
  ['deschis până la 11', { open: '22:59..23:00' }],
  ['bar liniștit deschis până la ora 2', { kind: 'bar', open: '01:59..02:00' }, 'liniștit'],
  ['până la 2 noaptea', { open: '01:59..02:00' }],
  ['bar până la 2', { kind: 'bar', open: '01:59..02:00' }],
  ['până la 2', {}, '', ['până la 2']],
  ['până la miezul nopții', { open: '23:59..00:00' }],
  ['bar deschis până târziu', { kind: 'bar', open: '01:00' }],
  ['deschis până dimineața', {}, '', ['deschis până dimineața']],
  ['vineri până la 3 deschis', { open: '2026-11-28T02:59..2026-11-28T03:00' }],
  ['sâmbătă la 22:30', { open: '2026-11-28T22:30' }],
  ['vineri la 2 noaptea', { open: '2026-11-28T02:00' }],
  ['bar deschis non-stop', { kind: 'bar' }, '', ['deschis non-stop']],
  ['deschis luni', { open: 'Mo' }],

  // Days and dates
  ['mâine', { during: 'tomorrow' }],
  ['maine', { during: 'tomorrow' }],
  ['mîine', { during: 'tomorrow' }],
  ['poimâine', { during: '2026-11-27' }],
  ['mâine seară cârciumă', { kind: 'bar', category: 'pub', open: '2026-11-26T18:00~2026-11-27T06:00' }],
  ['weekendul acesta', { during: 'weekend' }],
  ['în weekend', { during: 'weekend' }],
  ['baruri în weekendul ăsta', { kind: 'bar', open: 'weekend' }],
  ['weekendul viitor', { during: '2026-12-05..2026-12-07' }],
  ['săptămâna viitoare', { during: 'next week' }],
  ['saptamana asta evenimente', { kind: 'event', during: 'this week' }],
  ['sambata noaptea techno', { open: '2026-11-28T18:00~2026-11-29T06:00' }, 'techno'],
  ['vinerea viitoare', {}, '', ['vinerea viitoare']],
  ['de vineri până duminică', { during: 'Fr..Su' }],
  ['vi-du', { during: 'Fr..Su' }],
  ['pe 5 decembrie', { during: '2026-12-05' }],
  ['5 dec. 2026', { during: '2026-12-05' }],
  ['1-5 decembrie', { during: '2026-12-01..2026-12-06' }],
  ['de la 1 la 5 decembrie', { during: '2026-12-01..2026-12-06' }],
  ['între 1 și 5 dec', { during: '2026-12-01..2026-12-06' }],
  ['pe 5.12', { during: '2026-12-05' }],
  ['05.12.2026', { during: '2026-12-05' }],
  ['31 februarie', {}, '', ['31 februarie']],
  ['vin', {}, 'vin'],

  // Stays
  ['canapea liberă diseară', { kind: 'couch', stay: 'tonight' }],
  ['canapea vineri-duminică pentru doi', { kind: 'couch', stay: '2026-11-27..2026-11-29', guests: '2' }],
  ['cazare weekendul viitor în doi', { kind: 'couch', stay: 'next weekend', guests: '2' }],
  ['caut un loc de dormit diseară', { kind: 'couch', stay: 'tonight' }],
  ['pentru 2', {}, 'pentru 2'],
  ['pentru 2 persoane', { guests: '2' }],
  ['pentru 20 de persoane', { guests: '20' }],
  ['trei oaspeți', { guests: '3' }],
  ['cazare pentru 3 nopți', { kind: 'couch' }, '', ['pentru 3 nopți']],

  // Prices
  ['sub 50 de lei', { 'max-price': '50', currency: 'RON' }],
  ['sub 15 lei', { 'max-price': '15', currency: 'RON' }],
  ['maxim 20 de euro', euros('20')],
  ['cel mult 4,50 €', euros('4.5')],
  ['50 de lei sau mai puțin', { 'max-price': '50', currency: 'RON' }],
  ['sub 1.500 de forinți', { 'max-price': '1500', currency: 'HUF' }],
  ['până la 20 de lei', { 'max-price': '20', currency: 'RON' }],
  ['sub 20 de minute', {}, '', ['sub 20 de minute']],
  ['evenimente gratuite', { 'max-price': '0', kind: 'event' }],
  ['intrare liberă jazz', { 'max-price': '0' }, 'jazz'],
  ['bar ieftin', { kind: 'bar', 'max-price': '20' }],

  // Distances
  ['bar la 500 m', { kind: 'bar', radius: '500' }],
  ['baruri pe o rază de 2 km', { kind: 'bar', radius: '2000' }],
  ['la 10 minute de mers pe jos', { radius: '800' }],

  // Kinds, ratings, access
  ['baruri și evenimente', { kind: 'bar,event' }],
  ['cârciumă', { kind: 'bar', category: 'pub' }],
  ['carciumi', { kind: 'bar', category: 'pub' }],
  ['concert', { kind: 'event', category: 'concert' }],
  ['mic dejun duminică', { kind: 'bar', category: 'cafe,restaurant', open: '2026-11-29T09:00' }],
  ['cel puțin 4 stele', { 'min-rating': '4' }],
  ['peste 4,5 stele', { 'min-rating': '4.5' }],
  ['bar accesibil cu scaunul rulant', { kind: 'bar', ...yes }],

  // Names and other words
  ['Cartea Deschisă', {}, 'Cartea Deschisă'],
  ['5 mai ieftine', {}, '5 mai ieftine'],
  ['„bar deschis” azi', { during: 'today' }, '„bar deschis”'],
  ['baruri lângă mine cu jazz', { kind: 'bar' }, 'jazz'],
];

const hungarianRows = [
  // Open
  ['most nyitva', { open: 'now' }],
  ['nyitva most', { open: 'now' }],
  ['nyitva', { open: 'now' }],
  ['most nyitva jazz', { open: 'now' }, 'jazz'],
  ['most nyitva tartó bárok', { open: 'now', kind: 'bar' }],
  ['ma este', { open: 'tonight' }],
  ['ma éjjel', { open: 'tonight' }],
  ['22 órakor', { open: '22:00' }],
  ['22.30-kor', { open: '22:30' }],
  ['nyitva 22:30-kor', { open: '22:30' }],
  ['este 10-kor', { open: '22:00' }],
  ['este fél 9-kor', { open: '20:30' }],
  ['háromnegyed 9-kor', { open: '20:45' }],
  ['hajnali 2-kor', { open: '02:00' }],
  ['éjjel 1-kor', { open: '01:00' }],
  ['éjfélkor', { open: '00:00' }],
  ['27-kor', {}, '', ['27-kor']],
  ['2-ig nyitva', { open: '01:59..02:00' }],
  ['nyitva 2-ig', { open: '01:59..02:00' }],
  ['hajnali 2-ig', { open: '01:59..02:00' }],
  ['11-ig nyitva', { open: '22:59..23:00' }],
  ['este 10-ig nyitva', { open: '21:59..22:00' }],
  ['22:00-ig', { open: '21:59..22:00' }],
  ['22 óráig', { open: '21:59..22:00' }],
  ['éjfélig nyitva', { open: '23:59..00:00' }],
  ['12-ig', { open: '23:59..00:00' }],
  ['csendes bár 2-ig nyitva', { kind: 'bar', open: '01:59..02:00' }, 'csendes'],
  ['bár sokáig nyitva', { kind: 'bar', open: '01:00' }],
  ['későig', { open: '01:00' }],
  ['pénteken 3-ig nyitva', { open: '2026-11-28T02:59..2026-11-28T03:00' }],
  ['nyitva pénteken éjfélig', { open: '2026-11-27T23:59..2026-11-28T00:00' }],
  ['szombaton sokáig nyitva', { open: '2026-11-29T01:00' }],
  ['szombaton 22:30-kor', { open: '2026-11-28T22:30' }],
  ['szombaton este 10-kor', { open: '2026-11-28T22:00' }],
  ['este 10-kor szombaton', { open: '2026-11-28T22:00' }],
  ['szombat hajnali 2-kor', { open: '2026-11-28T02:00' }],
  ['ma este 10-kor', { open: '22:00' }],
  ['ma este 11-ig nyitva', { open: '22:59..23:00' }],
  ['éjjel-nappal nyitva', {}, '', ['éjjel-nappal nyitva']],
  ['éjfél után nyitva', {}, '', ['éjfél után nyitva']],
  ['ma nyitva', { open: 'today' }],
  ['vasárnap nyitva', { open: 'Su' }],
  ['szombaton nyitva jazz', { open: 'Sa' }, 'jazz'],

  // Days and dates
  ['ma', { during: 'today' }],
  ['mai események', { kind: 'event', during: 'today' }],
  ['holnap', { during: 'tomorrow' }],
  ['holnapi koncertek', { kind: 'event', category: 'concert', during: 'tomorrow' }],
  ['holnapután', { during: '2026-11-27' }],
  ['hétvégén', { during: 'weekend' }],
  ['események a hétvégén', { kind: 'event', during: 'weekend' }],
  ['bárok hétvégén', { kind: 'bar', open: 'weekend' }],
  ['jövő hétvégén', { during: '2026-12-05..2026-12-07' }],
  ['ezen a héten', { during: 'this week' }],
  ['jövő héten', { during: 'next week' }],
  ['jövő heti programok', { kind: 'event', during: 'next week' }],
  ['szombaton', { during: 'Sa' }],
  ['szerdán', { during: 'We' }],
  ['szombati koncert', { kind: 'event', category: 'concert', during: 'Sa' }],
  ['szombat este techno', { open: '2026-11-28T18:00~2026-11-29T06:00' }, 'techno'],
  ['szombat délután kiállítás', { kind: 'event', category: 'exhibition', during: 'Sa' }],
  ['péntektől vasárnapig', { during: 'Fr..Su' }],
  ['péntek-vasárnap', { during: 'Fr..Su' }],
  ['P–V', { during: 'Fr..Su' }],
  ['jövő szombaton', {}, '', ['jövő szombaton']],
  ['december 5.', { during: '2026-12-05' }],
  ['december 5-én', { during: '2026-12-05' }],
  ['dec. 5-én', { during: '2026-12-05' }],
  ['2026. december 5.', { during: '2026-12-05' }],
  ['2026. 12. 05.', { during: '2026-12-05' }],
  ['12. 5.', { during: '2026-12-05' }],
  ['márc. 3.', { during: '2027-03-03' }],
  ['december 1–5.', { during: '2026-12-01..2026-12-06' }],
  ['december 1-től 5-ig', { during: '2026-12-01..2026-12-06' }],
  ['december 28-tól január 2-ig', { during: '2026-12-28..2027-01-03' }],
  ['február 31.', {}, '', ['február 31.']],

  // Stays
  ['szabad kanapé ma éjjel', { kind: 'couch', stay: 'tonight' }],
  ['kanapé hétvégére', { kind: 'couch', stay: 'weekend' }],
  ['szállás jövő hétvégére ketten', { kind: 'couch', stay: 'next weekend', guests: '2' }],
  ['kanapé december 1–5.', { kind: 'couch', stay: '2026-12-01..2026-12-05' }],
  ['szállás dec. 28. – jan. 2. 2 főre', { kind: 'couch', stay: '2026-12-28..2027-01-02', guests: '2' }],
  ['2 főre', { guests: '2' }],
  ['két főre', { guests: '2' }],
  ['3 vendég', { guests: '3' }],
  ['hárman', {}, 'hárman'],
  ['kanapé 2 éjszakára', { kind: 'couch' }, '', ['2 éjszakára']],

  // Prices
  ['5000 forint alatt', { 'max-price': '5000', currency: 'HUF' }],
  ['5 000 Ft alatt', { 'max-price': '5000', currency: 'HUF' }],
  ['5.000 Ft-ig', { 'max-price': '5000', currency: 'HUF' }],
  ['5 ezer forint alatt', { 'max-price': '5000', currency: 'HUF' }],
  ['ezer forint alatt', { 'max-price': '1000', currency: 'HUF' }],
  ['5000 forintig', { 'max-price': '5000', currency: 'HUF' }],
  ['5000 forintnál olcsóbb', { 'max-price': '5000', currency: 'HUF' }],
  ['legfeljebb 20 euró', euros('20')],
  ['max. 4,50 €', euros('4.5')],
  ['20 euró alatt', euros('20')],
  ['30 lej alatt', { 'max-price': '30', currency: 'RON' }],
  ['20 alatt', { 'max-price': '20' }],
  ['legfeljebb 20 perc', {}, '', ['legfeljebb 20 perc']],
  ['ingyenes programok', { 'max-price': '0', kind: 'event' }],
  ['belépő nélkül jazz', { 'max-price': '0' }, 'jazz'],
  ['olcsó kocsma', { 'max-price': '20', kind: 'bar', category: 'pub' }],

  // Distances
  ['500 m-en belül', { radius: '500' }],
  ['bárok 2 km-es körzetben', { kind: 'bar', radius: '2000' }],
  ['500 méterre', { radius: '500' }],
  ['10 perc séta', { radius: '800' }],
  ['sétatávolságra', { radius: '1000' }],

  // Kinds, ratings, access
  ['bárok és események', { kind: 'bar,event' }],
  ['kocsmák', { kind: 'bar', category: 'pub' }],
  ['éttermek', { kind: 'bar', category: 'restaurant' }],
  ['kávézóban', { kind: 'bar', category: 'cafe' }],
  ['buli', { kind: 'event', category: 'party' }],
  ['vacsora szombaton', { kind: 'bar', category: 'restaurant', open: '2026-11-28T19:30' }],
  ['legalább 4 csillag', { 'min-rating': '4' }],
  ['4,5 csillagos', { 'min-rating': '4.5' }],
  ['akadálymentes bárok', { ...yes, kind: 'bar' }],
  ['kerekesszékkel megközelíthető', yes],

  // Names and other words
  ['Szimpla Kert', {}, 'Szimpla Kert'],
  ['Nyitott Műhely', {}, 'Nyitott Műhely'],
  ['Bárka', {}, 'Bárka'],
  ['„most nyitva” ma', { during: 'today' }, '„most nyitva”'],
  ['bárok a közelben jazz', { kind: 'bar' }, 'jazz'],
];

/** A text without accents. */
const plain = (/** @type {string} */ text) => text.normalize('NFD').replace(/\p{M}/gu, '');

/** @param {Row[]} rows @param {import('../../Sources/VicinityServer/Page/Site/search/words.js').Pattern[]} patterns */
function check(rows, patterns) {
  for (const [text, filters, rest = '', ignored = []] of rows) {
    const answer = recognised(text, patterns, today);
    const { filters: found, rest: left } = answer;
    assert.deepEqual({ filters: found, rest: left, ignored: answer.ignored }, { filters, rest, ignored }, text);
  }
}

test('English wishes', () => check(englishRows, english));
test('German wishes', () => check(germanRows, [...german, ...english]));
test('English wishes on a German page', () => check(englishRows, [...german, ...english]));
test('Romanian wishes', () => check(romanianRows, [...romanian, ...english]));
test('English wishes on a Romanian page', () => check(englishRows, [...romanian, ...english]));
test('Hungarian wishes', () => check(hungarianRows, [...hungarian, ...english]));
test('Hungarian wishes without accents', () => check(
  hungarianRows.map(([text, filters, ...others]) => [
    plain(text), filters, ...others.map((other) => (Array.isArray(other) ? other.map(plain) : plain(other))),
  ]), [...hungarian, ...english]));
test('English wishes on a Hungarian page', () => check(englishRows, [...hungarian, ...english]));

test('Times of the night are to come', () => {
  /** @type {[string, string, string][]} a day and time, what is typed then, and what it means */
  const rows = [
    // Friday, 27 November, in the evening
    ['2026-11-27 21:00', 'friday at 2 am', '2026-11-28T02:00'],
    ['2026-11-27 21:00', 'bar open friday at 2 am', '2026-11-28T02:00'],
    ['2026-11-27 21:00', '2 am on friday', '2026-11-28T02:00'],
    ['2026-11-27 21:00', 'friday night at 2 am', '2026-11-28T02:00'],
    ['2026-11-27 21:00', 'today at 2 am', '2026-11-28T02:00'],
    ['2026-11-27 21:00', 'tomorrow at 2 am', '2026-11-28T02:00'],
    ['2026-11-27 21:00', 'tomorrow night at 2 am', '2026-11-29T02:00'],
    ['2026-11-27 21:00', 'saturday 1:30 am', '2026-11-29T01:30'],
    ['2026-11-27 21:00', 'friday at 10 pm', '2026-11-27T22:00'],
    ['2026-11-27 21:00', 'friday at 8 pm', '2026-12-04T20:00'],
    ['2026-11-27 21:00', 'bars on friday that are open at 2 am', '2026-11-28T02:00'],
    ['2026-11-27 21:00', 'open until 2 am on friday', '2026-11-28T01:59..2026-11-28T02:00'],
    ['2026-11-27 21:00', 'friday until midnight', '2026-11-27T23:59..2026-11-28T00:00'],
    ['2026-11-27 21:00', 'Freitag um 2 Uhr', '2026-11-28T02:00'],
    ['2026-11-27 21:00', 'heute um 2 Uhr', '2026-11-28T02:00'],
    ['2026-11-27 21:00', 'morgen Nacht um 2 Uhr', '2026-11-29T02:00'],
    ['2026-11-27 21:00', 'am Freitag bis 2 Uhr offen', '2026-11-28T01:59..2026-11-28T02:00'],
    // In the small hours of Friday, and days before
    ['2026-11-27 01:00', 'friday at 2 am', '2026-11-27T02:00'],
    ['2026-11-27 03:00', 'friday at 2 am', '2026-11-28T02:00'],
    ['2026-11-25 12:00', 'friday at 2 am', '2026-11-28T02:00'],
    ['2026-11-25 12:00', 'open late on 28 november', '2026-11-28T01:00'],
  ];
  for (const [now, text, open] of rows) {
    const [day, time] = now.split(' ');
    assert.equal(recognised(text, [...german, ...english], day, time).filters.open, open, `${now}: ${text}`);
  }
});

test('Each wish has its words', () => {
  const { found } = recognised('Jazz bars, open NOW under 20 €', english, today);
  assert.deepEqual(found, [
    { words: 'bars', filters: { kind: 'bar' } }, { words: 'open NOW', filters: { open: 'now' } },
    { words: 'under 20 €', filters: euros('20') },
  ]);
});

test('The work grows with the text, not faster', () => {
  let readings = 0;
  const all = [...hungarian, ...romanian, ...german, ...english];
  const counted = all.map(([pattern, reader, mark]) => [pattern, (match, context) => {
    readings += 1;
    return reader(match, context);
  }, mark]);
  const work = (/** @type {string} */ text) => {
    readings = 0;
    recognised(text, counted, today);
    return readings;
  };
  for (const part of ['a ', '1 ', '1.1.', 'at ', '-', '"', 'bar ', 'on on ', '1-', 'mo bis ', 'la ', 'luni la ',
    'a ma ', 'szombat 2-ig ']) {
    assert.ok(work(part.repeat(2000)) <= 2 * work(part.repeat(1000)) + 4, part);
  }
});

test('Names of places follow a word such as in or near', () => {
  const names = (/** @type {string} */ text) =>
    placeNames(text).map(({ name, isBeside, others }) => `${isBeside ? 'near ' : ''}${name}|${others}`);
  assert.deepEqual(names('Budapest'), []);
  assert.deepEqual(names('jazz tomorrow in Budapest'), ['Budapest|jazz tomorrow']);
  assert.deepEqual(
    names('vegan in New York tonight'),
    ['New York tonight|vegan', 'New York|vegan tonight', 'New|vegan York tonight']);
  assert.deepEqual(names('Konzert morgen in Târgu Mureș, jetzt')[1], 'Târgu Mureș|Konzert morgen , jetzt');
  assert.deepEqual(names('Bar nahe dem Dom'), ['near dem Dom|Bar', 'near Dom|Bar']);
  const hungarianNames = hungarianFile.placeNames('koncert ma Prágában, a Nyugati közelében');
  assert.deepEqual(
    hungarianNames.filter(({ name }) => /^(?:Prága|Nyugati)$/u.test(name)).slice(0, 2)
      .map(({ isBeside, others }) => [isBeside, others]),
    [[false, 'koncert ma , a Nyugati közelében'], [true, 'koncert ma Prágában,']]);
  assert.deepEqual(names('500 m from Main Square'), ['near Main Square|500 m', 'near Main|500 m Square']);
});
