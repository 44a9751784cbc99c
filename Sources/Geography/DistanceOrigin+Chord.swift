/// The straight line between two positions on the ellipsoid, and what it tells about the way along the surface.
@usableFromInline
struct EllipsoidChord {
  /// The length of the chord squared, square metres.
  @usableFromInline var lengthSquared: Double
  /// The scalar product of the chord with the difference of the two unit normals, metres.
  ///
  /// Divided by `lengthSquared` it is the mean curvature of the surface along the chord.
  @usableFromInline var bend: Double

  @inlinable
  init(lengthSquared: Double, bend: Double) {
    self.lengthSquared = lengthSquared
    self.bend = bend
  }
}

extension DistanceOrigin {
  /// The distance to a coordinate on the WGS 84 ellipsoid, in metres.
  @inlinable
  func geodesicMeters(to target: Coordinate) -> Double {
    let (north, east) = difference(to: target)
    let chord = chord(north: Turn(radians: north), east: Turn(radians: east))
    return arcMeters(chord)
  }

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
      lengthSquared: x * x + y * y + z * z, bend: x * normalX + y * normalY + z * sineStep)
  }

  /// The way along the surface over a short chord.
  @inlinable
  func arcMeters(_ chord: EllipsoidChord) -> Double {
    guard chord.lengthSquared > 0 else { return 0 }
    let u = chord.bend * chord.bend / chord.lengthSquared
    return chord.lengthSquared.squareRoot() * (1 + u * (1.0 / 24 + u * (3.0 / 640 + u * (5.0 / 7168))))
  }
}
