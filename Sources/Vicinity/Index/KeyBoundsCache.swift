import Synchronization

/// The bounds of one or two sort keys that searches have asked for, and what searches without them have cost.
final class KeyBoundsCache: Sendable {
  private struct Known {
    var bounds: KeyBounds?
    /// The work of searches without bounds, in the planner's unit.
    var work = 0.0
    /// The leaves whose bounds were given up since.
    var openLeaves = 0
  }

  private let known: Mutex<[[Query.SortKey]: Known]>
  private let used: ByteCount

  /// From this share of the leaves on, bounds that were given up make all useless.
  private static let mostOpen = 0.02

  /// - Parameter whole: the memory that they are a part of.
  init(in whole: ByteCount) {
    used = ByteCount(of: whole)
    known = Mutex([:])
  }

  /// The bounds for a later version.
  init(after earlier: KeyBoundsCache, _ changes: IndexChanges, in whole: ByteCount) {
    used = ByteCount(of: whole)
    var kept = earlier.known.withLock { $0 }
    let hasSameNodes = changes.nodes.isEmpty || changes.order != nil
    for (keys, value) in kept {
      guard let bounds = value.bounds else { continue }
      let leaves = keys.reduce(into: Set<Int>()) { $0.formUnion(changes.leaves(for: $1.property)) }
      let open = value.openLeaves + leaves.count
      guard hasSameNodes, Double(open) <= Self.mostOpen * Double(bounds.leafCount) + 8 else {
        kept[keys] = Known(work: value.work)
        continue
      }
      if !leaves.isEmpty {
        kept[keys] = Known(bounds: KeyBounds(after: bounds, opening: leaves), work: value.work, openLeaves: open)
      }
    }
    used.add(kept.values.reduce(0) { $0 + ($1.bounds?.byteCount ?? 0) })
    known = Mutex(kept)
  }

  deinit { used.add(-used.value) }

  /// The memory of all bounds in bytes.
  var byteCount: Int { used.value }

  /// The bounds of keys; nil if not known.
  func bounds(of keys: [Query.SortKey]) -> KeyBounds? { known.withLock { $0[keys]?.bounds } }

  /// Adds up the work of searches in an order without bounds, and returns the sum.
  func spend(_ work: Double, on keys: [Query.SortKey]) -> Double {
    known.withLock { known in
      known[keys, default: Known()].work += work
      return known[keys]?.work ?? 0
    }
  }

  /// Forgets what searches in an order have cost: its bounds could not be computed now.
  func postpone(_ keys: [Query.SortKey]) { known.withLock { $0[keys]?.work = 0 } }

  /// Caches the bounds of keys.
  func keep(_ bounds: KeyBounds, of keys: [Query.SortKey]) {
    known.withLock { known in
      used.add(bounds.byteCount - (known[keys]?.bounds?.byteCount ?? 0))
      known[keys] = Known(bounds: bounds)
    }
  }
}
