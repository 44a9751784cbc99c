import Geography

extension Search {
  /// Visits the leaves of the R-tree, nearest first.
  ///
  /// A subtree's bound is never above the distance of anything in it, so once the next bound exceeds what is still
  /// needed, nothing better can follow. Source: Hjaltason and Samet, "Distance browsing in spatial databases", 1999,
  /// doi:10.1145/320248.320255.
  mutating func walk(_ limit: Int, _ top: inout TopMatches) throws {
    if plan.countsOnly, try countWholeTree() { return }
    if plan.tallies, plan.query.limit == 0, try tallyWholeTree() { return }
    begin(limit, &top)
    guard try visitSubtrees(&top, atMost: plan.isKeyFirst ? KeyOrder.fewNodes : .max) else {
      stats.matches = 0
      if let order = try keyOrder() { return try walk(by: order, limit, &top) }
      begin(limit, &top)
      try visitSubtrees(&top)
      return
    }
    guard plan.mayEndEarly else { return }
    for ring in Self.rings.dropFirst() {
      // If there are too few within a ring, the walk restarts with a larger one.
      guard let reached = extent.map?.radiusMeters, extent.radius > reached,
        !(top.isFull && squaredThreshold(top) <= reached * reached)
      else { return }
      extent = SearchExtent(placed, reach: ring, areas: extent.areas, tree: extent.tree)
      stats.matches = 0
      begin(limit, &top)
      try visitSubtrees(&top)
    }
  }

  /// Keys are true values: for searches whose filters or cursor need the distance of every candidate.
  mutating func beginExact(_ limit: Int, _ top: inout TopMatches) {
    keysAreBounds = false
    if plan.isFront { front = RunningFront(of: plan.order.count) }
    top.begin(limit: limit, slack: 1, ties: ranking.ties)
  }

  private mutating func begin(_ limit: Int, _ top: inout TopMatches) {
    guard plan.isNearestFirst, extent.origin != nil, !plan.isContinued, !plan.isArriving, !plan.tallies
    else {
      return beginExact(limit, &top)
    }
    keysAreBounds = true
    top.begin(limit: limit, slack: extent.slackSquared)
  }

  /// The square of the distance beyond which no match is needed any longer, in square meters.
  @inline(__always)
  private func reach(_ top: TopMatches) -> Double {
    let radius = extent.reach
    if plan.isBestFirst, let best = ranking.bestMatch {
      let radius = min(radius, best.reach(score: -top.threshold))
      return radius * radius
    }
    guard plan.mayEndEarly else { return radius * radius }
    return min(radius * radius, squaredThreshold(top))
  }

  @inline(__always)
  private func squaredThreshold(_ top: TopMatches) -> Double {
    keysAreBounds ? top.threshold : top.threshold * top.threshold
  }

  /// - Parameter most: the number of nodes after which the walk gives up.
  /// - Returns: whether it has come to its end.
  @discardableResult
  private mutating func visitSubtrees(_ top: inout TopMatches, atMost most: Int = .max) throws -> Bool {
    let scratch = worker.scratch
    var queue = SubtreeQueue()
    swap(&queue, &scratch.queue)
    defer { swap(&queue, &scratch.queue) }
    try visitExactPlaces(&top)
    queue.removeAll()
    scratch.branches.removeAll()
    queue.insert(.init(bound: 0, node: UInt32(RTreeNode.root), level: Int32(snapshot.depth)))
    while let subtree = queue.popFirst(), Double(subtree.bound) <= reach(top) {
      guard subtree.level != SubtreeQueue.others else {
        scratch.branches.insertOthers(subtree, of: snapshot, limit: Float(reach(top)).nextUp, into: &queue)
        continue
      }
      guard stats.nodes < most else { return false }
      try countNode()
      if stats.nodes == Self.severalNodes || stats.nodes == Self.manyNodes { _ = try skipMore() }
      filters.prefetch(queue.first, of: snapshot)
      guard subtree.level > 0 else {
        if places?.isEmpty(ofLeaf: Int(subtree.node)) == true { continue }
        try visit(try worker.leaf(Int(subtree.node), of: snapshot), &top)
        continue
      }
      let branch = try worker.branch(Int(subtree.node), of: snapshot)
      let limit = plan.mayEndEarly && !top.isFull ? nil : Float(reach(top)).nextUp
      scratch.branches.open(branch, of: snapshot, level: subtree.level - 1, limit: limit, into: &queue) {
        bound(branch, Int(subtree.node), level: Int(subtree.level), into: $0)
      }
    }
    return true
  }

