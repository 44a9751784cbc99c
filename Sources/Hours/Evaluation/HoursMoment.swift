import CivilTime

/// The state of a schedule at one instant.
public struct HoursMoment: Hashable, Sendable {
  /// Whether the place is open.
  public let state: OpeningState
  /// The comment of the rule that applies, or the name of the holiday.
  public let comment: String?
  /// Whether the state is unknown only because the rule has an open end (`18:00+`): the place may well be open.
  public let isOpenEnd: Bool
  /// The rule that applies, as an index into ``OpeningHours/rules``; nil when none does and the place is closed by
  /// default.
  public let ruleIndex: Int?
  /// The normalized text of that rule.
  public let rule: String?
  /// The next change of state or comment; nil when there is none.
  public let nextChange: Instant?
}

/// An interval in which a place is open, or may be.
public struct HoursInterval: Hashable, Sendable {
  /// The half-open range of instants.
  public let range: Range<Instant>
  /// Open or unknown.
  public let state: OpeningState
  /// The comment of the rule that applies, or the name of the holiday.
  public let comment: String?
  /// Whether the state is unknown only because the rule has an open end.
  public let isOpenEnd: Bool
  /// The rule that applies at its start, as an index into ``OpeningHours/rules``.
  public let ruleIndex: Int?
}
