import CivilTime
import Geography
import Synchronization

/// Stored queries, which report the changed listings that they start or stop matching: for alerts.
///
/// A listing matches a standing query when the query, run without limit and pages on the same version of the catalog,
/// finds it. Each one is evaluated by the filters of the search itself; an index by place and quick tests leave only a
/// few to evaluate.
///
///     let standing = try catalog.watch(["alert-1": query])
///     try catalog.edit("couch-3") { $0.price = Price(minorUnits: 1800, currency: "EUR") }
///     for change in try standing.changes().listings { print(change.listing, change.begins, change.ceases) }
///
/// Alerts react to changes of a listing, not to the clock. The states before and after a change are evaluated at the
/// instant of the change, which also replaces the `now` of the query. A bar opening, an event ending or a night passing
/// is not reported, but a later change of the listing is evaluated at its own time. Likewise only the changed listing
/// is evaluated, although a change may let a query match others: a change of an area, the synonyms, a member's
/// bookings, or the mean of all ratings in a filter on `weightedRating`.
///
/// Order, limit, pages and views of a query do not matter. Its text is not corrected, as with `typos` 0: a word that no
/// listing has yet may be one to wait for. Distances that depend on a router are those of the straight line. A query
/// with a `caller` is evaluated for that caller, at the exact locations that the caller may know. A query that names an
/// area or a custom field has no matches while the catalog has none of this name.
///
/// The state before a change is evaluated by the change itself: the catalog evaluates the current listing once more
/// before the transaction, so that other changes do not wait for it. So no state of listings is held in memory, and the
/// two results have the same instant. All changes by the `Catalog` that made these queries are covered: edits,
/// removals, bookings, blocks, ratings, places at events, favorites and visits, and imports that change up to
/// ``StandingQueries/mostImported`` listings. Larger imports, and changes by other processes, are not evaluated;
/// ``Catalog/changes`` announces them, and ``matches(_:at:)`` returns the current matches of single listings. Changes
/// of areas, custom fields and synonyms are not announced.
///
/// Safe to share between threads.
public final class StandingQueries: Sendable {
  /// The maximum number of listings that one import may add, change and remove to be evaluated before and after: with
  /// many queries each takes up to a millisecond, while other changes wait.
  public static let mostImported = BulkLoad.mostNoted

  private struct Synonyms {
    /// The version since which they are known to be these.
    var basis: CatalogVersion?
    var table: [String: [String]] = [:]
  }

  private let workers: WorkerPool
  private let locate: @Sendable (Query) throws -> Query
  private let clock: @Sendable () -> Instant
  /// Whether what a listing was before is written with each change.
  private let isKept: Bool
  /// Nil without one.
  private let budget: JudgingBudget?
  private let looks = Mutex(StandingLooks())
  private let table = Mutex(StandingTable())
  private let synonyms = Mutex(Synonyms())
  private let pending = Mutex(PendingListings())
  /// Held while `changes()` judges, so that nothing is reported twice.
  private let reporting = Mutex(())

  /// - Parameters:
  ///   - locate: resolves the place name of a query.
  ///   - clock: the time of a change.
  ///   - isKept: whether what a listing was before is written with each change.
  ///   - budget: the cost limit for evaluating a listing; nil for no limit.
  init(
    _ queries: [String: Query], workers: WorkerPool, isKept: Bool, within budget: JudgingBudget?,
    clock: @escaping @Sendable () -> Instant, locate: @escaping @Sendable (Query) throws -> Query
  ) throws {
    (self.workers, self.isKept, self.budget, self.clock, self.locate) = (workers, isKept, budget, clock, locate)
    for (id, query) in queries { try set(query, for: id) }
  }

  // MARK: The queries

  /// The number of queries.
  public var count: Int { table.withLock { $0.count } }

  /// The ids of all queries, ascending by their bytes in UTF-8.
  public var ids: [String] { table.withLock { $0.ids } }

  /// The query with an id, as it was set; nil when there is none.
  public subscript(id: String) -> Query? { table.withLock { $0[id]?.given } }

