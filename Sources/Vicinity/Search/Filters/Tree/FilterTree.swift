import Geography

/// A filter expression bound to one catalog and one query: it narrows sets of entries, a leaf at a time.
///
/// Negations are moved into the predicates, so that each node only has to find the entries for which it is true: a
/// predicate on a missing value is true in neither form. For one thread and one query.
final class FilterTree {
  /// A node of the tree.
  indirect enum Node {
    case all([Node])
    case any([Node])
    case predicate(EntryPredicate, isNegated: Bool)
    case constant(Bool)
  }

  private let root: Node
  /// Whether a predicate depends on the times of occurrences.
  let isTimed: Bool
  /// Whether a predicate depends on the place, so that whole boxes may be excluded.
  let isPlaced: Bool
  /// Whether it may cost more than the bound of a distance.
  let isCostly: Bool

  init(_ root: Node) {
    self.root = root
    isTimed = root.contains(\.isTimed)
    isPlaced = root.contains(\.isPlaced)
    isCostly = root.cost >= FilterCompiler.rowCost
  }

  /// Keeps the entries for which the expression is true, and recurring events for which it may be true at some time.
  func narrow(_ entries: inout EntrySet, of leaf: Leaf) throws {
    entries = try root.passing(entries, of: leaf, at: nil)
  }

  /// Whether the expression is true for an entry at its own times, or those of its occurrence.
  func admits(_ entry: Entry) throws -> Bool {
    let only = EntrySet(range: entry.index..<(entry.index + 1))
    return try !root.passing(only, of: entry.leaf, at: entry).isEmpty
  }

  /// Lists that everything is on for which the expression is true: on one list of each element. They may be read.
  func lists() throws -> [[FoundRows]] { try root.lists() }

  /// Whether the expression may be true for anything in a box.
  func mayHold(in box: BoundingBox) -> Bool {
    root.mayHold { predicate, isNegated in
      switch predicate.relation(to: box) {
      case .crossing: true
      case .inside: !isNegated
      case .outside: isNegated
      }
    }
  }

  /// Whether the expression may be true for a listing with some of the values below a node.
  func mayHold(in values: NodeValues.Node) -> Bool { root.mayHold { $0.mayHold(in: values, isNegated: $1) } }

  /// The times at which a predicate may change for an event: occurrences that are over before the first of them are
  /// equivalent, and so are those that begin after the last. Unix seconds; nil when there are none.
  func turningPoints(of entry: Entry) throws -> ClosedRange<Int64>? {
    var points: ClosedRange<Int64>?
    try root.forEachPredicate { predicate in
      guard let own = try predicate.turningPoints(of: entry) else { return }
      points = points.map { min($0.lowerBound, own.lowerBound)...max($0.upperBound, own.upperBound) } ?? own
    }
    return points
  }
}

extension FilterTree.Node {
  /// The entries of a set for which the node is true.
  ///
  /// - Parameter occurrence: the only entry of the set, with its times; nil tests all events at their own times.
  func passing(_ entries: EntrySet, of leaf: Leaf, at occurrence: Entry?) throws -> EntrySet {
    switch self {
    case .predicate(let predicate, let isNegated):
      if predicate.isTimed, occurrence == nil {
        // Their occurrences are tested later, one by one.
        var recurring = entries
        recurring.formIntersection(leaf.recurring)
        var others = entries
        others.subtract(recurring)
        guard !others.isEmpty else { return recurring }
        recurring.formUnion(try predicate.passing(others, of: leaf, isNegated: isNegated, at: nil))
        return recurring
      }
      if predicate.isPlaced {
        switch predicate.relation(to: leaf.box) {
        case .inside: return isNegated ? EntrySet() : entries
        case .outside: return isNegated ? entries : EntrySet()
        case .crossing: break
        }
      }
      return try predicate.passing(entries, of: leaf, isNegated: isNegated, at: occurrence)
    case .all(let parts):
      var left = entries
      for part in parts where !left.isEmpty { left = try part.passing(left, of: leaf, at: occurrence) }
      return left
    case .any(let parts):
      var (found, left) = (EntrySet(), entries)
      for part in parts where !left.isEmpty {
        let passing = try part.passing(left, of: leaf, at: occurrence)
        found.formUnion(passing)
        left.subtract(passing)
      }
      return found
    case .constant(let flag): return flag ? entries : EntrySet()
    }
  }

  fileprivate func lists() throws -> [[FoundRows]] {
    switch self {
    case .all(let parts): return try parts.flatMap { try $0.lists() }
    case .any(let parts):
      let shortest = try parts.map { part in try part.lists().min { $0.listings < $1.listings } }
      return shortest.contains { $0 == nil } ? [] : [shortest.flatMap { $0 ?? [] }]
    case .predicate(let predicate, let isNegated): return try predicate.list(isNegated: isNegated).map { [[$0]] } ?? []
    case .constant(let flag): return flag ? [] : [[]]
    }
  }

  /// Whether it may be true where each predicate, perhaps negated, may be true or not.
  fileprivate func mayHold(_ mayBeTrue: (EntryPredicate, Bool) -> Bool) -> Bool {
    switch self {
    case .all(let parts): parts.allSatisfy { $0.mayHold(mayBeTrue) }
    case .any(let parts): parts.contains { $0.mayHold(mayBeTrue) }
    case .predicate(let predicate, let isNegated): mayBeTrue(predicate, isNegated)
    case .constant(let flag): flag
    }
  }

  fileprivate func contains(_ property: (EntryPredicate) -> Bool) -> Bool {
    var isFound = false
    forEachPredicate { isFound = isFound || property($0) }
    return isFound
  }

  fileprivate func forEachPredicate(_ body: (EntryPredicate) throws -> Void) rethrows {
    switch self {
    case .all(let parts), .any(let parts): for part in parts { try part.forEachPredicate(body) }
    case .predicate(let predicate, _): try body(predicate)
    case .constant: break
    }
  }

  /// The cost of a node per entry; the cheapest parts are tested first.
  var cost: Int {
    switch self {
    case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.cost }
    case .predicate(let predicate, _): predicate.cost
    case .constant: 0
    }
  }
}

extension [FoundRows] {
  /// At most this many listings are on them.
  var listings: Int { reduce(0) { $0 + $1.count } }
}
