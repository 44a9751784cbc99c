import Geography

/// The places of a gazetteer by population: finds the most populous ones in a box.
///
/// The places are ordered by population. A small box is answered from the places of the cells of a grid that it touches;
/// in a large one enough places are soon found among the most populous of all.
struct PlaceCensus: Sendable {
  /// A place in the census.
  struct Entry: Sendable {
    var id: Int
    var coordinate: Coordinate
    var population: Int
    /// Whether it is a part of a larger place.
    var isSection: Bool
  }

  /// By population, the greatest first; equally populous ones by id.
  private let entries: [Entry]
  /// For each cell of one degree the indices of its places, ascending, one cell after the other.
  private let members: [UInt32]
  /// By cell, the index of its first one in `members`; then the end.
  private let starts: [UInt32]

  private static let (rows, columns) = (180, 360)
  /// The greatest number of cells that are looked at one by one.
  private static let mostCells = 1024

  /// The size in bytes.
  var byteCount: Int { entries.count * MemoryLayout<Entry>.stride + 4 * (members.count + starts.count) }

  /// - Complexity: O(n log n).
  init(_ places: [Entry]) {
    entries = places.sorted { ($1.population, $0.id) < ($0.population, $1.id) }
    var starts = [UInt32](repeating: 0, count: Self.rows * Self.columns + 1)
    for entry in entries { starts[Self.cell(of: entry.coordinate) + 1] += 1 }
    for cell in 1..<starts.count { starts[cell] += starts[cell - 1] }
    var (next, members) = (starts, [UInt32](repeating: 0, count: entries.count))
    for (index, entry) in entries.enumerated() {
      let cell = Self.cell(of: entry.coordinate)
      members[Int(next[cell])] = UInt32(index)
      next[cell] += 1
    }
    (self.starts, self.members) = (starts, members)
  }

  /// The ids of the most populous places in a box, in order.
  ///
  /// - Parameters:
  ///   - least: the least population.
  ///   - sections: whether to include parts of larger places.
  /// - Complexity: O(n) for large boxes with few places, else the places of the cells that the box touches.
  func mostPopulous(_ limit: Int, in box: BoundingBox, inhabitants least: Int, sections: Bool) -> [Int] {
    var found: [Int] = []
    func take(_ index: Int) -> Bool {
      let entry = entries[index]
      guard found.count < limit, entry.population >= least else { return false }
      if sections || !entry.isSection, box.contains(entry.coordinate) { found.append(entry.id) }
      return true
    }
    if let cells = Self.cells(touching: box) {
      for index in cells.flatMap({ members[Int(starts[$0])..<Int(starts[$0 + 1])] }).sorted() {
        guard take(Int(index)) else { break }
      }
    } else {
      for index in entries.indices { guard take(index) else { break } }
    }
    return found
  }

  /// The cells that a box touches; nil if they are many.
  private static func cells(touching box: BoundingBox) -> [Int]? {
    let rows = row(of: box.south)...row(of: box.north)
    let count = Int(box.longitudeSpan.rounded(.up)) + 1
    guard count < columns, rows.count * count <= mostCells else { return nil }
    let west = column(of: box.west)
    return rows.flatMap { row in (0..<count).map { row * columns + (west + $0) % columns } }
  }

  private static func cell(of coordinate: Coordinate) -> Int {
    row(of: coordinate.latitude) * columns + column(of: coordinate.firstLongitude)
  }

  private static func row(of latitude: Double) -> Int { min(rows - 1, max(0, Int((latitude + 90).rounded(.down)))) }

  private static func column(of longitude: Double) -> Int {
    let column = Int((longitude + 180).rounded(.down)) % columns
    return column < 0 ? column + columns : column
  }
}
