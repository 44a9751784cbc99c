import Foundation
import Geography

/// The brute-force reference for areas: counts the edges north of a coordinate on its meridian, ring by ring as
/// written.
///
/// Shares nothing with the engine: no cutting at the antimeridian, no frames, no index.
package struct RayCasting {
  private let polygons: [[Ring]]

  package init(_ shape: MultiPolygon) { polygons = shape.polygons.map { $0.rings.map(Ring.init) } }

  package func covers(_ coordinate: Coordinate) -> Bool {
    // All longitudes at a pole are one point, which a ring contains or touches.
    if abs(coordinate.latitude) == 90 {
      return polygons.contains { $0.first?.reaches(pole: coordinate.latitude) ?? false }
    }
    return polygons.contains { rings in
      guard let outer = rings.first, outer.isAround(coordinate) else { return false }
      return !rings.dropFirst().contains { $0.isAround(coordinate) }
    }
  }

  /// Whether an edge is so near, in degrees, that rounding may decide.
  package func isNearEdge(_ coordinate: Coordinate, degrees: Double = 1e-9) -> Bool {
    polygons.contains { $0.contains { $0.isNear(coordinate, degrees) } }
  }
}

/// One ring as written. Plain loops: tests run them a hundred million times without optimization.
private struct Ring {
  private var ax, ay, bx, by: ContiguousArray<Double>
  private let west, east: Double
  private let isAroundAPole, isAroundNorthPole: Bool

  init(_ ring: [Coordinate]) {
    (ax, ay) = (ContiguousArray(ring.dropLast().map(\.longitude)), ContiguousArray(ring.dropLast().map(\.latitude)))
    (bx, by) = (ContiguousArray(ring.dropFirst().map(\.longitude)), ContiguousArray(ring.dropFirst().map(\.latitude)))
    (west, east) = (ring.map(\.longitude).min() ?? 0, ring.map(\.longitude).max() ?? 0)
    let turn = (ring.last?.longitude ?? 0) - (ring.first?.longitude ?? 0)
    isAroundAPole = abs(abs(turn) - 360) < 1e-6
    isAroundNorthPole = isAroundAPole && ring.map(\.latitude).reduce(0, +) > 0
  }

  /// A ring around the north pole contains it; the meridian north of the pole crosses nothing.
  func isAround(_ coordinate: Coordinate) -> Bool {
    var crossings = 0
    forEachTurn(coordinate.longitude) { x in
      var index = 0
      while index < ax.count {
        if (ax[index] <= x) != (bx[index] <= x) {
          let y = ay[index] + (by[index] - ay[index]) * (x - ax[index]) / (bx[index] - ax[index])
          if y > coordinate.latitude { crossings += 1 }
        }
        index += 1
      }
    }
    return crossings % 2 == (isAroundNorthPole ? 0 : 1)
  }

  /// Whether a ring contains or touches a pole; poles excluded only by a hole are not handled.
  func reaches(pole latitude: Double) -> Bool {
    ay.contains(latitude) || (isAroundAPole && (latitude > 0) == isAroundNorthPole)
  }

  func isNear(_ coordinate: Coordinate, _ degrees: Double) -> Bool {
    var isNear = false
    let y = coordinate.latitude
    forEachTurn(coordinate.longitude) { x in
      var index = 0
      while index < ax.count {
        if min(ay[index], by[index]) - degrees <= y, y <= max(ay[index], by[index]) + degrees {
          isNear = isNear || distance(x, y, index) < degrees
        }
        index += 1
      }
    }
    return isNear
  }

  /// Every longitude equal modulo 360 that the ring may cover.
  private func forEachTurn(_ longitude: Double, _ body: (Double) -> Void) {
    for turn in -2...2 {
      let x = longitude + 360 * Double(turn)
      if west - 1 <= x, x <= east + 1 { body(x) }
    }
  }

  private func distance(_ x: Double, _ y: Double, _ index: Int) -> Double {
    let (dx, dy) = (bx[index] - ax[index], by[index] - ay[index])
    let length = dx * dx + dy * dy
    let along = length == 0 ? 0 : ((x - ax[index]) * dx + (y - ay[index]) * dy) / length
    let t = min(1, max(0, along))
    return hypot(x - ax[index] - t * dx, y - ay[index] - t * dy)
  }
}
