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
  /// Those that hold the listings, with the marks of what they keep.
  private var holding: [(queries: StandingQueries, marks: [String: Int])] = []
  private var held: Set<String> = []

  init(_ all: [StandingQueries]) { self.all = all }

  /// Called in the transaction before it commits: readers still see the listings as they were.
  ///
  /// - Parameters:
  ///   - listings: nil if others may change as well.
  ///   - isKept: whether kept queries write what was before.
  func willChange(_ listings: Set<String>?, in statements: some StatementSource, isKept: Bool = true) throws {
    held = listings ?? []
    for queries in all {
      queries.hold(held)
      holding.append((queries, [:]))
      holding[holding.count - 1].marks = try queries.willChange(listings, in: isKept ? statements : nil)
    }
  }

  /// Called after the commit.
  func commit() {
    for (queries, marks) in holding { queries.keep(marks) }
    end()
  }

  /// Called after a failure, and by `commit`.
  func end() {
    for (queries, _) in holding { queries.release(held) }
    (holding, held) = ([], [])
  }
}
