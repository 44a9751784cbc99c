import CivilTime

extension HolidayTable {
  /// The United States: the federal holidays and some of single states.
  ///
  /// Sources: 5 U.S.C. 6103 (a); Juneteenth by Public Law 117-17 (2021). A holiday on a Saturday is observed on the
  /// Friday before it, one on a Sunday on the Monday after it (5 U.S.C. 6103 (b), Executive Order 11582); the day
  /// itself stays a holiday. State holidays are listed if they are long established, from the statutes of each state;
  /// where a state drops or renames a federal one, as some do with Columbus Day, the federal rule stays.
  static let unitedStates = HolidayTable(
    country: "US", regions: americanStates, acceptsOtherRegions: true,
    rules: federalRules + americanStateRules)

  private static let federalRules = [
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
  ]

  private static let observed = HolidaySubstitute.adds([.saturday: -1, .sunday: 1])

  private static let americanStateRules = [
    HolidayRule(.nth(1, .tuesday, 3), "Town Meeting Day", "Town Meeting Day", in: "VT"),
    HolidayRule(.date(3, 26), "Prince Kūhiō Day", "Prince Kūhiō Day", in: "HI", substitute: observed),
    HolidayRule(.nth(-1, .monday, 3), "Seward's Day", "Seward's Day", in: "AK"),
    HolidayRule(.easter(-47), "Mardi Gras", "Mardi Gras", in: "LA"),
    HolidayRule(.easter(-2), "Good Friday", "Good Friday", in: "CT DE HI IN KY LA NC NJ TN"),
    HolidayRule(.date(4, 16), "Emancipation Day", "Emancipation Day", in: "DC", from: 2005, substitute: observed),
    HolidayRule(.nth(3, .monday, 4), "Patriots' Day", "Patriots' Day", in: "MA ME"),
    HolidayRule(.date(6, 11), "King Kamehameha I Day", "King Kamehameha I Day", in: "HI", substitute: observed),
    HolidayRule(.date(6, 20), "West Virginia Day", "West Virginia Day", in: "WV", substitute: observed),
    HolidayRule(.date(7, 24), "Pioneer Day", "Pioneer Day", in: "UT", substitute: observed),
    HolidayRule(.nth(2, .monday, 8), "Victory Day", "Victory Day", in: "RI"),
    HolidayRule(.date(8, 16), "Bennington Battle Day", "Bennington Battle Day", in: "VT", substitute: observed),
    HolidayRule(.nth(3, .friday, 8), "Statehood Day", "Statehood Day", in: "HI"),
    HolidayRule(.date(10, 18), "Alaska Day", "Alaska Day", in: "AK", substitute: observed),
    HolidayRule(.nth(-1, .friday, 10), "Nevada Day", "Nevada Day", in: "NV"),
  ]

  private static let americanStates = [
    HolidayRegion("AK", "Alaska"), HolidayRegion("CT", "Connecticut"), HolidayRegion("DC", "District of Columbia"),
    HolidayRegion("DE", "Delaware"), HolidayRegion("HI", "Hawaii", "Hawaiʻi"), HolidayRegion("IN", "Indiana"),
    HolidayRegion("KY", "Kentucky"), HolidayRegion("LA", "Louisiana"), HolidayRegion("MA", "Massachusetts"),
    HolidayRegion("ME", "Maine"), HolidayRegion("NC", "North Carolina"), HolidayRegion("NJ", "New Jersey"),
    HolidayRegion("NV", "Nevada"), HolidayRegion("RI", "Rhode Island"), HolidayRegion("TN", "Tennessee"),
    HolidayRegion("UT", "Utah"), HolidayRegion("VT", "Vermont"), HolidayRegion("WV", "West Virginia"),
  ]
}
