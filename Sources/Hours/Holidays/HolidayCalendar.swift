import CivilTime

/// The holidays at a place.
///
/// Implementations are called once per date evaluated, from any thread, and must always return the same result.
public protocol HolidayCalendar: Sendable {
  /// The name of the public holiday on a date, nil when there is none.
  func publicHoliday(on date: LocalDate) -> String?

  /// Whether a date is a school holiday, if known.
  func schoolHoliday(on date: LocalDate) -> SchoolHoliday

  /// Whether the date may or may not be a public holiday, because something such as the region is unknown.
  func isUncertain(on date: LocalDate) -> Bool

  /// The possible calendars, when something is unknown; empty when nothing is.
  var alternatives: [any HolidayCalendar] { get }
}

extension HolidayCalendar {
  /// Unknown: school holidays differ by region and year.
  public func schoolHoliday(on date: LocalDate) -> SchoolHoliday { .unknown }

  /// False: every date is certain.
  public func isUncertain(on date: LocalDate) -> Bool { false }

  /// None.
  public var alternatives: [any HolidayCalendar] { [] }
}
