import CivilTime

/// A month, a date, or a range of them, as in `Jan`, `Dec 24-26`, `easter -2 days-easter +1 day` or `2024 Sep 06+`.
public struct DateRange: Hashable, Sendable {
  /// The start of the range.
  public var first: DatePoint
  /// The end of the range, inclusive; nil for a single month or date.
  public var last: DatePoint?
  /// Whether it has no end (`+`).
  public var isOpenEnded = false
  /// The interval in days, 1 for every day.
  public var step = 1
}

/// One end of a ``DateRange``: a month or a date that may move with the year.
public struct DatePoint: Hashable, Sendable {
  /// The year, if given.
  public var year: Int?
  /// The point before its offsets.
  public var anchor: Anchor
  /// A weekday to move to, before ``days`` are added.
  public var weekdayOffset: WeekdayOffset?
  /// Days to move, negative for earlier.
  public var days = 0

  /// A month or day of the year.
  public enum Anchor: Hashable, Sendable {
    /// A whole month, 1...12.
    case month(Int)
    /// A day of a month; as an end it may exceed the length of the month.
    case day(month: Int, day: Int)
    /// The nth weekday of a month, counted from its end when negative.
    case weekday(month: Int, weekday: Weekday, nth: Int)
    /// Western Easter Sunday.
    case easter
  }

  /// The nearest given weekday after or before a date, the date itself excluded.
  public struct WeekdayOffset: Hashable, Sendable {
    /// The weekday to move to.
    public var weekday: Weekday
    /// Whether to move to a later date.
    public var isForward: Bool
  }

  var isMonth: Bool {
    if case .month = anchor { true } else { false }
  }
}
