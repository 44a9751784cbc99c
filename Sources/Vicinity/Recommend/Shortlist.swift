import Geography

/// Selects the best scored candidates, and adds the part of the distance.
struct Shortlist {
  /// The number of results wanted, at least 1.
  let limit: Int
  let scorer: PartScorer
  let origin: DistanceOrigin?
  let source: DistanceSource?
  private var best = TopMatches()

  init(limit: Int, scorer: PartScorer, origin: DistanceOrigin?, source: DistanceSource?) {
    (self.limit, self.scorer, self.origin, self.source) = (limit, scorer, origin, source)
    best.begin(limit: limit, slack: 1)
  }

  /// Whether distances are part of the score.
  var isMeasured: Bool { origin != nil || source != nil }

  /// A lower bound of the score of the best; minus infinity while there are too few.
  var least: Double { -best.threshold }

  /// Adds further candidates.
  ///
  /// - Parameter points: scores without the distance, one for each entry.
  mutating func add(_ entries: [Entry], _ points: [Double]) {
    if isMeasured {
      offerMeasured(entries, points)
    } else {
      for (entry, points) in zip(entries, points) { best.offer(entry, key: -points) }
    }
    best.settle()
  }

  /// The best by score, equal ones by id.
  func ranked() -> [Ranked] {
    var found: [Ranked] = []
    best.forEachSurvivor {
      found.append(Ranked(first: $0.key, entry: $0.entry, distance: meters(to: $0.entry), keys: 0))
    }
    return Array(found.sorted { $0.precedes($1, []) }.prefix(limit))
  }

  /// Distances are expensive: candidates that could not be among the best even at distance zero are not measured.
  private mutating func offerMeasured(_ entries: [Entry], _ points: [Double]) {
    let nearest = scorer.distance(0)
    let least = leastOfBest(entries, points)
    for (entry, points) in zip(entries, points) where points + nearest >= max(least, -best.threshold) {
      best.offer(entry, key: -(points + scorer.distance(meters(to: entry))))
    }
  }

  /// A score that at least `limit` entries reach; minus infinity where computing it does not pay.
  private func leastOfBest(_ entries: [Entry], _ points: [Double]) -> Double {
    guard !best.isFull, entries.count / 4 > limit else { return -.infinity }
    var promising = TopMatches()
    promising.begin(limit: limit, slack: 1)
    for (entry, points) in zip(entries, points) { promising.offer(entry, key: -points) }
    var scores: [Double] = []
    promising.forEachSurvivor { scores.append(-$0.key + scorer.distance(meters(to: $0.entry))) }
    return scores.sorted(by: >)[limit - 1]
  }

  private func meters(to entry: Entry) -> Double {
    origin?.meters(to: entry.coordinate) ?? source?.meters(to: entry.coordinate) ?? 0
  }
}
