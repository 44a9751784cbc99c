import CivilTime

extension HolidayTable {
  /// Australia and its states.
  ///
  /// Sources: the public holidays acts of the states (Public Holidays Act 2010 NSW, Holidays Act 1983 Qld, Public
  /// Holidays Act 2023 SA, Statutory Holidays Act 2000 Tas, Public Holidays Act 1993 Vic, Public and Bank Holidays Act
  /// 1972 WA, Holidays Act 1958 ACT, Public Holidays Act 1981 NT) and the Fair Work Ombudsman's lists. Part-days and
  /// show days of single districts are left out. Grand Final Friday is included up to the last announced date.
  static let australia = HolidayTable(
    country: "AU", regions: australianStates, substituteSuffix: " (additional day)",
    rules: australianCommonRules + australianStateRules)

  private static let australianCommonRules = [
    HolidayRule(
      .date(1, 1), "New Year's Day", "New Year's Day", in: "* ACT NSW NT QLD VIC WA", substitute: .addsMonday),
    HolidayRule(.date(1, 1), "New Year's Day", "New Year's Day", in: "TAS", substitute: .movesToMonday),
    HolidayRule(
      .date(1, 1), "New Year's Day", "New Year's Day", in: "SA", to: 2023,
      substitute: HolidaySubstitute(moved: [.saturday: 2], added: [.sunday: 1])),
    HolidayRule(.date(1, 1), "New Year's Day", "New Year's Day", in: "SA", from: 2024, substitute: .addsMonday),
    HolidayRule(.date(1, 26), "Australia Day", "Australia Day", substitute: .movesToMonday),
    HolidayRule(.easter(-2), "Good Friday", "Good Friday"),
    HolidayRule(.easter(-1), "Easter Saturday", "Easter Saturday", in: "ACT NSW NT QLD SA VIC"),
    HolidayRule(.easter(0), "Easter Sunday", "Easter Sunday", in: "NSW", from: 2011),
    HolidayRule(.easter(0), "Easter Sunday", "Easter Sunday", in: "ACT VIC", from: 2016),
    HolidayRule(.easter(0), "Easter Sunday", "Easter Sunday", in: "QLD", from: 2017),
    HolidayRule(.easter(0), "Easter Sunday", "Easter Sunday", in: "WA", from: 2022),
    HolidayRule(.easter(0), "Easter Sunday", "Easter Sunday", in: "NT SA", from: 2024),
    HolidayRule(.easter(1), "Easter Monday", "Easter Monday"),
    HolidayRule(.date(4, 25), "Anzac Day", "Anzac Day", in: "* NSW TAS VIC"),
    HolidayRule(.date(4, 25), "Anzac Day", "Anzac Day", in: "ACT", substitute: .addsMondayAfterSunday),
    HolidayRule(.date(4, 25), "Anzac Day", "Anzac Day", in: "SA", to: 2023, substitute: .addsMondayAfterSunday),
    HolidayRule(.date(4, 25), "Anzac Day", "Anzac Day", in: "SA", from: 2024),
    HolidayRule(.date(4, 25), "Anzac Day", "Anzac Day", in: "NT QLD", substitute: .movesFromSunday),
    HolidayRule(.date(4, 25), "Anzac Day", "Anzac Day", in: "WA", substitute: .addsMonday),
    HolidayRule(.once(2020, 4, 27), "Anzac Day (additional day)", "Anzac Day (observed)", in: "ACT"),
    HolidayRule(.once(2026, 4, 27), "Anzac Day (additional day)", "Anzac Day (observed)", in: "ACT NSW"),
    HolidayRule(.once(2027, 4, 26), "Anzac Day (additional day)", "Anzac Day (observed)", in: "NSW"),
    HolidayRule(.nth(2, .monday, 6), "Queen's Birthday", "Queen's Birthday", notIn: "QLD WA", to: 2022),
    HolidayRule(.nth(2, .monday, 6), "King's Birthday", "King's Birthday", notIn: "QLD WA", from: 2023),
    HolidayRule(.once(2022, 9, 22), "National Day of Mourning", "National Day of Mourning"),
    HolidayRule(.date(12, 25), "Christmas Day", "Christmas Day", substitute: .nextWorkday),
    HolidayRule(
      .date(12, 26), "Boxing Day", "Boxing Day", in: "* ACT NSW QLD VIC WA", substitute: .nextWorkday),
    HolidayRule(.date(12, 26), "Boxing Day", "Boxing Day", in: "TAS", substitute: .moves([.saturday: 2, .sunday: 2])),
    HolidayRule(
      .date(12, 26), "Boxing Day", "Boxing Day", in: "NT", to: 2023,
      substitute: .moves([.saturday: 2, .sunday: 2])),
    HolidayRule(.date(12, 26), "Boxing Day", "Boxing Day", in: "NT", from: 2024, substitute: .nextWorkday),
    HolidayRule(
      .date(12, 26), "Proclamation Day", "Proclamation Day", in: "SA", to: 2023,
      substitute: .moves([.saturday: 2, .sunday: 2])),
    HolidayRule(
      .date(12, 26), "Proclamation Day", "Proclamation Day", in: "SA", from: 2024, substitute: .nextWorkday),
  ]

  private static let australianStates = [
    HolidayRegion("ACT", "Australian Capital Territory"), HolidayRegion("NSW", "New South Wales"),
    HolidayRegion("NT", "Northern Territory"), HolidayRegion("QLD", "Queensland"),
    HolidayRegion("SA", "South Australia"), HolidayRegion("TAS", "Tasmania"), HolidayRegion("VIC", "Victoria"),
    HolidayRegion("WA", "Western Australia"),
  ]
}
