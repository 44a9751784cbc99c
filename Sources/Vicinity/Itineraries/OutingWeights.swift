/// What an outing, or a crawl, is judged by, in one place.
///
/// Each part of the score is its weight times a number from 0 to 1, rounded to four decimals; the score is their sum:
///
///     walk    1 - way / (3 × longest walk)     the way to the couch, on to the event and on to the bar, in meters
///     price   1 - price / maxPrice             where a greatest price is given, else usualPrice / (usualPrice + price)
///     rating  (couch + event + bar) / 15       vote-aware means: few votes count towards the mean of the catalog
///
/// Of a crawl the way is divided by the number of stops times the longest walk, and the ratings by five times that number.
///
/// An outing that is free has the whole weight of the price, and one whose price is not known nothing of it. A listing without a rating
/// counts with the mean of the catalog.
public struct OutingWeights: Hashable, Sendable {
  /// Of short ways.
  public var walk = 0.4
  /// Of low prices.
  public var price = 0.25
  /// Of good ratings.
  public var rating = 0.35
  /// The price that has half of the weight, in major units of whatever currency.
  public var usualPrice = 100.0

  /// Makes the usual weights, whose sum is 1.
  public init() {}

  /// The greatest weight; parts of scores stay whole numbers of ten thousandths far from overflow.
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
