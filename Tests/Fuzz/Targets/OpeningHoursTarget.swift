import CivilTime

@testable import Hours

/// Reads any bytes as opening hours and calls every query on them; a violated invariant traps.
///
/// Invariants: no crash, no endless search; printing and reading again gives an equal value without warnings; intervals
/// are sorted, disjoint and inside the window; the state at an instant is that of the interval that contains it.
public func fuzzOpeningHours(_ bytes: UnsafeRawBufferPointer) {
  let text = String(decoding: bytes, as: UTF8.self)
  guard let hours = try? OpeningHours(parsing: text) else { return }
  let printed = hours.description
  guard let again = try? OpeningHours(parsing: printed, leniency: .strict) else {
    preconditionFailure("cannot read \(printed.debugDescription)")
  }
  precondition(again == hours && again.warnings.isEmpty, "\(printed.debugDescription) is another value")
  for context in FuzzContexts.all { check(Schedule(hours, in: context)) }
}

private func check(_ schedule: Schedule) {
  for start in FuzzContexts.instants {
    let moment = schedule.moment(at: start)
    precondition(moment.state == schedule.state(at: start), "state and moment differ at \(start)")
    precondition(moment.nextChange.map { $0 > start } ?? true, "a change in the past")
    checkIntervals(schedule, start..<(start + 20 * 86_400))
  }
}

private func checkIntervals(_ schedule: Schedule, _ window: Range<Instant>) {
  var end = window.lowerBound
  for interval in schedule.intervals(in: window).prefix(50) {
    let range = interval.range
    precondition(range.lowerBound >= end && !range.isEmpty && range.upperBound <= window.upperBound, "\(range)")
    precondition(schedule.state(at: range.lowerBound) == interval.state, "begin of \(range)")
    precondition(schedule.state(at: range.upperBound - 1) == interval.state, "end of \(range)")
    if range.lowerBound > end { precondition(schedule.state(at: range.lowerBound - 1) == .closed, "before \(range)") }
    end = range.upperBound
  }
}

/// Places and times to evaluate at: clock changes, New Year, leap days, a distant date.
private enum FuzzContexts {
  static let all: [HoursContext] = ["Europe/Berlin", "Australia/Lord_Howe"].compactMap(Zone.init).map {
    HoursContext(zone: $0, latitude: 48.5, longitude: 9.5, holidays: Feasts())
  }

  static let instants = [1_774_700_000, 1_792_800_000, 1_798_700_000, 951_700_000, 32_503_680_000].map {
    Instant(secondsSince1970: $0)
  }

  /// A holiday every ninth day.
  struct Feasts: HolidayCalendar {
    func publicHoliday(on date: LocalDate) -> String? { date.dayNumber % 9 == 0 ? "Feast" : nil }

    func schoolHoliday(on date: LocalDate) -> SchoolHoliday {
      switch date.dayNumber % 300 {
      case 0..<40: .holiday(name: "Break")
      case 40..<60: .unknown
      default: .schoolDay
      }
    }
  }
}
