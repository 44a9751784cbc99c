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
}

extension OutingWeights: NamedWeights {
  static let names: [Named] = [("walk", \.walk), ("price", \.price), ("rating", \.rating)]
  static let scales: [Named] = [("usualPrice", \.usualPrice)]
}
