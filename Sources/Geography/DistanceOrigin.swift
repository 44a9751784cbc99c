/// A coordinate prepared for measuring many distances from it.
///
/// All that depends on the origin alone is computed once, so that a search measures candidates and bounds boxes with
/// a few dozen multiplications each.
public struct DistanceOrigin: Sendable {
  /// Where distances are measured from.
  public let coordinate: Coordinate
  /// What they are measured on.
  public let metric: Metric

  @usableFromInline let sinLatitude: Double
  @usableFromInline let cosLatitude: Double
  /// sqrt(1 - e² sin² latitude), the divisor of both radii of curvature.
  @usableFromInline let curvatureRoot: Double
  /// The radius of curvature across the meridian (N), metres; the mean radius on the sphere.
  @usableFromInline let transverseRadius: Double
  /// The radius of curvature along the meridian (M), metres; the mean radius on the sphere.
  @usableFromInline let meridianRadius: Double

  /// Prepares the coordinate, which has to be valid for the distances to be numbers.
  @inlinable
  public init(_ coordinate: Coordinate, metric: Metric) {
    self.coordinate = coordinate
    self.metric = metric
    let sine = Trigonometry.sine(degrees: coordinate.latitude)
    sinLatitude = sine
    cosLatitude = Trigonometry.cosine(degrees: coordinate.latitude)
    switch metric {
    case .wgs84:
      let root = (1 - Ellipsoid.eccentricitySquared * sine * sine).squareRoot()
      curvatureRoot = root
      transverseRadius = Ellipsoid.semiMajorAxis / root
      meridianRadius = Ellipsoid.smallestRadius / (root * root * root)
    case .sphere:
      curvatureRoot = 1
      transverseRadius = Ellipsoid.meanRadius
      meridianRadius = Ellipsoid.meanRadius
    }
  }

  /// The distance to a coordinate in metres, exactly as `Metric.meters(from:to:)` returns it.
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
