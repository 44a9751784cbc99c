extension BoundingBox {
  /// A box that contains every coordinate within a distance of one in this box; never too small.
  ///
  /// It extends as far as the circles around the box's corners. The widest circle is the one around the latitude
  /// nearest to a pole, since the radius in degrees varies with 1 / cos latitude; the radii of the ellipsoid change in
  /// the opposite direction by no more than 0.02 sin latitude cos latitude per radian.
  /// - Parameters:
  ///   - meters: 0 or more.
  ///   - metric: how the meters are measured.
  public func expanded(byMeters meters: Double, metric: Metric = .wgs84) -> BoundingBox {
    func circle(_ latitude: Double) -> BoundingBox {
      BoundingBox(around: Coordinate(latitude: latitude, longitude: 0), radiusMeters: meters, metric: metric)
    }
    let (lower, upper) = (circle(south), circle(north))
    let isUpperWider = abs(north) >= abs(south)
    let margin = isUpperWider ? upper.east : lower.east
    var box = BoundingBox(south: lower.south, west: -180, north: upper.north, east: 180)
    // A circle that contains a pole goes all the way round, and so does one almost as wide as the rest of the parallel.
    guard box.south > -90, box.north < 90, longitudeSpan + 2 * margin < 359.999 else { return box }
    box.west = west - margin < -180 ? west - margin + 360 : west - margin
    box.east = east + margin > 180 ? east + margin - 360 : east + margin
    return box
  }
}
