import Geography

extension Search {
  /// Counts by cell and facet, whole subtrees at once where they lie within the extent, and within one cell.
  ///
  /// - Returns: false when the query has filters on single entries, or a facet whose counts cannot be added up.
  mutating func tallyWholeTree() throws -> Bool {
    guard let tally, filters.testKindsOnly, words == nil, source == nil, exact == nil,
      tally.facets?.isSummable != false
    else {
      return false
    }
    // A single owner while they grow, to avoid a copy.
    if var cells = tally.cells {
      tally.cells = nil
      try cluster(node: RTreeNode.root, level: snapshot.depth, &cells)
      (tally.cells, stats.matches) = (cells, cells.count)
    }
    if var facets = tally.facets {
      tally.facets = nil
      try count(node: RTreeNode.root, level: snapshot.depth, isInside: extent.isEverywhere, &facets)
      (tally.facets, stats.matches) = (facets, facets.total)
    }
    return true
  }

  /// The children of a branch that may have listings in the extent.
  private func children(of branch: Branch) -> [Int] {
    var bounds = [Float](repeating: 0, count: branch.paddedCount)
    bounds.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { extent.bound(branch, into: base) }
    }
    let limit = Float(extent.radius * extent.radius).nextUp
    return (0..<branch.count).filter { bounds[$0] <= limit && bounds[$0] < .infinity }
  }

  private mutating func cluster(node: Int, level: Int, _ cells: inout CellTally) throws {
    try countNode()
    guard level > 0 else {
      let leaf = try worker.leaf(node, of: snapshot)
      return cells.add(try matches(on: leaf, isInside: extent.isInside(leaf.box)), of: leaf)
    }
    let branch = try worker.branch(node, of: snapshot)
    let kinds = filters.wantedKinds
    var (sums, coming) = (SubtreeSums?.none, ComingSums?.none)
    for child in children(of: branch) {
      let box = branch.box(child)
      guard let cell = cells.grid.cell(holding: box), extent.isInside(box) else {
        try cluster(node: Int(branch.nodes[child]), level: level - 1, &cells)
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
      }
    }
  }

  private mutating func count(node: Int, level: Int, isInside: Bool, _ facets: inout FacetTally) throws {
    try countNode()
    guard level > 0 else {
      let leaf = try worker.leaf(node, of: snapshot)
      return try facets.add(try matches(on: leaf, isInside: isInside), of: leaf)
    }
    let branch = try worker.branch(node, of: snapshot)
    if isInside, level == 1 { return facets.add(try facetSums(below: node, branch, like: facets)) }
    for child in isInside ? Array(0..<branch.count) : children(of: branch) {
      let isInside = isInside || extent.isInside(branch.box(child))
      try count(node: Int(branch.nodes[child]), level: level - 1, isInside: isInside, &facets)
    }
  }

  /// The counts of all matches below an inner node above leaves; cached with its version until another event ends.
  private mutating func facetSums(below node: Int, _ branch: Branch, like facets: FacetTally) throws -> FacetSums {
    let key = FacetSums.Key(
      facets: facets.facets, kinds: filters.wantedKindBits, leavesOutPast: filters.coming != nil)
    var known = snapshot.facetSums[node] ?? [:]
    if let sums = known[key], sums.valid.contains(plan.now.secondsSince1970) { return sums }
    try work.visitNodes(branch.count)
    var all = FacetTally(plan.query, nil)
    for child in 0..<branch.count {
      let leaf = try worker.leaf(Int(branch.nodes[child]), of: snapshot)
      try all.add(try matches(on: leaf, isInside: true), of: leaf)
    }
    var valid = Int64.min..<Int64.max
    if filters.coming != nil { valid = try comingSums(below: node, branch, level: 1).valid }
    let made = all.sums(valid: valid)
    guard made.isSmall else { return made }
    if known.count >= FacetSums.most { known = [:] }
    known[key] = made
    snapshot.facetSums[node] = known
    return made
  }

  /// The matches on a leaf of a query that tests kinds only.
  private mutating func matches(on leaf: Leaf, isInside: Bool) throws -> EntrySet {
    stats.entries += leaf.count
    var entries = filters.candidates(of: leaf)
    try dropPast(&entries, of: leaf)
    if !isInside { narrowExactly(&entries, of: leaf) }
    return entries
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
