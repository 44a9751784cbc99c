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
    /// The rows of its changes since it was last judged, of those that are kept.
    var rows: [Int] = []
    /// The rows of those that are being judged.
    var judgedRows: [Int] = []
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

  /// Notes a change of an earlier process; those of a listing in their order.
  mutating func resume(_ listing: String, _ before: Before, row: Int) {
    if let known = listings[listing]?.before {
      // What counts for a query is the first change after it was added.
      listings[listing]?.before.found += before.found.filter { $0.serial >= known.nextSerial }
      listings[listing]?.before.nextSerial = max(known.nextSerial, before.nextSerial)
    } else {
      insert(listing, before)
      listings[listing]?.holders = 0
    }
    listings[listing]?.rows.append(row)
  }

  /// A change has been committed, and is kept in this row.
  mutating func keep(_ listing: String, row: Int) { listings[listing]?.rows.append(row) }

  mutating func release(_ released: Set<String>) {
    for listing in released { listings[listing]?.holders -= 1 }
  }

  /// What was before the changes of a listing, which is about to be judged; nil while a further one is about to be
  /// committed.
  mutating func begin(_ listing: String) -> Before? {
    guard let known = listings[listing], known.holders == 0 else { return nil }
    listings[listing]?.isChanged = false
    listings[listing]?.judgedRows += known.rows
    listings[listing]?.rows = []
    return known.before
  }

  /// A listing has been judged: what follows is compared with that.
  ///
  /// - Returns: the rows of its changes that are judged.
  mutating func end(_ listing: String, _ found: [StandingQuery]) -> [Int] {
    guard let known = listings[listing] else { return [] }
    if known.isChanged || known.holders > 0 {
      listings[listing]?.before.found = found
      listings[listing]?.judgedRows = []
    } else {
      listings[listing] = nil
    }
    return known.judgedRows
  }

  mutating func takeCompleteness() -> Bool {
    defer { isComplete = true }
    return isComplete
  }
}
