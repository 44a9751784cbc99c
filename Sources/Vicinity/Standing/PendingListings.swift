import CivilTime

/// Listings that have changed, or are about to, with the standing queries that found them before.
struct PendingListings {
  /// What is known from before the first change.
  struct Before {
    var found: [StandingQuery]
    /// The time of the change.
    var now: Instant
    /// Queries from this serial on were added later.
    var nextSerial: Int
  }

  private struct Listing {
    var before: Before
    /// Changes that are about to be committed.
    var holders = 1
    /// Whether it has changed since it was last judged.
    var isChanged = true
    let order: Int
  }

  private var listings: [String: Listing] = [:]
  private var count = 0
  /// Whether all changes are among them.
  var isComplete = true

  /// Those whose changes are committed, in the order of their first changes.
  var waiting: [String] {
    listings.filter { $0.value.holders == 0 }.sorted { $0.value.order < $1.value.order }.map(\.key)
  }

  /// Notes a further change; false for a listing that is not pending.
  mutating func hold(_ listing: String) -> Bool {
    guard listings[listing] != nil else { return false }
    listings[listing]?.holders += 1
    listings[listing]?.isChanged = true
    return true
  }

  mutating func insert(_ listing: String, _ before: Before) {
    count += 1
    listings[listing] = Listing(before: before, order: count)
  }

  mutating func release(_ released: Set<String>) {
    for listing in released { listings[listing]?.holders -= 1 }
  }

  /// What was before the changes of a listing, which is about to be judged; nil while a further one is about to be
  /// committed.
  mutating func begin(_ listing: String) -> Before? {
    guard let known = listings[listing], known.holders == 0 else { return nil }
    listings[listing]?.isChanged = false
    return known.before
  }

  /// A listing has been judged: what follows is compared with that.
  mutating func end(_ listing: String, _ found: [StandingQuery]) {
    guard let known = listings[listing] else { return }
    if known.isChanged || known.holders > 0 {
      listings[listing]?.before.found = found
    } else {
      listings[listing] = nil
    }
  }

  mutating func takeCompleteness() -> Bool {
    defer { isComplete = true }
    return isComplete
  }
}
