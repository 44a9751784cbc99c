import CivilTime

extension HolidayTable {
  /// Canada and its provinces.
  ///
  /// Sources: Holidays Act (R.S.C. 1985, c. H-5), Canada Labour Code part III division V, and the employment standards
  /// acts of the provinces. Without a province only the days observed everywhere are known. Optional days such as the
  /// Civic Holiday of Ontario are left out, and so are the days in lieu of Remembrance Day and other provincial
  /// holidays.
  static let canada = HolidayTable(country: "CA", regions: canadianProvinces, rules: canadianRules)

  private static let canadianRules = [
    HolidayRule(.date(1, 1), "New Year's Day", "New Year's Day", substitute: .addsMonday),
    HolidayRule(.nth(3, .monday, 2), "Family Day", "Family Day", in: "AB"),
    HolidayRule(.nth(3, .monday, 2), "Family Day", "Family Day", in: "SK", from: 2007),
    HolidayRule(.nth(3, .monday, 2), "Family Day", "Family Day", in: "ON", from: 2008),
    HolidayRule(.nth(2, .monday, 2), "Family Day", "Family Day", in: "BC", from: 2013, to: 2018),
    HolidayRule(.nth(3, .monday, 2), "Family Day", "Family Day", in: "BC", from: 2019),
    HolidayRule(.nth(3, .monday, 2), "Family Day", "Family Day", in: "NB", from: 2018),
    HolidayRule(.nth(3, .monday, 2), "Louis Riel Day", "Louis Riel Day", in: "MB", from: 2008),
    HolidayRule(.nth(3, .monday, 2), "Heritage Day", "Heritage Day", in: "NS", from: 2015),
    HolidayRule(.nth(3, .monday, 2), "Islander Day", "Islander Day", in: "PE", from: 2010),
    HolidayRule(.easter(-2), "Good Friday", "Good Friday"),
    HolidayRule(victoriaDay, "Victoria Day", "Victoria Day", in: "AB BC MB NT NU ON SK YT"),
    HolidayRule(victoriaDay, "Journée nationale des patriotes", "National Patriots' Day", in: "QC"),
    HolidayRule(.date(6, 21), "National Indigenous Peoples Day", "National Indigenous Peoples Day", in: "NT"),
    HolidayRule(
      .date(6, 21), "National Indigenous Peoples Day", "National Indigenous Peoples Day", in: "YT", from: 2017),
    HolidayRule(
      .date(6, 24), "Fête nationale du Québec", "Saint John the Baptist Day", in: "QC",
      substitute: .addsMondayAfterSunday),
    HolidayRule(.date(7, 1), "Canada Day", "Canada Day", substitute: .addsMondayAfterSunday),
    HolidayRule(.date(7, 9), "Nunavut Day", "Nunavut Day", in: "NU", from: 2020),
    HolidayRule(.nth(1, .monday, 8), "British Columbia Day", "British Columbia Day", in: "BC"),
    HolidayRule(.nth(1, .monday, 8), "New Brunswick Day", "New Brunswick Day", in: "NB"),
    HolidayRule(.nth(1, .monday, 8), "Saskatchewan Day", "Saskatchewan Day", in: "SK"),
    HolidayRule(.nth(1, .monday, 8), "Civic Holiday", "Civic Holiday", in: "NT NU"),
    HolidayRule(.nth(3, .monday, 8), "Discovery Day", "Discovery Day", in: "YT"),
    HolidayRule(.nth(1, .monday, 9), "Labour Day", "Labour Day"),
    HolidayRule(
      .once(2022, 9, 19), "Funeral of Queen Elizabeth II", "Funeral of Queen Elizabeth II", in: "BC NB NL NS PE YT"),
    reconciliationDay(in: "NT NU PE", since: 2022), reconciliationDay(in: "BC YT", since: 2023),
    reconciliationDay(in: "MB", since: 2024),
    HolidayRule(
      .nth(2, .monday, 10), "Thanksgiving Day", "Thanksgiving Day", in: "AB BC MB NT NU ON QC SK YT"),
    HolidayRule(
      .date(11, 11), "Remembrance Day", "Remembrance Day", in: "AB BC NB NL NS NT NU PE SK YT"),
    HolidayRule(.date(12, 25), "Christmas Day", "Christmas Day", substitute: .addsMonday),
    HolidayRule(.date(12, 26), "Boxing Day", "Boxing Day", in: "ON", substitute: .nextWorkday),
  ]

  /// The Monday before 25 May (Holidays Act, s. 2).
  private static let victoriaDay = HolidayDay.weekday(.monday, onOrAfter: 5, 18)

  private static func reconciliationDay(in regions: String, since year: Int) -> HolidayRule {
    let name = "National Day for Truth and Reconciliation"
    return HolidayRule(.date(9, 30), name, name, in: regions, from: year)
  }

  private static let canadianProvinces = [
    HolidayRegion("AB", "Alberta"), HolidayRegion("BC", "British Columbia"), HolidayRegion("MB", "Manitoba"),
    HolidayRegion("NB", "New Brunswick", "Nouveau-Brunswick"),
    HolidayRegion("NL", "Newfoundland and Labrador", "Newfoundland"),
    HolidayRegion("NS", "Nova Scotia"), HolidayRegion("NT", "Northwest Territories"), HolidayRegion("NU", "Nunavut"),
    HolidayRegion("ON", "Ontario"), HolidayRegion("PE", "Prince Edward Island"),
    HolidayRegion("QC", "Québec", "Quebec"), HolidayRegion("SK", "Saskatchewan"), HolidayRegion("YT", "Yukon"),
  ]
}
