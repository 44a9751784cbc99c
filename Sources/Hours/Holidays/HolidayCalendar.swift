import CivilTime

/// Tells which days are holidays at a place.
///
/// Implementations are asked once per date evaluated, from any thread, and must answer the same each time.
public protocol HolidayCalendar: Sendable {
  /// The name of the public holiday on a date, nil when the date is none.
  func publicHoliday(on date: LocalDate) -> String?

  /// What is known about school holidays on a date.
  func schoolHoliday(on date: LocalDate) -> SchoolHoliday
}

extension HolidayCalendar {
  /// School holidays differ by region and year; a calendar that says nothing of them does not know.
  public func schoolHoliday(on date: LocalDate) -> SchoolHoliday { .unknown }
}
