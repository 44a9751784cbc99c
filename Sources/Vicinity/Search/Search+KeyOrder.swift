import Geography

/// Lower bounds of the sort keys of everything below a node.
struct KeyOrder {
  /// The origin of the bounds of a key.
  enum Source {
    /// Values of the listings; of one key, or of two together.
    ///
    /// The first one may lie below its bound by the drift: the mean rating has changed, and no key changes by more.
    case values(KeyBounds, drift: Double)
    /// The distance, nearest first.
    case nearest
    /// The distance, farthest first.
    case farthest(DistanceOrigin)
    case spread(GroupDistances)
    /// The start or end of events that are not over.
    case coming(Query.SortKey)
    /// The price of a stay, from the least prices of a night.
    case stay(KeyBounds, nights: Int)
    /// The score of the order `best` without words and distances, from the highest mean ratings.
    case best(BestMatch, KeyBounds, drift: Double)
    /// Nothing, except that no value is smaller.
    case least(Double)
  }

  /// For an order those of the first two keys, or of both together; for a front those of each key.
  let sources: [Source]
  /// The kinds that can pass, one bit each.
  let kinds: UInt8

  /// A walk that ends within this many nodes needs no bounds.
  static let fewNodes = 64

  /// The child of a branch.
  struct Child {
    let branch: Branch
    let node: Int
    let level: Int
    let position: Int
    /// The square of a lower bound of the distance.
    let square: Float
    /// The sums below the branch; nil if no source needs them.
    let coming: ComingSums?
  }

  /// Whether a source needs the sums of events that are not over.
  var needsComing: Bool { sources.contains { if case .coming = $0 { true } else { false } } }

  /// Everything below a child comes after.
  func least(below child: Child) -> KeyBounds.Least {
    var least = bound(sources[0], below: child)
    if sources.count > 1 { (least.second, least.entry) = (bound(sources[1], below: child).first, nil) }
    return least
  }

  /// A bound for each key of a front.
  func bounds(below child: Child) -> [Double] { sources.map { bound($0, below: child).first } }

  private func bound(_ source: Source, below child: Child) -> KeyBounds.Least {
    switch source {
    case .values(let bounds, let drift):
      let least = bounds.least(of: child.position, of: child.node, level: child.level, kinds: kinds)
      return drift == 0 ? least : .init(first: least.first - drift, second: -.infinity)
    case .nearest: return .init(first: Double(child.square).squareRoot(), second: -.infinity)
    case .farthest(let origin):
      return .init(first: -origin.upperBoundMeters(to: child.branch.box(child.position)), second: -.infinity)
    case .spread(let group):
      return .init(first: group.leastSpread(in: child.branch.box(child.position)), second: -.infinity)
    case .stay(let bounds, let nights):
      let night = bounds.least(of: child.position, of: child.node, level: child.level, kinds: kinds)
      // Nothing is cheaper than a free one, so that their ids decide.
      if night.first == 0 { return night }
      // Outweighs the rounding of the product.
      return .init(first: Double(nights) * night.first * (1 - 1e-12), second: -.infinity)
    case .best(let best, let bounds, let drift):
      let least = bounds.least(of: child.position, of: child.node, level: child.level, kinds: kinds).first
      return .init(first: -best.greatestScore(rating: drift - least), second: -.infinity)
    case .coming(let key):
      return .init(first: child.coming?.times[child.position].least(key) ?? -.infinity, second: -.infinity)
    case .least(let least): return .init(first: least, second: -.infinity)
    }
  }
}

extension Search {
  /// The bounds by which the walk visits the best keys first; nil for another order, and while they are neither known
  /// nor worth reading.
  func keyOrder() throws -> KeyOrder? {
    guard plan.isKeyFirst, let first = plan.order.first else { return nil }
    var sources: [KeyOrder.Source] = []
    if plan.isFront {
      for key in plan.order {
        guard let source = try source(of: [key]) else { return nil }
        sources.append(source)
      }
    } else {
      let second = plan.order.count > 1 && ranking.ties != .undecided ? plan.order[1] : nil
      let isOfBoth = first.property.isOfListing && second?.property.isOfListing == true
      guard let source = try source(of: isOfBoth ? Array(plan.order.prefix(2)) : [first]) else { return nil }
      sources.append(source)
      if let second, !isOfBoth { sources.append(try self.source(of: [second]) ?? .least(-.infinity)) }
    }
    return KeyOrder(sources: sources, kinds: filters.wantedKindBits)
  }

  private func source(of keys: [Query.SortKey]) throws -> KeyOrder.Source? {
    let key = keys[0]
    switch key.property {
    case .distance where key.isDescending: return source == nil ? extent.origin.map { .farthest($0) } : nil
    case .distance: return .nearest
    case .spread where !key.isDescending: return source?.group.map { .spread($0) }
    case .stayPrice where !key.isDescending, .nightPrice where !key.isDescending:
      guard let stayPrices else { return nil }
      return try bounds(of: [.stayPrice]).map { .stay($0, nights: stayPrices.nightCount) }
    case .open, .stayPrice, .nightPrice, .route, .spread: return key.isDescending ? nil : .least(0)
    case .best:
      // Its bounds know neither words nor distances.
      guard let best = ranking.bestMatch, !plan.query.hasDistance, plan.words == nil else { return nil }
      return try bounds(of: [.rating.descending]).map { .best(best, $0, drift: drift(of: $0)) }
    case .relevance, .recommended: return nil
    case .start where filters.showNextOccurrences, .end where filters.showNextOccurrences:
      return try areWorthReading(keys) ? .coming(key) : nil
    case .price, .rating, .votes, .start, .end, .name, .added, .changed, .own:
      return try bounds(of: keys).map { .values($0, drift: keys.use(.rating) ? drift(of: $0) : 0) }
    }
  }

