import CivilTime
import Foundation
import Hours
import Vicinity

/// The order `best`, straight from its definition in `docs/queries.md`.
extension BruteForce {
  /// The score of a match.
  func best(_ listing: Listing, _ asked: Asked, _ qualities: [Listing.ID: Double]) -> Double {
    let weights = asked.query.bestMatch ?? BestMatchWeights()
    let near = asked.distance.meters(to: listing.coordinate).map {
      Self.fade($0 / weights.halfDistanceMeters, weights.decay)
    }
    let stars = (voteAware(listing) ?? meanRating) / 5
    let parts = [
      weights.words * (qualities[listing.id] ?? 0), weights.distance * (near ?? 0),
      weights.open * openness(listing, asked, weights), weights.rating * stars,
    ]
    return parts.reduce(0) { $0 + ($1 * 1_048_576).rounded() / 1_048_576 }
  }

  private static func fade(_ x: Double, _ decay: BestMatchWeights.Decay) -> Double {
    switch decay {
    case .quadratic: 1 / (1 + x * x)
    case .reciprocal: 1 / (1 + x)
    case .exponential: exp2(-x)
    case .gaussian: exp2(-x * x)
    case .linear: max(0, 1 - x / 2)
    }
  }

  private func openness(_ listing: Listing, _ asked: Asked, _ weights: BestMatchWeights) -> Double {
    let hours = wait(listing, asked).map { $0 / 3600 }
    switch listing.kind {
    case .couch: return 0.75
    case .event:
      guard listing.starts != nil, arrival(at: listing, asked) != nil else { return 0.75 }
      return hours.map { Self.fade($0 / weights.halfLeadHours, weights.decay) } ?? 0
    case .bar:
      let known = hours.map { Self.fade($0 / weights.halfWaitHours, weights.decay) } ?? 0
      return known < 1 && isUnknown(listing, asked) ? max(known, 0.75) : known
    }
  }

  private func isUnknown(_ listing: Listing, _ asked: Asked) -> Bool {
    guard let at = arrival(at: listing, asked), let schedule = schedules[listing.id] else { return true }
    return schedule.state(at: at) == .unknown
  }
}
