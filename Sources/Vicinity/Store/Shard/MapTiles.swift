import Foundation
import Geography

/// The tiles of one zoom level of the Web Mercator map, numbered along a Hilbert curve.
///
/// Column 0 begins at longitude -180 and row 0 is the northernmost, as in all maps of tiles (OGC Two Dimensional Tile
/// Matrix Set, WebMercatorQuad). The first and the last row extend to the poles.
struct MapTiles: Hashable, Sendable {
  /// 0...`mostZoom`: 2^zoom columns and rows.
  let zoom: Int

  /// Numbers have 40 bits there, and JSON readers know 53.
  static let mostZoom = 20

  /// The number of tiles.
  var count: Int64 { 1 << Int64(2 * zoom) }

  /// The number of the tile that contains a coordinate.
  func number(of coordinate: Coordinate) -> Int64 {
    let side = Double(1 << zoom)
    let x = (coordinate.longitude + 180) / 360 * side
    // The usual formula is infinite at the poles.
    let latitude = min(max(coordinate.latitude, -Self.mercatorEdge), Self.mercatorEdge) * .pi / 180
    let y = (1 - asinh(tan(latitude)) / .pi) / 2 * side
    func cell(_ place: Double) -> UInt64 { UInt64(min(max(place, 0), side - 1)) }
    return HilbertCurve.position(x: cell(x), y: cell(y), bits: zoom)
  }

  private static let mercatorEdge = 85.06

  /// The fewest boxes that together are the tiles with these numbers.
  ///
  /// - Complexity: O(zoom).
  func boxes(of numbers: Range<Int64>) -> [BoundingBox] {
    var boxes: [BoundingBox] = []
    add(numbers, x: 0, y: 0, level: 0, to: &boxes)
    return boxes
  }

  private func add(_ numbers: Range<Int64>, x: UInt64, y: UInt64, level: Int, to boxes: inout [BoundingBox]) {
    let shift = Int64(2 * (zoom - level))
    let first = HilbertCurve.position(x: x, y: y, bits: level) << shift
    let tiles = first..<(first + (1 << shift))
    guard tiles.overlaps(numbers) else { return }
    guard tiles.clamped(to: numbers) != tiles else { return boxes.append(Self.box(x: x, y: y, level: level)) }
    for (right, lower) in [(0, 0), (1, 0), (0, 1), (1, 1)] as [(UInt64, UInt64)] {
      add(numbers, x: 2 * x + right, y: 2 * y + lower, level: level + 1, to: &boxes)
    }
  }

  private static func box(x: UInt64, y: UInt64, level: Int) -> BoundingBox {
    let side = Double(1 << level)
    func latitude(_ row: UInt64) -> Double {
      row == 0 ? 90 : Double(row) == side ? -90 : atan(sinh(.pi * (1 - 2 * Double(row) / side))) * 180 / .pi
    }
    return BoundingBox(
      south: latitude(y + 1), west: Double(x) / side * 360 - 180, north: latitude(y),
      east: Double(x + 1) / side * 360 - 180)
  }
}
