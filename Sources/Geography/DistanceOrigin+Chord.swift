extension DistanceOrigin {
  /// The chord to a point at most `Turn.smallAngle` to the north or south of the origin, and any angle east.
  ///
  /// With n the unit normal and N the radius of curvature across the meridian, a position is (N nx, N ny, (1 - e²) N
  /// nz), and N is a (1 - e² nz²)^(-1/2). From one point to another N grows by the factor 1 + g = (1 - d)^(-1/2),
  /// where d = e² (nz2² - nz1²) / (1 - e² nz1²) is below 7e-4, so that four terms of the binomial series give g to
  /// the last digit. All differences are formed without cancellation: the chord has its full relative precision down to
  /// nanometers.
  @inlinable
  @inline(__always)
  func chord(north: Turn, east: Turn) -> EllipsoidChord {
    let sineStep = cosLatitude * north.sine - sinLatitude * north.versine
    let cosineStep = -(sinLatitude * north.sine + cosLatitude * north.versine)
    let cosine = cosLatitude + cosineStep
    let sineSum = sinLatitude + (sinLatitude + sineStep)
    let normalX = cosineStep - cosine * east.versine
    let normalY = cosine * east.sine
    let d = squareGrowth * sineStep * sineSum
    let growth = d * ((0.5 + d * (3.0 / 8)) + d * d * (5.0 / 16 + d * (35.0 / 128)))
    let x = normalX + growth * (cosLatitude + normalX)
    let y = normalY + growth * normalY
    let z = (1 - Ellipsoid.eccentricitySquared) * (sineStep + growth * (sinLatitude + sineStep))
    return EllipsoidChord(
      x: x, y: y, z: z, bend: (x * normalX + y * normalY) + z * sineStep, sineStep: sineStep, sineSum: sineSum)
  }
}
