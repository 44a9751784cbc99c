import Geography
import Synchronization
import Vicinity

/// How many listings of each kind there are, and where: kept as long as nothing changes, because it takes a look at
/// all.
final class StatisticsCache: Sendable {
  /// What is known of a kind.
  struct Summary: Sendable {
    var count: Int
    /// Nil without a listing.
    var box: BoundingBox?
  }

  private let kept = Mutex<(version: CatalogContentVersion, summaries: [Kind: Summary])?>(nil)

  /// - Parameter make: makes the summaries of a catalog that has changed.
  func summaries(of catalog: Catalog, _ make: () throws -> [Kind: Summary]) throws -> [Kind: Summary] {
    let version = try catalog.contentVersion()
    if let kept = kept.withLock({ $0 }), kept.version == version { return kept.summaries }
    let summaries = try make()
    kept.withLock { $0 = (version, summaries) }
    return summaries
  }
}
