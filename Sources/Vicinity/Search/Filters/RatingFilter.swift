/// Keeps listings with a sufficient rating and number of votes; rejects unrated ones.
struct RatingFilter {
  private let least: Double
  private let leastVotes: Int

  init(_ filter: Query.RatingFilter) {
    least = filter.min ?? 0
    leastVotes = filter.minCount ?? 0
  }

  @inline(__always)
  func narrow(_ entries: inout EntrySet, of leaf: Leaf) {
    let (ratings, votes) = (leaf.ratings, leaf.votes)
    // A missing rating is NaN, for which every comparison is false. A rating without a count has one vote.
    entries = entries.kept { ratings[$0] >= least && max(Int(votes[$0]), 1) >= leastVotes }
  }

  func mayPass(_ values: NodeValues.Node) -> Bool {
    values.mayHave(.rating, from: least, through: .infinity)
      && (leastVotes <= 1 || values.mayHave(.votes, from: Double(leastVotes), through: .infinity))
  }
}
