import Geography

/// Cells over the envelope of an area that are wholly inside, wholly outside, or touched by its boundary.
///
/// Most tests take one cell look-up, or sums over a rectangle of cells; only what lies in a boundary cell needs the
/// exact test. Every cell within `margin` of an edge counts as touched, so rounding never produces a wrong answer.
struct AreaGrid {
  private let west, south, cellsPerDegreeEast, cellsPerDegreeNorth: Double
  private let columns, rows: Int
  private var cells: [AreaRelation?]
  /// Prefix sums of the cells inside and outside, from the south-western corner; one row and column more than cells.
  private var insideSums: [Int32] = []
  private var outsideSums: [Int32] = []

  /// In cells. Longitudes beyond 100 degrees are exact to 3e-14 degrees, and at most 256 cells share a millionth of a
  /// degree.
  private static let margin = 1e-4
  private static let narrowest = 1e-6

  /// - Parameters:
  ///   - west, south, east, north: the sides of all rings.
  ///   - isInside: the exact test, called for an untouched cell only if neither the cell to the left nor the one below
  ///     is untouched.
  init(
    _ rings: [[Coordinate]], west: Double, south: Double, east: Double, north: Double, isInside: (Coordinate) -> Bool
  ) {
    let vertices = rings.reduce(0) { $0 + $1.count }
    let side = min(256, max(8, Int((Double(vertices).squareRoot() * 4).rounded())))
    let isWide = east - west > Self.narrowest && north - south > Self.narrowest
    (columns, rows) = isWide ? (side, side) : (1, 1)
    (self.west, self.south) = (west, south)
    cellsPerDegreeEast = isWide ? Double(columns) / (east - west) : 0
    cellsPerDegreeNorth = isWide ? Double(rows) / (north - south) : 0
    cells = Array(repeating: nil, count: columns * rows)
    for ring in rings { for (a, b) in zip(ring, ring.dropFirst()) { mark(a, b) } }
    fill(isInside)
    sum()
  }

  /// The relation of the cell that contains a coordinate of the frame; `.outside` beyond the frame.
  @inline(__always)
  func relation(latitude: Double, longitude: Double) -> AreaRelation {
    let x = (longitude - west) * cellsPerDegreeEast
    let y = (latitude - south) * cellsPerDegreeNorth
    guard x >= -Self.margin, y >= -Self.margin, x <= Double(columns) + Self.margin, y <= Double(rows) + Self.margin
    else { return .outside }
    let (column, row) = (min(columns - 1, max(0, Int(x))), min(rows - 1, max(0, Int(y))))
    return cells[row * columns + column] ?? .crossing
  }

  /// The relation of the cells under a box of the frame.
  func relation(to box: BoundingBox) -> AreaRelation {
    guard cellsPerDegreeEast > 0 else { return .crossing }
    let x0 = (box.west - west) * cellsPerDegreeEast - Self.margin
    let x1 = (box.east - west) * cellsPerDegreeEast + Self.margin
    let y0 = (box.south - south) * cellsPerDegreeNorth - Self.margin
    let y1 = (box.north - south) * cellsPerDegreeNorth + Self.margin
    guard x1 >= 0, y1 >= 0, x0 <= Double(columns), y0 <= Double(rows) else { return .outside }
    let isWithin = x0 >= 0 && y0 >= 0 && x1 <= Double(columns) && y1 <= Double(rows)
    let (left, right) = (Self.cell(x0, columns), Self.cell(x1, columns))
    let (bottom, top) = (Self.cell(y0, rows), Self.cell(y1, rows))
    let all = Int32((right - left + 1) * (top - bottom + 1))
    if count(outsideSums, left, right, bottom, top) == all { return .outside }
    return isWithin && count(insideSums, left, right, bottom, top) == all ? .inside : .crossing
  }

  private static func cell(_ position: Double, _ count: Int) -> Int {
    min(count - 1, max(0, Int(min(Double(count), max(0, position)))))
  }

  private func count(_ sums: [Int32], _ left: Int, _ right: Int, _ bottom: Int, _ top: Int) -> Int32 {
    let width = columns + 1
    return sums[(top + 1) * width + right + 1] - sums[bottom * width + right + 1] - sums[(top + 1) * width + left]
      + sums[bottom * width + left]
  }

  // MARK: Making

  /// Marks every cell within `margin` of an edge.
  private mutating func mark(_ a: Coordinate, _ b: Coordinate) {
    let (ax, ay) = ((a.longitude - west) * cellsPerDegreeEast, (a.latitude - south) * cellsPerDegreeNorth)
    let (bx, by) = ((b.longitude - west) * cellsPerDegreeEast, (b.latitude - south) * cellsPerDegreeNorth)
    let (low, high) = ay <= by ? ((ax, ay), (bx, by)) : ((bx, by), (ax, ay))
    let slope = high.1 > low.1 ? (high.0 - low.0) / (high.1 - low.1) : 0
    for row in Self.cell(low.1 - Self.margin, rows)...Self.cell(high.1 + Self.margin, rows) {
      var (start, end) = (low.0, high.0)
      if high.1 > low.1 {
        // The part of the edge within the row, plus the margin.
        let from = max(low.1, Double(row) - Self.margin)
        let to = min(high.1, Double(row + 1) + Self.margin)
        start = low.0 + slope * (max(low.1, from) - low.1)
        end = low.0 + slope * (min(high.1, max(from, to)) - low.1)
      }
      let left = Self.cell(min(start, end) - 2 * Self.margin, columns)
      let right = Self.cell(max(start, end) + 2 * Self.margin, columns)
      for column in left...right { cells[row * columns + column] = .crossing }
    }
  }

  /// No boundary runs between adjacent untouched cells, so both are on the same side.
  private mutating func fill(_ isInside: (Coordinate) -> Bool) {
    for row in 0..<rows {
      for column in 0..<columns where cells[row * columns + column] == nil {
        let left = column > 0 ? cells[row * columns + column - 1] : nil
        let below = row > 0 ? cells[(row - 1) * columns + column] : nil
        if let known = [left, below].lazy.compactMap({ $0 }).first(where: { $0 != .crossing }) {
          cells[row * columns + column] = known
        } else {
          let middle = Coordinate(
            latitude: south + (Double(row) + 0.5) / cellsPerDegreeNorth,
            longitude: west + (Double(column) + 0.5) / cellsPerDegreeEast)
          cells[row * columns + column] = isInside(middle) ? .inside : .outside
        }
      }
    }
  }

  private mutating func sum() {
    let width = columns + 1
    insideSums = Array(repeating: 0, count: width * (rows + 1))
    outsideSums = insideSums
    for row in 0..<rows {
      var (inside, outside) = (Int32(0), Int32(0))
      for column in 0..<columns {
        let cell = cells[row * columns + column]
        if cell == .inside { inside += 1 }
        if cell == .outside { outside += 1 }
        let place = (row + 1) * width + column + 1
        insideSums[place] = insideSums[place - width] + inside
        outsideSums[place] = outsideSums[place - width] + outside
      }
    }
  }
}
