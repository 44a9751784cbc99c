extension HolidayTable {
  /// Austria. Source: Arbeitsruhegesetz (BGBl. 144/1983) § 7; the holidays of the whole republic.
  ///
  /// Good Friday was a holiday only for members of some churches, until 2018, and is left out. The days of the states'
  /// patron saints, on which only schools and offices close, are left out as well.
  static let austria = HolidayTable(
    country: "AT", acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "Neujahr", "New Year's Day"),
      HolidayRule(.date(1, 6), "Heilige Drei Könige", "Epiphany"),
      HolidayRule(.easter(1), "Ostermontag", "Easter Monday"),
      HolidayRule(.date(5, 1), "Staatsfeiertag", "National Holiday"),
      HolidayRule(.easter(39), "Christi Himmelfahrt", "Ascension Day"),
      HolidayRule(.easter(50), "Pfingstmontag", "Whit Monday"),
      HolidayRule(.easter(60), "Fronleichnam", "Corpus Christi"),
      HolidayRule(.date(8, 15), "Mariä Himmelfahrt", "Assumption Day"),
      HolidayRule(.date(10, 26), "Nationalfeiertag", "National Day"),
      HolidayRule(.date(11, 1), "Allerheiligen", "All Saints' Day"),
      HolidayRule(.date(12, 8), "Mariä Empfängnis", "Immaculate Conception"),
      HolidayRule(.date(12, 25), "Christtag", "Christmas Day"),
      HolidayRule(.date(12, 26), "Stefanitag", "Saint Stephen's Day"),
    ])
}
