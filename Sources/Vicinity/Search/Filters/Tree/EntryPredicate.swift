import Geography

/// A predicate on one value of listings.
class EntryPredicate {
  /// Roughly in nanoseconds per entry.
  let cost: Int

  init(cost: Int) { self.cost = cost }

  /// Whether it depends on the times of an event's occurrences.
  var isTimed: Bool { false }
  /// Whether it depends on the place.
  var isPlaced: Bool { false }

  /// The entries of a set for which it is true, or false if it is negated; entries without the tested value are in
  /// neither result.
  ///
  /// - Parameter occurrence: the only entry of the set, with its times; nil tests all events at their own times.
  func passing(_ entries: EntrySet, of leaf: Leaf, isNegated: Bool, at occurrence: Entry?) throws -> EntrySet {
    entries
  }

  /// The listings that may pass it, or its opposite; nil if it has no list of them.
  func list(isNegated: Bool) throws -> FoundRows? { nil }

  /// `inside` if it is true for everything in a box, `outside` if for nothing.
  func relation(to box: BoundingBox) -> AreaRelation { .crossing }

  /// Whether it, or its opposite, may be true for a listing with some of the values below a node.
  func mayHold(in values: NodeValues.Node, isNegated: Bool) -> Bool { true }

  /// The times at which it may change for an event.
  func turningPoints(of entry: Entry) throws -> ClosedRange<Int64>? { nil }
}

extension EntrySet {
  /// The entries that pass a test of each; nil means neither passing nor failing.
  func judged(isNegated: Bool, _ verdict: (Int) throws -> Bool?) rethrows -> EntrySet {
    var kept = self
    try kept.keep { try verdict($0) == !isNegated }
    return kept
  }
}
