import Foundation
import Geography

/// A tile of the Web Mercator grid; its north and west sides belong to it, the others to its neighbors.
struct MapTile: Sendable {
  let z: Int
  let x: Int
  let y: Int

  /// Units of a tile's side.
  static let extent = 4096

  /// West, south, east and north in degrees; those at the edge of the map reach to the poles.
  var box: [Double] {
    let side = Double(1 << z)
    let west = Double(x) / side * 360 - 180
    let east = Double(x + 1) / side * 360 - 180
    let north = y == 0 ? 90 : Self.latitude(Double(y) / side)
    let south = y == 1 << z - 1 ? -90 : Self.latitude(Double(y + 1) / side)
    return [west, south, east, north]
  }

  private static func latitude(_ share: Double) -> Double { atan(sinh(.pi * (1 - 2 * share))) * 180 / .pi }

  /// The position on the map, from 0 at its north-west corner to 1.
  private static func position(_ coordinate: Coordinate) -> (x: Double, y: Double) {
    let latitude = min(max(coordinate.latitude, -85.051_128_779_806_59), 85.051_128_779_806_59) * .pi / 180
    let x = coordinate.longitude / 360 + 0.5
    let y = 0.5 - log(tan(.pi / 4 + latitude / 2)) / (2 * .pi)
    return (min(max(x, 0), 1.0.nextDown), min(max(y, 0), 1.0.nextDown))
  }

  func contains(_ coordinate: Coordinate) -> Bool {
    let position = Self.position(coordinate)
    let side = Double(1 << z)
    return Int(position.x * side) == x && Int(position.y * side) == y
  }

  /// Whether a cell of a cluster, written `z/x/y`, lies in the tile.
  func contains(cell: String) -> Bool {
    let parts = cell.split(separator: "/").compactMap { Int($0) }
    guard parts.count == 3, parts[0] >= z else { return false }
    return parts[1] >> (parts[0] - z) == x && parts[2] >> (parts[0] - z) == y
  }

  /// The position in the tile, in its units.
  func point(_ coordinate: Coordinate) -> (x: Int, y: Int) {
    let position = Self.position(coordinate)
    let side = Double(1 << z)
    let units = Double(Self.extent)
    return (
      Int(((position.x * side - Double(x)) * units).rounded()), Int(((position.y * side - Double(y)) * units).rounded())
    )
  }
}
