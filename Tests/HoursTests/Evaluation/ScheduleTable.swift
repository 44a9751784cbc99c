import CivilTime

@testable import Hours

/// Prints a schedule over a span of days as text: `Mo 27 10:00-12:00, Tu 28 22:00-26:00 unknown "x"`.
enum ScheduleTable {
  static func text(_ schedule: Schedule, from: LocalDate, days: Int) -> String {
    let zone = schedule.context.zone
    let start = zone.instant(of: LocalDateTime(date: from, secondOfDay: 0))
    let end = zone.instant(of: LocalDateTime(date: from + days, secondOfDay: 0))
    return schedule.intervals(in: start..<end).map { line($0, zone) }.joined(separator: ", ")
  }

  private static func line(_ interval: HoursInterval, _ zone: Zone) -> String {
    let start = zone.localDateTime(at: interval.range.lowerBound)
    let end = zone.localDateTime(at: interval.range.upperBound)
    let days = end.date - start.date
    let time = Printer.time(start.secondOfDay / 60) + "-" + Printer.time(end.secondOfDay / 60 + days * 1440)
    let state = interval.state == .open ? "" : " \(interval.state.rawValue)"
    let comment = interval.comment.map { " \"\($0)\"" } ?? ""
    return "\(start.date.weekday.abbreviation) \(Printer.two(start.date.day)) \(time)\(state)\(comment)"
  }
}

/// A holiday calendar given as a list.
struct ListedHolidays: HolidayCalendar {
  var days: [String: String] = [:]
  var school: ClosedRange<String>?

  func publicHoliday(on date: LocalDate) -> String? { days[date.description] }

  func schoolHoliday(on date: LocalDate) -> SchoolHoliday {
    guard let school else { return .unknown }
    return school.contains(date.description) ? .holiday(name: "holidays") : .schoolDay
  }
}
