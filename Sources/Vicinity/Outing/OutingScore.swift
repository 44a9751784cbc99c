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
    let weights = request.weights
    walkUnits = Self.part(weights.walk, request.walk > 0 ? 1 - walk / (3 * request.walk) : 1)
    priceUnits = Self.part(weights.price, price.map { Self.worth(ofPrice: $0, for: request) } ?? 0)
    ratingUnits = Self.part(weights.rating, rating / 15)
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

  private static func worth(ofPrice price: Double, for request: OutingRequest) -> Double {
    guard let maxPrice = request.maxPrice else {
      return request.weights.usualPrice / (request.weights.usualPrice + price)
    }
    return maxPrice > 0 ? 1 - price / maxPrice : 1
  }
}
