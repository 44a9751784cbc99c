extension PixelPolygon {
  /// The point inside that is farthest from every edge, to a pixel.
  ///
  /// Cells are searched best first; the depth of a cell's center plus its half diagonal bounds every depth in it.
  /// Source: V. Agafonkin 2016, "A new algorithm for finding a visual center of a polygon", github.com/mapbox/polylabel.
  ///
  /// - Parameter stretch: the weight of heights: the width of a label divided by its height finds the position where it
  ///   fits best.
  func poleOfInaccessibility(stretch: Double) -> MapView.Point {
    let bounds = bounds
    let size = max(1, min(bounds.right - bounds.left, (bounds.bottom - bounds.top) * stretch)) / 2
    var best = Cell(center: bounds.center, half: 0, in: self, stretch)
    var queue: [Cell] = []
    for x in Swift.stride(from: bounds.left, to: bounds.right, by: 2 * size) {
      for y in Swift.stride(from: bounds.top, to: bounds.bottom, by: 2 * size / stretch) {
        let center = MapView.Point(x: x + size, y: y + size / stretch)
        queue.append(Cell(center: center, half: size, in: self, stretch))
      }
    }
    for _ in 0..<Self.mostSteps {
      guard let next = queue.indices.max(by: { queue[$0].bound < queue[$1].bound }) else { break }
      let cell = queue.remove(at: next)
      if cell.depth > best.depth { best = cell }
      guard cell.bound > best.depth + 1 else { break }
      let half = cell.half / 2
      for (x, y) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
        let center = MapView.Point(x: cell.center.x + x, y: cell.center.y + y / stretch)
        queue.append(Cell(center: center, half: half, in: self, stretch))
      }
    }
    return best.center
  }

  /// A square whose corners may be nearer to or farther from the edges than its center.
  private struct Cell {
    let center: MapView.Point
    let half: Double
    let depth: Double
    var bound: Double { depth + half * 2.squareRoot() }

    init(center: MapView.Point, half: Double, in polygon: PixelPolygon, _ stretch: Double) {
      (self.center, self.half) = (center, half)
      depth = polygon.depth(of: center, stretch: stretch)
    }
  }

  /// Some dozen steps are usual; a limit bounds the work for shapes with many equally good positions.
  private static let mostSteps = 400
}
