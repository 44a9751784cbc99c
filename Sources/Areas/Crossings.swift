import Geography

/// Counts the crossings between the edges of polygons, up to a limit.
///
/// Repairing and joining polygons takes time and memory proportional to the crossings of their edges, which in a
/// scribble grow with the square of its vertices. Edges are sorted into the cells of a grid and compared within each
/// cell, until there are too many crossings or too many comparisons: so the count itself is bounded.
struct Crossings {
  /// The limit on crossings is the number of edges, and at least this.
  private static let fewest = 10_000
  /// Comparing two edges takes a few nanoseconds; the edges of a coastline that lies in few cells are each compared
  /// with many others.
  private var mostPairs: Int { max(50_000_000, 500 * edges.count) }

  private let edges: [Edge]
  private let grid: Grid

  /// Rejects polygons whose edges cross too often to be repaired or joined.
  ///
  /// - Throws: `AreaError` with the location of one crossing.
  /// - Complexity: O(n) in the edges where these are short; the number of comparisons is bounded for any input.
  static func check(_ shape: MultiPolygon) throws(AreaError) {
    // With fewer vertices the limit cannot be reached.
    guard shape.vertexCount > 140 else { return }
    let crossings = Crossings(shape)
    let most = max(fewest, crossings.edges.count)
    guard let place = crossings.place(beyond: most) else { return }
    throw AreaError(
      "the edges cross one another more than \(most) times, too many to repair; simplify the rings, "
        + "or cut the area into smaller ones", at: place)
  }

  private init(_ shape: MultiPolygon) {
    edges = shape.polygons.flatMap(\.rings).flatMap { ring in zip(ring, ring.dropFirst()).map(Edge.init) }
    grid = Grid(edges)
  }

  /// The location of the first crossing beyond the limit; nil when there are no more. When too many edges would have to
  /// be compared, the start of the edge compared last.
  private func place(beyond most: Int) -> Coordinate? {
    var cells = [[Int32]](repeating: [], count: grid.count)
    var (crossings, pairs) = (0, 0)
    for (index, edge) in edges.enumerated() {
      for cell in grid.cells(of: edge) {
        pairs += cells[cell].count + 1
        for other in cells[cell] where edge.crosses(edges[Int(other)], in: cell, of: grid) {
          crossings += 1
          if crossings > most { return edge.start }
        }
        guard pairs <= mostPairs else { return edge.start }
        cells[cell].append(Int32(index))
      }
    }
    return nil
  }
}

/// A straight line between two vertices, in degrees.
private struct Edge {
  let start: Coordinate
  let end: Coordinate

  var west: Double { min(start.longitude, end.longitude) }
  var east: Double { max(start.longitude, end.longitude) }
  var south: Double { min(start.latitude, end.latitude) }
  var north: Double { max(start.latitude, end.latitude) }

  /// Whether two edges cross at an interior point of both that lies in this cell, so that each crossing counts once.
  func crosses(_ other: Edge, in cell: Int, of grid: Grid) -> Bool {
    guard west <= other.east, other.west <= east, south <= other.north, other.south <= north else { return false }
    let (a, b) = (side(of: other.start), side(of: other.end))
    let (c, d) = (other.side(of: start), other.side(of: end))
    guard a * b < 0, c * d < 0 else { return false }
    let part = c / (c - d)
    let crossing = Coordinate(
      latitude: start.latitude + part * (end.latitude - start.latitude),
      longitude: start.longitude + part * (end.longitude - start.longitude))
    return grid.cell(of: crossing) == cell
  }

  /// Above 0 on the left of the edge, below 0 on its right.
  private func side(of point: Coordinate) -> Double {
    (end.longitude - start.longitude) * (point.latitude - start.latitude) - (end.latitude - start.latitude)
      * (point.longitude - start.longitude)
  }
}

/// Equal cells over the envelope of the edges, about as many as there are edges.
private struct Grid {
  private let west: Double
  private let south: Double
  private let width: Double
  private let height: Double
  private let side: Int

  init(_ edges: [Edge]) {
    west = edges.map(\.west).min() ?? 0
    south = edges.map(\.south).min() ?? 0
    side = max(1, min(1000, Int(Double(edges.count).squareRoot())))
    width = max(((edges.map(\.east).max() ?? 0) - west) / Double(side), 1e-12)
    height = max(((edges.map(\.north).max() ?? 0) - south) / Double(side), 1e-12)
  }

  var count: Int { side * side }

  func cell(of point: Coordinate) -> Int { row(point.latitude) * side + column(point.longitude) }

  private func column(_ longitude: Double) -> Int { min(max(Int((longitude - west) / width), 0), side - 1) }
  private func row(_ latitude: Double) -> Int { min(max(Int((latitude - south) / height), 0), side - 1) }

  /// The cells that an edge may touch: in each row those that it passes, plus one on either side for rounding.
  func cells(of edge: Edge) -> [Int] {
    var cells: [Int] = []
    let rise = edge.end.latitude - edge.start.latitude
    let slope = rise == 0 ? 0 : (edge.end.longitude - edge.start.longitude) / rise
    for row in row(edge.south)...row(edge.north) {
      var (from, to) = (edge.west, edge.east)
      if rise != 0 {
        let bounds = [0, 1].map {
          edge.start.longitude + slope * (south + Double(row + $0) * height - edge.start.latitude)
        }
        from = max(from, min(bounds[0], bounds[1]) - width)
        to = min(to, max(bounds[0], bounds[1]) + width)
      }
      guard from <= to else { continue }
      for column in column(from)...column(to) { cells.append(row * side + column) }
    }
    return cells
  }
}
