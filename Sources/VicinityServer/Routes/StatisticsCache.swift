import Geography
import Streams
import Synchronization
import Vicinity

/// The number and location of listings of each kind: cached until a change, because it needs a look at all, which takes
/// seconds for a million.
final class StatisticsCache: Sendable {
  /// The summary of a kind.
  struct Summary: Sendable {
    var count: Int
    /// Nil without a listing.
    var box: BoundingBox?
  }

  private struct State {
    var version: CatalogContentVersion?
    var summaries: [Kind: Summary]?
    var isMaking = false
  }

  private let state = Mutex(State())
  private let thread = TaskThreads(limit: 1, name: "statistics")

  /// The summaries of the catalog. Under constant changes, slightly older ones: callers never wait longer for new ones
  /// than computing them once takes.
  ///
  /// - Parameter make: makes the summaries.
  func summaries(
    of catalog: Catalog, _ make: @escaping @Sendable () throws -> [Kind: Summary]
  ) async throws -> [Kind: Summary] {
    let version = try catalog.contentVersion()
    let (known, isMaking) = state.withLock { ($0.version == version ? $0.summaries : nil, $0.isMaking) }
    if let known { return known }
    if isMaking, let old = state.withLock({ $0.summaries }) { return old }
    return try await thread.run { [self] in
      // Other threads may have computed them in the meantime.
      let version = try catalog.contentVersion()
      if let known = state.withLock({ $0.version == version ? $0.summaries : nil }) { return known }
      state.withLock { $0.isMaking = true }
      defer { state.withLock { $0.isMaking = false } }
      let summaries = try make()
      state.withLock { ($0.version, $0.summaries) = (version, summaries) }
      return summaries
    }
  }
}
