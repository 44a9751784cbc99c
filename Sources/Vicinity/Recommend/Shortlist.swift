import Geography

/// Picks the best of scored candidates, and adds what their distances are worth.
struct Shortlist {
  /// How many are wanted, at least 1.
  let limit: Int
  let scorer: PartScorer
  let origin: DistanceOrigin?
  let measure: DistanceSource?
  private var best = TopMatches()

  init(limit: Int, scorer: PartScorer, origin: DistanceOrigin?, measure: DistanceSource?) {
    (self.limit, self.scorer, self.origin, self.measure) = (limit, scorer, origin, measure)
    best.begin(limit: limit, slack: 1)
  }

  /// Whether there are distances that count.
  var isMeasured: Bool { origin != nil || measure != nil }

  /// What scores less is not among the best; minus infinity as long as there are fewer than wanted.
  var least: Double { -best.threshold }

  /// Looks at further candidates.
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

  /// Ways are dear: those that could not be among the best at no distance at all are not measured.
  private mutating func offerMeasured(_ entries: [Entry], _ points: [Double]) {
    let nearest = scorer.distance(0)
    let least = leastOfBest(entries, points)
    for (entry, points) in zip(entries, points) where points + nearest >= max(least, -best.threshold) {
      best.offer(entry, key: -(points + scorer.distance(meters(to: entry))))
    }
  }

  /// A score that at least `limit` entries have; minus infinity where that is not worth finding out.
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
    origin?.meters(to: entry.coordinate) ?? measure?.meters(to: entry.coordinate) ?? 0
  }
}
