import Geography

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The cells in which listings are counted for a map: the tiles of the Web Mercator grid at one level.
///
/// A cell includes its west and north sides, but not its east and south ones: [west, east) and (south, north]. The
/// meridian of 180 degrees belongs to the first column under either spelling, and so does a pole at any longitude. The
/// first and the last row extend to the poles, beyond the 85.05 degrees at which the square map ends.
///
/// Rows and columns are determined by comparison with the same sides that `box(of:)` returns, never by rounding a
/// formula, so that the cell of a coordinate is monotonic in the coordinate. Source of the grid: OGC 17-083r4, "Two
/// Dimensional Tile Matrix Set", annex D.1, WebMercatorQuad.
struct CellGrid: Sendable {
  /// One cell of a grid.
  struct Cell: Hashable, Sendable {
    let column: Int
    let row: Int
  }

  /// Beyond this number of rows, edges are computed on demand instead of stored.
  private static let mostEdges = 1024

  let level: Int
  /// The number of columns and of rows.
  let size: Int
  private let firstRow: Int
  /// The north sides of the rows from the first one on, then the south side of the last.
  private let edges: [Double]

  /// - Parameters:
  ///   - zoom: the zoom level of the map, 0...22.
  ///   - box: where most coordinates lie; their rows are found faster.
  init(zoom: Int, within box: BoundingBox? = nil) {
    level = zoom + Query.clusterLevelsBelowZoom
    size = 1 << level
    let box = box ?? .world
    let rows = Self.row(of: box.north, among: size)...Self.row(of: box.south, among: size)
    firstRow = rows.lowerBound
    edges =
      rows.count > Self.mostEdges
      ? [] : (rows.lowerBound...rows.upperBound + 1).map { [size] in Self.north(ofRow: $0, among: size) }
  }

  /// The cell of a valid coordinate.
  @inline(__always)
  func cell(of coordinate: Coordinate) -> Cell {
    Cell(column: column(of: coordinate.firstLongitude), row: row(of: coordinate.latitude))
  }

  /// The cell that contains a whole box, which does not cross the antimeridian; nil when it lies in several.
  @inline(__always)
  func cell(holding box: BoundingBox) -> Cell? {
    let column = column(of: box.west)
    guard box.east < 180 ? self.column(of: box.east) == column : box.west >= 180 else { return nil }
    guard column == 0 || (-90 < box.south && box.north < 90) else { return nil }
    let row = row(of: box.north)
    return self.row(of: box.south) == row ? Cell(column: column, row: row) : nil
  }

  /// The sides of a cell, in degrees.
  func box(of cell: Cell) -> BoundingBox {
    BoundingBox(
      south: max(-90, Self.north(ofRow: cell.row + 1, among: size)),
      west: Self.west(ofColumn: cell.column, among: size),
      north: Self.north(ofRow: cell.row, among: size), east: Self.west(ofColumn: cell.column + 1, among: size))
  }

  // MARK: Columns

  @inline(__always)
  func column(of longitude: Double) -> Int {
    guard longitude < 180 else { return 0 }
    var column = min(size - 1, max(0, Int((longitude + 180) * Double(size) / 360)))
    while column > 0, longitude < Self.west(ofColumn: column, among: size) { column -= 1 }
    while column < size - 1, longitude >= Self.west(ofColumn: column + 1, among: size) { column += 1 }
    return column
  }

  /// Exact: an integer below 2^33 divided by a power of two, and a difference of as many bits.
  @inline(__always)
  private static func west(ofColumn column: Int, among size: Int) -> Double {
    Double(column * 360) / Double(size) - 180
  }

  // MARK: Rows

  @inline(__always)
  func row(of latitude: Double) -> Int {
    guard let north = edges.first, let south = edges.last, latitude <= north, latitude > south else {
      return Self.row(of: latitude, among: size)
    }
    // The last side that is not south of the latitude.
    var (low, high) = (0, edges.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if latitude <= edges[middle] { low = middle } else { high = middle }
    }
    return firstRow + low
  }

  private static func row(of latitude: Double, among size: Int) -> Int {
    let onMap = min(85.06, max(-85.06, latitude)) * .pi / 180
    let fraction = (1 - asinh(tan(onMap)) / .pi) / 2
    var row = min(size - 1, max(0, Int(fraction * Double(size))))
    while row > 0, latitude > north(ofRow: row, among: size) { row -= 1 }
    while row < size - 1, latitude <= north(ofRow: row + 1, among: size) { row += 1 }
    return row
  }

  /// The north side of a row; for the row below the last one, a bound south of everything.
  private static func north(ofRow row: Int, among size: Int) -> Double {
    if row <= 0 { return 90 }
    if row >= size { return -.infinity }
    return atan(sinh(.pi * (1 - 2 * Double(row) / Double(size)))) * 180 / .pi
  }
}
