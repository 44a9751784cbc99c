/// The result of the rules for a time: state, reason and certainty.
struct Verdict: Hashable, Sendable {
  var state: OpeningState
  var comment: String?
  /// Whether the state is unknown because the rule has an open end.
  var isOpenEnd = false
  /// The rule that applies; nil when none does and the place is closed by default.
  var rule: Int?

  static let closed = Verdict(state: .closed)

  /// No rule applies, and none says when it is open.
  static let notOpened = Verdict(state: .unknown)

  /// The comment reported for an open end without its own; the wording of `opening_hours.js`, so that results can be
  /// compared.
  static let openEndComment = "Specified as open end. Closing time was guessed."

  /// The comment where the state depends on an unknown region.
  static let regionComment = "Whether this day is a public holiday depends on the region."

  /// The comment where the state depends on school holidays that are not known.
  static let schoolComment = "Whether this day is a school holiday is not known."

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

extension Segment {
  /// The segments of a day on which one of several series applies: unknown where their states differ.
  ///
  /// - Parameters:
  ///   - series: at least one, each beginning at 0.
  ///   - comment: that of what is unknown.
  static func agreed(of series: [[Segment]], otherwise comment: String? = nil) -> [Segment] {
    let cuts = Set(series.flatMap { $0.map(\.start) }).sorted()
    var agreed: [Segment] = []
    for minute in cuts {
      let verdicts = series.compactMap { $0.last { $0.start <= minute }?.verdict }
      let verdict = Verdict.agreed(of: verdicts, otherwise: comment)
      if agreed.last?.verdict != verdict { agreed.append(Segment(start: minute, verdict: verdict)) }
    }
    return agreed
  }
}

extension Verdict {
  /// The verdict when one of several applies.
  fileprivate static func agreed(of verdicts: [Verdict], otherwise comment: String? = nil) -> Verdict {
    guard let first = verdicts.first else { return .closed }
    if verdicts.allSatisfy({ $0.looksLike(first) }) { return first }
    guard verdicts.allSatisfy({ $0.state == first.state }) else {
      return Verdict(state: .unknown, comment: comment)
    }
    // The name of the holiday is open, the state is not.
    return verdicts.first { $0.comment == nil } ?? first
  }
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
