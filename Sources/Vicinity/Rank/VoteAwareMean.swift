/// The mean rating weighted by the number of votes.
///
/// (votes × rating + weight × prior) / (votes + weight): with few votes it is close to the mean of the catalog, with
/// many to the listing's own. A rating without a count has one vote. This shrinkage estimator is known as the Bayesian
/// average.
struct VoteAwareMean {
  /// The mean of all ratings in the catalog, each weighted by its votes.
  let prior: Double

  /// The weight of the prior in votes: with ten, five votes of 5.0 do not yet exceed two hundred of 4.7.
  static let weight = 10.0

  /// Minus infinity without a rating, so that it sorts last.
  func mean(rating: Double, votes: Int) -> Double {
    guard !rating.isNaN else { return -.infinity }
    let votes = Double(max(votes, 1))
    return (votes * rating + Self.weight * prior) / (votes + Self.weight)
  }
}
