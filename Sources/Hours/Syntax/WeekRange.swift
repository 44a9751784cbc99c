/// ISO 8601 weeks, as in `week 01-53/2`.
public struct WeekRange: Hashable, Sendable {
  /// The first week, 1...53.
  public var first: Int
  /// The last week, inclusive, not before the first.
  public var last: Int
  /// The interval in weeks, 1 for every week.
  public var step = 1

  /// Whether a week is selected.
  public func contains(_ week: Int) -> Bool {
    week >= first && week <= last && (step == 1 || (week - first) % step == 0)
  }
}
