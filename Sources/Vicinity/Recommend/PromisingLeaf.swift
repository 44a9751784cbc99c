/// A leaf that may contain matches.
struct PromisingLeaf {
  let leaf: Leaf
  /// The entries of the wanted kinds and tags.
  let entries: EntrySet
  /// A lower bound of the distance of its listings in meters.
  let meters: Double
}

/// Bounds over the entries of a leaf.
private struct LeafExtremes {
  /// Supporters plus votes.
  var mostPopular = 0
  var leastPopular = Int.max
  var votes = 0
  var rating = 0.0
}

// MARK: Bounds

/// Upper bounds of the scores of each leaf's entries.
///
/// Each part is bounded separately. Parts are sums and products of monotonic terms, and are rounded to the nearest
/// step, which preserves their order; a few steps of slack cover sums in a different order.
struct LeafBounds {
  /// Taste, tags, places, price and distance: the lowest sum among the members.
  fileprivate let own: [Double]
  /// With the greatest weight of popularity for any of the members.
  fileprivate let points: PartScorer
  /// The most that any listing has for popularity, rating and start.
  fileprivate let mostCommon: Double

  /// Bounds for leaves with a popular, well rated and running listing: no entry has to be looked at for more than
  /// taste.
  var rough: [Double] { own.map { $0 + mostCommon } }
}

extension Recommender {
  /// The bounds of leaves, from what differs between members.
  mutating func bounds(of leaves: [PromisingLeaf], isMeasured: Bool) throws -> LeafBounds {
    var own = [Double](repeating: .infinity, count: leaves.count)
    var points = scorer
    for member in profiles.indices {
      let scorer = try scorer(of: member)
      if member == 0 || scorer.points.weights.popularity > points.weights.popularity { points = scorer.points }
      for (index, leaf) in leaves.enumerated() { own[index] = min(own[index], mostOwn(of: leaf, scorer)) }
    }
    for (index, leaf) in leaves.enumerated() {
      own[index] += (isMeasured ? scorer.distance(leaf.meters) : 0) + 8 * ScoreParts.step
    }
    // Novelty may reverse the order.
    let popularity = max(points.popularity(0), points.popularity(.max))
    let rating = scorer.mostRating(StoredRange.rating.upperBound, votes: .max)
    return LeafBounds(own: own, points: points, mostCommon: popularity + rating + scorer.start(hours: 0))
  }

  /// The bound of one leaf, from the popularity, ratings and starts of its entries as well.
  func bound(of leaf: PromisingLeaf, _ index: Int, in bounds: LeafBounds) -> Double {
    let extremes = extremes(of: leaf)
    let popularity = max(
      bounds.points.popularity(extremes.mostPopular), bounds.points.popularity(extremes.leastPopular))
    return bounds.own[index] + popularity + scorer.mostRating(extremes.rating, votes: extremes.votes)
      + mostStart(of: leaf)
  }

  /// Taste, tags, places and price.
  @inline(__always)
  private func mostOwn(of leaf: PromisingLeaf, _ scorer: MemberScorer) -> Double {
    let (profile, points) = (scorer.profile, scorer.points)
    let share = profile.isUnknown ? 0 : mostLikedShare(on: leaf.leaf, profile)
    let worth = profile.homeAreas.mostWorth(in: leaf.leaf.box, reach: points.weights.homeAreaReachMeters)
    return points.taste(mostTaste(of: leaf), greatest: scorer.greatest) + points.tags(share: share)
      + points.places(worth) + ScoreParts.exact(points.weights.price)
  }

  @inline(__always)
  private func mostTaste(of leaf: PromisingLeaf) -> Float {
    let (fids, scores, bound) = (leaf.leaf.fids, columns.scores, columns.bound)
    var most: Float = 0
    for position in leaf.entries {
      let row = Int(fids[position])
      if row < bound, scores[row] > most, !isSkipped(row) { most = scores[row] }
    }
    return most
  }

  @inline(__always)
  private func mostLikedShare(on leaf: Leaf, _ profile: MemberProfile) -> Double {
    let numbers = leaf.tagNumbers
    var most = 0.0
    for tag in 0..<Int(leaf.shape.tags) { most = max(most, profile.share(ofTag: numbers[tag])) }
    return most
  }

  private func extremes(of leaf: PromisingLeaf) -> LeafExtremes {
    let (fids, votes, ratings) = (leaf.leaf.fids, leaf.leaf.votes, leaf.leaf.ratings)
    let (supporters, bound) = (columns.supporters, columns.bound)
    var extremes = LeafExtremes()
    for position in leaf.entries {
      let (row, votes) = (Int(fids[position]), max(0, Int(votes[position])))
      let count = votes + (row < bound ? Int(supporters[row]) : 0)
      extremes.mostPopular = max(extremes.mostPopular, count)
      extremes.leastPopular = min(extremes.leastPopular, count)
      extremes.votes = max(extremes.votes, votes)
      // Comparisons with NaN are false.
      if ratings[position] > extremes.rating { extremes.rating = ratings[position] }
    }
    return extremes
  }

  private func mostStart(of leaf: PromisingLeaf) -> Double {
    var events = leaf.entries
    events.formIntersection(EntrySet(range: leaf.leaf.positions(of: .event)))
    let recurring = leaf.leaf.recurring
    var most = 0.0
    for position in events {
      guard !recurring.contains(position) else { return scorer.start(hours: 0) }
      most = max(most, scorer.start(Entry(leaf: leaf.leaf, index: position).ownTimes, isOff: false))
    }
    return most
  }
}
