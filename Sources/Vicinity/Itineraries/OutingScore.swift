/// The score of an outing and its parts.
public struct OutingScore: Hashable, Sendable {
  // Integers in ten-thousandths, so that the parts add up to the score in any notation.
  private let walkUnits: Int
  private let priceUnits: Int
  private let ratingUnits: Int

  /// - Parameters:
  ///   - walk: the total distance in meters.
  ///   - price: major units; nil when unknown.
  ///   - rating: the sum of the three vote-aware means.
  init(walk: Double, price: Double?, rating: Double, for request: OutingRequest) {
    self.init(
      walk: walk, longest: 3 * request.walkMeters, price: price, maxPrice: request.maxPrice, rating: rating / 15,
      weights: request.weights)
  }

  /// - Parameters:
  ///   - walk: the total distance in meters.
  ///   - longest: the maximum total distance in meters.
  ///   - price: major units; nil when unknown.
  ///   - rating: 0 to 1.
  init(
    walk: Double, longest: Double, price: Double?, maxPrice: Double?, rating: Double, weights: OutingWeights
  ) {
    walkUnits = Self.part(weights.walk, longest > 0 ? 1 - walk / longest : 1)
    priceUnits = Self.part(weights.price, price.map { Self.worth(ofPrice: $0, maxPrice, weights) } ?? 0)
    ratingUnits = Self.part(weights.rating, rating)
  }

  /// The part of the distance.
  public var walk: Double { Self.number(walkUnits) }
  /// The part of the price.
  public var price: Double { Self.number(priceUnits) }
  /// The part of the ratings.
  public var rating: Double { Self.number(ratingUnits) }
  /// The sum of the parts.
  public var total: Double { Self.number(walkUnits + priceUnits + ratingUnits) }

  /// Units per point: four decimals.
  private static let scale = 10_000.0

  private static func number(_ units: Int) -> Double { Double(units) / scale }

  private static func part(_ weight: Double, _ worth: Double) -> Int {
    Int((weight * min(max(worth, 0), 1) * scale).rounded())
  }

  private static func worth(ofPrice price: Double, _ maxPrice: Double?, _ weights: OutingWeights) -> Double {
    guard let maxPrice else { return weights.usualPrice / (weights.usualPrice + price) }
    return maxPrice > 0 ? 1 - price / maxPrice : 1
  }
}
