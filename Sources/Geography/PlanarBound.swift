/// A lower bound of distances around an origin as on a flat map: two subtractions, two products and a sum.
///
/// It holds for everything within a radius and is the bound for the inner loop of a search, several times cheaper than
/// `DistanceOrigin.lowerBoundMeters(to:)` and, at city scale, tighter. Its two factors are public, so that whole nodes
/// of an index can be tested with vector instructions. Compare squares to save the square root.
///
/// Proof. A path of length at most `radiusMeters` stays within the latitudes p1 ± radius / (smallest M), p1 being the
/// origin's. Its element is sqrt((M dp)² + (N cos p dl)²). Over those latitudes M is at least M at the lowest |p|,
/// and N cos p, the radius of the parallel, at least its value at the highest |p|. With these two minima as constants
/// the element is that of a plane, where no path is shorter than the straight line. So the distance to anything within
/// the radius is at least the bound. Anything outside is farther than the radius, whatever the bound: **`min(bound,
/// radiusMeters)` never exceeds the distance.**
public struct PlanarBound: Sendable {
  /// The position from which distances are measured.
  public let origin: Coordinate
  /// The distance up to which the bound holds, meters.
  public let radiusMeters: Double
  /// A lower bound of the meters per degree of latitude within the radius.
  public let metersPerDegreeNorth: Double
  /// A lower bound of the meters per degree of longitude within the radius; 0 if it contains a pole.
  public let metersPerDegreeEast: Double
  /// Everything within the radius is at most this many times the bound away, plus a micrometer; infinity if the radius
  /// contains a pole.
  ///
  /// The straight line on the map is a path on the ellipsoid too. Its element is at most that of a plane with the
  /// largest meters per degree within the radius; this is the ratio of those to the smallest.
  public let slack: Double

  /// Prepares the bound for everything within a radius, 0 or more meters.
  ///
  /// The smaller the radius, the tighter: at latitude p the loss is about tan p radius / (6 400 km).
  public init(_ origin: DistanceOrigin, radiusMeters: Double) {
    self.origin = origin.coordinate
    self.radiusMeters = radiusMeters
    let latitude = abs(origin.coordinate.latitude) * Trigonometry.radiansPerDegree
    let smallest = origin.metric == .wgs84 ? Ellipsoid.smallestRadiusMeters : Ellipsoid.meanRadiusMeters
    let reach = radiusMeters / smallest * (1 + 1e-12)
    let lowest = Self.radii(latitude: max(0, latitude - reach), metric: origin.metric)
    let highest = Self.radii(latitude: min(Double.pi / 2, latitude + reach), metric: origin.metric)
    // The guard outweighs rounding and the error of the distances themselves.
    let scale = Trigonometry.radiansPerDegree * (1 - 1e-9)
    metersPerDegreeNorth = lowest.meridian * scale
    let reachesPole = latitude + reach >= Double.pi / 2
    metersPerDegreeEast = reachesPole ? 0 : highest.parallel * scale
    let stretch = max(highest.meridian / lowest.meridian, lowest.parallel / highest.parallel)
    slack = reachesPole ? .infinity : stretch * (1 + 4e-9)
  }

  /// The square of the bound for a coordinate, square meters.
  @inlinable
  @inline(__always)
  public func squaredMeters(to target: Coordinate) -> Double {
    let direct = abs(target.longitude - origin.longitude)
    return squaredMeters(north: target.latitude - origin.latitude, east: min(direct, Self.circle - direct))
  }

  /// The square of the bound for every coordinate of a box that does not cross the antimeridian, square meters.
  ///
  /// Sides slightly beyond ±180 or ±90 degrees, as rounding outward produces, are harmless.
  @inlinable
  @inline(__always)
  public func squaredMeters(to box: BoundingBox) -> Double {
    let north = max(0, max(box.south - origin.latitude, origin.latitude - box.north))
    let toWest = box.west - origin.longitude
    let toEast = origin.longitude - box.east
    // Directly, or the other way round the Earth.
    let east = min(max(0, max(toWest, toEast)), max(0, Self.circle + min(toWest, toEast)))
    return squaredMeters(north: north, east: east)
  }

  /// The square of the bound for a difference in degrees, square meters; less than a micrometer counts as none.
  @inlinable
  @inline(__always)
  func squaredMeters(north: Double, east: Double) -> Double {
    let y = north * metersPerDegreeNorth
    let x = east * metersPerDegreeEast
    return max(0, y * y + x * x - 1e-12)
  }

  /// 360 degrees less the rounding of sums of that size (0.02 µm).
  @inlinable
  static var circle: Double { 360 - 2e-13 }

  /// The radii of the meridian's curvature and of the parallel, meters.
  private static func radii(latitude: Double, metric: Metric) -> (meridian: Double, parallel: Double) {
    let cosine = Trigonometry.cosine(latitude)
    guard metric == .wgs84 else { return (Ellipsoid.meanRadiusMeters, Ellipsoid.meanRadiusMeters * cosine) }
    let sine = Trigonometry.sine(latitude)
    let square = 1 - Ellipsoid.eccentricitySquared * sine * sine
    let root = square.squareRoot()
    return (Ellipsoid.smallestRadiusMeters / (square * root), Ellipsoid.semiMajorAxisMeters / root * cosine)
  }
}
