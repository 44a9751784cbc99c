extension DistanceOrigin {
  /// The chord to a point north and east of the origin.
  ///
  /// With n the unit normal and N the radius of curvature across the meridian the position is (N nx, N ny,
  /// (1 - e²) N nz). Differences of n and N are formed without cancellation, so that the chord has its full
  /// relative precision down to nanometres.
  @inlinable
  func chord(north: Turn, east: Turn) -> EllipsoidChord {
    let sineStep = cosLatitude * north.sine - sinLatitude * north.versine
    let cosineStep = -(sinLatitude * north.sine + cosLatitude * north.versine)
    let sine = sinLatitude + sineStep
    let cosine = cosLatitude + cosineStep
    let normalX = cosineStep - cosine * east.versine
    let normalY = cosine * east.sine
    let root = (1 - Ellipsoid.eccentricitySquared * sine * sine).squareRoot()
    let reciprocal = 1 / (root * (curvatureRoot + root))
    let radius = Ellipsoid.semiMajorAxis * (curvatureRoot + root) * reciprocal
    let radiusStep =
      transverseRadius * Ellipsoid.eccentricitySquared * sineStep * (sinLatitude + sine) * reciprocal
    let x = radius * normalX + radiusStep * cosLatitude
    let y = radius * normalY
    let z = (1 - Ellipsoid.eccentricitySquared) * (radius * sineStep + radiusStep * sinLatitude)
    return EllipsoidChord(
      x: x, y: y, z: z, bend: x * normalX + y * normalY + z * sineStep,
      sineStep: sineStep, sineSum: sinLatitude + sine)
  }
}
