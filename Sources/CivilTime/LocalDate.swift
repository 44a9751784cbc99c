/// A calendar date without a time zone, in the proleptic Gregorian calendar.
///
/// Stored as the number of days since 1970-01-01, so comparison and arithmetic work on one integer.
public struct LocalDate: Hashable, Sendable {
  /// Days since 1970-01-01; negative before.
  public let dayNumber: Int

  /// Makes the date that lies `dayNumber` days after 1970-01-01.
  ///
  /// Numbers beyond about one million years either way are clamped to ``dayNumberBounds``.
  @inlinable
  public init(dayNumber: Int) {
    self.dayNumber = min(max(dayNumber, Self.dayNumberBounds.lowerBound), Self.dayNumberBounds.upperBound)
  }

  /// Makes a date from its parts; nil when the date does not exist, as for 30 February.
  ///
  /// - Parameters:
  ///   - year: Astronomical year, -999 999...999 999; year 0 is 1 BC.
  ///   - month: 1...12.
  ///   - day: 1... the length of the month.
  public init?(year: Int, month: Int, day: Int) {
    guard (-999_999...999_999).contains(year), (1...12).contains(month), day >= 1,
      day <= LocalDate.length(ofMonth: month, year: year)
    else { return nil }
    self.init(dayNumber: LocalDate.dayNumber(year: year, month: month, day: day))
  }

  /// The day numbers a date can have, about a million years either way.
  public static let dayNumberBounds = -365_250_000...365_250_000
}

extension LocalDate {
  /// The year, astronomical numbering.
  public var year: Int { parts.year }

  /// The month, 1...12.
  public var month: Int { parts.month }

  /// The day of the month, 1...31.
  public var day: Int { parts.day }

  /// The day of the week; 1970-01-01 was a Thursday.
  public var weekday: Weekday {
    Weekday(rawValue: (dayNumber % 7 + 10) % 7) ?? .monday
  }

  /// Year, month and day together; cheaper than reading each separately.
  public var parts: (year: Int, month: Int, day: Int) {
    // Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days. Years begin in March, so
    // that the leap day comes last; an era is 400 years or 146 097 days.
    let shifted = dayNumber + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// Whether `year` has a 29 February.
  public static func isLeap(year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The number of days in a month, 28...31; 0 for a month outside 1...12.
  public static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year: year) ? 29 : 28
    case 4, 6, 9, 11: 30
    case 1...12: 31
    default: 0
    }
  }

  /// Days since 1970-01-01 of a date whose parts are known to be valid.
  ///
  /// Source: Howard Hinnant, days_from_civil; see ``parts``.
  package static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

extension LocalDate: Comparable {
  /// Whether the left date is earlier.
  @inlinable
  public static func < (left: LocalDate, right: LocalDate) -> Bool { left.dayNumber < right.dayNumber }

  /// The date `days` days later.
  @inlinable
  public static func + (date: LocalDate, days: Int) -> LocalDate {
    LocalDate(dayNumber: date.dayNumber.addingReportingOverflow(days).partialValue)
  }

  /// The date `days` days earlier.
  @inlinable
  public static func - (date: LocalDate, days: Int) -> LocalDate {
    LocalDate(dayNumber: date.dayNumber.subtractingReportingOverflow(days).partialValue)
  }

  /// The number of days from the right date to the left one.
  @inlinable
  public static func - (left: LocalDate, right: LocalDate) -> Int { left.dayNumber - right.dayNumber }
}
