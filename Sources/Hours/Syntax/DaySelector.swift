import CivilTime

/// Weekdays, holidays, or holidays that fall on weekdays: `Mo-Fr`, `We[1,-1] +2 days`, `PH`, `SH Mo-Fr`, `PH -1 day`.
public struct DaySelector: Hashable, Sendable {
  /// The kind of holiday the day must be.
  public var holiday: Holiday?
  /// The weekdays the day must be one of; nil means any.
  public var weekdays: WeekdayRange?
  /// Which of these weekdays in their month, counted from 1, or from the end with -1; empty means each.
  public var nth: [Int] = []
  /// The number of days by which the selection is moved.
  public var offset = 0

  /// The two kinds of holiday in the language.
  public enum Holiday: String, Hashable, Sendable {
    /// Public holidays.
    case publicHoliday = "PH"
    /// School holidays.
    case schoolHoliday = "SH"
  }

  var isWeekly: Bool { holiday == nil && nth.isEmpty && offset == 0 }
}

/// Consecutive weekdays; `Sa-Mo` goes through Sunday.
public struct WeekdayRange: Hashable, Sendable {
  /// The first weekday.
  public var first: Weekday
  /// The last weekday, inclusive.
  public var last: Weekday

  /// Whether a weekday is one of them.
  public func contains(_ weekday: Weekday) -> Bool {
    first.rawValue <= last.rawValue
      ? weekday.rawValue >= first.rawValue && weekday.rawValue <= last.rawValue
      : weekday.rawValue >= first.rawValue || weekday.rawValue <= last.rawValue
  }
}

extension [DaySelector] {
  /// The weekdays on which any of them may match.
  var possibleWeekdays: Set<Weekday> {
    Set(Weekday.allCases.filter { day in contains { $0.weekdays?.contains(day) ?? true } })
  }
}
