extension DistanceOrigin {
  /// A lower bound of the distance to every coordinate of a box, in meters; 0 inside the box.
  ///
  /// Never larger than what `meters(to:)` returns for a coordinate of the box, so a search queue ordered by it pops
  /// final answers. On the sphere it is the distance itself less a guard of one part in 10⁹; on the ellipsoid it is
  /// at most 0.7 % less at city scale and slightly looser where the box is far away and nearer to the equator.
  ///
  /// Proof. An element of any path on the ellipsoid at geodetic latitude p is sqrt(M² dp² + N² cos² p dl²), with M
  /// <= N the radii of curvature. It is at least M times the element sqrt(dp² + cos² p dl²) of the unit sphere at
  /// the same latitudes and longitudes, and a path on that sphere is at least as long as the central angle t. Hence
  /// distance >= min M * t, with the minimum over the latitudes of the shortest path. M grows with |p|. A shortest path
  /// between points of one hemisphere stays there (a part beyond the equator could be mirrored back without change of
  /// length, and would have a corner), and by Clairaut's relation sin |b| = cos a0 sin s along it, b being the reduced
  /// latitude, which is concave: |p| is smallest at one of the ends. Between hemispheres the minimum is at the equator.
  /// Instead of evaluating M at the lowest |p| of the box, M is extrapolated from the origin by its steepest slope,
  /// |dM/dp| <= 3/2 a e² / (1 - e²)^(3/2) < 65 000 m. The guard outweighs rounding and the error of `meters`.
  /// - Parameter box: valid; may cross the antimeridian.
  /// - Complexity: O(1); trigonometric functions are called only for boxes farther than about 5 degrees.
  @inlinable
  public func lowerBoundMeters(to box: BoundingBox) -> Double {
    let angle = minimumCentralAngle(to: box)
    guard angle > 0 else { return 0 }
    return guardedBelow(angle * smallestRadius(towards: box.south, box.north))
  }

  /// A lower bound of the distance to a coordinate, in meters, which a search tests before it computes the exact
  /// distance.
  ///
  /// The central angle on the unit sphere times the smallest meters per radian along the path, at most 0.7 % less than
  /// the distance; see `lowerBoundMeters(to:)` for a box. It pays only beyond about 300 km, where the exact distance on
  /// the ellipsoid becomes iterative: below that, `meters(to:)` costs about the same.
  @inlinable
  public func lowerBoundMeters(to target: Coordinate) -> Double {
    let (north, east) = difference(to: target)
    let angle = centralAngle(north: Turn(radians: north), east: Turn(radians: east))
    return guardedBelow(angle * smallestRadius(towards: target.latitude, target.latitude))
  }

  /// An upper bound of the distance to every coordinate of a box, in meters.
  ///
  /// The path over the ellipsoid at the latitudes and longitudes of the great circle is at most N times its central
  /// angle t, N being the larger radius of curvature, which grows with |latitude|. No latitude on that path is
  /// farther than t from the origin's, so N there is at most N at the origin + t max |dN/dp|, the slope being below
  /// 1/2 a e² / (1 - e²)^(3/2) < 22 000 m, and never more than a²/b.
  /// - Parameter box: valid; may cross the antimeridian.
  @inlinable
  public func upperBoundMeters(to box: BoundingBox) -> Double {
    let angle = maximumCentralAngle(to: box)
    let radius =
      metric == .sphere
      ? Ellipsoid.meanRadiusMeters : min(Ellipsoid.largestRadiusMeters, transverseRadius + 22_000 * angle)
    return angle * radius * (1 + 1e-9) + 1e-8
  }

  /// Every distance is at most this many times `lowerBoundMeters(to:)`, and 20 nanometers where it is below two
  /// centimeters.
  ///
  /// A distance is at most the largest radius of curvature times the central angle, and its lower bound is at least the
  /// smallest one times that angle, less the guard.
  package var lowerBoundSlack: Double {
    let ratio = metric == .sphere ? 1 : Ellipsoid.largestRadiusMeters / Ellipsoid.smallestRadiusMeters
    return ratio * (1 + 1e-6)
  }

  /// A lower bound of M on the shortest path between the origin and latitudes `south`...`north` (degrees).
  @inlinable
  func smallestRadius(towards south: Double, _ north: Double) -> Double {
    guard metric == .wgs84 else { return Ellipsoid.meanRadiusMeters }
    let nearest = coordinate.latitude < 0 ? -north : south
    let descent = abs(coordinate.latitude) - max(0, nearest)
    guard descent > 0 else { return meridianRadius }
    return max(Ellipsoid.smallestRadiusMeters, meridianRadius - 65_000 * Trigonometry.radiansPerDegree * descent)
  }

  /// Subtracts more than all rounding and the error of the distances themselves.
  @inlinable
  func guardedBelow(_ meters: Double) -> Double {
    max(0, meters * (1 - 1e-9) - 1e-8)
  }
}
