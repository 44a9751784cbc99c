extension HolidayTable {
  /// Czechia. Source: act 245/2000 on public holidays; Good Friday since 2016 (act 359/2015).
  static let czechia = HolidayTable(
    country: "CZ", acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "Nový rok", "New Year's Day"),
      HolidayRule(.easter(-2), "Velký pátek", "Good Friday", from: 2016),
      HolidayRule(.easter(1), "Velikonoční pondělí", "Easter Monday"),
      HolidayRule(.date(5, 1), "Svátek práce", "Labour Day"),
      HolidayRule(.date(5, 8), "Den vítězství", "Victory Day"),
      HolidayRule(.date(7, 5), "Den slovanských věrozvěstů Cyrila a Metoděje", "Saints Cyril and Methodius"),
      HolidayRule(.date(7, 6), "Den upálení mistra Jana Husa", "Jan Hus Day"),
      HolidayRule(.date(9, 28), "Den české státnosti", "Statehood Day"),
      HolidayRule(.date(10, 28), "Den vzniku samostatného československého státu", "Independence Day"),
      HolidayRule(.date(11, 17), "Den boje za svobodu a demokracii", "Struggle for Freedom and Democracy Day"),
      HolidayRule(.date(12, 24), "Štědrý den", "Christmas Eve"),
      HolidayRule(.date(12, 25), "1. svátek vánoční", "Christmas Day"),
      HolidayRule(.date(12, 26), "2. svátek vánoční", "Second Day of Christmas"),
    ])
}
