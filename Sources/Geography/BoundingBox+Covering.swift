extension BoundingBox {
  /// Makes the narrowest box that contains all coordinates, across the antimeridian where that is narrower.
  ///
  /// The box leaves out the widest gap between neighboring longitudes.
  /// - Parameter coordinates: valid coordinates; nil for an empty sequence.
  /// - Complexity: O(n log n) for n coordinates.
  public init?(covering coordinates: some Sequence<Coordinate>) {
    let all = Array(coordinates)
    // A box that reaches a pole contains it at any longitude.
    let beside = all.filter { !$0.isPole }
    let longitudes = (beside.isEmpty ? Array(all.prefix(1)) : beside).map(\.longitude).sorted()
    guard let first = longitudes.first, let last = longitudes.last else { return nil }
    var (west, east) = (first, last)
    var widest = (180 - last) + (first + 180)
    for (left, right) in zip(longitudes, longitudes.dropFirst()) where right - left > widest {
      widest = right - left
      (west, east) = (right, left)
    }
    let latitudes = all.map(\.latitude)
    self.init(south: latitudes.min() ?? 0, west: west, north: latitudes.max() ?? 0, east: east)
  }
}

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