  /// Adds a query, or replaces the one with this id. Existing matches are not reported.
  ///
  /// - Throws: `QueryError` for an invalid query, and for one with a polygon if the catalog was opened without an area
  ///   engine; an error of the gazetteer for an unknown place name. The former query is then still in place.
  /// - Complexity: O(1), and O(n) in the queries of the same part of the map if one is replaced.
  public func set(_ query: Query, for id: String) throws { try set(query, for: id, of: nil) }

  /// As ``set(_:for:)``.
  ///
  /// - Parameter owner: the owner whose share of the budget it uses.
  package func set(_ query: Query, for id: String, of owner: String?) throws {
    let standing = try StandingQuery(
      id, query, of: owner, located: try locate(query), at: clock(), envelope: envelope)
    table.withLock { $0.insert(standing) }
  }

  private func envelope(of shape: MultiPolygon) throws -> BoundingBox {
    try workers.withWorker { worker in
      try worker.read { try worker.geometry(of: .shape(shape), of: $0.basis, path: "within").envelope }
    }
  }

  /// Removes a query.
  ///
  /// - Returns: whether there was one with this id.
  /// - Complexity: O(n) in the queries of the same part of the map.
  @discardableResult
  public func remove(_ id: String) -> Bool { table.withLock { $0.remove(id) } }

  // MARK: Judging

  /// The ids of the queries that a listing matches at present, ascending by their bytes in UTF-8; none for an unknown
  /// listing.
  ///
  /// - Parameters:
  ///   - listing: the id of the listing.
  ///   - now: the instant that `now` refers to in all queries.
  /// - Throws: `CatalogError`, `SQLiteFailure` when the file cannot be read.
  /// - Complexity: O(n) in the queries without a place and those around the listing, a few nanoseconds each, and a few
  ///   microseconds for each of the few that match all that is quick to test.
  public func matches(_ listing: String, at now: Instant) throws -> [String] {
    try judgment(of: listing, at: now, within: nil).found.map(\.id).sorted(by: String.areAscending)
  }

  /// The effects of the changes that were committed since the last call: for each listing the difference between the
  /// state before the first of them and now, and for a query that was added or replaced in between, before the first
  /// change after that.
  ///
  /// - Throws: the errors of ``matches(_:at:)`` if nothing can be evaluated; unreported changes are left for the next
  ///   call.
  /// - Complexity: as ``matches(_:at:)`` for each changed listing.
  public func changes() throws -> StandingChanges { try changes(of: .max) }

  /// The same as ``changes()``, for at most this many listings: the others are left for the next call.
  package func changes(of most: Int) throws -> StandingChanges {
    try reporting.withLock { _ in
      var changes = StandingChanges()
      var failure: (any Error)?
      let waiting = pending.withLock { $0.waiting }
      changes.isAll = waiting.count <= most
      for listing in waiting.prefix(most) {
        // A listing that cannot be evaluated is left for the next call, and does not block others.
        do { try judge(listing, into: &changes) } catch { failure = failure ?? error }
      }
      if let failure, changes.listings.isEmpty, changes.judgedMarks.isEmpty { throw failure }
      changes.isComplete = pending.withLock { $0.takeCompleteness() } && failure == nil
      return changes
    }
  }

  /// Evaluates a listing, again if it changes during that; leaves it for the next call while another change is about to
  /// be committed, and when it changes too often.
  private func judge(_ listing: String, into changes: inout StandingChanges) throws {
    for _ in 0..<3 {
      guard let (parts, version) = pending.withLock({ $0.begin(listing) }) else { return }
      var (begun, ceased): ([StandingQuery], [StandingQuery]) = ([], [])
      var skipped: Set<Int> = []
      for before in parts {
        let after = try judgment(of: listing, at: before.now, within: budget)
        let judged = after.found.filter { before.serials.contains($0.serial) && !before.skipped.contains($0.serial) }
        begun += judged.without(before.found)
        ceased += before.found.without(after.found).without(after.skipped)
        skipped.formUnion(before.skipped)
        skipped.formUnion(after.skipped.map(\.serial).filter(before.serials.contains))
      }
      guard let marks = pending.withLock({ $0.end(listing, version) }) else { continue }
      changes.judgedMarks += marks
      if !skipped.isEmpty {
        changes.skipped += table.withLock { $0.ids(of: skipped) }.map { SkippedQuery(query: $0, listing: listing) }
      }
      // A query that was removed or replaced has not stopped matching.
      let standing = table.withLock { table in ceased.filter { table[$0.id] === $0 } }
      guard !begun.isEmpty || !standing.isEmpty else { return }
      changes.listings.append(
        StandingChange(
          listing: listing, begins: begun.map(\.id).sorted(by: String.areAscending),
          ceases: standing.map(\.id).sorted(by: String.areAscending)))
      return
    }
  }

