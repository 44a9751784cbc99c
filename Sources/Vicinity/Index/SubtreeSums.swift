import Synchronization

/// The sums below each child of one inner node, by kind.
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

  /// The sums computed for one version: about two bytes per listing if complete.
  final class Cache: Sendable {
    private let known: Mutex<[Int: SubtreeSums]>

    init() { known = Mutex([:]) }

    /// The same, without those of some nodes.
    init(after earlier: Cache, without nodes: Set<Int>) {
      var kept = earlier.known.withLock { $0 }
      for node in nodes { kept[node] = nil }
      known = Mutex(kept)
    }

    subscript(node: Int) -> SubtreeSums? {
      get { known.withLock { $0[node] } }
      set { known.withLock { $0[node] = newValue } }
    }
  }
}
