extension HolidayTable {
  /// The United States: the federal holidays.
  ///
  /// Sources: 5 U.S.C. 6103 (a); Juneteenth by Public Law 117-17 (2021). A holiday on a Saturday is observed on the
  /// Friday before it, one on a Sunday on the Monday after it (5 U.S.C. 6103 (b), Executive Order 11582); the day itself
  /// remains one. The holidays of single states are left out; each state has the federal ones here.
  static let unitedStates = HolidayTable(
    country: "US", acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "New Year's Day", "New Year's Day", substitute: observed),
      HolidayRule(.nth(3, .monday, 1), "Martin Luther King Jr. Day", "Martin Luther King Jr. Day"),
      HolidayRule(.nth(3, .monday, 2), "Washington's Birthday", "Washington's Birthday"),
      HolidayRule(.nth(-1, .monday, 5), "Memorial Day", "Memorial Day"),
      HolidayRule(.date(6, 19), "Juneteenth", "Juneteenth", from: 2021, substitute: observed),
      HolidayRule(.date(7, 4), "Independence Day", "Independence Day", substitute: observed),
      HolidayRule(.nth(1, .monday, 9), "Labor Day", "Labor Day"),
      HolidayRule(.nth(2, .monday, 10), "Columbus Day", "Columbus Day"),
      HolidayRule(.date(11, 11), "Veterans Day", "Veterans Day", substitute: observed),
      HolidayRule(.nth(4, .thursday, 11), "Thanksgiving Day", "Thanksgiving Day"),
      HolidayRule(.date(12, 25), "Christmas Day", "Christmas Day", substitute: observed),
    ])

  private static let observed = HolidaySubstitute.adds([.saturday: -1, .sunday: 1])
}
