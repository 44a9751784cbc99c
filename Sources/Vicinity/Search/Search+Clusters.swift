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
    if isInside {
      for kind in filters.wantedKinds { facets.add(try facetSums(of: kind, below: node, branch, level, like: facets)) }
      return
    }
    for child in children(of: branch) {
      let isInside = extent.isInside(branch.box(child))
      try count(node: Int(branch.nodes[child]), level: level - 1, isInside: isInside, &facets)
    }
  }

  /// The counts of all matches of a kind below an inner node, by facet; cached with its version, those of events until
  /// another one ends.
  private mutating func facetSums(
    of kind: Kind, below node: Int, _ branch: Branch, _ level: Int, like facets: FacetTally
  ) throws -> [FacetSums] {
    let leavesOutPast = kind == .event && filters.coming != nil
    let keys = facets.facets.map { FacetSums.Key(facet: $0, kind: kind, leavesOutPast: leavesOutPast) }
    var known = snapshot.facetSums[node] ?? [:]
    let now = plan.now.secondsSince1970
    let missing = keys.filter { known[$0]?.valid.contains(now) != true }
    if !missing.isEmpty {
      try work.visitNodes(branch.count)
      var all = facets.empty(missing.map(\.facet))
      for child in 0..<branch.count {
        let node = Int(branch.nodes[child])
        if level > 1 {
          let below = try worker.branch(node, of: snapshot)
          let sums = try facetSums(of: kind, below: node, below, level - 1, like: all)
          all.add(sums)
        } else {
          let leaf = try worker.leaf(node, of: snapshot)
          stats.entries += leaf.positions(of: kind).count
          var entries = leaf.inBusiness(of: kind)
          if kind == .event { try dropPast(&entries, of: leaf) }
          try all.add(entries, of: leaf)
        }
      }
      let valid =
        leavesOutPast ? try comingSums(below: node, branch, level: level).valid : Int64.min..<Int64.max
      let made = zip(missing, all.sums(valid: valid))
      for (key, sums) in made { known[key] = sums }
      let kept = known.filter { $1.isSmall }
      snapshot.facetSums[node] = kept
    }
    return keys.compactMap { known[$0] }
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
