import CivilTime

/// Numbers weeks as RFC 5545 does: ISO 8601 with any first day of the week.
struct WeekCalendar: Sendable {
  /// 0 Monday ... 6 Sunday.
  let weekStart: Int

  /// The first day of the week that contains a day.
  func weekStart(of day: Int) -> Int { day - (LocalDate(dayNumber: day).weekday.rawValue - weekStart + 7) % 7 }

  /// The first day of week 1, the first week with at least four days in the year.
  func firstWeek(of year: Int) -> Int { weekStart(of: Calendar.january(year) + 3) }

  /// The week-based year of a day.
  func year(of day: Int) -> Int { LocalDate(dayNumber: weekStart(of: day) + 3).year }

  /// The number of weeks of a year, 52 or 53.
  func count(in year: Int) -> Int { (firstWeek(of: year + 1) - firstWeek(of: year)) / 7 }
}

/// Day numbers of the Gregorian calendar.
enum Calendar {
  /// The last year of iCalendar dates; expansion ends there.
  static let lastYear = 9999
  /// The day after the last one.
  static let end = january(lastYear + 1)

  static func january(_ year: Int) -> Int { first(of: 1, year) }

  static func first(of month: Int, _ year: Int) -> Int {
    LocalDate(year: year, month: month, day: 1)?.dayNumber ?? 0
  }

  static func isLeap(_ year: Int) -> Bool { LocalDate.isLeap(year: year) }
}
