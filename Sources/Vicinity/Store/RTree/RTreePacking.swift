/// Cuts a sequence of cells into consecutive nodes.
///
/// Along a Hilbert curve neighbors are near each other except for its jumps; equal portions put those jumps inside
/// nodes, whose boxes then cover half a country. The cuts here are optimal: they minimize the expected number of nodes
/// that a small square query visits, which by Kamel and Faloutsos (On packing R-trees, 1993, doi:10.1145/170088.170403)
/// is the sum of (width + side) × (height + side).
enum RTreePacking {
  /// The number of cells per node: from SQLite's minimum, a third of the 51 that fit, to nine tenths, which leaves room
  /// for later inserts.
  static let fill = 17...46
  /// The side of the query, degrees: about two kilometers.
  private static let side: Float = 0.02

  /// The numbers of cells of the nodes, in order.
  /// - Complexity: O(n × 46) time, O(n) memory.
  static func cuts(_ cells: ArraySlice<PackedCell>) -> [Int] {
    guard cells.count >= fill.lowerBound else { return cells.isEmpty ? [] : [cells.count] }
    var best = [Double](repeating: .infinity, count: cells.count + 1)
    var sizes = [Int](repeating: 0, count: cells.count + 1)
    best[0] = 0
    for end in fill.lowerBound...cells.count {
      var box = cells[cells.startIndex + end - 1].box
      for size in 1...min(fill.upperBound, end) {
        box.extend(by: cells[cells.startIndex + end - size].box)
        guard size >= fill.lowerBound else { continue }
        let cost = best[end - size] + Double((box.maxX - box.minX + side) * (box.maxY - box.minY + side))
        if cost < best[end] { (best[end], sizes[end]) = (cost, size) }
      }
    }
    return backtrack(sizes)
  }

  private static func backtrack(_ sizes: [Int]) -> [Int] {
    var cuts: [Int] = []
    var end = sizes.count - 1
    while end > 0 {
      cuts.append(sizes[end])
      end -= sizes[end]
    }
    return cuts.reversed()
  }
}
