/// One outer ring with its holes, in degrees.
///
/// An edge is a straight line in longitude and latitude, as in RFC 7946 §3.1.1, neither a great circle nor a rhumb
/// line. Any coordinates can be stored; an `AreaEngine` checks whether they form a valid area.
public struct Polygon: Hashable, Sendable {
  /// The outer ring, then the holes; the last coordinate of each repeats the first.
  public var rings: [[Coordinate]]

  /// Makes a polygon from its rings, unchecked.
  public init(rings: [[Coordinate]]) { self.rings = rings }
}

/// Polygons that together are one area, in degrees.
public struct MultiPolygon: Hashable, Sendable {
  /// The parts.
  public var polygons: [Polygon]

  /// Makes an area from its parts, unchecked.
  public init(_ polygons: [Polygon]) { self.polygons = polygons }

  /// The number of vertices, without the repeated last one of each ring.
  public var vertexCount: Int {
    polygons.reduce(0) { $0 + $1.rings.reduce(0) { $0 + max(0, $1.count - 1) } }
  }

  /// The number of holes of all parts.
  public var holeCount: Int { polygons.reduce(0) { $0 + max(0, $1.rings.count - 1) } }
}

extension MultiPolygon {
  /// The smallest box that contains all parts, across the antimeridian where that is narrower; nil without vertices.
  ///
  /// - Complexity: O(n) in the vertices, O(p log p) in the parts.
  public var envelope: BoundingBox? {
    let boxes = polygons.compactMap { $0.rings.first.flatMap(BoundingBox.init(plainly:)) }.sorted { $0.west < $1.west }
    guard let first = boxes.first else { return nil }
    var (south, north) = (first.south, first.north)
    var spans = [(west: first.west, east: first.east)]
    for box in boxes.dropFirst() {
      (south, north) = (min(south, box.south), max(north, box.north))
      if box.west <= spans[spans.count - 1].east {
        spans[spans.count - 1].east = max(spans[spans.count - 1].east, box.east)
      } else {
        spans.append((box.west, box.east))
      }
    }
    let (west, east) = Self.withoutWidestGap(spans)
    return BoundingBox(south: south, west: west, north: north, east: east)
  }

  /// - Parameter spans: disjoint and ascending.
  private static func withoutWidestGap(_ spans: [(west: Double, east: Double)]) -> (west: Double, east: Double) {
    var (west, east) = (spans[0].west, spans[spans.count - 1].east)
    var widest = (180 - east) + (west + 180)
    for (left, right) in zip(spans, spans.dropFirst()) where right.west - left.east > widest {
      widest = right.west - left.east
      (west, east) = (right.west, left.east)
    }
    return (west, east)
  }
}

extension BoundingBox {
  /// The box of a ring that does not cross the antimeridian.
  fileprivate init?(plainly ring: [Coordinate]) {
    guard let first = ring.first else { return nil }
    self.init(first)
    for coordinate in ring {
      (south, north) = (min(south, coordinate.latitude), max(north, coordinate.latitude))
      (west, east) = (min(west, coordinate.longitude), max(east, coordinate.longitude))
    }
  }
}
