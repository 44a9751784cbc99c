/// Years, as in `2012-2016`, `2060+` or `2004-2096/4`.
public struct YearRange: Hashable, Sendable {
  /// The first year.
  public var first: Int
  /// The last year, inclusive; `Int.max` for an open end.
  public var last: Int
  /// The interval in years, 1 for every year.
  public var step = 1

  /// Whether a year is selected.
  public func contains(_ year: Int) -> Bool {
    year >= first && year <= last && (step == 1 || (year - first) % step == 0)
  }
}
