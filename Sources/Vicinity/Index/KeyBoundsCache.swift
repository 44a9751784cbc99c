import Synchronization

/// The bounds of sort keys that searches have asked for, and what searches without them have cost.
final class KeyBoundsCache: Sendable {
  private struct Known {
    var bounds: KeyBounds?
    /// The version that they are right for; nil for all that share the tree.
    var version: CatalogVersion?
    /// The entries of searches without bounds.
    var entries = 0
  }

  private let known = Mutex<[Query.SortKey: Known]>([:])
  private let used: ByteCount

  /// - Parameter whole: the memory that they are a part of.
  init(in whole: ByteCount) { used = ByteCount(of: whole) }

  /// The memory of all bounds in bytes.
  var byteCount: Int { used.value }

  /// The bounds of a key in a version; nil if not known.
  func bounds(of key: Query.SortKey, in version: CatalogVersion) -> KeyBounds? {
    known.withLock { known in
      known[key].flatMap { $0.version == nil || $0.version == version ? $0.bounds : nil }
    }
  }

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
  ///
  /// - Parameter version: the only one that they are right for; nil if they are for all that share the tree.
  func keep(_ bounds: KeyBounds, of key: Query.SortKey, in version: CatalogVersion?) {
    known.withLock { known in
      used.add(bounds.byteCount - (known[key]?.bounds?.byteCount ?? 0))
      known[key] = Known(bounds: bounds, version: version)
    }
  }
}
