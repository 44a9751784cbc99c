/// The weights of the score of an outing or a bar itinerary.
///
/// Each part of the score is its weight times a number from 0 to 1, rounded to four decimals; the score is their sum:
///
///     walk    1 - walk / (3 × longest walk)    walk to the couch, on to the event and on to the bar, in meters
///     price   1 - price / maxPrice             with a maximum price, else usualPrice / (usualPrice + price)
///     rating  (couch + event + bar) / 15       vote-aware means: few votes are shrunk towards the catalog's mean
///
/// For a bar itinerary the walk is divided by the number of stops times the longest walk, and the ratings by five times
/// that number.
///
/// A free outing gets the whole weight of the price, and one of unknown price none of it. An unrated listing counts
/// with the mean of the catalog.
public struct OutingWeights: Hashable, Sendable {
  /// The weight of short walks.
  public var walk = 0.4
  /// The weight of low prices.
  public var price = 0.25
  /// The weight of good ratings.
  public var rating = 0.35
  /// The price that gets half of the weight, in major units of any currency.
  public var usualPrice = 100.0

  /// Makes the default weights, whose sum is 1.
  public init() {}

  /// The maximum weight; scores in ten-thousandths stay far from overflow.
  private static let greatest = 1e6

  func check() throws(QueryError) {
    for (name, weight) in [("walk", walk), ("price", price), ("rating", rating)] {
      guard (0...Self.greatest).contains(weight) else {
        throw .outOfRange(path: "weights.\(name)", found: "\(weight)", allowed: "0 to \(Int(Self.greatest))")
      }
    }
    guard usualPrice > 0, usualPrice.isFinite else {
      throw .outOfRange(path: "weights.usualPrice", found: "\(usualPrice)", allowed: "above 0")
    }
  }
}