  /// Writes the squared lower bound of the distance of each child; infinity where nothing is wanted.
  /// - Parameters:
  ///   - node: the number of the branch, and its level.
  ///   - squares: one for each column of the branch.
  @inline(__always)
  func bound(_ branch: Branch, _ node: Int, level: Int, into squares: UnsafeMutablePointer<Float>) {
    var children = places?.children(of: node, level: level)
    if level == 1, let span = filters.span, let times = snapshot.times(below: branch) {
      children = EntrySet(bits: (children?.bits ?? .max) & times.children(in: span).bits)
    }
    if let source {
      source.bound(branch, into: squares)
      extent.exclude(branch, except: children, from: squares)
    } else {
      extent.bound(branch, children, into: squares)
    }
    if let values { exclude(values.children(of: node, level: level, in: snapshot.version), of: branch, from: squares) }
  }

  /// Sets the bounds to infinity of children whose values rule out that anything below passes.
  @inline(never)
  private func exclude(
    _ values: (Int) -> NodeValues.Node, of branch: Branch, from squares: UnsafeMutablePointer<Float>
  ) {
    for child in 0..<branch.count where squares[child] < .infinity && !filters.mayPass(values(child)) {
      squares[child] = .infinity
    }
  }

  /// The squares of lower bounds of the distances of the children of a branch, and of its padding.
  func squares(of branch: Branch, _ node: Int, level: Int) -> [Float] {
    [Float](unsafeUninitializedCapacity: branch.paddedCount) { squares, count in
      count = branch.paddedCount
      guard let squares = squares.baseAddress else { return }
      squares.initialize(repeating: 0, count: count)
      bound(branch, node, level: level, into: squares)
    }
  }

  /// Visits the listings at places that only the caller may know first.
  mutating func visitExactPlaces(_ top: inout TopMatches) throws {
    for leaf in exact?.leaves ?? [] { try visit(leaf, isExact: true, &top) }
  }

  @inline(__always)
  mutating func visit(_ leaf: Leaf, isExact: Bool = false, _ top: inout TopMatches) throws {
    stats.entries += leaf.count
    var entries = filters.candidates(of: leaf)
    if let exact, !isExact { leaf.drop(exact, from: &entries) }
    if let places, !isExact {
      places.narrow(&entries, of: leaf)
    } else if let words {
      entries.keep { words.admits(leaf.fids[$0]) }
    }
    guard !entries.isEmpty else { return }
    let bounds = worker.scratch.entryBounds
    let filtersFirst = (extent.hasCostlyBounds || source != nil) && (!filters.areCostly || reach(top) == .infinity)
    if filtersFirst {
      try filters.narrow(&entries, of: leaf)
      guard !entries.isEmpty else { return }
    }
    extent.narrow(&entries, of: leaf, limit: reach(top), bounds: bounds)
    if let source { source.narrow(&entries, of: leaf, limit: reach(top), bounds: bounds) }
    guard !entries.isEmpty else { return }
    if !filtersFirst { try filters.narrow(&entries, of: leaf) }
    if keysAreBounds || !(plan.needsDistance || plan.isContinued || weighing != nil) {
      try consider(entries, of: leaf, bounds: bounds, &top)
    } else {
      for position in entries { try considerExactly(Entry(leaf: leaf, index: position), &top) }
    }
    top.settle()
  }

