import Synchronization
import Vicinity

/// The counts of a catalog, which take a look at all listings: kept as long as nothing changes.
final class StatisticsCache: Sendable {
  private let kept = Mutex<(version: CatalogContentVersion, statistics: CatalogStatistics)?>(nil)

  func statistics(of catalog: Catalog) throws -> CatalogStatistics {
    let version = try catalog.contentVersion()
    if let kept = kept.withLock({ $0 }), kept.version == version { return kept.statistics }
    let statistics = try catalog.statistics()
    kept.withLock { $0 = (version, statistics) }
    return statistics
  }
}
