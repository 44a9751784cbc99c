/// A coordinate prepared for measuring many distances from it.
///
/// Everything that depends on the origin alone is computed once, so that a search measures candidates and bounds boxes
/// with a few dozen multiplications each.
public struct DistanceOrigin: Sendable {
  /// The position from which distances are measured.
  public let coordinate: Coordinate
  /// The figure of the Earth.
  public let metric: Metric

  @usableFromInline let sinLatitude: Double
  @usableFromInline let cosLatitude: Double
  /// e² / (1 - e² sin² latitude), the weight of differences of sin² latitude in those of the radii; see `chord`.
  @usableFromInline let squareGrowth: Double
  /// The radius of curvature across the meridian (N), meters; the mean radius on the sphere.
  @usableFromInline let transverseRadius: Double
  /// The radius of curvature along the meridian (M), meters; the mean radius on the sphere.
  @usableFromInline let meridianRadius: Double

  /// Prepares a coordinate; distances from an invalid one are not numbers.
  @inlinable
  public init(_ coordinate: Coordinate, metric: Metric) {
    self.coordinate = coordinate
    self.metric = metric
    let sine = Trigonometry.sine(degrees: coordinate.latitude)
    sinLatitude = sine
    cosLatitude = Trigonometry.cosine(degrees: coordinate.latitude)
    switch metric {
    case .wgs84:
      let square = 1 - Ellipsoid.eccentricitySquared * sine * sine
      let root = square.squareRoot()
      squareGrowth = Ellipsoid.eccentricitySquared / square
      transverseRadius = Ellipsoid.semiMajorAxisMeters / root
      meridianRadius = Ellipsoid.smallestRadiusMeters / (square * root)
    case .sphere:
      squareGrowth = 0
      transverseRadius = Ellipsoid.meanRadiusMeters
      meridianRadius = Ellipsoid.meanRadiusMeters
    }
  }

  /// Meters per degree north and east of the origin.
  package var metersPerDegree: SIMD2<Double> {
    SIMD2(meridianRadius, transverseRadius * cosLatitude) * Trigonometry.radiansPerDegree
  }

  /// The distance to a coordinate in meters, exactly as `Metric.meters(from:to:)` returns it.
  @inlinable
  public func meters(to target: Coordinate) -> Double {
    switch metric {
    case .wgs84: geodesicMeters(to: target)
    case .sphere: greatCircleMeters(to: target)
    }
  }

  /// Radians north and east (the shorter way round) from the origin to a coordinate.
  @inlinable
  func difference(to target: Coordinate) -> (north: Double, east: Double) {
    let east = Trigonometry.longitudeDifference(from: coordinate.longitude, to: target.longitude)
    let north = target.latitude - coordinate.latitude
    return (north * Trigonometry.radiansPerDegree, east * Trigonometry.radiansPerDegree)
  }
}
