import Geography
import Synchronization
import Vicinity

/// Facts about the catalog for the first view of the map page.
struct Overview: Sendable {
  /// The listings of each kind that a search without filters finds.
  var counts: [Kind: Int]
  /// Whether all members can rate couches, not only their guests.
  var openRatings = false
  /// Whether it knows places by name.
  var hasGazetteer = false
  /// Where most of them are; nil without any.
  var busiest: Coordinate?
  /// The bounds of what is there, by the middles of cells; nil without any.
  var busiestBox: BoundingBox?
}

/// The overview of the catalog, cached for one version. While a newer one is computed the last one is returned: a page
/// waits only for the first one.
final class OverviewCache: Sendable {
  private struct State {
    var version: CatalogContentVersion?
    var overview: Overview?
    var isMaking = false
  }

  private let state = Mutex(State())

  /// - Parameter make: makes an overview; nil when it cannot be made now.
  func overview(
    of version: CatalogContentVersion, _ make: @escaping @Sendable () async -> Overview?
  ) async -> Overview? {
    let (known, isMissing) = state.withLock { state in
      let isMissing = state.version != version && !state.isMaking
      if isMissing, state.overview != nil { state.isMaking = true }
      return (state.overview, isMissing)
    }
    guard known != nil else { return await renew(version, make) }
    if isMissing { Task { _ = await renew(version, make) } }
    return known
  }

  private func renew(_ version: CatalogContentVersion, _ make: @Sendable () async -> Overview?) async -> Overview? {
    let made = await make()
    state.withLock { state in
      state.isMaking = false
      if let made { (state.version, state.overview) = (version, made) }
    }
    return made
  }
}
