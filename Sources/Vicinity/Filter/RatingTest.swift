/// Lets pass what is rated well enough by enough people; what has no rating does not.
struct RatingTest {
  let filter: Query.RatingFilter

  func passes(_ candidate: Candidate) -> Bool {
    let facts = candidate.facts
    // A missing rating is not a number, and every comparison with it fails.
    guard facts.rating >= filter.min ?? 0 else { return false }
    // A rating without a count stands for at least one vote.
    return max(Int(facts.ratingCount), 1) >= filter.minCount ?? 0
  }
}
