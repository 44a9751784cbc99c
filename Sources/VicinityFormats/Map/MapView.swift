import Geography

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The part of the Earth on a map, and the projection of coordinates to pixels.
///
/// Web Mercator: north is up and angles are preserved, so a circle of a few kilometers is round; its scale grows
/// towards the poles. Anything beyond 85 degrees is drawn at the edge.
struct MapView: Sendable {
  /// A point on the map, pixels from its upper left corner.
  struct Point: Hashable, Sendable {
    var x: Double
    var y: Double
  }

  let width: Double
  let height: Double
  /// The longitude at which the map is unrolled: everything lies up to 360 degrees east of it.
  private let seam: Double
  /// The upper left corner of the picture on the map of width 1.
  private let (left, top): (Double, Double)
  /// The width of the whole map in pixels.
  let scale: Double

  /// The minimum extent, as a fraction of the whole map: about 600 m at the equator.
  private static let leastExtent = 1.5e-5
  /// The margin in pixels.
  private static let margin = 48.0

  /// Fits some coordinates into a picture.
  ///
  /// - Parameters:
  ///   - coordinates: at least one.
  ///   - width: in pixels; the height follows from the contents, between a third and the whole of the width.
  init?(_ coordinates: [Coordinate], width: Double) {
    guard let box = BoundingBox(covering: coordinates) else { return nil }
    let center = box.center
    let spanX = max(box.longitudeSpan / 360, Self.leastExtent)
    let (north, south) = (Self.y(box.north), Self.y(box.south))
    let spanY = max(south - north, Self.leastExtent)
    let inner = width - 2 * Self.margin
    scale = min(inner / spanX, (width - 2 * Self.margin) / spanY)
    self.width = width
    height = min(width, max(width / 3, (spanY * scale + 2 * Self.margin).rounded()))
    // The longitudes outside the box are split evenly between both sides.
    let west = box.longitudeSpan >= 360 ? -180 : center.longitude - 180
    seam = west < -180 ? west + 360 : west
    let middle = box.longitudeSpan >= 360 ? 0.5 : Self.x(center.longitude, from: seam)
    left = middle - width / 2 / scale
    top = (north + south) / 2 - height / 2 / scale
  }

  /// The whole of it.
  var frame: PixelBox { PixelBox(left: 0, top: 0, right: width, bottom: height) }

  /// The point of a coordinate.
  func point(_ coordinate: Coordinate) -> Point {
    Point(
      x: (Self.x(coordinate.longitude, from: seam) - left) * scale, y: (Self.y(coordinate.latitude) - top) * scale)
  }

  /// The coordinate of a point in the picture.
  func coordinate(_ point: Point) -> Coordinate {
    let longitude = (left + point.x / scale) * 360 + seam
    let y = top + point.y / scale
    return Coordinate(
      latitude: atan(sinh(.pi * (1 - 2 * y))) * 180 / .pi, longitude: longitude)
  }

  /// Meters per pixel at the center of the picture, on a sphere with the radius of the WGS 84 equator.
  var metersPerPixel: Double {
    let latitude = coordinate(Point(x: width / 2, y: height / 2)).latitude
    return cos(latitude * .pi / 180) * 2 * .pi * Ellipsoid.semiMajorAxisMeters / scale
  }

  private static func x(_ longitude: Double, from seam: Double) -> Double {
    let east = longitude - seam
    return (east < 0 ? east + 360 : east) / 360
  }

  private static func y(_ latitude: Double) -> Double {
    let onMap = min(85.0511287798066, max(-85.0511287798066, latitude)) * .pi / 180
    return (1 - asinh(tan(onMap)) / .pi) / 2
  }
}

extension Coordinate {
  /// Positions on a circle around this one, on a sphere: for drawing, not for measuring.
  func circle(radiusMeters: Double, corners: Int = 96) -> [Coordinate] {
    let (reach, latitude) = (radiusMeters / Ellipsoid.meanRadiusMeters, latitude * .pi / 180)
    return (0...corners).map { corner in
      let bearing = 2 * Double.pi * Double(corner % corners) / Double(corners)
      let sine = sin(latitude) * cos(reach) + cos(latitude) * sin(reach) * cos(bearing)
      let north = asin(min(1, max(-1, sine)))
      let east = atan2(sin(bearing) * sin(reach) * cos(latitude), cos(reach) - sin(latitude) * sine)
      var longitude = self.longitude + east * 180 / .pi
      if longitude > 180 { longitude -= 360 }
      if longitude < -180 { longitude += 360 }
      return Coordinate(latitude: north * 180 / .pi, longitude: longitude)
    }
  }
}
