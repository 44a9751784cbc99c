import Synchronization
import Vicinity

/// The number of listings: counted again once the catalog has changed, and at most once a minute; after a failure at
/// most every five seconds.
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
    return count(of: version, at: .now) { try catalog.listingCount() }
  }

  /// - Parameters:
  ///   - version: of the catalog.
  ///   - now: the present time.
  ///   - counting: counts.
  func count(of version: CatalogContentVersion, at now: ContinuousClock.Instant, _ counting: () throws -> Int) -> Int? {
    state.withLock { state in
      let isCounted = state.count != nil
      if isCounted, state.version == version { return state.count }
      if let last = state.counted, now - last < .seconds(isCounted ? 60 : 5) { return state.count }
      state = State(version: version, count: try? counting(), counted: now)
      return state.count
    }
  }
}
