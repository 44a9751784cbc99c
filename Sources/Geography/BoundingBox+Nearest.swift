extension BoundingBox {
  /// The coordinate of the box nearest in latitude and in longitude.
  package func nearest(to coordinate: Coordinate) -> Coordinate {
    let latitude = min(max(coordinate.latitude, south), north)
    let onParallel = Coordinate(latitude: latitude, longitude: coordinate.longitude)
    let isBeside = contains(onParallel)
    let toWest = Self.degrees(from: coordinate.longitude, to: west)
    let toEast = Self.degrees(from: east, to: coordinate.longitude)
    return isBeside ? onParallel : Coordinate(latitude: latitude, longitude: toWest <= toEast ? west : east)
  }

  /// The smallest box that contains this one and a coordinate.
  package func extended(to coordinate: Coordinate) -> BoundingBox {
    var box = self
    (box.south, box.north) = (min(south, coordinate.latitude), max(north, coordinate.latitude))
    guard !box.contains(coordinate) else { return box }
    let toWest = Self.degrees(from: coordinate.longitude, to: west)
    if toWest <= Self.degrees(from: east, to: coordinate.longitude) {
      box.west = coordinate.longitude
    } else {
      box.east = coordinate.longitude
    }
    return box
  }

  /// Degrees eastward from one meridian to another, 0..<360.
  private static func degrees(from start: Double, to end: Double) -> Double {
    let degrees = end - start
    return degrees < 0 ? degrees + 360 : degrees
  }
}
