/// The result of the rules for a time: state, reason and certainty.
struct Verdict: Hashable, Sendable {
  var state: OpeningState
  var comment: String?
  /// Whether the state is unknown because the rule has an open end.
  var isOpenEnd = false
  /// The rule that applies; nil when none does and the place is closed by default.
  var rule: Int?

  static let closed = Verdict(state: .closed)

  /// The comment reported for an open end without its own; the wording of `opening_hours.js`, so that results can be
  /// compared.
  static let openEndComment = "Specified as open end. Closing time was guessed."

  /// Whether the verdicts are equal to callers, who do not see which rule applies.
  func looksLike(_ other: Verdict) -> Bool {
    state == other.state && isOpenEnd == other.isOpenEnd && comment == other.comment
  }
}

/// A verdict from a minute of a day until the next segment or midnight.
struct Segment: Hashable, Sendable {
  var start: Int
  var verdict: Verdict
}

/// A verdict for a range of minutes, counted from the midnight of the day it begins on; the end may lie days later.
struct Span {
  var start: Int
  var end: Int
  var verdict: Verdict
  /// Whether it covers the day because its rule has no times.
  var isWholeDay = false

  /// Whether it began on an earlier day.
  var isTail = false
  /// Whether its rule follows `||`.
  var isFallback = false

  var rule: Int { verdict.rule ?? 0 }
  var isClosed: Bool { verdict.state == .closed }

  func covers(_ minute: Int) -> Bool { start <= minute && minute < end }
}
