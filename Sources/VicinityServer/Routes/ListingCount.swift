import Synchronization
import Vicinity

/// The number of listings: counted again once the catalog has changed, and at most once a minute.
final class ListingCount: Sendable {
  private struct State {
    var version: CatalogContentVersion?
    var count: Int?
    var counted: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  /// Nil while the catalog cannot be read.
  func count(in catalog: Catalog) -> Int? {
    guard let version = try? catalog.contentVersion() else { return nil }
    return state.withLock { state in
      if state.version == version || state.counted.map({ .now - $0 < .seconds(60) }) == true { return state.count }
      state = State(version: version, count: try? catalog.listingCount(), counted: .now)
      return state.count
    }
  }
}