  /// The queries that find a listing.
  ///
  /// - Parameter budget: the cost limit; nil for no limit.
  private func judgment(of id: String, at now: Instant, within budget: JudgingBudget?) throws -> StandingJudgment {
    try workers.withWorker { worker in
      try worker.read { snapshot in
        var judgment = StandingJudgment()
        let synonyms = try synonyms(of: snapshot, by: worker)
        let readsAreas = table.withLock { $0.hasAreas }
        guard let listing = try WatchedListing(id, by: worker, synonyms: synonyms, readsAreas: readsAreas) else {
          return judgment
        }
        let candidates = table.withLock { $0.candidates(for: listing) }
        let searches = VersionedSearch(worker: worker, snapshot: snapshot, asked: now)
        let test = StandingTest(listing: listing, searches: searches, synonyms: synonyms)
        if let budget {
          judgment.found = try candidates.filter { try test.isQuick($0) && test.isFound(by: $0) }
          var account = JudgingAccount(budget)
          for query in candidates.filter({ !test.isQuick($0) }).inTurn {
            switch try account.test(query, { try test.isFound(by: query) }) {
            case true?: judgment.found.append(query)
            case false?: continue
            case nil: judgment.skipped.append(query)
            }
          }
        } else {
          judgment.found = try candidates.filter(test.isFound)
        }
        judgment.found.sort { $0.serial < $1.serial }
        judgment.skipped.sort { $0.serial < $1.serial }
        return judgment
      }
    }
  }

  /// The phrases that each folded phrase also finds.
  private func synonyms(of snapshot: IndexSnapshot, by worker: SearchWorker) throws -> [String: [String]] {
    guard try snapshot.hasSynonyms(by: worker) else { return [:] }
    let known = synonyms.withLock { $0 }
    if known.basis == snapshot.basis { return known.table }
    let rows = try worker.rows("SELECT phrase, other FROM synonym ORDER BY phrase, other") {
      ($0.string(0) ?? "", $0.string(1) ?? "")
    }
    let table = Dictionary(grouping: rows, by: \.0).mapValues { $0.map(\.1) }
    synonyms.withLock { $0 = Synonyms(basis: snapshot.basis, table: table) }
    return table
  }

  // MARK: Changes

  /// Evaluates the current listing, before the transaction that is to change it.
  ///
  /// - Returns: nil when that is not needed; otherwise `endLook` is called once.
  func look(at listing: String) -> StandingSight? {
    let (isAny, known) = table.withLock { ($0.count > 0, $0.nextSerial) }
    guard isAny, pending.withLock({ $0.needs(listing, before: known, isKept: isKept) }) else { return nil }
    let version = looks.withLock { $0.begin(listing) }
    return StandingSight(before: before(listing, serials: 0..<known), version: version)
  }

  func endLook(at listing: String) { looks.withLock { $0.end(listing) } }

  /// Whether a listing would have to be evaluated in the transaction that is about to change it.
  ///
  /// - Parameter sight: the result before the transaction.
  func isUnseen(_ listing: String, _ sight: StandingSight?, isKept isWritten: Bool) -> Bool {
    let (isAny, known) = table.withLock { ($0.count > 0, $0.nextSerial) }
    guard isAny else { return false }
    let needs = pending.withLock { $0.needs(listing, before: known, isKept: isKept && isWritten) }
    return needs && !isCurrent(sight, of: listing, known)
  }