  /// How much a mean rating has changed at most since its bounds were read.
  private func drift(of bounds: KeyBounds) -> Double { abs(ranking.voteAware.prior - bounds.meanRating) }

  /// Whether walks without the bounds of keys have cost as much as reading all leaves, and all fit the memory limit.
  private func areWorthReading(_ keys: [Query.SortKey]) throws -> Bool {
    let listings = max(try snapshot.profile(by: worker).listings, 1)
    // A leaf may hold one of those on the lists.
    let share = places.map { min(1, Planner.leafEntries * Double($0.count) / listings) } ?? 1
    return try snapshot.mayHoldAll(of: Int(listings), by: worker)
      && snapshot.keyBounds.spend(share * walkWork(), on: keys) >= KeyBounds.workPerListing * listings
  }

  /// The bounds of keys; reads them once walks without them have cost as much.
  private func bounds(of keys: [Query.SortKey]) throws -> KeyBounds? {
    if let known = snapshot.keyBounds.bounds(of: keys) { return known }
    guard try areWorthReading(keys) else { return nil }
    do {
      return try work.within(0.5) {
        let bounds = try KeyBounds(
          of: snapshot, in: snapshot.loadOrder(by: worker), meanRating: ranking.voteAware.prior, by: worker
        ) { [ranking] entry in
          let second = try keys.count > 1 ? ranking.leastNumber(keys[1], of: entry) : 0
          return (try ranking.leastNumber(keys[0], of: entry), second)
        }
        snapshot.keyBounds.keep(bounds, of: keys)
        return bounds
      }
    } catch let error where error is TooExpensive || error is BeingMade {
      snapshot.keyBounds.postpone(keys)
      return nil
    }
  }

  /// Visits the leaves that may hold the best keys first, and no others.
  mutating func walk(by order: KeyOrder, _ limit: Int, _ top: inout TopMatches) throws {
    isByKey = true
    beginExact(limit, &top)
    try visitExactPlaces(&top)
    let reach = Float(extent.reach * extent.reach).nextUp
    var queue = KeyQueue()
    queue.insert(.init(least: .unknown, node: UInt32(RTreeNode.root), level: snapshot.depth, bounds: []))
    while let next = queue.popFirst(), top.admits(next.least.first, next.least.second, next.least.entry) {
      let (node, level) = (Int(next.node), next.level)
      if let front, front.beats(all: next.bounds) { continue }
      try countNode()
      guard level > 0 else {
        try visit(try worker.leaf(node, of: snapshot), &top)
        continue
      }
      let branch = try worker.branch(node, of: snapshot)
      let squares = squares(of: branch, node, level: level)
      let coming = order.needsComing ? try comingSums(below: node, branch, level: level) : nil
      for position in 0..<branch.count where squares[position] <= reach && squares[position] < .infinity {
        let child = KeyOrder.Child(
          branch: branch, node: node, level: level, position: position, square: squares[position], coming: coming)
        var element = KeyQueue.Element(
          least: .unknown, node: branch.nodes[position], level: level - 1, bounds: [])
        if front == nil {
          element.least = order.least(below: child)
          guard top.admits(element.least.first, element.least.second, element.least.entry) else { continue }
        } else {
          element.bounds = order.bounds(below: child)
          if front?.beats(all: element.bounds) == true { continue }
          element.least = .init(first: element.bounds[0], second: element.bounds.dropFirst().first ?? 0)
        }
        queue.insert(element)
      }
    }
  }
}

extension Ranking {
  /// A lower bound of the value of a key that does not depend on the query.
  fileprivate func leastNumber(_ key: Query.SortKey, of entry: Entry) throws -> Double {
    // Of a recurring event each occurrence has its own times.
    if entry.recurs, key.property == .start || key.property == .end { return -.infinity }
    return key == .stayPrice ? try stayPrices?.leastNight(of: entry) ?? .infinity : try value(key, of: entry)
  }
}

/// Subtrees still to be visited, the one with the least keys first.
private struct KeyQueue {
  struct Element {
    var least: KeyBounds.Least
    let node: UInt32
    let level: Int
    /// A bound for each key of a front.
    var bounds: [Double]
  }

  /// A binary heap: no element precedes its parent.
  private var heap: [Element] = []

  mutating func insert(_ element: Element) {
    var index = heap.count
    heap.append(element)
    while index > 0, heap[index].least.precedes(heap[(index - 1) / 2].least) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func popFirst() -> Element? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
        if heap[child].least.precedes(heap[least].least) { least = child }
      }
      guard least != index else { return first }
      heap.swapAt(index, least)
      index = least
    }
  }
}
