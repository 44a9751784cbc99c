/// Ranks the listings of a model in memory, with the scores that a query sorted by `recommended` gives where no listing
/// has a price, a rating or a start.
package final class RecommendationRanker {
  private let model: RecommendationModel
  private let columns = MemberScores()
  private let points = PartScorer()
  private let byPopularity: [Int32]
  private let mostSupporters: Int

  init(_ model: RecommendationModel) throws {
    self.model = model
    let supporters = (0..<model.world.listings).map { model.world.supporters.range($0).count }
    byPopularity = supporters.indices.map { Int32($0) }.sorted {
      (supporters[Int($1)], $0) < (supporters[Int($0)], $1)
    }
    mostSupporters = supporters.max() ?? 0
    try columns.reserve(supporters.count)
    columns.setSupporters(supporters)
  }

  /// The best listings for a member, the best first, equal ones by number.
  ///
  /// - Complexity: the listings that the member's interactions support, and those of the others whose popularity may
  ///   make up for that.
  package func recommend(to member: Int, limit: Int) throws -> [ScoredListing] {
    guard limit > 0 else { return [] }
    let profile = model.profile(of: member)
    columns.clearMarks()
    for interaction in profile.taste.interactions { columns.know(interaction.listing) }
    for row in profile.taste.rejected { columns.reject(row) }
    let scorer = try MemberScorer(
      profile, points, SparseRows.Affinities(rows: model.affinities), friendShare: model.settings.friendShare,
      in: columns)
    var best = BestListings(limit: limit)
    let bounds = Bounds(scorer, mostSupporters: mostSupporters)
    // The score that taste alone gives to the last of the best.
    let enough = scorer.points.taste(scoreReached(by: limit), greatest: scorer.greatest)
    var least = bounds.score(forTotal: enough)
    for row in columns.touchedRows where columns.score(ofRow: Int(row)) >= least {
      offer(row, scorer, bounds, &best)
      least = max(least, bounds.score(forTotal: best.least))
    }
    // Listings without support are bounded by their popularity, which falls.
    for row in byPopularity where columns.score(ofRow: Int(row)) == 0 {
      guard bounds.total(ofRow: Int(row)) >= best.least else { break }
      offer(row, scorer, bounds, &best)
    }
    return best.listings
  }

  /// The score of the model that `count` listings unknown to the member reach; 0 if there are fewer.
  private func scoreReached(by count: Int) -> Float {
    var best = BestListings(limit: count)
    var least: Float = 0
    for row in columns.touchedRows where columns.score(ofRow: Int(row)) > least {
      guard !isSkipped(Int(row)) else { continue }
      best.offer(ScoredListing(listing: row, score: Double(columns.score(ofRow: Int(row)))))
      least = max(0, Float(best.least))
    }
    return least
  }

  private func isSkipped(_ row: Int) -> Bool { columns.isSkipped(row, members: 1, showsKnown: false) }

  private func offer(_ listing: Int32, _ scorer: MemberScorer, _ bounds: Bounds, _ best: inout BestListings) {
    let row = Int(listing)
    guard bounds.total(ofRow: row) >= best.least, !isSkipped(row) else { return }
    let share = model.tags(of: row).reduce(0) { max($0, scorer.profile.share(ofTag: $1)) }
    let parts = scorer.parts(
      ofRow: row,
      .init(coordinate: model.coordinates[row], kind: .bar, price: .nan, votes: 0, tagShare: share))
    best.offer(ScoredListing(listing: listing, score: parts.total))
  }
}

/// An upper bound of a listing's score for a member before its tags and place are known.
private struct Bounds {
  private let scorer: MemberScorer
  /// For tags and places.
  private let mostBeside: Double
  private let mostPopularity: Double

  init(_ scorer: MemberScorer, mostSupporters: Int) {
    self.scorer = scorer
    mostBeside =
      scorer.points.tags(share: scorer.profile.mostTagShare) + scorer.points.places(scorer.profile.homeAreas.mostWorth)
    mostPopularity = scorer.points.popularity(mostSupporters)
  }

  func total(ofRow row: Int) -> Double {
    scorer.taste(ofRow: row) + scorer.popularity(ofRow: row, votes: 0) + mostBeside
  }

  /// A score of the model that every listing with this total reaches; minus infinity if any listing may have it.
  func score(forTotal total: Double) -> Float {
    // Two steps make up for rounding.
    let share = (total - mostBeside - mostPopularity - 2 * ScoreParts.step) / scorer.points.weights.taste
    return share > 0 ? Float(share * Double(scorer.greatest)) * (1 - 1e-6) : -.infinity
  }
}

/// A listing with its score.
package struct ScoredListing: Hashable, Sendable {
  package var listing: Int32
  package var score: Double

  /// Whether it comes before another: by score, equal ones by number.
  fileprivate func precedes(_ other: Self) -> Bool {
    score != other.score ? score > other.score : listing < other.listing
  }
}

/// The few best of many listings.
private struct BestListings {
  /// At least 1.
  let limit: Int
  /// The best first.
  private(set) var listings: [ScoredListing] = []

  init(limit: Int) {
    self.limit = limit
    listings.reserveCapacity(limit + 1)
  }

  /// Listings that score less are not among the best; minus infinity while there are fewer than `limit`.
  var least: Double { listings.count < limit ? -.infinity : listings[limit - 1].score }

  mutating func offer(_ listing: ScoredListing) {
    guard listing.score >= least else { return }
    let place = listings.firstIndex { listing.precedes($0) } ?? listings.count
    listings.insert(listing, at: place)
    if listings.count > limit { listings.removeLast() }
  }
}
