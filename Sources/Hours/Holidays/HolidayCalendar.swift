import CivilTime

/// The holidays at a place.
///
/// Implementations are called once per date evaluated, from any thread, and must always return the same result.
public protocol HolidayCalendar: Sendable {
  /// The name of the public holiday on a date, nil when there is none.
  func publicHoliday(on date: LocalDate) -> String?

  /// What is known about school holidays on a date.
  func schoolHoliday(on date: LocalDate) -> SchoolHoliday

  /// Whether it depends on something unknown, such as the region, whether the date is a public holiday.
  func isUncertain(on date: LocalDate) -> Bool

  /// The calendars of which one is right; empty for one that leaves nothing open.
  var alternatives: [any HolidayCalendar] { get }
}

extension HolidayCalendar {
  /// Unknown: school holidays differ by region and year.
  public func schoolHoliday(on date: LocalDate) -> SchoolHoliday { .unknown }

  /// False: what it says is certain.
  public func isUncertain(on date: LocalDate) -> Bool { false }

  /// None.
  public var alternatives: [any HolidayCalendar] { [] }
}
