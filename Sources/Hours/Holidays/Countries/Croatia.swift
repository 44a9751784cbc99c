extension HolidayTable {
  /// Croatia. Source: Zakon o blagdanima, spomendanima i neradnim danima, NN 110/2019, in force since 2020; before that
  /// NN 33/1996 with its amendments.
  static let croatia = HolidayTable(
    country: "HR", acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "Nova godina", "New Year's Day"),
      HolidayRule(.date(1, 6), "Bogojavljenje ili Sveta tri kralja", "Epiphany"),
      HolidayRule(.easter(0), "Uskrs", "Easter Sunday"),
      HolidayRule(.easter(1), "Uskrsni ponedjeljak", "Easter Monday"),
      HolidayRule(.date(5, 1), "Praznik rada", "Labour Day"),
      HolidayRule(.date(5, 30), "Dan državnosti", "Statehood Day", from: 2020),
      HolidayRule(.easter(60), "Tijelovo", "Corpus Christi"),
      HolidayRule(.date(6, 22), "Dan antifašističke borbe", "Anti-Fascist Struggle Day"),
      HolidayRule(.date(6, 25), "Dan državnosti", "Statehood Day", to: 2019),
      HolidayRule(.date(8, 5), "Dan pobjede i domovinske zahvalnosti", "Victory and Thanksgiving Day"),
      HolidayRule(.date(8, 15), "Velika Gospa", "Assumption Day"),
      HolidayRule(.date(10, 8), "Dan neovisnosti", "Independence Day", to: 2019),
      HolidayRule(.date(11, 1), "Svi sveti", "All Saints' Day"),
      HolidayRule(.date(11, 18), "Dan sjećanja na žrtve Domovinskog rata", "Remembrance Day", from: 2020),
      HolidayRule(.date(12, 25), "Božić", "Christmas Day"),
      HolidayRule(.date(12, 26), "Sveti Stjepan", "Saint Stephen's Day"),
    ])
}
