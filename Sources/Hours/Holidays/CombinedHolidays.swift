import CivilTime

/// Public holidays from one source and school holidays from another.
public struct CombinedHolidays: HolidayCalendar {
  /// Where public holidays come from.
  public let publicHolidays: any HolidayCalendar
  /// Where school holidays come from; nil when none are known, then the other source is asked.
  public let schoolHolidays: SchoolHolidays?

  /// Makes a calendar of both.
  ///
  /// - Parameters:
  ///   - publicHolidays: Usually ``PublicHolidays``; a calendar of the caller's own serves as well.
  ///   - schoolHolidays: The list of the region; without it the first calendar is asked for school holidays too.
  public init(public publicHolidays: any HolidayCalendar, school schoolHolidays: SchoolHolidays? = nil) {
    self.publicHolidays = publicHolidays
    self.schoolHolidays = schoolHolidays
  }

  /// The name of the public holiday on a date, nil when the date is none.
  public func publicHoliday(on date: LocalDate) -> String? { publicHolidays.publicHoliday(on: date) }

  /// What is known about school holidays on a date.
  public func schoolHoliday(on date: LocalDate) -> SchoolHoliday {
    schoolHolidays?.schoolHoliday(on: date) ?? publicHolidays.schoolHoliday(on: date)
  }
}
