import Geography
import Streams
import Synchronization
import Vicinity

/// How many listings of each kind there are, and where: kept as long as nothing changes, because it takes a look at
/// all, which for a million takes seconds.
final class StatisticsCache: Sendable {
  /// What is known of a kind.
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

  /// The summaries of the catalog. While it changes all the time those of a moment ago: nobody waits for new ones
  /// longer than it takes to make them once.
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
      // Others may have made them meanwhile.
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
