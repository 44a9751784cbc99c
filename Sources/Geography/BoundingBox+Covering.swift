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
