/// A leaf that may hold matches, with the least that is known of them.
struct PromisingLeaf {
  let leaf: Leaf
  /// What is of the kinds and tags asked for.
  let entries: EntrySet
  /// No listing of the leaf is nearer than so many meters.
  let meters: Double
}

// MARK: Bounds

extension Recommender {
  /// For each leaf a score that none of its entries exceeds.
  ///
  /// Of every part the most that a listing of the leaf can have. Parts are sums and products of numbers that grow together, and are
  /// rounded to the nearest step, which keeps their order; a few steps make up for sums in another order.
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
      // Not a number compares as false.
      if ratings[position] > best { best = ratings[position] }
    }
    // Novelty may turn the order round.
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
