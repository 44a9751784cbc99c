import CivilTime
import Geography
import Streams

/// One file of bars, events and couches: the entry point of the engine.
///
/// Safe to share between threads and tasks: any number of queries may run at once, each on one version of the file,
/// and changes by this or another process are seen by the next query. Calls block their thread; async code
/// calls ``run(_:)``.
///
///     let catalog = try Catalog(path: "vicinity.gpkg")
///     let here = Coordinate(latitude: 48.7758, longitude: 9.1829)
///     let query = Query(near: here, radiusMeters: 2000, open: .now)
///     let answer = try catalog.answer(query, at: .now)
public final class Catalog: Sendable {
  /// How a catalog is opened.
  public enum Access: Hashable, Sendable {
    /// For reading; the file must exist.
    case readOnly
    /// For reading and writing; the file must exist.
    case readWrite
    /// For reading and writing; a missing file is created.
    case create
  }

  /// The path of the file.
  public let path: String
  /// The geometry engine for areas, if any.
  let areas: (any AreaEngine)?
  let workers: WorkerPool
  private let writer: CatalogWriter?
  /// Notifies the listeners of changes.
  let feed: ChangeFeed
  /// The changes that standing queries evaluate.
  let changeWatch = ChangeWatch()
  /// The members whose changes are refused.
  let endings = EndingMembers()
  /// The threads that run the work of async callers.
  let threads: TaskThreads
  /// The folder of a catalog that is deleted with its last reference.
  private let folder: TemporaryFolder?

  /// One gigabyte: the index of about eight million listings.
  public static let defaultMemoryLimit = 1 << 30

  /// Opens a catalog.
  ///
  /// - Parameters:
  ///   - path: the GeoPackage. ``inMemory(_:source:at:areas:)`` needs none.
  ///   - access: the permitted use of the file.
  ///   - memoryLimit: the maximum size of decoded index nodes in bytes, about 120 per listing, 20 more if names are
  ///     shown, and 12 for each custom field that is used, in addition to its distinct texts. Lists of words and rare
  ///     tags take up to a quarter of it. A search that exceeds it clears the cache and loads what it needs. A single
  ///     search may still load the whole index.
  ///   - threads: the number of bodies of ``run(_:)`` that work at a time, at least 1; threads start when needed.
  ///   - areas: the geometry engine for areas, such as `GEOSAreaEngine` of the target `Areas`; without one, queries
  ///     with polygons or named areas throw, and so do changes of listings in a catalog that has areas.
  /// - Throws: `CatalogError` when the file does not exist, is not a catalog (it is left untouched), or was written by
  ///   a newer version.
  public convenience init(
    path: String, access: Access = .readOnly, memoryLimit: Int = Catalog.defaultMemoryLimit,
    threads: Int = Catalog.defaultThreads, areas: (any AreaEngine)? = nil
  ) throws {
    try self.init(path: path, access: access, memoryLimit: memoryLimit, threads: threads, areas: areas, folder: nil)
  }

  /// Opens the catalog of a node of a cluster.
  /// - Parameter log: has each transaction before it is committed.
  package convenience init(
    path: String, memoryLimit: Int, threads: Int, areas: (any AreaEngine)?, recordedBy log: any TransactionLog
  ) throws {
    try self.init(
      path: path, access: .readWrite, memoryLimit: memoryLimit, threads: threads, areas: areas, folder: nil,
      recordedBy: log)
  }

  /// - Parameters:
  ///   - folder: removed with the catalog.
  ///   - log: has each transaction before it is committed.
  init(
    path: String, access: Access, memoryLimit: Int = Catalog.defaultMemoryLimit,
    threads: Int = Catalog.defaultThreads, areas: (any AreaEngine)?, folder: TemporaryFolder?,
    recordedBy log: (any TransactionLog)? = nil
  ) throws {
    self.path = path
    self.folder = folder
    self.areas = areas
    self.threads = TaskThreads(limit: threads, name: "catalog")
    let place = CatalogPath(path)
    writer = access == .readOnly ? nil : try CatalogWriter(path: place, create: access == .create, recordedBy: log)
    workers = try WorkerPool(path: place, memoryLimit: memoryLimit, areas: areas, writer: writer)
    feed = ChangeFeed(commits: ForeignCommits(workers: workers, writer: writer))
  }

  /// Answers a query.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - now: the instant that `now` refers to in the query, unless it names one itself.
  ///   - travelTimes: a router that provides travel times if the query has an arrival; nil for the straight line.
  ///   - budget: the maximum cost; its limit on bytes applies to answers that are written.
  /// - Throws: `QueryError` for an invalid query, `TooExpensive`, `SQLiteFailure` when the file cannot be read.
  /// - Complexity: with an origin and common tags, a few R-tree nodes; a rare tag reads the listings that have it;
  ///   other orders visit every candidate.
  public func answer(
    _ query: Query, at now: Instant, travelTimes: (any TravelTimes)? = nil, within budget: WorkBudget = .unlimited
  ) throws -> Answer {
    if query.place != nil {
      return try answer(located(query), at: now, travelTimes: travelTimes, within: budget)
    }
    return try workers.withLentWorker(within: budget) {
      try $0.answer($0.plan(query, at: now, travelTimes: travelTimes), within: budget)
    }
  }

