/// A wall-clock time without a time zone: a date and the time of day.
public struct LocalDateTime: Hashable, Sendable {
  /// The calendar date.
  public let date: LocalDate
  /// Seconds since midnight on the wall clock, 0..<86 400.
  public let secondOfDay: Int

  /// Makes a wall-clock time; seconds outside 0..<86 400 carry into the date.
  public init(date: LocalDate, secondOfDay: Int) {
    let days = secondOfDay >= 0 ? secondOfDay / 86_400 : -((86_399 - secondOfDay) / 86_400)
    self.date = days == 0 ? date : date + days
    self.secondOfDay = secondOfDay - days * 86_400
  }

  /// Makes a wall-clock time from its parts; nil when no such time exists.
  public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    guard let date = LocalDate(year: year, month: month, day: day), (0..<24).contains(hour),
      (0..<60).contains(minute), (0..<60).contains(second)
    else { return nil }
    self.init(date: date, secondOfDay: hour * 3600 + minute * 60 + second)
  }

  /// Seconds since 1970-01-01T00:00:00, reading the wall clock as UTC.
  var secondsAsUTC: Int64 { Int64(date.dayNumber) * 86_400 + Int64(secondOfDay) }

  /// Inverse of ``secondsAsUTC``.
  init(secondsAsUTC seconds: Int64) {
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    date = LocalDate(dayNumber: Int(day))
    secondOfDay = Int(seconds - day * 86_400)
  }
}

extension LocalDateTime {
  /// The hour, 0...23.
  public var hour: Int { secondOfDay / 3600 }

  /// The minute of the hour, 0...59.
  public var minute: Int { secondOfDay / 60 % 60 }

  /// The second of the minute, 0...59.
  public var second: Int { secondOfDay % 60 }
}

extension LocalDateTime: Comparable {
  /// Whether the left wall-clock time is earlier.
  public static func < (left: LocalDateTime, right: LocalDateTime) -> Bool {
    left.date == right.date ? left.secondOfDay < right.secondOfDay : left.date < right.date
  }
}