  private func isCurrent(_ sight: StandingSight?, of listing: String, _ known: Int) -> Bool {
    guard let sight, looks.withLock({ $0.isCurrent(sight, of: listing) }) else { return false }
    return sight.before.map { $0.serials.upperBound == known } ?? true
  }

  /// - Returns: nil when it cannot be evaluated: the change itself does not depend on alerts.
  private func before(_ listing: String, serials: Range<Int>) -> PendingListings.Before? {
    let now = clock()
    guard let judgment = try? judgment(of: listing, at: now, within: budget) else { return nil }
    return .init(
      found: judgment.found.filter { serials.contains($0.serial) },
      skipped: Set(judgment.skipped.map(\.serial).filter(serials.contains)), now: now, serials: serials)
  }

  /// Listings are about to change: they are not evaluated until `release`.
  func hold(_ listings: Set<String>) { pending.withLock { $0.hold(listings) } }

  /// The change has been committed or rolled back.
  func release(_ listings: Set<String>) {
    looks.withLock { $0.change(listings) }
    pending.withLock { $0.release(listings) }
  }

  /// Notes the state of listings before a change that is about to be committed.
  ///
  /// - Parameters:
  ///   - listings: nil if others may change as well.
  ///   - sights: the results before the transaction; other listings are evaluated now.
  ///   - statements: the statements of the change's transaction; nil to store nothing.
  /// - Returns: the marks under which the states are stored, by listing.
  func willChange(
    _ listings: Set<String>?, seen sights: [String: StandingSight], in statements: (some StatementSource)?
  ) throws -> [String: Int] {
    guard let listings else {
      pending.withLock { $0.isComplete = false }
      looks.withLock { $0.change(nil) }
      return [:]
    }
    let (isAny, known) = table.withLock { ($0.count > 0, $0.nextSerial) }
    guard isAny else { return [:] }
    var marks: [String: Int] = [:]
    let keeper = isKept ? statements : nil
    let latest = budget == nil ? nil : ContinuousClock.now + Self.longestInTransaction
    for listing in listings where pending.withLock({ $0.needs(listing, before: known, isKept: keeper != nil) }) {
      let sight = sights[listing]
      let isSeen = isCurrent(sight, of: listing, known)
      let isLate = !isSeen && latest.map { ContinuousClock.now > $0 } ?? false
      guard !isLate, let before = isSeen ? sight?.before : before(listing, serials: 0..<known) else {
        pending.withLock { $0.isComplete = false }
        continue
      }
      pending.withLock { $0.insert(listing, before) }
      guard let keeper, before.found.count + before.skipped.count <= KeptChange.most else { continue }
      let skipped = before.skipped.isEmpty ? [] : table.withLock { $0.ids(of: before.skipped) }
      marks[listing] = try keeper.keep(listing, at: before.now, before.found.map(\.id), skipped: skipped)
    }
    return marks
  }

  /// The most time for judging in a transaction that changes many listings or cannot be repeated, such as an import.
  private static let longestInTransaction = Duration.seconds(5)

  /// The change has been committed, and the states before it are stored under these marks.
  func keep(_ marks: [String: Int]) {
    pending.withLock { pending in for (listing, mark) in marks { pending.keep(listing, mark: mark) } }
  }

  /// Continues with a change that an earlier process has not evaluated, for the existing queries. Call in the order of
  /// the changes.
  package func resume(_ kept: KeptChange) {
    let (found, skipped, known) = table.withLock { table in
      (kept.found.compactMap { table[$0] }, kept.skipped.compactMap { table[$0]?.serial }, table.nextSerial)
    }
    let before = PendingListings.Before(
      found: found.sorted { $0.serial < $1.serial }, skipped: Set(skipped), now: kept.at, serials: 0..<known)
    pending.withLock { pending in
      pending.insert(kept.listing, before)
      pending.keep(kept.listing, mark: kept.mark)
    }
  }
}

extension [StandingQuery] {
  /// The queries that are not among others; both ascending by serial.
  fileprivate func without(_ others: [StandingQuery]) -> [StandingQuery] {
    var next = others.startIndex
    return filter { query in
      while next < others.endIndex, others[next].serial < query.serial { next += 1 }
      return next == others.endIndex || others[next].serial != query.serial
    }
  }
}
