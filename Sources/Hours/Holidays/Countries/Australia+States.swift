import CivilTime

extension HolidayTable {
  /// The holidays of single Australian states; sources as for ``australia``.
  static let australianStateRules = australianStateDays + grandFinalFridays

  private static let australianStateDays = [
    HolidayRule(.nth(3, .monday, 3), "Canberra Day", "Canberra Day", in: "ACT", to: 2007),
    HolidayRule(.nth(2, .monday, 3), "Canberra Day", "Canberra Day", in: "ACT", from: 2008),
    HolidayRule(.nth(2, .monday, 3), "Adelaide Cup Day", "Adelaide Cup Day", in: "SA", from: 2006),
    HolidayRule(.nth(2, .monday, 3), "Eight Hours Day", "Eight Hours Day", in: "TAS"),
    HolidayRule(.nth(2, .monday, 3), "Labour Day", "Labour Day", in: "VIC"),
    HolidayRule(.nth(1, .monday, 3), "Labour Day", "Labour Day", in: "WA"),
    HolidayRule(.nth(1, .monday, 5), "May Day", "May Day", in: "NT"),
    HolidayRule(.nth(1, .monday, 5), "Labour Day", "Labour Day", in: "QLD", except: [2013, 2014, 2015]),
    HolidayRule(
      .weekday(.monday, onOrAfter: 5, 27), "Reconciliation Day", "Reconciliation Day", in: "ACT", from: 2018),
    HolidayRule(.nth(1, .monday, 6), "Western Australia Day", "Western Australia Day", in: "WA"),
    HolidayRule(.nth(2, .monday, 6), "Queen's Birthday", "Queen's Birthday", in: "QLD", to: 2015),
    HolidayRule(.nth(1, .monday, 8), "Picnic Day", "Picnic Day", in: "NT"),
    HolidayRule(
      .nth(-1, .monday, 9), "Family and Community Day", "Family and Community Day", in: "ACT", from: 2013, to: 2017),
    HolidayRule(.once(2012, 10, 1), "Queen's Birthday", "Queen's Birthday", in: "QLD WA"),
    HolidayRule(.once(2011, 10, 28), "Queen's Birthday", "Queen's Birthday", in: "WA"),
    HolidayRule(
      .nth(-1, .monday, 9), "Queen's Birthday", "Queen's Birthday", in: "WA", to: 2022, except: [2011, 2012]),
    HolidayRule(.nth(-1, .monday, 9), "King's Birthday", "King's Birthday", in: "WA", from: 2023, except: [2024]),
    HolidayRule(.once(2024, 9, 23), "King's Birthday", "King's Birthday", in: "WA"),
    HolidayRule(.nth(1, .monday, 10), "Labour Day", "Labour Day", in: "ACT NSW SA"),
    HolidayRule(.nth(1, .monday, 10), "Labour Day", "Labour Day", in: "QLD", from: 2013, to: 2015),
    HolidayRule(.nth(1, .monday, 10), "Queen's Birthday", "Queen's Birthday", in: "QLD", from: 2016, to: 2022),
    HolidayRule(.nth(1, .monday, 10), "King's Birthday", "King's Birthday", in: "QLD", from: 2023),
    HolidayRule(.nth(1, .tuesday, 11), "Melbourne Cup Day", "Melbourne Cup Day", in: "VIC"),
  ]

  /// Proclaimed each year by the government of Victoria (Public Holidays Act 1993, s. 8A); 2020 was postponed.
  private static let grandFinalFridays = [
    (2015, 10, 2), (2016, 9, 30), (2017, 9, 29), (2018, 9, 28), (2019, 9, 27), (2020, 10, 23), (2021, 9, 24),
    (2022, 9, 23), (2023, 9, 29), (2024, 9, 27), (2025, 9, 26), (2026, 9, 25),
  ].map { year, month, day in
    let name = "Friday before the AFL Grand Final"
    return HolidayRule(.once(year, month, day), name, name, in: "VIC")
  }
}
