import Foundation
import Geography

/// The grid cell on the Earth that contains a place: the only part of the exact position that determines the public
/// point.
///
/// Rows of equal height from pole to pole, each divided into columns of equal width. The position of the grid lines is
/// part of the secret.
struct PublicPointCell: Hashable {
  /// Counted from the south.
  let row: Int64
  /// Counted from the west.
  let column: Int64
  /// The center in degrees.
  let middle: Coordinate

  /// The maximum distance of a place from the center of its cell, in sides of the cell.
  ///
  /// The corner of a square is 0.708 sides away; cells near a pole have a curved side and other corners, but stay
  /// below. The rest allows for the flattening of the Earth and for rounding.
  static let reach = 0.75

  /// - Parameters:
  ///   - place: a valid coordinate.
  ///   - meters: the maximum side of a cell, 10 to 50 000.
  ///   - shift: the offset of the grid lines, as a fraction of a cell's height and of the full circle; each 0..<1.
  init(of place: Coordinate, side meters: Double, shift: (rows: Double, columns: Double)) {
    let height = meters / Self.metersPerDegree
    let line = (place.latitude + 90) / height + shift.rows
    row = Int64(line.rounded(.down))
    func latitude(_ line: Double) -> Double { (line - shift.rows) * height - 90 }
    let (south, north) = (latitude(Double(row)), latitude(Double(row) + 1))
    // The widest parallel is the one nearest to the equator.
    let widest = south <= 0 && north >= 0 ? 0 : min(abs(south), abs(north))
    let columns = max(1, (360 * Self.metersPerDegree * cos(widest * .pi / 180) / meters).rounded(.up))
    // All meridians meet at a pole, so a point there has one cell for all longitudes.
    let turn = (abs(place.latitude) == 90 ? 0 : (place.longitude + 180) / 360) + shift.columns
    column = Int64(min((turn - turn.rounded(.down)) * columns, columns - 1).rounded(.down))
    let center = (Double(column) + 0.5) / columns - shift.columns
    middle = Coordinate(
      latitude: min(90, max(-90, (south + north) / 2)),
      longitude: (center - center.rounded(.down)) * 360 - 180)
  }

  /// Per degree of latitude at the poles, more than per degree of longitude at the equator (111 319.5): an upper bound
  /// for WGS 84.
  private static let metersPerDegree = 111_694.0
}
