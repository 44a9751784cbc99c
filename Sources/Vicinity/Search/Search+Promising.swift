extension Search {
  /// The number of leaves in the first batch of visits; later batches double.
  private static let firstBatch = 4
  private static let largestBatch = 256

  /// Scores the leaves with the highest bounds first, until no other leaf can contain anything better than the current
  /// best.
  ///
  /// - Complexity: a bound for every leaf in the extent, and filters and scores for those above the worst of the best;
  ///   filters for all of them if the total is requested.
  mutating func visitPromising(
    _ shortlist: inout Shortlist, _ recommender: inout Recommender, _ top: inout TopMatches
  ) throws {
    beginExact(.max, &top)
    try visitExactPlaces(&top)
    try add(top, to: &shortlist, &recommender)
    let leaves = try promisingLeaves()
    let bounds = try recommender.bounds(of: leaves, isMeasured: shortlist.isMeasured)
    var queue = SubtreeQueue()
    for (index, bound) in bounds.rough.enumerated() { queue.append(.init(leaf: index, most: bound, isRough: true)) }
    queue.restoreOrder()
    /// The leaf that promises most; nil when none can hold anything better.
    func next(_ least: Double) -> PromisingLeaf? {
      while let first = queue.first, Double(first.bound) <= -least {
        _ = queue.popFirst()
        let index = Int(first.node)
        guard first.isRough else { return leaves[index] }
        let bound = recommender.bound(of: leaves[index], index, in: bounds)
        queue.insert(.init(leaf: index, most: bound, isRough: false))
      }
      return nil
    }
    var batch = Self.firstBatch
    while let first = next(shortlist.least) {
      beginExact(.max, &top)
      try visit(first.leaf, &top)
      for _ in 1..<batch {
        guard let leaf = next(shortlist.least) else { break }
        try visit(leaf.leaf, &top)
      }
      try add(top, to: &shortlist, &recommender)
      batch = min(2 * batch, Self.largestBatch)
    }
    guard plan.query.total else { return }
    beginExact(.max, &top)
    while let next = queue.popFirst() { try visit(leaves[Int(next.node)].leaf, &top) }
  }

  /// The leaves that the walk would visit, in no particular order.
  private mutating func promisingLeaves() throws -> [PromisingLeaf] {
    let radius = extent.reach
    var leaves: [PromisingLeaf] = []
    try collect(node: RTreeNode.root, level: snapshot.depth, square: 0, Float(radius * radius).nextUp, into: &leaves)
    return leaves
  }

  /// - Parameters:
  ///   - square: the square of a lower bound of the distance of the node in meters.
  ///   - limit: nodes with a greater square are left out.
  private mutating func collect(
    node: Int, level: Int, square: Float, _ limit: Float, into leaves: inout [PromisingLeaf]
  ) throws {
    try countNode()
    guard level > 0 else {
      let leaf = try worker.leaf(node, of: snapshot)
      let entries = filters.candidates(of: leaf)
      guard !entries.isEmpty else { return }
      return leaves.append(PromisingLeaf(leaf: leaf, entries: entries, meters: Double(square).squareRoot()))
    }
    let branch = try worker.branch(node, of: snapshot)
    for (child, square) in squares(of: branch, node, level: level).prefix(branch.count).enumerated()
    where square <= limit && square < .infinity {
      try collect(node: Int(branch.nodes[child]), level: level - 1, square: square, limit, into: &leaves)
    }
  }
}

extension SubtreeQueue.Subtree {
  /// A leaf that waits for its scores.
  ///
  /// - Parameters:
  ///   - leaf: its number among the waiting leaves.
  ///   - most: none of its entries scores more.
  fileprivate init(leaf: Int, most: Double, isRough: Bool) {
    self.init(bound: Float(-most).nextDown, node: UInt32(leaf), level: isRough ? 1 : 0)
  }

  fileprivate var isRough: Bool { level > 0 }
}
