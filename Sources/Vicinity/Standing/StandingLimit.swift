import Streams

/// The limits on a standing query that is evaluated whenever a listing changes, for members who do not know each other.
package struct StandingLimit: Hashable, Sendable {
  /// The most conditions: each part of the query, each comparison of its filter, each tag and word.
  package var conditions: Int
  /// The most conditions that compare a pattern or folded text, which may take long with a long text.
  package var patterns: Int

  /// Makes a limit.
  package init(conditions: Int, patterns: Int) { (self.conditions, self.patterns) = (conditions, patterns) }

  /// - Throws: `QueryError` for a query beyond it.
  package func check(_ query: Query) throws(QueryError) {
    let (conditions, patterns) = query.weight
    guard conditions <= self.conditions else {
      throw .outOfRange(
        path: "", found: "\(conditions) conditions", allowed: "at most \(self.conditions) conditions for an alert")
    }
    guard patterns <= self.patterns else {
      throw .outOfRange(
        path: "filter", found: "\(patterns) patterns",
        allowed: "at most \(self.patterns) conditions with LIKE, CASEI or ACCENTI for an alert")
    }
  }
}

private typealias Weight = (conditions: Int, patterns: Int)

extension Query {
  fileprivate var weight: Weight {
    let words = text?.split { !$0.isLetter && !$0.isNumber }.count ?? 0
    let lists = tags.any.count + self.words.values.reduce(0) { $0 + $1.count } + (group?.origins.count ?? 0)
    let own = conditions.count(where: \.isOwn) + words + lists
    guard let filter else { return (own, 0) }
    let more = filter.weight
    return (own + more.conditions, more.patterns)
  }
}

extension Condition {
  /// Whether it counts: the parts of a filter are counted separately, and conditions of every query are not counted.
  fileprivate var isOwn: Bool {
    switch self {
    case .filter, .coming, .inBusiness: false
    default: true
    }
  }
}

extension FilterExpression {
  fileprivate var weight: Weight {
    switch self {
    case .and(let parts), .or(let parts):
      return parts.reduce((0, 0)) { sum, part in
        let weight = part.weight
        return (sum.0 + weight.conditions, sum.1 + weight.patterns)
      }
    case .not(let part): return part.weight
    case .constant: return (0, 0)
    case .compare(let operand, _, _): return (1, operand.isFolded ? 1 : 0)
    case .isIn(let operand, let values): return (max(1, values.count), operand.isFolded ? max(1, values.count) : 0)
    case .like: return (1, 1)
    case .isNull, .within, .at, .intersects: return (1, 0)
    case .tags(_, let tags): return (max(1, tags.count), 0)
    case .list(_, _, let values): return (max(1, values.count), 0)
    case .conditions(let query): return query.weight
    }
  }
}
