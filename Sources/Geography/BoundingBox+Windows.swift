extension BoundingBox {
  /// One to four boxes that do not cross the antimeridian and together contain the same coordinates.
  ///
  /// A planar index is queried with these. A box that ends at one spelling of the antimeridian gets a second,
  /// zero-width window at the other spelling, and a box that reaches a pole a window of all longitudes there.
  public var windows: [BoundingBox] {
    let isFullCircle = west == -180 && east == 180
    let poles = isFullCircle ? [] : [-90.0, 90].filter { south <= $0 && $0 <= north }
    return meridianWindows + poles.map { BoundingBox(south: $0, west: -180, north: $0, east: 180) }
  }

  private var meridianWindows: [BoundingBox] {
    if crossesAntimeridian { return [spanning(west, 180), spanning(-180, east)] }
    switch (west == -180, east == 180) {
    case (true, true), (false, false): return [self]
    case (true, false): return [self, spanning(180, 180)]
    case (false, true): return [self, spanning(-180, -180)]
    }
  }

  /// Whether two boxes share at least one coordinate, sides included.
  @inlinable
  public func intersects(_ other: BoundingBox) -> Bool {
    guard south <= other.north && other.south <= north else { return false }
    // Two arcs of a circle meet exactly when one of them begins inside the other; at a pole all do.
    return containsLongitude(other.west) || other.containsLongitude(west)
      || (north == 90 && other.north == 90) || (south == -90 && other.south == -90)
  }

  /// Whether every coordinate of the other box lies in this one.
  public func contains(_ other: BoundingBox) -> Bool {
    south <= other.south && other.north <= north
      && (coversLongitudes(of: other) || other.south == 90 || other.north == -90)
  }

  func coversLongitudes(of other: BoundingBox) -> Bool {
    if west == -180 && east == 180 { return true }
    guard containsLongitude(other.west), containsLongitude(other.east) else { return false }
    // Both ends lie on this arc; the arc between them may still go the other way round the Earth.
    return eastward(from: west, to: other.west) <= eastward(from: west, to: other.east)
      && other.longitudeSpan <= longitudeSpan
  }

  private func spanning(_ west: Double, _ east: Double) -> BoundingBox {
    BoundingBox(south: south, west: west, north: north, east: east)
  }

  /// Degrees eastward from one longitude to another, 0..<360.
  @inlinable
  func eastward(from start: Double, to end: Double) -> Double {
    let degrees = start <= end ? end - start : (180 - start) + (end + 180)
    return degrees >= 360 ? degrees - 360 : degrees
  }
}
