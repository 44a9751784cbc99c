import Synchronization

/// The sums of the events below each child of one inner node that are not over, and when they are right.
final class ComingSums: Sendable {
  private let sums: [CellSum]
  /// The times, in Unix seconds, at which the same events are not over.
  let valid: Range<Int64>

  /// - Parameter sums: one for each child.
  init(_ sums: [CellSum], valid: Range<Int64>) { (self.sums, self.valid) = (sums, valid) }

  /// The sum below a child.
  func sum(below child: Int) -> CellSum { sums[child] }

  /// The sum below all children.
  var total: CellSum { sums.reduce(into: CellSum()) { $0 += $1 } }

  /// The latest sums computed for one version.
  final class Cache: Sendable {
    private let known: Mutex<[Int: ComingSums]>

    init() { known = Mutex([:]) }

    /// The same, without those of some nodes.
    init(after earlier: Cache, without nodes: Set<Int>) {
      var kept = earlier.known.withLock { $0 }
      for node in nodes { kept[node] = nil }
      known = Mutex(kept)
    }

    /// The sums of a node at a time; nil if not known.
    func sums(of node: Int, at now: Int64) -> ComingSums? {
      known.withLock { $0[node].flatMap { $0.valid.contains(now) ? $0 : nil } }
    }

    func keep(_ sums: ComingSums, of node: Int) { known.withLock { $0[node] = sums } }
  }
}
