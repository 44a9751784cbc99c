extension DistanceOrigin {
  /// The chord up to which the local form measures; farther targets take the geodesic.
  @inlinable
  static var localMeters: Double { 300_000 }

  /// The distance to a coordinate on the WGS 84 ellipsoid, in metres.
  @inlinable
  func geodesicMeters(to target: Coordinate) -> Double {
    let (north, east) = difference(to: target)
    // More than 5.7 degrees of latitude are more than 600 km.
    guard abs(north) <= Turn.smallAngle else { return longMeters(to: target) }
    let chord = chord(north: Turn(radians: north), east: Turn(radians: east))
    guard chord.lengthSquared <= Self.localMeters * Self.localMeters else { return longMeters(to: target) }
    return chord.surfaceMeters
  }

  /// The distance by Karney's solution of the inverse geodesic problem.
  @usableFromInline
  func longMeters(to target: Coordinate) -> Double {
    let problem = GeodesicProblem(from: coordinate, to: target)
    return problem.equatorialMeters ?? problem.solution.meters
  }
}
