import Geography

/// Counts matches by map cell.
struct CellTally {
  let grid: CellGrid
  private var sums: [CellGrid.Cell: CellSum] = [:]

  init(zoom: Int, within box: BoundingBox?) { grid = CellGrid(zoom: zoom, within: box) }

  @inline(__always)
  mutating func add(_ sum: CellSum, to cell: CellGrid.Cell) { sums[cell, default: CellSum()] += sum }

  @inline(__always)
  mutating func add(_ leaf: Leaf, _ position: Int) {
    let coordinate = Coordinate(latitude: leaf.latitudes[position], longitude: leaf.longitudes[position])
    sums[grid.cell(of: coordinate), default: CellSum()].add(leaf, position)
  }

  /// Adds entries of a leaf, all at once if they lie in one cell.
  mutating func add(_ entries: EntrySet, of leaf: Leaf) {
    // A leaf without entries, as in an empty catalog, has no box.
    guard !entries.isEmpty else { return }
    guard let cell = grid.cell(holding: leaf.box) else {
      for position in entries { add(leaf, position) }
      return
    }
    var sum = CellSum()
    for position in entries { sum.add(leaf, position) }
    add(sum, to: cell)
  }

  /// The total count.
  var count: Int { sums.values.reduce(0) { $0 + $1.count } }

  /// The nonempty cells by descending count, then from north to south, then from west to east.
  var clusters: [Cluster] {
    let ordered = sums.sorted { left, right in
      (right.value.count, left.key.row, left.key.column) < (left.value.count, right.key.row, right.key.column)
    }
    return ordered.map { cell, sum in
      let single = sum.single
      return Cluster(
        cell: "\(grid.level)/\(cell.column)/\(cell.row)", coordinate: single?.coordinate ?? sum.mean, count: sum.count,
        box: grid.box(of: cell), id: single?.id)
    }
  }
}
