/// ISO 8601 weeks, as in `week 01-53/2`.
public struct WeekRange: Hashable, Sendable {
  /// The first week, 1...53.
  public var first: Int
  /// The last week, included, not before the first.
  public var last: Int
  /// Every how many weeks, 1 for each.
  public var step = 1

  /// Whether a week is selected.
  public func contains(_ week: Int) -> Bool {
    week >= first && week <= last && (step == 1 || (week - first) % step == 0)
  }
}
