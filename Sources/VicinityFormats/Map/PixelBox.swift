/// A rectangle of the picture, in pixels from the upper left corner of the map.
struct PixelBox: Hashable, Sendable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  init(left: Double, top: Double, right: Double, bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// The box that reaches a few pixels to either side of a point.
  init(around point: MapView.Point, _ halfWidth: Double, _ halfHeight: Double) {
    self.init(
      left: point.x - halfWidth, top: point.y - halfHeight, right: point.x + halfWidth, bottom: point.y + halfHeight)
  }

  var center: MapView.Point { MapView.Point(x: (left + right) / 2, y: (top + bottom) / 2) }
  var corners: [MapView.Point] {
    [.init(x: left, y: top), .init(x: right, y: top), .init(x: right, y: bottom), .init(x: left, y: bottom)]
  }

  /// Whether the boxes overlap; boxes that only touch do not.
  func meets(_ other: PixelBox) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }

  /// Whether the other box lies in this one, sides included.
  func contains(_ other: PixelBox) -> Bool {
    left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom
  }
}
