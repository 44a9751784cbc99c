import CivilTime
import Foundation

/// Computes the parts of a score from the facts of a listing.
struct PartScorer {
  private(set) var weights: RecommendationWeights
  let novelty: Double
  /// Unix seconds.
  let now: Int64
  let voteAware: VoteAwareMean

  /// The popularity part by the number of supporters.
  private static let popularities: [Double] = (0...mostSupporters).map {
    log(1 + Double($0)) / log(1 + Double(mostSupporters))
  }
  /// The number of supporters with the full popularity.
  private static let mostSupporters = 1000

  init(_ plan: Plan, _ voteAware: VoteAwareMean) {
    let wishes = plan.query.recommending ?? Query.Recommending()
    (weights, novelty) = (wishes.weights, wishes.novelty)
    now = plan.now.secondsSince1970
    self.voteAware = voteAware
  }

  /// Scores with the usual weights, where there are neither times nor ratings.
  init() {
    (weights, novelty, now) = (RecommendationWeights(), 0, 0)
    voteAware = VoteAwareMean(prior: 0)
  }

  /// The scorer for a member with this number of interactions in the model.
  func shifted(evidence: Int) -> PartScorer {
    var shifted = self
    shifted.weights = weights.shifted(evidence: evidence, novelty: novelty)
    return shifted
  }

  // MARK: Independent of the member

  @inline(__always)
  func rating(_ rating: Double, votes: Int) -> Double {
    let mean = rating.isNaN ? voteAware.prior : voteAware.mean(rating: rating, votes: votes)
    return ScoreParts.exact(weights.rating * mean / 5)
  }

  /// An upper bound of the rating part for a mean rating and a number of votes up to these.
  @inline(__always)
  func mostRating(_ rating: Double, votes: Int) -> Double {
    ScoreParts.exact(weights.rating * max(voteAware.prior, voteAware.mean(rating: rating, votes: votes)) / 5)
  }

  @inline(__always)
  func start(_ times: OccurrenceTimes, isOff: Bool) -> Double {
    guard times.starts != .max, !isOff, times.over > now else { return 0 }
    return start(hours: Double(max(0, times.starts - now)) / 3600)
  }

  func start(hours: Double) -> Double { ScoreParts.exact(weights.start / (1 + hours / weights.halfWaitHours)) }

  @inline(__always)
  func distance(_ meters: Double) -> Double {
    ScoreParts.exact(weights.distance / (1 + meters / weights.halfDistanceMeters))
  }

  // MARK: For a member

  /// - Parameter count: the number of members who like it, and of votes.
  @inline(__always)
  func popularity(_ count: Int) -> Double {
    let worth = Self.popularities[max(0, min(count, Self.mostSupporters))]
    return ScoreParts.exact(weights.popularity * (worth * (1 - novelty) + (1 - worth) * novelty))
  }

  /// - Parameter greatest: the score that gets the full weight.
  @inline(__always)
  func taste(_ score: Float, greatest: Float) -> Double {
    guard score > 0, greatest > 0 else { return 0 }
    return ScoreParts.exact(weights.taste * min(1, Double(score) / Double(greatest)))
  }

  @inline(__always)
  func tags(share: Double) -> Double { ScoreParts.exact(weights.tags * share) }

  @inline(__always)
  func places(_ worth: Double) -> Double { ScoreParts.exact(weights.places * min(1, worth)) }

  @inline(__always)
  func price(_ price: Double, usual: Double?) -> Double {
    guard !price.isNaN else { return 0 }
    guard let usual else { return ScoreParts.exact(weights.price * weights.halfPrice / (weights.halfPrice + price)) }
    return ScoreParts.exact(weights.price * (1 + min(price, usual)) / (1 + max(price, usual)))
  }
}
