import Streams

/// The ranking of results when a query sorts by `recommended`, in one place.
///
/// Each part of a score is its weight times a number from 0 to 1, rounded to a multiple of 2⁻²⁰; the score is
/// their sum. Sums of such multiples are exact, so the parts add up to the score in whatever order they are added.
///
///     taste       score of the model / greatest score among the listings that the member does not know
///     tags        the greatest share of what the member likes that has a tag of the listing
///     places      Σ share of a home area / (1 + (distance to it / homeAreaReach)²), over the eight largest home areas
///     popularity  ln(1 + n) / ln 1001, at most 1; n: members who like it, as of the last build, and votes
///     distance    1 / (1 + distance / halfDistance), where there is something that distances are measured from
///     price       (1 + lower) / (1 + higher) of its price and the median of what the member likes of its kind; without
///                 such a median halfPrice / (halfPrice + price)
///     start       1 / (1 + hours until it begins / halfWait); 1 while it runs, 0 when it is over
///     rating      vote-aware mean / 5: few votes, or none, count towards the mean of the catalog
///
/// A listing without a price gets no points for it, and only events get points for their start. With novelty v the
/// number of popularity p becomes p (1 − v) + (1 − p) v.
///
/// Tags, places and popularity compensate for a taste that is not yet known. With n interactions that the model learns
/// from, they have the share f = halfEvidence / (halfEvidence + n) of their weights (popularity f + (1 − f) v), and
/// taste gains what they lose, so the sum of the weights is the same for every member. If the weight of taste is 0, all
/// weights stay unchanged.
public struct RecommendationWeights: Hashable, Sendable {
  /// The member's taste.
  public var taste = 0.4
  /// Tags of liked listings.
  public var tags = 0.1
  /// Proximity to the member's home areas.
  public var places = 0.1
  /// Popularity.
  public var popularity = 0.1
  /// Short distances.
  public var distance = 0.15
  /// Prices close to the member's usual ones.
  public var price = 0.05
  /// Events that begin soon.
  public var start = 0.05
  /// Good ratings.
  public var rating = 0.05
  /// The distance in meters that gets half of its weight.
  public var halfDistanceMeters = 2000.0
  /// The distance from a home area in meters that gets half of its weight.
  public var homeAreaReachMeters = 2000.0
  /// The price in major units of any currency that gets half of its weight, for members without known prices.
  public var halfPrice = 20.0
  /// The hours until the start that get half of its weight.
  public var halfWaitHours = 24.0
  /// The number of a member's interactions at which tags, places and popularity have half of their weights.
  public var halfEvidence = 30.0

  /// Makes the default weights, whose sum is 1.
  public init() {}

  /// The names of the weights, in the order of the parts, followed by those of the scales.
  static let names: [Named] = [
    ("taste", \.taste), ("tags", \.tags), ("places", \.places), ("popularity", \.popularity), ("distance", \.distance),
    ("price", \.price), ("start", \.start), ("rating", \.rating),
  ]
  static let scales: [Named] = [
    ("halfDistance", \.halfDistanceMeters), ("homeAreaReach", \.homeAreaReachMeters), ("halfPrice", \.halfPrice),
    ("halfWait", \.halfWaitHours), ("halfEvidence", \.halfEvidence),
  ]

  /// The weights for a member with this number of interactions in the model.
  func shifted(evidence: Int, novelty: Double) -> Self {
    guard taste > 0 else { return self }
    let kept = halfEvidence / (halfEvidence + Double(evidence))
    var shifted = self
    shifted.tags *= kept
    shifted.places *= kept
    shifted.popularity *= kept + (1 - kept) * novelty
    shifted.taste += tags - shifted.tags + places - shifted.places + popularity - shifted.popularity
    return shifted
  }
}

extension RecommendationWeights: NamedWeights {
  init(queryJSON value: JSONValue) throws(QueryError) {
    self.init()
    _ = try read(value)
  }

  /// The weights that differ from the defaults; nil if none does.
  var json: JSONValue? { changedNumbers.valueIfAny }
}
