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

  /// The box of the tile with some units around it; may cross the antimeridian.
  func box(withBuffer units: Int) -> BoundingBox {
    let (side, buffer) = (Double(1 << z), Double(units) / Double(Self.extent))
    let (top, bottom) = (Double(y) - buffer, Double(y + 1) + buffer)
    let north = top <= 0 ? 90 : Self.latitude(top / side)
    let south = bottom >= side ? -90 : Self.latitude(bottom / side)
    guard 1 + 2 * buffer < side else { return BoundingBox(south: south, west: -180, north: north, east: 180) }
    func longitude(_ column: Double) -> Double {
      let degrees = column / side * 360 - 180
      return degrees < -180 ? degrees + 360 : degrees > 180 ? degrees - 360 : degrees
    }
    return BoundingBox(
      south: south, west: longitude(Double(x) - buffer), north: north, east: longitude(Double(x + 1) + buffer))
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

  /// The position in the tile, in its units; of a coordinate beside it on the side where that is nearer.
  func point(_ coordinate: Coordinate) -> (x: Int, y: Int) {
    let position = Self.position(coordinate)
    let side = Double(1 << z)
    let units = Double(Self.extent)
    var column = position.x * side - Double(x)
    if z > 0 { column -= ((column - 0.5) / side).rounded() * side }
    return (Int((column * units).rounded()), Int(((position.y * side - Double(y)) * units).rounded()))
  }
}
