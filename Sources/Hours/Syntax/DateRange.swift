import CivilTime

/// A month, a date, or a range of them, as in `Jan`, `Dec 24-26`, `easter -2 days-easter +1 day` or `2024 Sep 06+`.
public struct DateRange: Hashable, Sendable {
  /// Where the range begins.
  public var first: DatePoint
  /// Where it ends, included; nil when it is a single month or date.
  public var last: DatePoint?
  /// Whether it goes on for ever (`+`).
  public var isOpenEnded = false
  /// Every how many days, 1 for each.
  public var step = 1
}

/// One end of a ``DateRange``: a month or a date that may move with the year.
public struct DatePoint: Hashable, Sendable {
  /// The year when one is written.
  public var year: Int?
  /// What the point is before its offsets.
  public var anchor: Anchor
  /// A weekday to move to, before the days of ``days`` are added.
  public var weekdayOffset: WeekdayOffset?
  /// Days to move, negative for earlier.
  public var days = 0

  /// A month or day of the year.
  public enum Anchor: Hashable, Sendable {
    /// A whole month, 1...12.
    case month(Int)
    /// A day of a month; as an end it may be later than the month's last.
    case day(month: Int, day: Int)
    /// The nth weekday of a month, counted from its end when negative.
    case weekday(month: Int, weekday: Weekday, nth: Int)
    /// Easter Sunday of the western churches.
    case easter
  }

  /// The nearest such weekday after or before a date, the date itself excluded.
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
