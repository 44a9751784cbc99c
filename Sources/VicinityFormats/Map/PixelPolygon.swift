/// A polygon with holes in the picture.
struct PixelPolygon: Sendable {
  /// The outer ring, then the holes; the last point of each is followed by the first.
  let rings: [[MapView.Point]]

  /// The part of a polygon within a box; nil when there is none.
  ///
  /// Clipped ring by ring, so that the parts of a concave ring stay joined along the sides of the box. Source:
  /// Sutherland and Hodgman 1974, "Reentrant polygon clipping", doi:10.1145/360767.360802.
  init?(_ rings: [[MapView.Point]], within box: PixelBox) {
    self.rings = rings.map { Self.clipped($0, to: box) }.filter { $0.count >= 3 }
    guard let first = rings.first, Self.clipped(first, to: box).count >= 3 else { return nil }
  }

  /// The area of the outer ring, in square pixels.
  var outerArea: Double {
    abs(edges(of: rings[0]).reduce(0) { $0 + ($1.0.x * $1.1.y - $1.1.x * $1.0.y) } / 2)
  }

  var bounds: PixelBox {
    let (x, y) = (rings[0].map(\.x), rings[0].map(\.y))
    return PixelBox(left: x.min() ?? 0, top: y.min() ?? 0, right: x.max() ?? 0, bottom: y.max() ?? 0)
  }

  /// The pixels from a point to the nearest edge, where heights count `stretch` times; negative outside.
  func depth(of point: MapView.Point, stretch: Double) -> Double {
    var isInside = false
    var nearest = Double.infinity
    for ring in rings {
      for (start, end) in edges(of: ring) {
        if (start.y > point.y) != (end.y > point.y),
          point.x < (end.x - start.x) * (point.y - start.y) / (end.y - start.y) + start.x
        {
          isInside.toggle()
        }
        nearest = min(nearest, Self.squaredDistance(point, start, end, stretch))
      }
    }
    return (isInside ? 1 : -1) * nearest.squareRoot()
  }

  /// Whether a box lies entirely inside: its center does, and no edge crosses it.
  func contains(_ box: PixelBox) -> Bool {
    guard depth(of: box.center, stretch: 1) > 0 else { return false }
    return !rings.contains { ring in edges(of: ring).contains { box.clipped($0.0, $0.1) != nil } }
  }

  private func edges(of ring: [MapView.Point]) -> some Sequence<(MapView.Point, MapView.Point)> {
    zip(ring, ring.dropFirst() + ring.prefix(1))
  }

  private static func squaredDistance(
    _ point: MapView.Point, _ start: MapView.Point, _ end: MapView.Point, _ stretch: Double
  ) -> Double {
    let (x, y) = (end.x - start.x, (end.y - start.y) * stretch)
    let (toX, toY) = (point.x - start.x, (point.y - start.y) * stretch)
    let length = x * x + y * y
    let part = length > 0 ? min(1, max(0, (toX * x + toY * y) / length)) : 0
    let (restX, restY) = (toX - part * x, toY - part * y)
    return restX * restX + restY * restY
  }

  private static func clipped(_ ring: [MapView.Point], to box: PixelBox) -> [MapView.Point] {
    let sides: [(MapView.Point) -> Double] = [
      { $0.x - box.left }, { box.right - $0.x }, { $0.y - box.top }, { box.bottom - $0.y },
    ]
    return sides.reduce(ring) { ring, inside in
      var kept: [MapView.Point] = []
      for (start, end) in zip(ring.suffix(1) + ring.dropLast(), ring) {
        let (before, after) = (inside(start), inside(end))
        if (before < 0) != (after < 0) {
          let part = before / (before - after)
          kept.append(.init(x: start.x + part * (end.x - start.x), y: start.y + part * (end.y - start.y)))
        }
        if after >= 0 { kept.append(end) }
      }
      return kept
    }
  }
}
