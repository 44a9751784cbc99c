import Synchronization

/// The bounds of sort keys that searches have asked for, and what searches without them have cost.
final class KeyBoundsCache: Sendable {
  private struct Known {
    var bounds: KeyBounds?
    /// The entries of searches without bounds.
    var entries = 0
    /// The leaves whose bounds were given up since.
    var openLeaves = 0
  }

  private let known: Mutex<[Query.SortKey: Known]>
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
    for (key, value) in kept {
      guard let bounds = value.bounds else { continue }
      let leaves = changes.leaves(for: key.property)
      let open = value.openLeaves + leaves.count
      guard hasSameNodes, Double(open) <= Self.mostOpen * Double(bounds.leafCount) + 8 else {
        kept[key] = Known(entries: value.entries)
        continue
      }
      if !leaves.isEmpty {
        kept[key] = Known(
          bounds: KeyBounds(after: bounds, opening: leaves), entries: value.entries, openLeaves: open)
      }
    }
    used.add(kept.values.reduce(0) { $0 + ($1.bounds?.byteCount ?? 0) })
    known = Mutex(kept)
  }

  deinit { used.add(-used.value) }

  /// The memory of all bounds in bytes.
  var byteCount: Int { used.value }

  /// The bounds of a key; nil if not known.
  func bounds(of key: Query.SortKey) -> KeyBounds? { known.withLock { $0[key]?.bounds } }

  /// Adds up the entries of searches in an order without bounds, and returns the sum.
  func spend(_ entries: Int, on key: Query.SortKey) -> Int {
    known.withLock { known in
      known[key, default: Known()].entries += entries
      return known[key]?.entries ?? 0
    }
  }

  /// Forgets what searches in an order have cost: its bounds could not be computed now.
  func postpone(_ key: Query.SortKey) { known.withLock { $0[key]?.entries = 0 } }

  /// Caches the bounds of a key.
  func keep(_ bounds: KeyBounds, of key: Query.SortKey) {
    known.withLock { known in
      used.add(bounds.byteCount - (known[key]?.bounds?.byteCount ?? 0))
      known[key] = Known(bounds: bounds)
    }
  }
}
