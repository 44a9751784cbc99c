extension DistanceOrigin {
  /// The great-circle distance to a coordinate on the mean sphere, in metres.
  ///
  /// The haversine formula, written with versines; beyond 90 degrees it is applied to the opposite point, so that
  /// antipodes are as precise as neighbours.
  @inlinable
  func greatCircleMeters(to target: Coordinate) -> Double {
    let (north, east) = difference(to: target)
    let northTurn = Turn(radians: north)
    let parallel = cosLatitude * max(0, cosine(after: northTurn))
    let versine = northTurn.versine + parallel * Turn(radians: east).versine
    if versine <= 1 { return Ellipsoid.meanRadius * Turn.radians(versine: versine) }
    return Ellipsoid.meanRadius * (Double.pi - Turn.radians(versine: oppositeVersine(parallel, north, east)))
  }

  /// 1 + the cosine of the central angle to a point north and east of the origin.
  @usableFromInline
  func oppositeVersine(_ cosineProduct: Double, _ north: Double, _ east: Double) -> Double {
    let sum = 2 * coordinate.latitude * Trigonometry.radiansPerDegree + north
    let supplement = Double.pi - abs(east)
    return Turn(radians: sum).versine + cosineProduct * Turn(radians: supplement).versine
  }

  /// The cosine of the latitude that is a turn to the north.
  @inlinable
  func cosine(after turn: Turn) -> Double {
    cosLatitude - (sinLatitude * turn.sine + cosLatitude * turn.versine)
  }

  /// The sine of the latitude that is a turn to the north.
  @inlinable
  func sine(after turn: Turn) -> Double {
    sinLatitude + (cosLatitude * turn.sine - sinLatitude * turn.versine)
  }
}
