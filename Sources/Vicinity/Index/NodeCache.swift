import Synchronization

/// What has been computed so far of all listings below nodes, for one version of the catalog.
final class NodeCache<Value: Sendable>: Sendable {
  private let known: Mutex<[Int: Value]>

  init() { known = Mutex([:]) }

  /// The same, without the values of some nodes.
  init(after earlier: NodeCache, without nodes: Set<Int>) {
    var kept = earlier.known.withLock { $0 }
    for node in nodes { kept[node] = nil }
    known = Mutex(kept)
  }

  /// By node number; nil if not known.
  subscript(node: Int) -> Value? {
    get { known.withLock { $0[node] } }
    set { known.withLock { $0[node] = newValue } }
  }
}
