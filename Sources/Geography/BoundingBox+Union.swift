extension BoundingBox {
  /// Grows the box, to the side that is nearer, until it contains the coordinate.
  @inlinable
  public mutating func formUnion(_ coordinate: Coordinate) {
    formUnion(BoundingBox(coordinate))
  }

  /// Grows the box until it contains the other; of the two ways round the Earth the one that gives less width.
  @inlinable
  public mutating func formUnion(_ other: BoundingBox) {
    (west, east) = longitudes(joining: other)
    south = min(south, other.south)
    north = max(north, other.north)
  }

  /// The smallest box that contains this one and the coordinate.
  @inlinable
  public func union(_ coordinate: Coordinate) -> BoundingBox {
    union(BoundingBox(coordinate))
  }

  /// The smallest box that contains this one and the other.
  @inlinable
  public func union(_ other: BoundingBox) -> BoundingBox {
    var result = self
    result.formUnion(other)
    return result
  }

  @inlinable
  func longitudes(joining other: BoundingBox) -> (west: Double, east: Double) {
    let world = BoundingBox.world
    let holdsBegin = containsLongitude(other.west)
    let holdsEnd = containsLongitude(other.east)
    let isHeldBegin = other.containsLongitude(west)
    let isHeldEnd = other.containsLongitude(east)
    if holdsBegin && holdsEnd && isHeldBegin && isHeldEnd {
      // Equal arcs, or two arcs that close the circle.
      return longitudeSpan + other.longitudeSpan >= 360 ? (world.west, world.east) : (west, east)
    }
    if holdsBegin && holdsEnd { return (west, east) }
    if isHeldBegin && isHeldEnd { return (other.west, other.east) }
    if holdsBegin { return (west, other.east) }
    if holdsEnd { return (other.west, east) }
    let eastwardWidth = eastward(from: west, to: other.west) + other.longitudeSpan
    let westwardWidth = eastward(from: other.west, to: west) + longitudeSpan
    return eastwardWidth <= westwardWidth ? (west, other.east) : (other.west, east)
  }
}
