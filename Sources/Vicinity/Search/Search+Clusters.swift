import Geography

extension Search {
  /// Counts by cell, whole subtrees at once where they lie within one cell and within the extent.
  ///
  /// - Returns: false when the query has filters on single entries, or requests more than cells.
  mutating func clusterWholeTree() throws -> Bool {
    guard var cells = tally?.cells, tally?.facets?.countsOnlyKinds != false, filters.testKindsOnly, words == nil,
      source == nil, exact == nil
    else {
      return false
    }
    // A single owner while they grow, to avoid a copy.
    tally?.cells = nil
    var kinds = [Int](repeating: 0, count: Kind.allCases.count)
    try cluster(node: RTreeNode.root, level: snapshot.depth, &cells, &kinds)
    stats.matches = cells.count
    tally?.cells = cells
    tally?.facets?.add(kinds: kinds)
    return true
  }

  /// - Parameter counts: by kind.
  private mutating func cluster(node: Int, level: Int, _ cells: inout CellTally, _ counts: inout [Int]) throws {
    try countNode()
    guard level > 0 else { return try cluster(try worker.leaf(node, of: snapshot), &cells, &counts) }
    let branch = try worker.branch(node, of: snapshot)
    var bounds = [Float](repeating: 0, count: branch.paddedCount)
    bounds.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { extent.bound(branch, into: base) }
    }
    let limit = Float(extent.radius * extent.radius).nextUp
    let kinds = filters.wantedKinds
    var (sums, coming) = (SubtreeSums?.none, ComingSums?.none)
    for child in 0..<branch.count where bounds[child] <= limit && bounds[child] < .infinity {
      let box = branch.box(child)
      guard let cell = cells.grid.cell(holding: box), extent.isInside(box) else {
        try cluster(node: Int(branch.nodes[child]), level: level - 1, &cells, &counts)
        continue
      }
      let known = try sums ?? self.sums(below: node, branch, level: level)
      sums = known
      for kind in kinds {
        var sum = known.sum(of: kind, below: child)
        if kind == .event, filters.coming != nil {
          let known = try coming ?? comingSums(below: node, branch, level: level)
          coming = known
          sum = known.sum(below: child)
        }
        if sum.count > 0 { cells.add(sum, to: cell) }
        counts[kind.ordinal] += sum.count
      }
    }
  }

  private mutating func cluster(_ leaf: Leaf, _ cells: inout CellTally, _ counts: inout [Int]) throws {
    stats.entries += leaf.count
    var entries = filters.candidates(of: leaf)
    try dropPast(&entries, of: leaf)
    if !extent.isInside(leaf.box) { narrowExactly(&entries, of: leaf) }
    cells.add(entries, of: leaf)
    for kind in Kind.allCases { counts[kind.ordinal] += entries.count(in: EntrySet(range: leaf.positions(of: kind))) }
  }

  /// Keeps the entries that lie in the extent.
  private mutating func narrowExactly(_ entries: inout EntrySet, of leaf: Leaf) {
    let bounds = worker.scratch.entryBounds
    extent.narrow(&entries, of: leaf, limit: extent.radius * extent.radius, bounds: bounds)
    guard let origin = extent.origin, extent.radius < .infinity else { return }
    let (sure, radius) = (extent.sureSquare, extent.radius)
    for position in entries where bounds[position] > sure {
      stats.distances += 1
      if origin.meters(to: Entry(leaf: leaf, index: position).coordinate) > radius {
        entries.subtract(EntrySet(range: position..<(position + 1)))
      }
    }
  }

  /// The sums below each child of an inner node, of the listings in business; cached with its version.
  private mutating func sums(below node: Int, _ branch: Branch, level: Int) throws -> SubtreeSums {
    if let known = snapshot.sums[node] { return known }
    try work.visitNodes(branch.count)
    var sums: [CellSum] = []
    sums.reserveCapacity(3 * branch.count)
    for child in 0..<branch.count {
      let node = Int(branch.nodes[child])
      if level > 1 {
        let below = try self.sums(below: node, try worker.branch(node, of: snapshot), level: level - 1)
        sums += Kind.allCases.map(below.total)
      } else {
        let leaf = try worker.leaf(node, of: snapshot)
        sums += Kind.allCases.map { leaf.sum(of: $0) }
      }
    }
    let made = SubtreeSums(sums)
    snapshot.sums[node] = made
    return made
  }
}

extension Leaf {
  fileprivate func sum(of kind: Kind) -> CellSum {
    var sum = CellSum()
    for position in inBusiness(of: kind) { sum.add(self, position) }
    return sum
  }
}
