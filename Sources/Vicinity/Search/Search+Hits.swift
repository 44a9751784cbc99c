import Foundation
import Geography

extension Search {
  /// The hits of the words from which the best matches can be found; nil for another order.
  var bestHits: FoundRows? { plan.wantsBest && source == nil ? ranking.bestMatch?.words : nil }

  /// Visits the hits of the words that may have the best scores first, until no other can have a better one.
  ///
  /// - Complexity: a bound for every hit, filters and scores for those above the worst of the best.
  mutating func visitHits(_ top: inout TopMatches) throws {
    guard let found = bestHits, let best = ranking.bestMatch else { return }
    let list = try found.hitList(in: snapshot, by: worker, work)
    stats.listed += list.hits.count
    try work.visitNodes(list.hits.count / Self.listedPerNode)
    let scratch = worker.scratch
    var queue = SubtreeQueue()
    swap(&queue, &scratch.queue)
    defer { swap(&queue, &scratch.queue) }
    queue.removeAll()
    try HitBounds(best, of: list, in: self).fill(&queue)
    queue.restoreOrder()
    let tagged = places.flatMap { $0.hasClauses ? $0 : nil }
    // A key is the negative of a score.
    while let next = queue.popFirst(), Double(next.bound) <= top.threshold {
      try work.visitNodes(nodeCost)
      let hit = list.hits[Int(next.node)]
      if let tagged, !tagged.admits(hit.row) { continue }
      try visit(row: hit.row, on: Int(hit.node), &top)
      top.settle()
    }
  }
}

extension FoundRows {
  /// The listings with what the order `best` needs of them, read on first use.
  ///
  /// - Parameter work: charged one node for each that is read.
  func hitList(in snapshot: IndexSnapshot, by reader: IndexReader, _ work: WorkMeter) throws -> HitList {
    if let list = hits.load() { return list }
    return hits.storeIfNil(
      try HitList(of: scoredRows, qualities: scores, in: snapshot, by: reader, work: work))
  }
}

/// Upper bounds of the scores of hits.
private struct HitBounds {
  private let best: BestMatch
  private let list: HitList
  private let chord: ChordBound?
  private let radius: Double
  /// The kinds that can pass, one bit each.
  private let kinds: UInt8
  /// The instant of opening; nil where it differs by listing.
  private let instant: Int64?
  /// How much it counts that a bar is open, by position of its schedule; nil if it does not pass.
  private let open: [Double?]
  /// Whether ratings are known, or may have changed.
  private let knowsRatings: Bool

  init(_ best: BestMatch, of list: HitList, in search: borrowing Search) throws {
    (self.best, self.list) = (best, list)
    chord = search.extent.origin.map(ChordBound.init)
    radius = search.extent.radius
    kinds = search.filters.wantedKindBits
    knowsRatings = list.version == search.snapshot.since.ratings
    let moment = search.plan.openingMoment
    instant =
      moment.isLocal || search.plan.isArriving
      ? nil : moment.instant(in: .utc, now: search.plan.now)?.secondsSince1970
    let wantsBars = kinds >> UInt8(Kind.bar.ordinal) & 1 == 1
    guard let clock = search.clock, !search.plan.isArriving, wantsBars else {
      open = Array(repeating: 1, count: list.schedules.count)
      return
    }
    let filter = search.filters.open
    open = try list.schedules.map { schedule in
      guard try filter?.admits(schedule: schedule) != false else { return nil }
      return try clock.weeklyProspect(schedule, after: moment, minutes: 0).map { best.openness($0, of: .bar) } ?? 1
    }
  }

  func fill(_ queue: inout SubtreeQueue) {
    let weights = best.weights
    for (index, hit) in list.hits.enumerated() where kinds >> UInt8(hit.kind.ordinal) & 1 == 1 {
      guard let open = openness(hit) else { continue }
      var near = 0.0
      if let chord {
        let meters = chord.leastMeters(to: hit.vector)
        guard meters <= radius else { continue }
        near = weights.decay(meters / weights.halfDistanceMeters)
      }
      let score =
        weights.words * Double(hit.words) + weights.distance * near + weights.open * open
        + weights.rating * rating(hit) + 4 * ScoreParts.step
      queue.append(.init(bound: Float(-score).nextDown, node: UInt32(truncatingIfNeeded: index), level: 0))
    }
  }

  /// Nil if it does not pass.
  private func openness(_ hit: HitList.Hit) -> Double? {
    switch hit.times {
    case .hours(let position): return open[Int(position)]
    case .event(let starts, let ends):
      guard let instant else { return 1 }
      guard starts < .max else { return best.openness(.unknown, of: .event) }
      if starts > instant { return best.openness(OpeningProspect(seconds: Double(starts - instant)), of: .event) }
      return instant < ends ? 1 : 0
    case .other: return hit.kind == .couch ? best.openness(.unknown, of: .couch) : 1
    }
  }

  /// From 0 to 1.
  private func rating(_ hit: HitList.Hit) -> Double {
    guard knowsRatings else { return 1 }
    guard !hit.rating.isNaN else { return best.voteAware.prior / 5 }
    return best.voteAware.mean(rating: Double(hit.rating.nextUp), votes: Int(hit.votes)) / 5
  }
}

extension ChordBound {
  /// A lower bound of the distance in meters to a unit vector in single precision.
  fileprivate func leastMeters(to vector: SIMD3<Float>) -> Double {
    let (dx, dy, dz) = (Double(vector.x) - origin.x, Double(vector.y) - origin.y, Double(vector.z) - origin.z)
    // A chord is shorter than its arc. The subtracted amount exceeds the rounding errors of the vectors.
    return max(0, (dx * dx + dy * dy + dz * dz).squareRoot() - 3e-7) * smallestRadius
  }
}
