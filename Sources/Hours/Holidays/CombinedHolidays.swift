import CivilTime

/// Public holidays from one source and school holidays from another.
public struct CombinedHolidays: HolidayCalendar {
  /// The source of public holidays.
  public let publicHolidays: any HolidayCalendar
  /// The source of school holidays; nil to use `publicHolidays` for them.
  public let schoolHolidays: SchoolHolidays?

  /// Makes a calendar of both.
  ///
  /// - Parameters:
  ///   - publicHolidays: usually ``PublicHolidays``, or a calendar of the caller.
  ///   - schoolHolidays: the list of the region; without it `publicHolidays` provides school holidays too.
  public init(public publicHolidays: any HolidayCalendar, school schoolHolidays: SchoolHolidays? = nil) {
    self.publicHolidays = publicHolidays
    self.schoolHolidays = schoolHolidays
  }

  /// The name of the public holiday on a date, nil when there is none.
  public func publicHoliday(on date: LocalDate) -> String? { publicHolidays.publicHoliday(on: date) }

  /// Whether public holidays leave the date open.
  public func isUncertain(on date: LocalDate) -> Bool { publicHolidays.isUncertain(on: date) }

  /// The possible calendars of public holidays, each with the same school holidays.
  public var alternatives: [any HolidayCalendar] {
    publicHolidays.alternatives.map { CombinedHolidays(public: $0, school: schoolHolidays) }
  }

  /// Whether a date is a school holiday, if known.
  public func schoolHoliday(on date: LocalDate) -> SchoolHoliday {
    schoolHolidays?.schoolHoliday(on: date) ?? publicHolidays.schoolHoliday(on: date)
  }
}
