import CivilTime

/// Why no listing of any catalog can match a query.
enum Contradiction: Hashable, Sendable {
  /// No kind of listing is left.
  case kinds
  /// The tag is required and excluded.
  case tag(String)
  /// No number of this field satisfies all comparisons.
  case number(Field)
  /// The nights are over everywhere on the Earth.
  case pastNights
  /// The filter expression is false.
  case filter
}

extension Contradiction {
  /// - Parameters:
  ///   - query: with the dates of its stay.
  ///   - kinds: the kinds that can match, one bit each.
  ///   - filter: the filter expression of the query, with its tags.
  init?(_ query: borrowing Query, kinds: UInt8, filter: PlannedFilter, now: Instant) {
    if kinds == 0 {
      self = .kinds
    } else if let tag = Self.tag(filter.tags) {
      self = .tag(tag)
    } else if let rest = filter.rest, let found = Self.first(in: rest.conjuncts) {
      self = found
    } else if let stay = query.stay, kinds == 1 << UInt8(Kind.couch.ordinal), stay.isOver(at: now) {
      self = .pastNights
    } else {
      return nil
    }
  }

  private static func tag(_ tags: Query.TagFilter) -> String? {
    guard !tags.none.isEmpty else { return nil }
    let none = Set(tags.none)
    if let excluded = tags.all.first(where: none.contains) { return excluded }
    return tags.any.allSatisfy(none.contains) ? tags.any.first : nil
  }

  private static func first(in conjuncts: [FilterExpression]) -> Contradiction? {
    if conjuncts.contains(.constant(false)) { return .filter }
    guard conjuncts.count > 1 else { return nil }
    var ranges: [Field: (least: Double, greatest: Double)] = [:]
    for case .compare(let operand, let comparison, .number(let bound)) in conjuncts {
      // Each night of a flexible stay has its own price.
      guard let field = operand.field, field != .nightPrice else { continue }
      var range = ranges[field] ?? (-.infinity, .infinity)
      switch comparison {
      case .equal: range = (max(range.least, bound), min(range.greatest, bound))
      case .less, .lessOrEqual: range.greatest = min(range.greatest, bound)
      case .greater, .greaterOrEqual: range.least = max(range.least, bound)
      case .notEqual: break
      }
      if range.least > range.greatest { return .number(field) }
      ranges[field] = range
    }
    return nil
  }
}

extension Contradiction: CustomStringConvertible {
  var description: String {
    switch self {
    case .kinds: "no kind of listing satisfies all conditions"
    case .tag(let tag): "the tag \(tag) is required and excluded"
    case .number(let field): "no \(field.rawValue) satisfies all conditions"
    case .pastNights: "the nights are over in every time zone"
    case .filter: "the filter is false for every listing"
    }
  }
}

extension Query.Stay {
  /// No zone is farther behind UTC, in seconds.
  private static let mostBehind: Int64 = 12 * 3600

  /// Whether no couch can be free for it in any time zone, because its nights are over.
  fileprivate func isOver(at now: Instant) -> Bool {
    guard !isOnlyPriced else { return false }
    // The last possible night of arrival.
    let last = partly ? nights.to.dayNumber - 1 : nights.to.dayNumber - (nightCount ?? nights.count)
    return last < Zone.utc.localDateTime(at: now + -Self.mostBehind).date.dayNumber
  }
}
