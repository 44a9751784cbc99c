import Geography

extension Search {
  /// Counts the matches, whole subtrees at once where they lie within the extent.
  ///
  /// - Returns: false when the query has filters on single entries, or an extent that bounds cannot decide.
  mutating func countWholeTree() throws -> Bool {
    guard filters.testKindsOnly, words == nil, exact == nil, source == nil || source?.group != nil else {
      return false
    }
    stats.matches = try count(node: RTreeNode.root, level: snapshot.depth)
    return true
  }

  private mutating func count(node: Int, level: Int) throws -> Int {
    try countNode()
    guard level > 0 else { return try count(try worker.leaf(node, of: snapshot)) }
    let branch = try worker.branch(node, of: snapshot)
    return try withUnsafeTemporaryAllocation(of: Float.self, capacity: branch.paddedCount) { buffer in
      guard let bounds = buffer.baseAddress else { return 0 }
      bound(branch, node, level: level, into: bounds)
      let limit = Float(extent.radius * extent.radius).nextUp
      var sum = 0
      for child in 0..<branch.count where bounds[child] <= limit && bounds[child] < .infinity {
        let node = Int(branch.nodes[child])
        let isInside = isInside(branch.box(child))
        sum += isInside ? try wholeCount(node: node, level: level - 1) : try count(node: node, level: level - 1)
      }
      return sum
    }
  }

  private mutating func count(_ leaf: Leaf) throws -> Int {
    stats.entries += leaf.count
    var entries = filters.candidates(of: leaf)
    try dropPast(&entries, of: leaf)
    if isInside(leaf.box) { return entries.count }
    let bounds = worker.scratch.entryBounds
    extent.narrow(&entries, of: leaf, limit: extent.radius * extent.radius, bounds: bounds)
    if let source {
      stats.distances += entries.count
      entries.keep { source.meters(to: Entry(leaf: leaf, index: $0).coordinate) < .infinity }
      return entries.count
    }
    let sure = extent.sureSquare
    guard let origin = extent.origin else { return entries.count }
    for position in entries where bounds[position] > sure {
      stats.distances += 1
      if origin.meters(to: Entry(leaf: leaf, index: position).coordinate) > extent.radius {
        entries.subtract(EntrySet(range: position..<(position + 1)))
      }
    }
    return entries.count
  }

  /// Whether everything in a box is certainly within the extent.
  private func isInside(_ box: BoundingBox) -> Bool {
    extent.isInside(box) && source?.group?.isInside(box) != false
  }

  /// The number of entries of the wanted kinds below a node; cached with the node.
  private mutating func wholeCount(node: Int, level: Int) throws -> Int {
    guard level > 0 else {
      let leaf = try worker.leaf(node, of: snapshot)
      var entries = filters.candidates(of: leaf)
      try dropPast(&entries, of: leaf)
      return entries.count
    }
    let branch = try worker.branch(node, of: snapshot)
    return try filters.wantedKinds.reduce(0) { sum, kind in
      if kind == .event, filters.coming != nil {
        return sum + (try comingSums(below: node, branch, level: level).total.count)
      }
      return try sum + total(of: kind, below: branch, level: level)
    }
  }

  /// The listings in business; `testKindsOnly` lets no other query count by these sums.
  private mutating func total(of kind: Kind, below branch: Branch, level: Int) throws -> Int {
    if let total = branch.total(of: kind) { return total }
    try work.visitNodes(branch.count)
    var total = 0
    for child in 0..<branch.count {
      let node = Int(branch.nodes[child])
      if level > 1 {
        total += try self.total(of: kind, below: try worker.branch(node, of: snapshot), level: level - 1)
      } else {
        total += try worker.leaf(node, of: snapshot).inBusiness(of: kind).count
      }
    }
    branch.setTotal(total, of: kind)
    return total
  }
}

extension SearchExtent {
  /// Whether it is unlimited.
  var isEverywhere: Bool { origin == nil && box == nil && areas.isEmpty }

  /// Whether everything in a box is certainly within the radius, the box and the areas.
  func isInside(_ other: BoundingBox) -> Bool {
    if let box, !box.encloses(other) { return false }
    for area in areas where area.relation(to: other) != .inside { return false }
    guard radius < .infinity else { return true }
    guard let map, !isDistorted else { return origin.map { $0.upperBoundMeters(to: other) <= radius } ?? true }
    // The farthest corner of the map; the longer way round the Earth is not on it.
    let north = max(abs(other.north - map.origin.latitude), abs(other.south - map.origin.latitude))
    let east = max(abs(other.east - map.origin.longitude), abs(other.west - map.origin.longitude))
    let (y, x) = (north * map.metersPerDegreeNorth, east * map.metersPerDegreeEast)
    return (y * y + x * x) * slackSquared + 1e-9 <= radius * radius
  }
}
