/// What the model of recommendations is made with; the same for every catalog.
///
/// `docs/recommendations.md` says which defaults were measured on check-ins, and which could not be.
public struct RecommendationSettings: Hashable, Sendable {
  /// How many listings that the same members like stand in the equations of a listing; at least 0.
  public var strongNeighbours = 200
  /// How many of the nearest listings stand there too; at least 0.
  public var nearNeighbours = 40
  /// Members who like d listings count d to the power of minus this.
  public var memberDamping = 0.5
  /// How strongly affinities are drawn to what distance alone suggests; above 0.
  public var ridge = 15.0
  /// What distance suggests for two listings at one place.
  public var nearAffinity = 0.05
  /// The reach of distance is the geometric mean of these kilometers and of those to the `crowd`th nearest listing.
  public var nearKilometers = 0.03
  /// Which of the nearest listings tells how close together listings lie; at least 1.
  public var crowd = 10
  /// What each friend who likes a listing adds to its score, as a share of it.
  public var friendShare = 0.15
  /// What a member's taste for the categories of a listing adds to its score at most, as a share of it.
  public var categoryShare = 0.2
  /// Affinities smaller than this are not kept, and none below 0; at least 0.
  public var leastAffinity = 0.001
  /// What a liking of a listing with n admirers speaks for others is multiplied by n to the power of minus this: that a member likes
  /// what everybody likes says little.
  public var admirerDamping = 0.15

  /// The settings described above.
  public init() {}

  /// What distance alone suggests for two listings.
  /// - Parameter reach: the distance in kilometers at which it has fallen to a half.
  func affinity(atKilometers distance: Double, reach: Double) -> Double { nearAffinity / (1 + distance / reach) }

  /// How far distance reaches, in kilometers, where the `crowd`th nearest listing is so far away; ten meters more, because some lie
  /// at one place.
  func reach(ofCrowdAt kilometers: Double) -> Double { (nearKilometers * (kilometers + 0.01)).squareRoot() }
}
