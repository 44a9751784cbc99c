import Synchronization

/// What lies below each child of one inner page, kind by kind.
final class SubtreeSums: Sendable {
  private let sums: [CellSum]

  /// - Parameter sums: of each child one for each kind.
  init(_ sums: [CellSum]) { self.sums = sums }

  /// What lies below a child.
  @inline(__always)
  func sum(of kind: Kind, below child: Int) -> CellSum { sums[3 * child + kind.ordinal] }

  /// What lies below all children.
  func total(of kind: Kind) -> CellSum {
    var total = CellSum()
    for position in stride(from: kind.ordinal, to: sums.count, by: 3) { total += sums[position] }
    return total
  }

  /// The sums of one version that have been worked out: some two bytes per listing when it is all of them.
  final class Cache: Sendable {
    private let known = Mutex<[Int: SubtreeSums]>([:])

    subscript(page: Int) -> SubtreeSums? {
      get { known.withLock { $0[page] } }
      set { known.withLock { $0[page] = newValue } }
    }
  }
}
