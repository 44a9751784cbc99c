import Foundation

/// Scores matches for the order `best`.
///
/// For one query.
struct BestMatch {
  let weights: BestMatchWeights
  /// How well listings have the words, from 0 to 1; nil without words.
  let words: FoundRows?
  let voteAware: VoteAwareMean
  init(_ weights: BestMatchWeights, words: FoundRows?, voteAware: VoteAwareMean) {
    (self.weights, self.words, self.voteAware) = (weights, words, voteAware)
  }

  /// - Parameters:
  ///   - distance: in meters; nil where there is nothing that distances are measured from.
  ///   - open: from 0 to 1.
  func parts(of entry: Entry, distance: Double?, open: Double) -> BestMatchParts {
    let rating = voteAware.mean(rating: entry.rating, votes: entry.votes)
    return BestMatchParts(
      words: weights.words * (words?.score(of: entry.row) ?? 0),
      distance: weights.distance * (distance.map { weights.decay($0 / weights.halfDistanceMeters) } ?? 0),
      open: weights.open * open,
      rating: weights.rating * (rating.isFinite ? rating : voteAware.prior) / 5)
  }

  /// How much the time until an entry opens counts, from 0 to 1.
  func openness(_ prospect: OpeningProspect, of kind: Kind) -> Double {
    let scale = kind == .event ? weights.halfLeadHours : weights.halfWaitHours
    let known = prospect.seconds < .infinity ? weights.decay(prospect.seconds / 3600 / scale) : 0
    return prospect.isUnknown ? max(known, Self.unknown) : known
  }

  /// The score of an unknown state: most such places have usual hours.
  private static let unknown = 0.75

  /// No listing with at most a mean rating has a higher score, without words and distances.
  func greatestScore(rating: Double) -> Double {
    weights.open + weights.rating * max(rating, voteAware.prior) / 5 + 4 * ScoreParts.step
  }

  /// The distance in meters beyond which no listing has a certain score.
  ///
  /// - Parameter words: the greatest share of the words that any listing has; by default that of those found.
  /// - Complexity: O(1): the other parts are at most their weights.
  func reach(score: Double, words greatest: Double? = nil) -> Double {
    // The rounding of four parts, and of this calculation.
    let missing =
      score - weights.words * (greatest ?? words?.greatestScore ?? 0) - weights.open - weights.rating
      - 4 * ScoreParts.step
    guard missing > 0 else { return .infinity }
    let share = missing / weights.distance
    return share >= 1 ? 0 : weights.decay.inverse(share) * weights.halfDistanceMeters * (1 + 1e-9)
  }
}

/// The time until a listing opens.
struct OpeningProspect {
  /// 0 while it is open; infinity when it never opens, or when that is unknown.
  var seconds: Double
  /// Whether its state is unknown.
  var isUnknown = false

  static let unknown = Self(seconds: .infinity, isUnknown: true)
  static let never = Self(seconds: .infinity)
}

extension BestMatchWeights.Decay {
  /// - Parameter x: not negative.
  func callAsFunction(_ x: Double) -> Double {
    switch self {
    case .quadratic: 1 / (1 + x * x)
    case .reciprocal: 1 / (1 + x)
    case .exponential: exp2(-x)
    case .gaussian: exp2(-x * x)
    case .linear: max(0, 1 - x / 2)
    }
  }

  /// The number with this value.
  ///
  /// - Parameter value: above 0, below 1.
  func inverse(_ value: Double) -> Double {
    switch self {
    case .quadratic: (1 / value - 1).squareRoot()
    case .reciprocal: 1 / value - 1
    case .exponential: -log2(value)
    case .gaussian: (-log2(value)).squareRoot()
    case .linear: 2 - 2 * value
    }
  }
}
