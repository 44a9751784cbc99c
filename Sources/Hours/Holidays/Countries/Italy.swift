extension HolidayTable {
  /// Italy. Sources: law 260/1949 as amended by law 54/1977, DPR 792/1985 and law 336/2000; 4 October by law 151/2025,
  /// from 2026; 17 March 2011 by decree-law 5/2011; Whit Monday in South Tyrol by DPR 752/1976.
  ///
  /// The days of patron saints are municipal and left out.
  static let italy = HolidayTable(
    country: "IT",
    regions: [HolidayRegion("BZ", "Bolzano", "Südtirol", "Alto Adige", "Bolzano - Bozen", "South Tyrol")],
    acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "Capodanno", "New Year's Day"),
      HolidayRule(.date(1, 6), "Epifania", "Epiphany"),
      HolidayRule(.once(2011, 3, 17), "150º anniversario dell'Unità d'Italia", "150th Anniversary of Unity"),
      HolidayRule(.easter(0), "Pasqua", "Easter Sunday"),
      HolidayRule(.easter(1), "Lunedì dell'Angelo", "Easter Monday"),
      HolidayRule(.date(4, 25), "Festa della Liberazione", "Liberation Day"),
      HolidayRule(.date(5, 1), "Festa dei Lavoratori", "Labour Day"),
      HolidayRule(.easter(50), "Lunedì di Pentecoste", "Whit Monday", in: "BZ"),
      HolidayRule(.date(6, 2), "Festa della Repubblica", "Republic Day"),
      HolidayRule(.date(8, 15), "Ferragosto", "Assumption Day"),
      HolidayRule(.date(10, 4), "San Francesco d'Assisi", "Saint Francis of Assisi", from: 2026),
      HolidayRule(.date(11, 1), "Ognissanti", "All Saints' Day"),
      HolidayRule(.date(12, 8), "Immacolata Concezione", "Immaculate Conception"),
      HolidayRule(.date(12, 25), "Natale", "Christmas Day"),
      HolidayRule(.date(12, 26), "Santo Stefano", "Saint Stephen's Day"),
    ])
}
