import Foundation

extension LocalDate {
  /// The date that a Foundation date has in a zone.
  public init(_ date: Date, in zone: Zone) { self = zone.localDateTime(at: Instant(date)).date }

  /// Makes a date from the year, month and day of components; other components are ignored.
  ///
  /// - Parameter components: of the Gregorian calendar, in the common era.
  /// - Returns: nil if one of the three is missing, if there is no such date, or if the components are of another
  ///   calendar or era.
  public init?(_ components: DateComponents) {
    guard components.isGregorian, let year = components.year, let month = components.month, let day = components.day
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Year, month and day.
  ///
  /// The calendar here is Gregorian at all times: `Calendar(identifier: .iso8601)` gives the same days, and
  /// `Calendar(identifier: .gregorian)` does from 15 October 1582 on; before that it is Julian.
  public var dateComponents: DateComponents {
    let (year, month, day) = parts
    return DateComponents(year: year, month: month, day: day)
  }
}

extension LocalDateTime {
  /// The wall-clock time that a Foundation date has in a zone, in whole seconds, rounded down.
  public init(_ date: Date, in zone: Zone) { self = zone.localDateTime(at: Instant(date)) }

  /// Makes a wall-clock time from year, month, day and time of day; missing parts of the time are zero.
  ///
  /// Nanoseconds, and the time zone of the components, are ignored.
  /// - Parameter components: of the Gregorian calendar, in the common era.
  /// - Returns: nil if there is no such date and time, or if the components are of another calendar or era.
  public init?(_ components: DateComponents) {
    guard components.isGregorian, let year = components.year, let month = components.month, let day = components.day
    else { return nil }
    self.init(
      year: year, month: month, day: day, hour: components.hour ?? 0, minute: components.minute ?? 0,
      second: components.second ?? 0)
  }

  /// The parts of date and time; see ``LocalDate/dateComponents``.
  public var dateComponents: DateComponents {
    var components = date.dateComponents
    (components.hour, components.minute, components.second) = (hour, minute, second)
    return components
  }
}

extension Weekday {
  /// Makes a weekday from the number that Foundation's `Calendar` has for it: 1 for Sunday, 7 for Saturday.
  /// - Returns: nil for other numbers.
  public init?(calendarWeekday number: Int) {
    guard (1...7).contains(number) else { return nil }
    self.init(rawValue: (number + 5) % 7)
  }

  /// The number that Foundation's `Calendar` has for it: 1 for Sunday, 7 for Saturday.
  public var calendarWeekday: Int { (rawValue + 1) % 7 + 1 }
}

extension DateComponents {
  fileprivate var isGregorian: Bool {
    guard era == nil || era == 1 else { return false }
    return calendar.map { [.gregorian, .iso8601].contains($0.identifier) } ?? true
  }
}
