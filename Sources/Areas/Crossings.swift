import Geography

/// Counts how often the edges of polygons cross one another, as far as a bound.
///
/// Repairing and joining polygons takes time and memory in the crossings of their edges, of which a scribble has as
/// many as the square of its vertices. Edges are put into the cells of a grid, and those of one cell are compared,
/// until there are too many crossings or too many pairs to compare: so the count itself is bounded.
struct Crossings {
  /// The edges may cross as often as they are, but at least so often.
  private static let fewest = 10_000
  /// Two edges take some nanoseconds, and those of a coast that lies in few cells are compared with many others.
  private var mostPairs: Int { max(50_000_000, 500 * edges.count) }

  private let edges: [Edge]
  private let grid: Grid

  /// Refuses polygons whose edges cross too often to be repaired or joined.
  ///
  /// - Throws: `AreaFault` with the place of one crossing.
  /// - Complexity: O(n) in the edges where these are short, and never more than a bounded number of comparisons beyond.
  static func check(_ shape: MultiPolygon) throws(AreaFault) {
    // Fewer edges cannot cross as often.
    guard shape.vertexCount > 140 else { return }
    let crossings = Crossings(shape)
    let most = max(fewest, crossings.edges.count)
    guard let place = crossings.place(beyond: most) else { return }
    throw AreaFault(
      "the edges cross one another more than \(most) times, which is too much to be put in order; simplify the rings, "
        + "or cut the area into smaller ones", at: place)
  }

  private init(_ shape: MultiPolygon) {
    edges = shape.polygons.flatMap(\.rings).flatMap { ring in zip(ring, ring.dropFirst()).map(Edge.init) }
    grid = Grid(edges)
  }

  /// The place of the crossing after so many; nil when there are no more. Where too many edges would have to be
  /// compared, that of the last.
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

  /// Whether two edges cross at a point within both, which lies in a cell: so a crossing is counted once.
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

/// Equal cells over the envelope of edges, about as many as edges.
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

  /// The cells that an edge may touch: in each row those that it passes there, and one more on either side for
  /// rounding.
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
