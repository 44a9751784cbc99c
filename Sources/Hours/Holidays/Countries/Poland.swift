extension HolidayTable {
  /// Poland. Source: act of 18 January 1951 on non-working days; Epiphany since 2011, Christmas Eve since 2025 (act of
  /// 6 December 2024); 12 November 2018 by the act of 7 November 2018.
  static let poland = HolidayTable(
    country: "PL", acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "Nowy Rok", "New Year's Day"),
      HolidayRule(.date(1, 6), "Święto Trzech Króli", "Epiphany", from: 2011),
      HolidayRule(.easter(0), "Wielkanoc", "Easter Sunday"),
      HolidayRule(.easter(1), "Poniedziałek Wielkanocny", "Easter Monday"),
      HolidayRule(.date(5, 1), "Święto Państwowe", "National Holiday"),
      HolidayRule(.date(5, 3), "Święto Narodowe Trzeciego Maja", "Third of May"),
      HolidayRule(.easter(49), "Zielone Świątki", "Whit Sunday"),
      HolidayRule(.easter(60), "Boże Ciało", "Corpus Christi"),
      HolidayRule(.date(8, 15), "Wniebowzięcie Najświętszej Maryi Panny", "Assumption Day"),
      HolidayRule(.date(11, 1), "Wszystkich Świętych", "All Saints' Day"),
      HolidayRule(.date(11, 11), "Narodowe Święto Niepodległości", "Independence Day"),
      HolidayRule(.once(2018, 11, 12), "Święto Narodowe", "Independence Centenary"),
      HolidayRule(.date(12, 24), "Wigilia Bożego Narodzenia", "Christmas Eve", from: 2025),
      HolidayRule(.date(12, 25), "Boże Narodzenie (pierwszy dzień)", "Christmas Day"),
      HolidayRule(.date(12, 26), "Boże Narodzenie (drugi dzień)", "Second Day of Christmas"),
    ])
}
