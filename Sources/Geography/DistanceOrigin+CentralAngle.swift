extension DistanceOrigin {
  /// The central angle, 0...pi radians, to a point north and east of the origin on the unit sphere.
  ///
  /// Written with versines; beyond 90 degrees the antipode is measured instead, so that no angle loses precision.
  @inlinable
  func centralAngle(north: Turn, east: Turn) -> Double {
    let product = cosLatitude * max(0, cosine(after: north))
    let versine = north.versine + product * east.versine
    if versine <= 1 { return Turn.radians(versine: versine) }
    return Double.pi - Turn.radians(versine: min(1, oppositeVersine(product, north.radians, east.radians)))
  }

  /// 1 + the cosine of the central angle to a point `north` and `east` radians from the origin.
  @usableFromInline
  func oppositeVersine(_ cosineProduct: Double, _ north: Double, _ east: Double) -> Double {
    let sum = 2 * coordinate.latitude * Trigonometry.radiansPerDegree + north
    return Turn(radians: sum).versine + cosineProduct * Turn(radians: Double.pi - abs(east)).versine
  }

  /// The cosine of the latitude reached by a turn to the north.
  @inlinable
  func cosine(after turn: Turn) -> Double {
    cosLatitude - (sinLatitude * turn.sine + cosLatitude * turn.versine)
  }

  /// The sine of the latitude reached by a turn to the north.
  @inlinable
  func sine(after turn: Turn) -> Double {
    sinLatitude + (cosLatitude * turn.sine - sinLatitude * turn.versine)
  }
}
