import CivilTime
import Streams
import Synchronization
import Vicinity
import VicinityHTTP

/// Runs the work of requests on the catalog: short work at once, other work on threads where clients take turns;
/// refuses work that would wait behind too many others. Batches and the work of operators have threads of their own, so
/// that no query waits for them.
final class WorkGate: Sendable {
  private let questions: FairTurns
  private let batches: FairTurns
  private let operations: FairTurns
  /// The requests that wait for a build.
  private let preparations: WaitingShares
  private let deadline: Duration
  private let longestAnswer: Int
  private let upkeep = TaskThreads(limit: 1, name: "upkeep")
  let catalog: Catalog

  /// An import and a copy at once; more would only wait for the same disk.
  private static let operationThreads = 2
  /// Work for tens of microseconds: done where the request is read.
  private static let short = {
    var budget = WorkBudget(nodes: 160, occurrences: 400, bytes: 1 << 16)
    budget.mayWait = false
    return budget
  }()
  /// The most time for that: a condition may take long for each listing.
  private static let shortTime = Duration.milliseconds(3)

  init(_ catalog: Catalog, _ settings: ServerSettings) {
    self.catalog = catalog
    longestAnswer = settings.maxAnswer
    deadline = .milliseconds(settings.deadlineMilliseconds)
    questions = FairTurns(
      .init(
        threads: settings.threads, queue: settings.queue, clientThreads: settings.clientThreads,
        clientQueue: settings.clientQueue), name: "questions")
    preparations = WaitingShares(settings.queue, ofClient: settings.clientQueue)
    // Their pieces are short, so that each client gets its turn.
    batches = FairTurns(.init(threads: settings.threads), name: "batches")
    operations = FairTurns(
      .init(
        threads: Self.operationThreads, queue: settings.queue, clientThreads: settings.clientThreads > 0 ? 1 : 0,
        clientQueue: settings.clientQueue), name: "operations")
  }

  /// The requests that run on threads, or wait for one or for what is being made.
  var load: Int { questions.load + preparations.count }

  /// Runs queries over all listings, so that no client waits for data that is read on first use: leaves, opening hours,
  /// the times of events and the counts of the map page, a second for a million listings; then reads the names beside
  /// the first requests.
  func warmUp(at now: Instant) async throws {
    try await catalog.run { catalog in
      let facets = #"["kind","tag","rating","accessible","priceBand","category","area"]"#
      for form in [
        #"{"cluster":0,"limit":0}"#, #"{"cluster":0,"limit":0,"open":"now"}"#, #"{"limit":0,"facets":\#(facets)}"#,
      ] {
        _ = try catalog.answer(Query(parsing: form.utf8), at: now)
      }
      try catalog.prepareOrder()
      // At most the first typed letter waits for it.
      try catalog.prepareNames()
    }
  }

  /// Runs work that has a budget: first with a small one, and only when that is not enough on a thread.
  ///
  /// - Parameters:
  ///   - isLong: whether already its text takes long to understand, or its answer to write: it is not tried first.
  ///   - arrival: when the request was there; it waits for a thread until the deadline counted from then.
  /// - Throws: `FairTurns.Refusal` when too many wait, `TooExpensive` beyond the deadline.
  func answer<Value: Sendable>(
    isLong: Bool, since arrival: ContinuousClock.Instant = .now,
    _ body: @escaping @Sendable (Catalog, WorkBudget) throws -> Value
  ) async throws -> Value {
    if !isLong {
      var budget = Self.short
      budget.deadline = .now + Self.shortTime
      do { return try body(catalog, budget) } catch let error where Self.isForThread(error) {}
    }
    return try await onThread(since: arrival, body)
  }

  /// Whether work only ran out of time or space, or would have to wait: for a build, or for a file to be opened.
  private static func isForThread(_ error: any Error) -> Bool {
    if case CatalogError.busy = error { return true }
    return error is TooExpensive || error is BeingMade
  }

  /// Runs work on a thread from the start: work without a budget, and work that waits for the disk.
  ///
  /// - Parameter arrival: the time when the request arrived; a client that has waited until the deadline has probably
  ///   gone.
  /// - Throws: `FairTurns.Refusal` when too many wait, of all clients or of this one; errors of `body`.
  func onThread<Value: Sendable>(
    since arrival: ContinuousClock.Instant = .now,
    _ body: @escaping @Sendable (Catalog, WorkBudget) throws -> Value
  ) async throws -> Value {
    let latest = arrival + deadline
    while true {
      do {
        return try await questions.run(until: latest) { [catalog, deadline, longestAnswer] in
          var budget = WorkBudget.usual
          (budget.bytes, budget.mayWait) = (longestAnswer, false)
          budget.deadline = .now + deadline
          return try body(catalog, budget)
        }
      } catch let error as BeingMade {
        // The thread answers others in the meantime.
        guard try await preparations.waiting({ await error.ending.hasEnded(by: latest) }) else { throw unprepared }
      }
    }
  }

  private var unprepared: Problem {
    var problem = Problem(
      .serviceUnavailable, "busy", "The server is still reading the words of the catalog; try again in a second.")
    problem.retryAfter = 1
    return problem
  }

  /// Runs work of the server itself, which belongs to no request and has no deadline.
  func upkeep<Value: Sendable>(_ body: @escaping @Sendable (Catalog) throws -> Value) async throws -> Value {
    try await upkeep.run { [catalog] in try body(catalog) }
  }

  /// Runs a short part of a batch.
  func batch<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await batches.run(body)
  }

  /// Runs work proportional to the size of the catalog: imports, copies, checks and exports.
  /// - Throws: `FairTurns.Refusal` when too many wait.
  func operation<Value: Sendable>(_ body: @escaping @Sendable (Catalog) throws -> Value) async throws -> Value {
    try await operations.run { [catalog] in try body(catalog) }
  }
}
