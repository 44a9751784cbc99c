import CivilTime
import Geography

/// One file of bars, events and couches: the engine's public door.
///
/// Safe to share between threads and tasks: any number may ask at once, each question is answered from one version of the file, and
/// changes by this or another process are seen by the next question.
///
///     let catalog = try Catalog(path: "vicinity.gpkg")
///     var query = Query()
///     query.near = Coordinate(latitude: 48.7758, longitude: 9.1829)
///     query.radius = 2000
///     query.open = .init(at: .now)
///     let answer = try catalog.answer(query, at: Instant(Date()))
public final class Catalog: Sendable {
  /// What a catalog is opened for.
  public enum Access: Hashable, Sendable {
    /// Questions only; the file must exist.
    case readOnly
    /// Questions and changes; the file must exist.
    case readWrite
    /// Questions and changes; a missing file is made.
    case create
  }

  /// Where the file is.
  public let path: String
  /// The geometry behind areas, if there is any.
  let areas: (any AreaEngine)?
  private let workers: WorkerPool
  private let writer: CatalogWriter?
  /// Whoever listens to changes.
  let feed: ChangeFeed

  /// One gigabyte: the index of some eight million listings.
  public static let defaultMemoryLimit = 1 << 30

  /// Opens a catalog.
  ///
  /// - Parameters:
  ///   - areas: the geometry behind areas, such as `GEOSAreaEngine` of the target `Areas`; without one, questions about polygons
  ///     and named areas are refused, and so are changes of listings in a catalog that has areas.
  ///   - memoryLimit: bytes that decoded pages of the index may take, some 120 per listing, and some 20 where names are told; a search that finds
  ///     them full starts with none and loads anew what it needs. One search alone may load the whole index.
  /// - Throws: `CatalogError` when there is no such file, when it is not a catalog, which leaves it untouched, or when a newer
  ///   version has written it.
  public init(
    path: String, access: Access = .readOnly, memoryLimit: Int = Catalog.defaultMemoryLimit,
    areas: (any AreaEngine)? = nil
  ) throws {
    self.path = path
    self.areas = areas
    let place = CatalogPath(path)
    writer = access == .readOnly ? nil : try CatalogWriter(path: place, create: access == .create)
    workers = try WorkerPool(path: place, memoryLimit: memoryLimit, areas: areas, writer: writer)
    feed = ChangeFeed(commits: ForeignCommits(workers: workers, writer: writer))
  }

  /// Answers a query.
  ///
  /// - Parameters:
  ///   - now: what `now` means in the query, unless it names an instant itself.
  ///   - travelTimes: a router, which decides when somebody arrives where the query asks about an arrival; nil for the
  ///     straight line.
  ///   - budget: what it may cost; its bytes are of an answer that is written.
  /// - Throws: `QueryError` for what the query asks wrongly, `TooExpensive`, `SQLiteFailure` when the file cannot be
  ///   read.
  /// - Complexity: with an origin and common tags, a few R-tree pages; a rare tag takes the listings that have it; other orders
  ///   look at everything that can match.
  public func answer(
    _ query: Query, at now: Instant, travelTimes: (any TravelTimes)? = nil, within budget: WorkBudget = .unlimited
  ) throws -> Answer {
    let plan = try plan(query, at: now, travelTimes: travelTimes)
    return try workers.withWorker { try $0.answer(plan, numbers: $0.numbers, within: budget) }
  }

  /// Answers one query after the other for one thread, which then need not ask for a worker each time.
  /// - Parameter budget: of each query.
  package func answerSeries(within budget: WorkBudget) -> AnswerSeries {
    AnswerSeries(self, workers: workers, budget: budget)
  }

  /// The plan of a query, whose place is looked up where it has only a name.
  @inline(__always)
  func plan(_ query: Query, at now: Instant, travelTimes: (any TravelTimes)? = nil) throws -> Plan {
    try query.place == nil
      ? Plan(query, at: now, travelTimes: travelTimes) : Plan(located(query), at: now, travelTimes: travelTimes)
  }

  @inline(__always)
  private func search<Result>(_ plan: Plan, _ body: (inout Search) throws -> Result) throws -> Result {
    try workers.withWorker { try $0.search(plan, numbers: $0.numbers, body) }
  }

  /// How `answer` answers: the plan, where the search starts and why, and the work it took.
  public func explain(_ query: Query, at now: Instant) throws -> Explanation {
    try search(plan(query, at: now)) { try $0.explanation() }
  }

  /// Answers with a start of the caller's choice.
  func answer(_ query: Query, at now: Instant, from route: Search.Route) throws -> Answer {
    try search(plan(query, at: now)) { try $0.answer(from: route) }
  }

  /// The listing with this id; nil when there is none.
  public func listing(_ id: String) throws -> Listing? {
    try workers.withWorker { worker in
      try worker.read { _ in try worker.number(of: id).flatMap(worker.record) }
    }
  }

  /// Runs `body` with a worker and the version it reads, for questions other than queries.
  func read<Result>(_ body: (SearchWorker, IndexSnapshot, DictionaryCache.Reader) throws -> Result) throws -> Result {
    try workers.withWorker { worker in
      let numbers = worker.numbers.read(by: worker)
      return try worker.read { snapshot in try body(worker, snapshot, numbers) }
    }
  }

  /// Runs `body` with a worker that reads one version of the file, for questions that need no index.
  func readFile<Result>(_ body: (SearchWorker) throws -> Result) throws -> Result {
    try workers.withWorker { worker in try worker.readFile { try body(worker) } }
  }

  /// Runs `body` with a function that answers queries, all of them from one version; again from the start when the catalog changes
  /// meanwhile.
  /// - Parameter budget: for all of them together.
  func answeringOneVersion<Result>(
    within budget: WorkBudget = .unlimited, _ body: (SearchWorker, (Query, Instant) throws -> Answer) throws -> Result
  ) throws -> Result {
    try workers.withWorker { worker in
      try worker.read(within: budget) { snapshot in
        try body(worker) { query, now in
          var search = try Search(
            Plan(query, at: now), worker: worker, snapshot: snapshot, numbers: worker.numbers)
          return try search.answer()
        }
      }
    }
  }

  /// Runs `body` with searches of one version; again from the start when the catalog changes meanwhile.
  /// - Parameters:
  ///   - now: when it is, by the clock.
  ///   - budget: for all of them together.
  func searching<Result>(
    at now: Instant, within budget: WorkBudget = .unlimited, _ body: (VersionedSearch) throws -> Result
  ) throws -> Result {
    try workers.withWorker { worker in
      try worker.read(within: budget) {
        try body(VersionedSearch(worker: worker, snapshot: $0, numbers: worker.numbers, asked: now))
      }
    }
  }

  /// Removes the file when opening this catalog has made it, and neither this nor anybody else has brought anything
  /// into it: for a first import that has failed. Does nothing otherwise.
  ///
  /// - Returns: whether the file is gone; the catalog is not to be used then.
  @discardableResult
  public func removeIfUnused() throws -> Bool { try writer?.removeIfUnused() ?? false }

  /// The door for changes.
  package func writing() throws -> CatalogWriter {
    guard let writer else { throw CatalogError.readOnly(path: path) }
    return writer
  }
}
