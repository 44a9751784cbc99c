import Geography

extension MultiPolygon {
  /// The same area with outer rings counterclockwise and holes clockwise, as RFC 7946 (section 3.1.6) requires: some
  /// programs interpret a clockwise ring as the rest of the Earth.
  package var wound: MultiPolygon {
    MultiPolygon(
      polygons.map { polygon in
        Polygon(
          rings: polygon.rings.enumerated().map { index, ring in
            Self.isCounterclockwise(ring) == (index == 0) ? ring : ring.reversed()
          })
      })
  }

  /// By the sign of the area, relative to the first vertex, so that small rings far from the origin keep their
  /// precision.
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
