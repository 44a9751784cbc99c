/// The mean rating that takes the number of votes into account.
///
/// (votes × rating + weight × prior) / (votes + weight): with few votes the mean of the whole catalog decides, with many the listing's
/// own. A rating without a count stands for one vote. This is the shrinkage estimator known as the Bayesian average.
struct VoteAwareMean {
  /// The mean of all ratings in the catalog, each weighted by its votes.
  let prior: Double

  /// How many votes the prior counts for: with ten, five votes of 5.0 do not yet beat two hundred of 4.7.
  static let weight = 10.0

  /// Minus infinity without a rating, so that it sorts last.
  func mean(rating: Double, votes: Int) -> Double {
    guard !rating.isNaN else { return -.infinity }
    let votes = Double(max(votes, 1))
    return (votes * rating + Self.weight * prior) / (votes + Self.weight)
  }
}
