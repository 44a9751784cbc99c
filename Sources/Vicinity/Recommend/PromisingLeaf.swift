/// A leaf that may contain matches.
struct PromisingLeaf {
  let leaf: Leaf
  /// The entries of the wanted kinds and tags.
  let entries: EntrySet
  /// A lower bound of the distance of its listings in meters.
  let meters: Double
}

// MARK: Bounds

extension Recommender {
  /// An upper bound of the score of each leaf's entries.
  ///
  /// Each part is bounded separately. Parts are sums and products of monotonic terms, and are rounded to the nearest
  /// step, which preserves their order; a few steps of slack cover sums in a different order.
  mutating func bounds(of leaves: [PromisingLeaf], isMeasured: Bool) throws -> [Double] {
    var bounds = [Double](repeating: .infinity, count: leaves.count)
    for member in profiles.indices {
      let greatest = try show(member)
      let profile = profiles[member]
      for (index, leaf) in leaves.enumerated() {
        bounds[index] = min(bounds[index], mostOwn(of: leaf, profile, greatest))
      }
    }
    for (index, leaf) in leaves.enumerated() {
      bounds[index] += mostCommon(of: leaf) + (isMeasured ? scorer.distance(leaf.meters) : 0) + 8 * ScoreParts.step
    }
    return bounds
  }

  /// Taste, tags, places and price.
  @inline(__always)
  private func mostOwn(of leaf: PromisingLeaf, _ profile: MemberProfile, _ greatest: Float) -> Double {
    let share = profile.isUnknown ? 0 : mostLikedShare(on: leaf.leaf, profile)
    let worth = profile.haunts.mostWorth(in: leaf.leaf.box, reach: scorer.weights.hauntReach)
    return scorer.taste(mostTaste(of: leaf), greatest: greatest) + scorer.tags(share: share) + scorer.places(worth)
      + ScoreParts.exact(scorer.weights.price)
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

  /// Popularity, rating and start.
  @inline(__always)
  private func mostCommon(of leaf: PromisingLeaf) -> Double {
    let (fids, votes, ratings) = (leaf.leaf.fids, leaf.leaf.votes, leaf.leaf.ratings)
    let (admirers, bound) = (columns.admirers, columns.bound)
    var (most, fewest, mostVotes, best) = (0, Int.max, 0, 0.0)
    for position in leaf.entries {
      let (row, votes) = (Int(fids[position]), max(0, Int(votes[position])))
      let count = votes + (row < bound ? Int(admirers[row]) : 0)
      (most, fewest, mostVotes) = (max(most, count), min(fewest, count), max(mostVotes, votes))
      // Comparisons with NaN are false.
      if ratings[position] > best { best = ratings[position] }
    }
    // Novelty may reverse the order.
    let popularity = max(scorer.popularity(admirers: 0, votes: most), scorer.popularity(admirers: 0, votes: fewest))
    return popularity + scorer.mostRating(best, votes: mostVotes) + mostStart(of: leaf)
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
