/// Keeps what is rated well enough by enough people; what has no rating is not.
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
    // A missing rating is not a number, and every comparison with it fails. A rating without a count stands for one vote.
    entries.keep { ratings[$0] >= least && max(Int(votes[$0]), 1) >= leastVotes }
  }
}
