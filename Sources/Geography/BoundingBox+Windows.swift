extension BoundingBox {
  /// One or two boxes that do not cross the antimeridian and together hold the same coordinates.
  ///
  /// This is what a planar index is asked. A box that ends at one spelling of the antimeridian gets a second,
  /// zero-width window at the other spelling.
  public var windows: [BoundingBox] {
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
    // Two arcs of a circle meet exactly when one of them begins inside the other.
    return containsLongitude(other.west) || other.containsLongitude(west)
  }

  /// Whether every coordinate of the other box lies in this one.
  public func contains(_ other: BoundingBox) -> Bool {
    south <= other.south && other.north <= north && coversLongitudes(of: other)
  }

  func coversLongitudes(of other: BoundingBox) -> Bool {
    let own = windows
    return other.windows.allSatisfy { part in
      own.contains { $0.west <= part.west && part.east <= $0.east }
    }
  }

  private func spanning(_ west: Double, _ east: Double) -> BoundingBox {
    BoundingBox(south: south, west: west, north: north, east: east)
  }

  /// Degrees to go east from one longitude to another, 0..<360.
  @inlinable
  func eastward(from start: Double, to end: Double) -> Double {
    let degrees = start <= end ? end - start : (180 - start) + (end + 180)
    return degrees >= 360 ? degrees - 360 : degrees
  }
}
