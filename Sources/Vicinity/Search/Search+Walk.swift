extension Search {
  /// Visits the leaves of the R-tree, nearest first.
  ///
  /// A subtree's bound is never above the distance of anything in it, so once the next bound exceeds what is still needed, nothing
  /// better can follow. Source: Hjaltason and Samet, "Distance browsing in spatial databases", 1999, doi:10.1145/320248.320255.
  mutating func walk(_ limit: Int, _ top: inout TopMatches) throws {
    if plan.countsOnly, try countWholeTree() { return }
    let isFirstRing = plan.mayEndEarly && region.radius > Self.firstRing
    begin(limit, &top)
    try visitSubtrees(&top)
    // Within the first ring there may be too few; then everything is asked for.
    let reached = keysAreBounds ? top.threshold : top.threshold * top.threshold
    guard isFirstRing, region.map != nil, !(top.isFull && reached <= Self.firstRing * Self.firstRing) else { return }
    region = Region(plan.query)
    stats.matches = 0
    beginExact(limit, &top)
    try visitSubtrees(&top)
  }

  /// Keys are true values: for searches whose tests or cursor need the distance of every candidate, and without a map.
  mutating func beginExact(_ limit: Int, _ top: inout TopMatches) {
    keysAreBounds = false
    top.begin(limit: limit, slack: 1)
  }

  private mutating func begin(_ limit: Int, _ top: inout TopMatches) {
    guard plan.isNearestFirst, region.map != nil, plan.cursor == nil, plan.query.open?.arriving == nil else {
      return beginExact(limit, &top)
    }
    keysAreBounds = true
    top.begin(limit: limit, slack: region.slackSquared)
  }

  /// The square of the distance beyond which nothing matters any more, in square meters.
  @inline(__always)
  private func reach(_ top: TopMatches) -> Double {
    let radius = region.map?.radiusMeters ?? region.radius
    guard plan.mayEndEarly else { return radius * radius }
    let threshold = keysAreBounds ? top.threshold : top.threshold * top.threshold
    return min(radius * radius, threshold)
  }

  private mutating func visitSubtrees(_ top: inout TopMatches) throws {
    let scratch = worker.scratch
    var queue = SubtreeQueue()
    swap(&queue, &scratch.queue)
    defer { swap(&queue, &scratch.queue) }
    queue.removeAll()
    queue.insert(.init(bound: 0, page: UInt32(RTreePage.root), level: Int32(snapshot.depth)))
    let bounds = scratch.childBounds
    while let subtree = queue.popFirst(), Double(subtree.bound) <= reach(top) {
      stats.nodes += 1
      prefetch(queue)
      guard subtree.level > 0 else {
        try visit(try worker.leaf(Int(subtree.page), of: snapshot), &top)
        continue
      }
      let branch = try worker.branch(Int(subtree.page), of: snapshot)
      region.bound(branch, into: bounds)
      let limit = Float(reach(top)).nextUp
      let pages = branch.pages
      for child in 0..<branch.count where bounds[child] <= limit && bounds[child] < .infinity {
        snapshot.prefetch(page: pages[child])
        queue.insert(.init(bound: bounds[child], page: pages[child], level: subtree.level - 1))
      }
    }
  }

  /// While one page is looked at, memory brings the columns of the next.
  @inline(__always)
  private func prefetch(_ queue: SubtreeQueue) {
    guard let next = queue.first, let memory = snapshot.memory(ofPage: Int(next.page)) else { return }
    if next.level == 0 { tests.prefetch(Leaf(base: UnsafeRawPointer(memory))) } else { Branch(base: memory).prefetch() }
  }

  @inline(__always)
  private mutating func visit(_ leaf: Leaf, _ top: inout TopMatches) throws {
    stats.entries += leaf.count
    var entries = tests.candidates(of: leaf)
    if let textRows { entries.keep { textRows[Int64(leaf.fids[$0])] != nil } }
    guard !entries.isEmpty else { return }
    let bounds = worker.scratch.entryBounds
    region.narrow(&entries, of: leaf, limit: reach(top), bounds: bounds)
    guard !entries.isEmpty else { return }
    try tests.narrow(&entries, of: leaf)
    for position in entries { try consider(Entry(leaf: leaf, index: position), bound: bounds[position], &top) }
  }

  /// Takes in an entry that passed all tests of facts, and whose squared lower bound is within reach.
  @inline(__always)
  private mutating func consider(_ entry: Entry, bound: Double, _ top: inout TopMatches) throws {
    guard keysAreBounds || !(needsDistance || plan.cursor != nil) else { return try considerExactly(entry, &top) }
    // Between its bounds lies the radius: only the distance itself decides.
    if region.origin != nil, region.radius < .infinity {
      let isInside = region.map != nil && bound * region.slackSquared + 1e-9 <= region.radius * region.radius
      if !isInside, !isWithinRadius(entry) { return }
    }
    stats.matches += 1
    if plan.query.limit == 0 { return }
    top.offer(entry, key: keysAreBounds ? bound : try ranking.first(of: entry, distance: 0))
  }

  private mutating func isWithinRadius(_ entry: Entry) -> Bool {
    stats.distances += 1
    return region.origin.map { $0.meters(to: entry.coordinate) <= region.radius } ?? true
  }

  /// Takes in an entry by its true distance.
  ///
  /// - Parameter distance: in meters, where it is known already.
  mutating func considerExactly(_ entry: Entry, distance known: Double? = nil, _ top: inout TopMatches) throws {
    var distance = known ?? 0
    if known == nil, let origin = region.origin, needsDistance || region.radius < .infinity {
      distance = origin.meters(to: entry.coordinate)
      stats.distances += 1
    }
    guard distance <= region.radius, try tests.pass(entry, distance: distance) else { return }
    stats.matches += 1
    if let cursor = plan.cursor {
      guard try ranking.key(of: entry, distance: distance).follows(cursor, entry) else { return }
    }
    if plan.query.limit == 0 { return }
    top.offer(entry, key: try ranking.first(of: entry, distance: distance))
  }
}
