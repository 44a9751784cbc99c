extension DistanceOrigin {
  /// The local form is used up to this distance in meters, the geodesic beyond.
  @inlinable
  static var localReach: Double { 300_000 }

  /// The distance to a coordinate on the WGS 84 ellipsoid, in meters.
  @inlinable
  func geodesicMeters(to target: Coordinate) -> Double {
    let (north, east) = difference(to: target)
    guard abs(north) <= Turn.smallAngle else { return longMeters(to: target) }
    let meters = localMeters(north: Turn(radians: north), east: Turn(radians: east))
    return meters <= Self.localReach ? meters : longMeters(to: target)
  }

  /// The distance by the chord; `chord` and `surfaceLength` document where it is valid.
  @inlinable
  @inline(__always)
  func localMeters(north: Turn, east: Turn) -> Double {
    transverseRadius * chord(north: north, east: east).surfaceLength
  }

  /// The distance by Karney's solution of the inverse geodesic problem.
  @usableFromInline
  func longMeters(to target: Coordinate) -> Double {
    let problem = GeodesicProblem(from: coordinate, to: target)
    return problem.equatorialMeters ?? problem.solution.meters
  }
}
