import Synchronization

/// The standing queries of one catalog, which evaluate listings before and after each change.
final class ChangeWatch: Sendable {
  private struct Weak {
    weak var queries: StandingQueries?
  }

  private let all = Mutex<[Weak]>([])

  func add(_ queries: StandingQueries) { all.withLock { $0.append(Weak(queries: queries)) } }

  /// Watches one transaction.
  func begin() -> WatchedTransaction {
    WatchedTransaction(
      all.withLock { all in
        all.removeAll { $0.queries == nil }
        return all.compactMap(\.queries)
      })
  }

  /// Runs a transaction with standing queries: a second time if it turns out to change listings that they have not
  /// evaluated.
  ///
  /// The state before the change is evaluated before the transaction begins, so that no other change waits for it.
  /// - Parameter listings: the listings that it probably changes.
  func watching<Result>(
    _ listings: Set<String>, _ transaction: (WatchedTransaction) throws -> Result
  ) rethrows -> Result {
    let watched = begin()
    defer { watched.end() }
    watched.look(at: listings)
    while true {
      do { return try transaction(watched) } catch let unseen as UnseenListings { watched.look(at: unseen.listings) }
    }
  }
}

/// A transaction is about to change listings whose current state standing queries have not evaluated.
struct UnseenListings: Error {
  var listings: Set<String>
}

/// The standing queries that evaluate the listings of one transaction; for one thread.
final class WatchedTransaction {
  private let all: [StandingQueries]
  /// The matches of each of them before the transaction, by listing, in the order of `all`.
  private var sights: [[String: StandingSight]]
  private var looks = 0
  /// Those that hold the listings, with the marks of their stored states.
  private var holding: [(queries: StandingQueries, marks: [String: Int])] = []
  private var held: Set<String> = []

  /// After this many looks, listings that have changed again are evaluated in the transaction.
  private static let mostLooks = 4

  init(_ all: [StandingQueries]) {
    self.all = all
    sights = all.map { _ in [:] }
  }

  /// Looks at the current state of listings, outside of any transaction.
  func look(at listings: Set<String>) {
    looks += 1
    for (number, queries) in all.enumerated() {
      for listing in listings {
        if sights[number].removeValue(forKey: listing) != nil { queries.endLook(at: listing) }
        if let sight = queries.look(at: listing) { sights[number][listing] = sight }
      }
    }
  }

  /// Called in the transaction before it commits: readers still see the former state of the listings.
  ///
  /// - Parameters:
  ///   - listings: nil if others may change as well.
  ///   - isKept: whether kept queries write what was before.
  ///   - mayRepeat: whether the transaction can be rolled back and run again.
  /// - Throws: `UnseenListings` when it has to be run again after a look at them.
  func willChange(
    _ listings: Set<String>?, in statements: some StatementSource, isKept: Bool = true, mayRepeat: Bool = false
  ) throws {
    if let listings, mayRepeat, looks < Self.mostLooks {
      var unseen: Set<String> = []
      for (queries, sights) in zip(all, sights) {
        unseen.formUnion(listings.filter { queries.isUnseen($0, sights[$0], isKept: isKept) })
      }
      guard unseen.isEmpty else { throw UnseenListings(listings: unseen) }
    }
    held = listings ?? []
    for (queries, sights) in zip(all, sights) {
      queries.hold(held)
      holding.append((queries, [:]))
      holding[holding.count - 1].marks = try queries.willChange(
        listings, seen: sights, in: isKept ? statements : nil)
    }
  }

  /// Called after the commit.
  func commit() {
    for (queries, marks) in holding { queries.keep(marks) }
    release()
  }

  /// Called after a failure, and by `commit`.
  func end() {
    release()
    for (queries, sights) in zip(all, sights) {
      for listing in sights.keys { queries.endLook(at: listing) }
    }
    sights = all.map { _ in [:] }
  }

  private func release() {
    for (queries, _) in holding { queries.release(held) }
    (holding, held) = ([], [])
  }
}
