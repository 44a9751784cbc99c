extension BoundingBox {
  /// Makes a box that contains every coordinate within a distance of a center.
  ///
  /// The box is never too small; on the ellipsoid it is up to 0.7 % too wide. Where the circle reaches a pole the
  /// box holds all longitudes.
  ///
  /// Every coordinate within the radius lies within `radiusMeters / r` radians of the center on the unit sphere, r
  /// being a lower bound of the meters per radian (see `DistanceOrigin.lowerBoundMeters(to:)`). Such a cap of t radians
  /// reaches t to the north and south and, if it contains no pole, asin(sin t / cos latitude) to the east and west,
  /// where a meridian touches it.
  /// - Parameters:
  ///   - center: a valid coordinate.
  ///   - radiusMeters: 0 or more; less counts as 0, and NaN or infinity as the whole Earth.
  ///   - metric: the figure of the Earth on which the radius is measured.
  public init(around center: Coordinate, radiusMeters: Double, metric: Metric = .wgs84) {
    // The margin outweighs all rounding here and in the distances.
    let radius = radiusMeters < 0 ? 1e-7 : radiusMeters * (1 + 1e-9) + 1e-7
    let cap = radius / BoundingBox.metersPerRadian(within: radius, of: center, metric: metric)
    guard cap < Double.pi else {
      self = .world
      return
    }
    let reach = cap / Trigonometry.radiansPerDegree
    self.init(
      south: max(-90, (center.latitude - reach).nextDown), west: -180,
      north: min(90, (center.latitude + reach).nextUp), east: 180)
    guard south > -90 && north < 90 else { return }
    let ratio = Trigonometry.sine(cap) / Trigonometry.cosine(degrees: center.latitude)
    guard ratio < 1 && reach < 90 else { return }
    let halfWidth = Trigonometry.arcsine(ratio) / Trigonometry.radiansPerDegree * (1 + 1e-14) + 1e-13
    guard halfWidth < 180 else { return }
    west = BoundingBox.wrapped(center.longitude - halfWidth)
    east = BoundingBox.wrapped(center.longitude + halfWidth)
  }

  /// A lower bound of the meters per radian of unit sphere, for paths from the center up to the radius.
  private static func metersPerRadian(within radius: Double, of center: Coordinate, metric: Metric) -> Double {
    guard metric == .wgs84 else { return Ellipsoid.meanRadiusMeters }
    let latitude = abs(center.latitude) * Trigonometry.radiansPerDegree
    let lowest = max(0, latitude - radius / Ellipsoid.smallestRadiusMeters)
    let sine = Trigonometry.sine(lowest)
    let root = (1 - Ellipsoid.eccentricitySquared * sine * sine).squareRoot()
    return Ellipsoid.smallestRadiusMeters / (root * root * root) * (1 - 1e-15)
  }

  private static func wrapped(_ longitude: Double) -> Double {
    if longitude < -180 { return longitude + 360 }
    return longitude > 180 ? longitude - 360 : longitude
  }
}
