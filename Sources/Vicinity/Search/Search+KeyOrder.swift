extension Query.SortProperty {
  fileprivate var isOfOccurrences: Bool { self == .start || self == .end }
}

/// The bounds of the first sort key of a query.
struct KeyOrder {
  let bounds: KeyBounds
  /// How far the keys may lie below their bounds: the mean rating has changed, and no key changes by more.
  let drift: Double
  /// The kinds that can pass, one bit each.
  let kinds: UInt8

  /// A walk that ends within this many nodes needs no bounds.
  static let fewNodes = 64
}

extension Search {
  /// The bounds of the first sort key; nil if none are known, or for another order.
  var knownKeyOrder: KeyOrder? {
    guard plan.isKeyFirst, let key = plan.order.first,
      let bounds = snapshot.keyBounds.bounds(of: key)
    else { return nil }
    return KeyOrder(
      bounds: bounds, drift: key.property == .rating ? abs(ranking.voteAware.prior - bounds.meanRating) : 0,
      kinds: filters.wantedKindBits)
  }

  /// Visits the leaves that may hold the best keys first, and no others.
  mutating func walk(by keyOrder: KeyOrder?, _ limit: Int, _ top: inout TopMatches) throws {
    guard let keyOrder else { return }
    beginExact(limit, &top)
    try visitExactPlaces(&top)
    let radius = extent.reach
    try visit(RTreeNode.root, level: snapshot.depth, keyOrder, through: Float(radius * radius).nextUp, &top)
  }

  /// Counts the entries of a walk in an order without bounds, and computes these when they are worth it.
  func noteUnknownOrder(_ keyOrder: KeyOrder?) throws {
    guard keyOrder == nil, plan.isKeyFirst, let key = plan.order.first else { return }
    let listings = Int(try snapshot.profile(by: worker).listings)
    guard snapshot.keyBounds.spend(stats.entries, on: key) >= KeyBounds.workPerListing * listings,
      snapshot.mayHoldAll(of: listings, by: worker)
    else { return }
    do {
      let bounds = try KeyBounds(
        of: snapshot, in: snapshot.loadOrder(by: worker), meanRating: ranking.voteAware.prior, by: worker
      ) { [ranking] entry in
        key.property.isOfOccurrences && entry.recurs ? -.infinity : try ranking.first(of: entry, distance: 0)
      }
      snapshot.keyBounds.keep(bounds, of: key)
    } catch let error where error is TooExpensive || error is BeingMade {
      // The matches are known; the bounds are for later searches.
      snapshot.keyBounds.postpone(key)
    }
  }

  /// Visits what lies below a node, that with the best keys first.
  ///
  /// - Parameter limit: children with a greater square of the distance are left out.
  private mutating func visit(
    _ node: Int, level: Int, _ order: KeyOrder, through limit: Float, _ top: inout TopMatches
  ) throws {
    try countNode()
    guard level > 0 else { return try visit(try worker.leaf(node, of: snapshot), &top) }
    let branch = try worker.branch(node, of: snapshot)
    let squares = squares(of: branch, node, level: level)
    var children: [(key: Double, node: Int)] = []
    children.reserveCapacity(branch.count)
    for child in 0..<branch.count where squares[child] <= limit && squares[child] < .infinity {
      let key = order.bounds.least(of: child, of: node, level: level, kinds: order.kinds) - order.drift
      if key <= top.threshold { children.append((key, Int(branch.nodes[child]))) }
    }
    children.sort { $0.key < $1.key }
    for child in children {
      // The matches of earlier children may rule out the others.
      guard child.key <= top.threshold else { return }
      try visit(child.node, level: level - 1, order, through: limit, &top)
    }
  }
}
