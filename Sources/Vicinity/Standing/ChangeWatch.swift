import Synchronization

/// The standing queries of one catalog, which judge listings before and after each change.
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
}

/// The standing queries that judge the listings of one transaction; for one thread.
final class WatchedTransaction {
  private let all: [StandingQueries]
  private var held: Set<String> = []
  /// The rows in which queries keep what they found, by listing.
  private var kept: [(queries: StandingQueries, rows: [String: Int])] = []

  init(_ all: [StandingQueries]) { self.all = all }

  /// Called in the transaction before it commits: readers still see the listings as they were.
  ///
  /// - Parameter listings: nil if others may change as well.
  func willChange(_ listings: Set<String>?, in statements: some StatementSource) throws {
    held = listings ?? []
    for queries in all { kept.append((queries, try queries.willChange(listings, in: statements))) }
  }

  /// Called after the commit.
  func commit() {
    for (queries, rows) in kept { queries.keep(rows) }
    end()
  }

  /// Called after a failure, and after the commit.
  func end() {
    for queries in all { queries.release(held) }
    (held, kept) = ([], [])
  }
}
