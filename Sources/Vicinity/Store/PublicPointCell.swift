import Foundation
import Geography

/// The cell of a grid over the Earth in which a place lies: what a public point knows of the exact one.
///
/// Rows of equal height from pole to pole, each cut into columns of equal width. Where the lines run is part of the secret.
struct PublicPointCell: Hashable {
  /// Counted from the south.
  let row: Int64
  /// Counted from the west.
  let column: Int64
  /// Degrees; between the four sides.
  let middle: Coordinate

  /// How far from its middle a place in a cell lies at most, in sides of the cell.
  ///
  /// The corner of a square lies 0.708 sides away; nearer to a pole than the others, cells have a curved side and other corners, but stay
  /// below. The rest is room for the flattening of the Earth and for rounding.
  static let reach = 0.75

  /// - Parameters:
  ///   - place: on the Earth.
  ///   - meters: the side of a cell at most, 10 to 50 000.
  ///   - shift: where the lines run, in shares of a cell's height and of the whole circle; each 0..<1.
  init(of place: Coordinate, side meters: Double, shift: (rows: Double, columns: Double)) {
    let height = meters / Self.metersPerDegree
    let line = (place.latitude + 90) / height + shift.rows
    row = Int64(line.rounded(.down))
    func latitude(_ line: Double) -> Double { (line - shift.rows) * height - 90 }
    let (south, north) = (latitude(Double(row)), latitude(Double(row) + 1))
    // The widest parallel is the one nearest to the equator.
    let widest = south <= 0 && north >= 0 ? 0 : min(abs(south), abs(north))
    let columns = max(1, (360 * Self.metersPerDegree * cos(widest * .pi / 180) / meters).rounded(.up))
    // At a pole all meridians meet, and a place there has one cell whatever its longitude.
    let turn = (abs(place.latitude) == 90 ? 0 : (place.longitude + 180) / 360) + shift.columns
    column = Int64(min((turn - turn.rounded(.down)) * columns, columns - 1).rounded(.down))
    let center = (Double(column) + 0.5) / columns - shift.columns
    middle = Coordinate(
      latitude: min(90, max(-90, (south + north) / 2)),
      longitude: (center - center.rounded(.down)) * 360 - 180)
  }

  /// Of latitude at the poles, and more than one of longitude at the equator (111 319.5): no degree of WGS 84 is longer.
  private static let metersPerDegree = 111_694.0
}
