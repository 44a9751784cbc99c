extension BoundingBox {
  /// Grows the box, on the nearer side, until it contains the coordinate.
  @inlinable
  public mutating func formUnion(_ coordinate: Coordinate) {
    south = min(south, coordinate.latitude)
    north = max(north, coordinate.latitude)
    guard !contains(coordinate) else { return }
    let longitude = coordinate.longitude
    if eastward(from: east, to: longitude) <= eastward(from: longitude, to: west) {
      east = longitude
    } else {
      west = longitude
    }
  }

  /// Grows the box until it contains the other, in the direction round the Earth that gives the narrower box.
  public mutating func formUnion(_ other: BoundingBox) {
    (west, east) = longitudes(joining: other)
    south = min(south, other.south)
    north = max(north, other.north)
  }

  /// The smallest box that contains this one and the coordinate.
  @inlinable
  public func union(_ coordinate: Coordinate) -> BoundingBox {
    var result = self
    result.formUnion(coordinate)
    return result
  }

  /// The smallest box that contains this one and the other.
  public func union(_ other: BoundingBox) -> BoundingBox {
    var result = self
    result.formUnion(other)
    return result
  }

  private func longitudes(joining other: BoundingBox) -> (west: Double, east: Double) {
    if coversLongitudes(of: other) { return (west, east) }
    if other.coversLongitudes(of: self) { return (other.west, other.east) }
    switch (containsLongitude(other.west), containsLongitude(other.east)) {
    case (true, true): return (BoundingBox.world.west, BoundingBox.world.east)
    case (true, false): return (west, other.east)
    case (false, true): return (other.west, east)
    case (false, false):
      let isNearerEastward = eastward(from: east, to: other.west) <= eastward(from: other.east, to: west)
      return isNearerEastward ? (west, other.east) : (other.west, east)
    }
  }
}