  /// Prepares a query that is asked several times, at different places or times: it is validated and planned once.
  ///
  ///     let bars = try catalog.prepare(Query(near: here, radiusMeters: 2000, kinds: [.bar]), at: .now)
  ///     let answers = try [here, there].map { try bars.answer(near: $0, at: .now) }
  ///
  /// - Parameters:
  ///   - query: the query. The name of a place is looked up now.
  ///   - now: the instant that `now` refers to in the query, unless it names one itself.
  ///   - travelTimes: a router that provides travel times if the query has an arrival; nil for the straight line.
  /// - Throws: `QueryError` for an invalid query.
  public func prepare(
    _ query: Query, at now: Instant, travelTimes: (any TravelTimes)? = nil
  ) throws -> PreparedQuery {
    PreparedQuery(self, try plan(query, at: now, travelTimes: travelTimes))
  }

  /// Answers a series of queries for one thread without acquiring a worker for each.
  /// - Parameter budget: of each query.
  package func answerSeries(within budget: WorkBudget) -> AnswerSeries {
    AnswerSeries(self, workers: workers, budget: budget)
  }

  /// The plan of a query, resolving its place name if it has no coordinate.
  @inline(__always)
  func plan(_ query: Query, at now: Instant, travelTimes: (any TravelTimes)? = nil) throws -> Plan {
    try query.place == nil
      ? Plan(query, at: now, travelTimes: travelTimes) : Plan(located(query), at: now, travelTimes: travelTimes)
  }

  @inline(__always)
  private func search<Result>(_ plan: Plan, _ body: (inout Search) throws -> Result) throws -> Result {
    try workers.withLentWorker { try $0.search(PlacedPlan(plan), body) }
  }

  /// How `answer` answers: the plan, the chosen starting point of the search with its reason, and the work done.
  ///
  /// Parameters and errors are those of `answer(_:at:travelTimes:within:)`.
  public func explain(
    _ query: Query, at now: Instant, travelTimes: (any TravelTimes)? = nil
  ) throws -> Explanation {
    try search(plan(query, at: now, travelTimes: travelTimes)) { try $0.explanation() }
  }

  /// Answers with a given search strategy.
  func answer(_ query: Query, at now: Instant, from route: Search.Route) throws -> Answer {
    try search(plan(query, at: now)) { try $0.answer(from: route) }
  }

  /// The listing with this id; nil when there is none.
  public func listing(_ id: String) throws -> Listing? {
    try workers.withWorker { worker in
      try worker.read { _ in try worker.number(of: id).flatMap(worker.record) }
    }
  }

  /// Runs `body` with a worker and the version it reads, for requests other than queries.
  func read<Result>(
    within budget: WorkBudget = .unlimited,
    _ body: (SearchWorker, IndexSnapshot, DictionaryCache.Reader) throws -> Result
  ) throws -> Result {
    try workers.withWorker(within: budget) { worker in
      try worker.read(within: budget) { snapshot in try body(worker, snapshot, worker.numbers) }
    }
  }

  /// Runs `body` with a worker that reads one version of the file, for requests that need no index.
  func readFile<Result>(_ body: (SearchWorker) throws -> Result) throws -> Result {
    try workers.withWorker { worker in try worker.readFile { try body(worker) } }
  }

  /// Runs `body` with a function that answers queries, all of them from one version; starts over when the catalog
  /// changes in between.
  /// - Parameter budget: for all of them together.
  func answeringOneVersion<Result>(
    within budget: WorkBudget = .unlimited, _ body: (SearchWorker, (Query, Instant) throws -> Answer) throws -> Result
  ) throws -> Result {
    try workers.withWorker(within: budget) { worker in
      try worker.read(within: budget) { snapshot in
        try body(worker) { query, now in
          var search = try Search(PlacedPlan(Plan(query, at: now)), worker: worker, snapshot: snapshot)
          return try search.answer()
        }
      }
    }
  }

  /// Runs `body` with searches of one version; starts over when the catalog changes in between.
  /// - Parameters:
  ///   - now: the current time by the clock.
  ///   - budget: for all of them together.
  func searching<Result>(
    at now: Instant, travelTimes: (any TravelTimes)? = nil, within budget: WorkBudget = .unlimited,
    _ body: (VersionedSearch) throws -> Result
  ) throws -> Result {
    try workers.withWorker(within: budget) { worker in
      try worker.read(within: budget) {
        try body(
          VersionedSearch(
            worker: worker, snapshot: $0, asked: now, travelTimes: travelTimes))
      }
    }
  }

  /// Removes the file if opening this catalog created it and nothing has been written to it by anyone: for a first
  /// import that has failed. Does nothing otherwise.
  ///
  /// - Returns: whether the file was removed; the catalog must not be used then.
  @discardableResult
  public func removeIfUnused() throws -> Bool { try writer?.removeIfUnused() ?? false }

  /// Closes the file, for a process that ends before others: the last process to close a catalog empties its log and
  /// removes it. The next query or change opens the file again.
  package func close() {
    workers.close()
    writer?.close()
  }

  /// Closes the connection for changes; the next change opens a new one.
  package func closeWriter() { writer?.close() }

  /// Whether it was opened for writing.
  package var isWritable: Bool { writer != nil }

  /// The writer of the catalog.
  package func writing() throws -> CatalogWriter {
    guard let writer else { throw CatalogError.readOnly(path: path) }
    return writer
  }
}
