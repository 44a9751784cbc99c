/// How good an outing is, part by part.
public struct OutingScore: Hashable, Sendable {
  // Ten thousandths: whole numbers, so that the parts add up to the score however they are written.
  private let walkUnits: Int
  private let priceUnits: Int
  private let ratingUnits: Int

  /// - Parameters:
  ///   - walk: meters of all ways.
  ///   - price: major units; nil when not known.
  ///   - rating: the sum of the three vote-aware means.
  init(walk: Double, price: Double?, rating: Double, for request: OutingRequest) {
    self.init(
      walk: walk, longest: 3 * request.walk, price: price, maxPrice: request.maxPrice, rating: rating / 15,
      weights: request.weights)
  }

  /// - Parameters:
  ///   - walk: meters of all ways.
  ///   - longest: meters of the longest ways allowed, together.
  ///   - price: major units; nil when not known.
  ///   - rating: 0 to 1.
  init(
    walk: Double, longest: Double, price: Double?, maxPrice: Double?, rating: Double, weights: OutingWeights
  ) {
    walkUnits = Self.part(weights.walk, longest > 0 ? 1 - walk / longest : 1)
    priceUnits = Self.part(weights.price, price.map { Self.worth(ofPrice: $0, maxPrice, weights) } ?? 0)
    ratingUnits = Self.part(weights.rating, rating)
  }

  /// What the way adds.
  public var walk: Double { Self.number(walkUnits) }
  /// What the price adds.
  public var price: Double { Self.number(priceUnits) }
  /// What the ratings add.
  public var rating: Double { Self.number(ratingUnits) }
  /// The sum of the parts.
  public var total: Double { Self.number(walkUnits + priceUnits + ratingUnits) }

  /// How many units make one: four decimals.
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
