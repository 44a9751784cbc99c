/// The sums below each child of one inner node, by kind: about two bytes per listing for a whole tree.
final class SubtreeSums: Sendable {
  private let sums: [CellSum]

  /// - Parameter sums: for each child, one for each kind.
  init(_ sums: [CellSum]) { self.sums = sums }

  /// The sum below a child.
  @inline(__always)
  func sum(of kind: Kind, below child: Int) -> CellSum { sums[3 * child + kind.ordinal] }

  /// The sum below all children.
  func total(of kind: Kind) -> CellSum {
    var total = CellSum()
    for position in stride(from: kind.ordinal, to: sums.count, by: 3) { total += sums[position] }
    return total
  }
}
