import CivilTime

extension HolidayTable {
  /// Sweden. Source: lag (1989:253) om allmänna helgdagar; 6 June instead of Whit Monday since 2005.
  ///
  /// Every Sunday is a holiday in that act; only the named ones are listed. The eves of Midsummer, Christmas and New
  /// Year are not holidays by law and are left out.
  static let sweden = HolidayTable(
    country: "SE", acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "Nyårsdagen", "New Year's Day"),
      HolidayRule(.date(1, 6), "Trettondedag jul", "Epiphany"),
      HolidayRule(.easter(-2), "Långfredagen", "Good Friday"),
      HolidayRule(.easter(0), "Påskdagen", "Easter Sunday"),
      HolidayRule(.easter(1), "Annandag påsk", "Easter Monday"),
      HolidayRule(.date(5, 1), "Första maj", "May Day"),
      HolidayRule(.easter(39), "Kristi himmelsfärdsdag", "Ascension Day"),
      HolidayRule(.easter(49), "Pingstdagen", "Whit Sunday"),
      HolidayRule(.easter(50), "Annandag pingst", "Whit Monday", to: 2004),
      HolidayRule(.date(6, 6), "Sveriges nationaldag", "National Day", from: 2005),
      HolidayRule(.weekday(.saturday, onOrAfter: 6, 20), "Midsommardagen", "Midsummer Day"),
      HolidayRule(.weekday(.saturday, onOrAfter: 10, 31), "Alla helgons dag", "All Saints' Day"),
      HolidayRule(.date(12, 25), "Juldagen", "Christmas Day"),
      HolidayRule(.date(12, 26), "Annandag jul", "Second Day of Christmas"),
    ])

  /// Norway. Sources: helligdagsfredloven (1995) § 2; act of 26 April 1947 on 1 and 17 May.
  static let norway = HolidayTable(
    country: "NO", acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "Første nyttårsdag", "New Year's Day"),
      HolidayRule(.easter(-3), "Skjærtorsdag", "Maundy Thursday"),
      HolidayRule(.easter(-2), "Langfredag", "Good Friday"),
      HolidayRule(.easter(0), "Første påskedag", "Easter Sunday"),
      HolidayRule(.easter(1), "Andre påskedag", "Easter Monday"),
      HolidayRule(.date(5, 1), "Arbeidernes dag", "Labour Day"),
      HolidayRule(.date(5, 17), "Grunnlovsdagen", "Constitution Day"),
      HolidayRule(.easter(39), "Kristi himmelfartsdag", "Ascension Day"),
      HolidayRule(.easter(49), "Første pinsedag", "Whit Sunday"),
      HolidayRule(.easter(50), "Andre pinsedag", "Whit Monday"),
      HolidayRule(.date(12, 25), "Første juledag", "Christmas Day"),
      HolidayRule(.date(12, 26), "Andre juledag", "Second Day of Christmas"),
    ])

  /// Denmark. Source: the decree on the feasts of 26 October 1770 with its amendments; Great Prayer Day was abolished
  /// from 2024 by act 214/2023.
  ///
  /// Constitution Day, Christmas Eve and New Year's Eve, on which only shops close, are left out.
  static let denmark = HolidayTable(
    country: "DK", acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "Nytårsdag", "New Year's Day"),
      HolidayRule(.easter(-3), "Skærtorsdag", "Maundy Thursday"),
      HolidayRule(.easter(-2), "Langfredag", "Good Friday"),
      HolidayRule(.easter(0), "Påskedag", "Easter Sunday"),
      HolidayRule(.easter(1), "Anden påskedag", "Easter Monday"),
      HolidayRule(.easter(26), "Store bededag", "Great Prayer Day", to: 2023),
      HolidayRule(.easter(39), "Kristi himmelfartsdag", "Ascension Day"),
      HolidayRule(.easter(49), "Pinsedag", "Whit Sunday"),
      HolidayRule(.easter(50), "Anden pinsedag", "Whit Monday"),
      HolidayRule(.date(12, 25), "Juledag", "Christmas Day"),
      HolidayRule(.date(12, 26), "Anden juledag", "Second Day of Christmas"),
    ])

  /// Finland. Sources: kirkkolaki (1054/1993) chapter 4 § 3, since 2023 laki (652/2023) chapter 3; acts 388/1937 on
  /// Independence Day and 272/1944 on 1 May.
  ///
  /// Midsummer Eve and Christmas Eve are days off by collective agreement, not by law, and are left out.
  static let finland = HolidayTable(
    country: "FI", regions: [HolidayRegion("01", "Ahvenanmaa", "Åland", "Åland Islands")], acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "Uudenvuodenpäivä", "New Year's Day"),
      HolidayRule(.date(1, 6), "Loppiainen", "Epiphany"),
      HolidayRule(.easter(-2), "Pitkäperjantai", "Good Friday"),
      HolidayRule(.easter(0), "Pääsiäispäivä", "Easter Sunday"),
      HolidayRule(.easter(1), "Toinen pääsiäispäivä", "Easter Monday"),
      HolidayRule(.date(5, 1), "Vappu", "May Day"),
      HolidayRule(.easter(39), "Helatorstai", "Ascension Day"),
      HolidayRule(.easter(49), "Helluntaipäivä", "Whit Sunday"),
      HolidayRule(.date(6, 9), "Ålands självstyrelsedag", "Åland's Autonomy Day", in: "01"),
      HolidayRule(.weekday(.saturday, onOrAfter: 6, 20), "Juhannuspäivä", "Midsummer Day"),
      HolidayRule(.weekday(.saturday, onOrAfter: 10, 31), "Pyhäinpäivä", "All Saints' Day"),
      HolidayRule(.date(12, 6), "Itsenäisyyspäivä", "Independence Day"),
      HolidayRule(.date(12, 25), "Joulupäivä", "Christmas Day"),
      HolidayRule(.date(12, 26), "Tapaninpäivä", "Second Day of Christmas"),
    ])
}
