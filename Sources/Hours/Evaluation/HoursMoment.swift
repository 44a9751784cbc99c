import CivilTime

/// What a schedule says about one instant.
public struct HoursMoment: Hashable, Sendable {
  /// Whether the place is open.
  public let state: OpeningState
  /// The comment of the rule that decides, or the name of the holiday.
  public let comment: String?
  /// Whether the state is unknown only because the rule has an open end (`18:00+`): it may well be open.
  public let isOpenEnd: Bool
  /// The rule that decides, as an index into ``OpeningHours/rules``; nil when none does: closed by default.
  public let ruleIndex: Int?
  /// The normalised text of that rule.
  public let rule: String?
  /// When state or comment change next; nil when never.
  public let nextChange: Instant?
}

/// A stretch of time in which a place is open, or may be.
public struct HoursInterval: Hashable, Sendable {
  /// The instants, from the first to before the last.
  public let range: Range<Instant>
  /// Open or unknown.
  public let state: OpeningState
  /// The comment of the rule that decides, or the name of the holiday.
  public let comment: String?
  /// Whether the state is unknown only because the rule has an open end.
  public let isOpenEnd: Bool
  /// The rule that decides at its begin, as an index into ``OpeningHours/rules``.
  public let ruleIndex: Int?
}
