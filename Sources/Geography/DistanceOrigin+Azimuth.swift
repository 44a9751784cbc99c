extension DistanceOrigin {
  /// The initial direction of the shortest path to a coordinate, degrees clockwise from north, 0..<360.
  ///
  /// 0 between equal positions. At a pole the direction is counted from the meridian of the given longitude.
  public func azimuth(to target: Coordinate) -> Double {
    let (north, east) = difference(to: target)
    switch metric {
    case .sphere: return tangentAzimuth(north: Turn(radians: north), east: Turn(radians: east))
    case .wgs84: return ellipsoidAzimuth(to: target, north: north, east: east)
    }
  }

  private func ellipsoidAzimuth(to target: Coordinate, north: Double, east: Double) -> Double {
    if abs(north) <= Turn.smallAngle {
      let chord = chord(north: Turn(radians: north), east: Turn(radians: east))
      let reach = Self.localAzimuthMeters / transverseRadius
      if chord.lengthSquared <= reach * reach { return normalSectionAzimuth(chord) }
    }
    let problem = GeodesicProblem(from: coordinate, to: target)
    if problem.equatorialMeters != nil { return east < 0 ? 270 : 90 }
    return problem.originalAzimuth(problem.solution)
  }

  /// Up to this chord the azimuth is that of the normal section, which is within 1e-10 degrees of the geodesic's.
  ///
  /// The two differ by e'² / 12 (s / N)² cos² latitude sin 2 azimuth, 8e-11 degrees at 300 m.
  private static var localAzimuthMeters: Double { 300 }

  private func normalSectionAzimuth(_ chord: EllipsoidChord) -> Double {
    Trigonometry.compassDegrees(
      east: chord.y, north: cosLatitude * chord.z - sinLatitude * chord.x)
  }

  private func tangentAzimuth(north: Turn, east: Turn) -> Double {
    let cosine = max(0, cosine(after: north))
    return Trigonometry.compassDegrees(
      east: cosine * east.sine, north: north.sine + sinLatitude * cosine * east.versine)
  }
}
