import CivilTime

extension HolidayTable {
  /// Ireland. Sources: Organisation of Working Time Act 1997, schedule 2; S.I. 50/2022 for 18 March 2022 and Saint
  /// Brigid's Day, the first Monday of February or 1 February itself when that is a Friday.
  ///
  /// A holiday on a weekend keeps its date; the employer chooses the day off in lieu.
  static let ireland = HolidayTable(
    country: "IE", acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "New Year's Day", "New Year's Day"),
      HolidayRule(.computed(saintBrigidsDay), "Saint Brigid's Day", "Saint Brigid's Day", from: 2023),
      HolidayRule(.date(3, 17), "Saint Patrick's Day", "Saint Patrick's Day"),
      HolidayRule(.once(2022, 3, 18), "Day of Remembrance and Recognition", "Day of Remembrance and Recognition"),
      HolidayRule(.easter(1), "Easter Monday", "Easter Monday"),
      HolidayRule(.nth(1, .monday, 5), "May bank holiday", "May Bank Holiday"),
      HolidayRule(.nth(1, .monday, 6), "June bank holiday", "June Bank Holiday"),
      HolidayRule(.nth(1, .monday, 8), "August bank holiday", "August Bank Holiday"),
      HolidayRule(.nth(-1, .monday, 10), "October bank holiday", "October Bank Holiday"),
      HolidayRule(.date(12, 25), "Christmas Day", "Christmas Day"),
      HolidayRule(.date(12, 26), "Saint Stephen's Day", "Saint Stephen's Day"),
    ])

  private static func saintBrigidsDay(_ year: Int) -> Int? {
    let first = LocalDate.dayNumber(year: year, month: 2, day: 1)
    if LocalDate(dayNumber: first).weekday == .friday { return first }
    return HolidayDay.nth(1, .monday, 2).dayNumber(in: year)
  }
}
