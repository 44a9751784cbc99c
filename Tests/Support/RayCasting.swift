import Foundation
import Geography

/// The slow truth about areas: counts the edges north of a coordinate on its meridian, ring by ring as they were written.
///
/// Shares nothing with the engine: no cutting at the antimeridian, no frames, no index.
package struct RayCasting {
  private let polygons: [[[Coordinate]]]

  package init(_ shape: MultiPolygon) { polygons = shape.polygons.map(\.rings) }

  package func covers(_ coordinate: Coordinate) -> Bool {
    polygons.contains { rings in
      guard let outer = rings.first, Self.isInside(coordinate, outer) else { return false }
      return !rings.dropFirst().contains { Self.isInside(coordinate, $0) }
    }
  }

  /// Whether an edge comes so near, in degrees, that rounding may decide.
  package func isNearEdge(_ coordinate: Coordinate, degrees: Double = 1e-9) -> Bool {
    polygons.joined().contains { ring in
      zip(ring, ring.dropFirst()).contains { a, b in
        Self.turns.contains { Self.distance(coordinate.longitude + $0, coordinate.latitude, a, b) < degrees }
      }
    }
  }

  private static let turns = [-720.0, -360, 0, 360, 720]

  /// A ring that goes round the north pole has it inside, where a way north crosses nothing.
  private static func isInside(_ coordinate: Coordinate, _ ring: [Coordinate]) -> Bool {
    var crossings = 0
    for (a, b) in zip(ring, ring.dropFirst()) {
      for turn in turns {
        let x = coordinate.longitude + turn
        guard (a.longitude <= x) != (b.longitude <= x) else { continue }
        let y = a.latitude + (b.latitude - a.latitude) * (x - a.longitude) / (b.longitude - a.longitude)
        if y > coordinate.latitude { crossings += 1 }
      }
    }
    return crossings % 2 == (goesRoundNorthPole(ring) ? 0 : 1)
  }

  private static func goesRoundNorthPole(_ ring: [Coordinate]) -> Bool {
    guard let first = ring.first, let last = ring.last, abs(last.longitude - first.longitude) == 360 else {
      return false
    }
    return ring.map(\.latitude).reduce(0, +) > 0
  }

  private static func distance(_ x: Double, _ y: Double, _ a: Coordinate, _ b: Coordinate) -> Double {
    let (dx, dy) = (b.longitude - a.longitude, b.latitude - a.latitude)
    let length = dx * dx + dy * dy
    let along = length == 0 ? 0 : ((x - a.longitude) * dx + (y - a.latitude) * dy) / length
    let t = min(1, max(0, along))
    return hypot(x - a.longitude - t * dx, y - a.latitude - t * dy)
  }
}
