/// Turns matches into keys of the order asked for.
///
/// For one thread and one query.
struct Ranking {
  let order: [Query.SortKey]
  let clock: OpeningClock
  /// The moment that the key `open` speaks of.
  let moment: Query.Moment
  let voteAware: VoteAwareMean
  /// Scores of the text index by row; smaller is better.
  let relevance: [Int64: Double]
  /// The name of the listing in a row.
  let name: (Int64) throws -> String?

  func key(of candidate: Candidate, distance: Double) throws -> RankKey {
    var key = RankKey()
    for (position, sortKey) in order.enumerated() {
      switch sortKey {
      case .distance: key[position] = distance
      case .price: key[position] = ascending(candidate.facts.price)
      case .rating: key[position] = -voteAware.mean(of: candidate.facts)
      case .start: key[position] = candidate.facts.starts == .max ? .infinity : Double(candidate.facts.starts)
      case .open: key[position] = try clock.secondsUntilOpen(candidate.facts, after: moment, distance: distance)
      case .relevance: key[position] = relevance[candidate.facts.fid] ?? .infinity
      case .name:
        key.namePosition = Int8(position)
        key.name = try name(candidate.facts.fid).map(FoldedName.fold)
      }
    }
    return key
  }

  /// Missing values, which are not numbers, come last.
  private func ascending(_ value: Double) -> Double { value.isNaN ? .infinity : value }
}
