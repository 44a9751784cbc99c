/// The parameters of the recommendation model; the same for every catalog.
///
/// `docs/recommendations.md` describes which defaults were measured on check-ins, and which could not be.
public struct RecommendationSettings: Hashable, Sendable {
  /// The number of neighbors chosen by common supporters; at least 0.
  public var strongNeighbours = 200
  /// The number of nearest neighbors in addition; at least 0.
  public var nearNeighbours = 40
  /// The weight of a member who likes d listings is d to the power of minus this.
  public var memberDamping = 0.5
  /// The strength of the regularization towards the distance prior; above 0.
  public var ridge = 15.0
  /// The prior affinity of two listings at the same place.
  public var nearAffinity = 0.05
  /// The reach of the distance prior is the geometric mean of this number of kilometers and the distance to the
  /// `crowd`th nearest listing.
  public var nearKilometers = 0.03
  /// The rank of the nearest listing that determines the density; at least 1.
  public var crowd = 10
  /// The relative increase of a listing's score for each friend who likes it.
  public var friendShare = 0.15
  /// The minimum affinity that is stored, at least 0.
  public var leastAffinity = 0.001
  /// The support from an interaction with a listing of n supporters is divided by n to this power: liking what
  /// everyone likes is weak evidence.
  public var supporterDamping = 0.15

  /// Makes the default settings.
  public init() {}

  /// The prior affinity by distance only.
  /// - Parameter reach: the distance in kilometers at which it has fallen to a half.
  func affinity(atKilometers distance: Double, reach: Double) -> Double { nearAffinity / (1 + distance / reach) }

  /// The reach in kilometers for a distance to the `crowd`th nearest listing; ten meters are added, because some
  /// listings are at the same place.
  func reach(ofCrowdAt kilometers: Double) -> Double { (nearKilometers * (kilometers + 0.01)).squareRoot() }
}