  /// Considers entries that passed all filters on facts, and whose squared lower bounds are within reach.
  @inline(__always)
  private mutating func consider(
    _ entries: EntrySet, of leaf: Leaf, bounds: UnsafeMutablePointer<Double>, _ top: inout TopMatches
  ) throws {
    var (entries, recurring) = (entries, leaf.recurring)
    let sure = source.map { $0.isUnlimited ? .infinity : -1 } ?? extent.sureSquare(in: leaf.box)
    if sure < .infinity {
      // Where the bounds do not decide whether an entry is within the radius, the distance is computed.
      entries.keep { bounds[$0] <= sure || isWithinRadius(Entry(leaf: leaf, index: $0)) }
    }
    recurring.formIntersection(entries)
    if !recurring.isEmpty {
      entries.subtract(recurring)
      try consider(recurring: recurring, of: leaf, bounds: bounds, &top)
    }
    stats.matches += entries.count
    try tally?.add(entries, of: leaf)
    if wantsNone { return }
    if keysAreBounds {
      for position in entries { top.offer(Entry(leaf: leaf, index: position), key: bounds[position]) }
    } else {
      for position in entries {
        _ = try keep(Entry(leaf: leaf, index: position), distance: 0, &top)
      }
    }
  }

  private mutating func consider(
    recurring entries: EntrySet, of leaf: Leaf, bounds: UnsafeMutablePointer<Double>, _ top: inout TopMatches
  ) throws {
    for position in entries {
      let bound = bounds[position]
      try eachOccurrence(of: Entry(leaf: leaf, index: position), distance: 0) { search, occurrence, counts, mayKeep in
        if counts {
          search.stats.matches += 1
          try search.tally?.add(occurrence)
        }
        guard mayKeep, !search.wantsNone else { return .counted }
        let isKept =
          try search.keysAreBounds ? top.offer(occurrence, key: bound) : search.keep(occurrence, distance: 0, &top)
        return isKept ? .kept : .beaten
      }
    }
  }

  private var wantsNone: Bool { plan.query.limit == 0 }

  /// Keeps a match if it may be among the best.
  @inline(__always)
  private mutating func keep(_ entry: Entry, distance: Double, _ top: inout TopMatches) throws -> Bool {
    if front != nil {
      let key = try ranking.key(of: entry, distance: distance)
      if try front?.admits(key, work) == false { return false }
    }
    let first = try ranking.first(of: entry, distance: distance)
    guard first <= top.threshold else { return false }
    return top.offer(entry, key: first, second: try ranking.second(of: entry, distance: distance))
  }

  private mutating func isWithinRadius(_ entry: Entry) -> Bool {
    stats.distances += 1
    if let source { return source.meters(to: entry.coordinate) < .infinity }
    return extent.origin.map { $0.meters(to: entry.coordinate) <= extent.radius } ?? true
  }

  /// Considers an entry by its true distance.
  ///
  /// - Parameter distance: in meters, if already known.
  mutating func considerExactly(_ entry: Entry, distance known: Double? = nil, _ top: inout TopMatches) throws {
    var distance = known ?? 0
    if known == nil, let origin = extent.origin, plan.needsDistance || extent.radius < .infinity {
      distance = origin.meters(to: entry.coordinate)
      stats.distances += 1
    }
    if known == nil, let source { distance = measured(entry, by: source) }
    guard distance <= extent.radius, distance < .infinity else { return }
    let travelDistance = arrivals?.travelDistance(to: entry.coordinate, distance: distance) ?? distance
    if entry.recurs {
      try eachOccurrence(of: entry, distance: travelDistance) { search, occurrence, counts, mayKeep in
        try search.take(occurrence, distance, counts: counts, mayKeep: mayKeep, &top)
      }
    } else if try filters.pass(entry, distance: travelDistance) {
      _ = try take(entry, distance, &top)
    }
  }

  private mutating func measured(_ entry: Entry, by source: DistanceSource) -> Double {
    stats.distances += 1
    return source.meters(to: entry.coordinate)
  }

  /// Adds an entry that passed every filter.
  ///
  /// - Parameters:
  ///   - counts: whether it is a separate match, rather than another occurrence of one.
  ///   - mayKeep: whether it may be one of the results.
  private mutating func take(
    _ entry: Entry, _ distance: Double, counts: Bool = true, mayKeep: Bool = true, _ top: inout TopMatches
  ) throws -> OccurrenceFate {
    if counts {
      stats.matches += 1
      if plan.tallies { try note(entry, distance) }
    }
    if plan.isContinued, let cursor = plan.cursor {
      guard try ranking.follows(cursor, entry, distance: distance) else { return .counted }
    }
    guard mayKeep, plan.query.limit > 0 else { return .counted }
    return try keep(entry, distance: distance, &top) ? .kept : .beaten
  }
}
