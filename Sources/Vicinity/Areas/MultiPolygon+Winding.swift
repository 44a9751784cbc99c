import Geography

extension MultiPolygon {
  /// The same area with outer rings counterclockwise and holes clockwise, as RFC 7946 (section 3.1.6) wants them: some programs take a
  /// ring that goes the other way for the rest of the Earth.
  package var wound: MultiPolygon {
    MultiPolygon(
      polygons.map { polygon in
        Polygon(
          rings: polygon.rings.enumerated().map { index, ring in
            Self.isCounterclockwise(ring) == (index == 0) ? ring : ring.reversed()
          })
      })
  }

  /// By the sign of the area; from the first vertex, so that small rings far from the origin lose nothing.
  private static func isCounterclockwise(_ ring: [Coordinate]) -> Bool {
    guard let first = ring.first else { return true }
    var sum = 0.0
    for (a, b) in zip(ring, ring.dropFirst()) {
      sum +=
        (a.longitude - first.longitude) * (b.latitude - first.latitude)
        - (b.longitude - first.longitude) * (a.latitude - first.latitude)
    }
    return sum >= 0
  }
}
