/// What the rules say about a time: the state, why, and how firmly.
struct Verdict: Hashable, Sendable {
  var state: OpeningState
  var comment: String?
  /// Whether the state is unknown because the rule has an open end.
  var isOpenEnd = false
  /// The rule that decides; nil when none does and the place is closed by default.
  var rule: Int?

  static let closed = Verdict(state: .closed)

  /// What the outside calls the text of an open end without a comment; the wording is that of `opening_hours.js`, so
  /// that results can be compared.
  static let openEndComment = "Specified as open end. Closing time was guessed."

  /// Whether a change from one to the other is a change for the outside; which rule decides is not.
  func looksLike(_ other: Verdict) -> Bool {
    state == other.state && isOpenEnd == other.isOpenEnd && comment == other.comment
  }
}

/// A verdict from a minute of a day on, until the next segment or midnight.
struct Segment: Hashable, Sendable {
  var start: Int
  var verdict: Verdict
}

/// A verdict for some minutes counted from the midnight its day begins with; the end may lie days later.
struct Span {
  var start: Int
  var end: Int
  var verdict: Verdict
  /// Whether it covers the day because its rule has no times.
  var isWholeDay = false

  /// Whether it began on an earlier day.
  var isTail = false
  /// Whether its rule stands after `||`.
  var isFallback = false

  var rule: Int { verdict.rule ?? 0 }
  var isClosed: Bool { verdict.state == .closed }

  func covers(_ minute: Int) -> Bool { start <= minute && minute < end }
}
