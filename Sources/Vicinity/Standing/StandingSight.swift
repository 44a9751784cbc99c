/// The standing queries that matched a listing before the transaction that is to change it.
struct StandingSight {
  /// Nil when it could not be evaluated.
  var before: PendingListings.Before?
  /// The version of the listing, among those that are looked at.
  var version: Int
}

/// The listings that pending changes have looked at, and whether they change in the meantime.
struct StandingLooks {
  private var listings: [String: (lookers: Int, version: Int)] = [:]

  /// - Returns: the version of the listing.
  mutating func begin(_ listing: String) -> Int {
    let known = listings[listing] ?? (0, 0)
    listings[listing] = (known.lookers + 1, known.version)
    return known.version
  }

  mutating func end(_ listing: String) {
    guard let known = listings[listing] else { return }
    listings[listing] = known.lookers > 1 ? (known.lookers - 1, known.version) : nil
  }

  /// Listings change: nil for any.
  mutating func change(_ changed: Set<String>?) {
    for listing in changed ?? Set(listings.keys) { listings[listing]?.version += 1 }
  }

  func isCurrent(_ sight: StandingSight, of listing: String) -> Bool { listings[listing]?.version == sight.version }
}
