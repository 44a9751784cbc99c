import CivilTime

/// Listings that have changed, or are about to, with the standing queries that matched them before.
struct PendingListings {
  /// Which of some queries found a listing before a change.
  struct Before {
    var found: [StandingQuery]
    /// The serials of the queries that were not evaluated: the change does not concern them.
    var skipped: Set<Int> = []
    /// The time of the change.
    var now: Instant
    /// The queries that it concerns, by their serials: all that existed, or those added since the change before.
    var serials: Range<Int>
  }

  private struct Listing {
    /// For each query, the state before the first change after it was added.
    var parts: [Before]
    /// Grows with each change.
    var version = 0
    /// The marks of its stored changes.
    var marks: [Int] = []
    let order: Int
  }

  private var listings: [String: Listing] = [:]
  /// The number of changes of a listing that are about to be committed.
  private var holders: [String: Int] = [:]
  private var count = 0
  /// Whether all changes are among them.
  var isComplete = true

  /// Listings whose changes are committed, in the order of their first changes.
  var waiting: [String] {
    listings.filter { holders[$0.key] == nil }.sorted { $0.value.order < $1.value.order }.map(\.key)
  }

  // MARK: Changes

  /// Listings are about to change.
  mutating func hold(_ held: Set<String>) {
    for listing in held {
      holders[listing, default: 0] += 1
      listings[listing]?.version += 1
    }
  }

  /// Their change has been committed or rolled back.
  mutating func release(_ held: Set<String>) {
    for listing in held {
      let left = (holders[listing] ?? 1) - 1
      holders[listing] = left > 0 ? left : nil
    }
  }

  /// Whether it is not known of all queries before a serial what they found before the changes of a listing.
  ///
  /// - Parameter isKept: whether it has to be written, too: a change that was rolled back has left nothing in the file.
  func needs(_ listing: String, before serial: Int, isKept: Bool) -> Bool {
    guard let known = listings[listing], let last = known.parts.last else { return true }
    return last.serials.upperBound < serial || isKept && known.marks.count < known.parts.count
  }

  /// Notes the state before a change, for the queries for which it is not known yet.
  mutating func insert(_ listing: String, _ before: Before) {
    guard let known = listings[listing]?.parts.last?.serials.upperBound else {
      count += 1
      return listings[listing] = Listing(parts: [before], order: count)
    }
    guard known < before.serials.upperBound else { return }
    var before = before
    before.serials = known..<before.serials.upperBound
    before.found.removeAll { $0.serial < known }
    listings[listing]?.parts.append(before)
  }

  /// A change is committed, and kept under this mark.
  mutating func keep(_ listing: String, mark: Int) { listings[listing]?.marks.append(mark) }

  // MARK: Judging

  /// The state before the changes of a listing that is about to be evaluated, and its version; nil while another change
  /// is about to be committed.
  func begin(_ listing: String) -> (parts: [Before], version: Int)? {
    guard holders[listing] == nil, let known = listings[listing] else { return nil }
    return (known.parts, known.version)
  }

  /// A listing has been evaluated.
  ///
  /// - Returns: the marks of its changes; nil if it has changed since `begin`, and has to be evaluated again.
  mutating func end(_ listing: String, _ version: Int) -> [Int]? {
    guard holders[listing] == nil, let known = listings[listing], known.version == version else { return nil }
    listings[listing] = nil
    return known.marks
  }

  mutating func takeCompleteness() -> Bool {
    defer { isComplete = true }
    return isComplete
  }
}
