extension Search {
  /// So many leaves are looked at before the first look at what they had; then twice as many.
  private static let firstBatch = 4
  private static let largestBatch = 256

  /// Scores what lies on the leaves that promise most, until no other leaf can hold anything better than what there is.
  ///
  /// - Complexity: a bound for every leaf in the region, and the tests and scores of those above the worst of the best; the tests of all
  ///   where the total is asked for.
  mutating func visitPromising(
    _ shortlist: inout Shortlist, _ recommender: inout Recommender, _ top: inout TopMatches
  ) throws {
    beginExact(.max, &top)
    try visitExactPlaces(&top)
    try add(top, to: &shortlist, &recommender)
    let leaves = try promisingLeaves()
    var queue = SubtreeQueue()
    for (index, bound) in try recommender.bounds(of: leaves, isMeasured: shortlist.isMeasured).enumerated() {
      queue.append(.init(bound: Float(-bound).nextDown, page: UInt32(index), level: 0))
    }
    queue.restoreOrder()
    var batch = Self.firstBatch
    while let first = queue.first, Double(first.bound) <= -shortlist.least {
      beginExact(.max, &top)
      for _ in 0..<batch {
        guard let next = queue.first, Double(next.bound) <= -shortlist.least else { break }
        _ = queue.popFirst()
        try visit(leaves[Int(next.page)].leaf, &top)
      }
      try add(top, to: &shortlist, &recommender)
      batch = min(2 * batch, Self.largestBatch)
    }
    guard plan.query.total else { return }
    beginExact(.max, &top)
    while let next = queue.popFirst() { try visit(leaves[Int(next.page)].leaf, &top) }
  }

  /// The leaves that the walk would visit, in no order.
  private mutating func promisingLeaves() throws -> [PromisingLeaf] {
    let radius = region.reach
    var leaves: [PromisingLeaf] = []
    try collect(page: RTreeNode.root, level: snapshot.depth, square: 0, Float(radius * radius).nextUp, into: &leaves)
    return leaves
  }

  /// - Parameters:
  ///   - square: of a distance in meters, within which there is nothing of this page.
  ///   - limit: pages for which it is greater are left out.
  private mutating func collect(
    page: Int, level: Int, square: Float, _ limit: Float, into leaves: inout [PromisingLeaf]
  ) throws {
    try countNode()
    guard level > 0 else {
      let leaf = try worker.leaf(page, of: snapshot)
      let entries = tests.candidates(of: leaf)
      guard !entries.isEmpty else { return }
      return leaves.append(PromisingLeaf(leaf: leaf, entries: entries, meters: Double(square).squareRoot()))
    }
    let branch = try worker.branch(page, of: snapshot)
    for (child, square) in squares(of: branch).prefix(branch.count).enumerated()
    where square <= limit && square < .infinity {
      try collect(page: Int(branch.pages[child]), level: level - 1, square: square, limit, into: &leaves)
    }
  }

  private func squares(of branch: Branch) -> [Float] {
    [Float](unsafeUninitializedCapacity: branch.paddedCount) { squares, count in
      count = branch.paddedCount
      guard let squares = squares.baseAddress else { return }
      squares.initialize(repeating: 0, count: count)
      bound(branch, into: squares)
    }
  }
}
