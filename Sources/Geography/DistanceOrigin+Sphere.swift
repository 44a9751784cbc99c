extension DistanceOrigin {
  /// The great-circle distance to a coordinate on the mean sphere, in meters: the haversine formula.
  @inlinable
  func greatCircleMeters(to target: Coordinate) -> Double {
    let (north, east) = difference(to: target)
    return Ellipsoid.meanRadiusMeters
      * centralAngle(north: Turn(radians: north), east: Turn(radians: east))
  }
}
