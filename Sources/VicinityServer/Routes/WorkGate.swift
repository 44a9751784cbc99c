import CivilTime
import Streams
import Synchronization
import Vicinity

/// Does the work of requests on the catalog: at once what is short, on the catalog's threads what is not, and refuses
/// what would wait behind too many others. Batches and the work of operators have threads of their own, so that no
/// question waits for them.
final class WorkGate: Sendable {
  private let waiting = Atomic<Int>(0)
  private let most: Int
  private let threads: Int
  private let deadline: Duration
  private let longestAnswer: Int
  private let batches: TaskThreads
  private let operations = TaskThreads(limit: operationThreads, name: "operations")
  private let operationsWaiting = Atomic<Int>(0)
  let catalog: Catalog

  /// An import and a copy at once; more would only wait for the same disk.
  private static let operationThreads = 2
  /// Work for some tens of microseconds: done where the request is read.
  private static let short = WorkBudget(nodes: 160, occurrences: 400, bytes: 1 << 16)

  init(_ catalog: Catalog, _ settings: ServerSettings) {
    self.catalog = catalog
    (most, threads, longestAnswer) = (settings.queue, settings.threads, settings.maxAnswer)
    deadline = .milliseconds(settings.deadlineMilliseconds)
    batches = TaskThreads(limit: settings.threads, name: "batches")
  }

  /// The requests that run on threads or wait for one.
  var load: Int { waiting.load(ordering: .relaxed) }

  /// Asks twice about all listings, so that no client waits for what is read with the first question: opening hours and
  /// the times of events, some seconds for a million listings.
  func warmUp(at now: Instant) async throws {
    try await catalog.run { catalog in
      for form in [#"{"cluster":0,"limit":0}"#, #"{"cluster":0,"limit":0,"open":"now"}"#] {
        _ = try catalog.answer(Query(parsing: form.utf8), at: now)
      }
    }
  }

  /// Runs work that keeps to a budget: first with a small one, and only when that is not enough on a thread.
  ///
  /// - Parameters:
  ///   - isLong: whether already its text takes long to understand, or its answer to write: it is not tried first.
  ///   - arrival: when the request was there; it waits for a thread until the deadline counted from then.
  /// - Throws: `Problem` when too many wait, `TooExpensive` beyond the deadline.
  func answer<Value: Sendable>(
    asLong isLong: Bool, since arrival: ContinuousClock.Instant = .now,
    _ body: @escaping @Sendable (Catalog, WorkBudget) throws -> Value
  ) async throws -> Value {
    if !isLong { do { return try body(catalog, Self.short) } catch is TooExpensive {} }
    return try await onThread(since: arrival, body)
  }

  /// Runs work on a thread from the start: what keeps to no budget, and what waits for the disk.
  ///
  /// - Parameter arrival: when the request was there.
  func onThread<Value: Sendable>(
    since arrival: ContinuousClock.Instant = .now,
    _ body: @escaping @Sendable (Catalog, WorkBudget) throws -> Value
  ) async throws -> Value {
    let position = waiting.add(1, ordering: .relaxed).newValue
    defer { waiting.subtract(1, ordering: .relaxed) }
    guard position <= threads + most else { throw busy }
    let latest = arrival + deadline
    return try await catalog.run { [self] in
      // Who has waited that long has probably gone.
      guard .now < latest else { throw busy }
      var budget = WorkBudget.usual
      budget.bytes = longestAnswer
      budget.deadline = .now + deadline
      return try body($0, budget)
    }
  }

  private var busy: Problem {
    var problem = Problem.limit(.serviceUnavailable, "queue", most, "The server is busy; try again in a second.")
    (problem.code, problem.retryAfter) = ("busy", 1)
    return problem
  }

  /// Runs a short part of a batch.
  func batch<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await batches.run(body)
  }

  /// Runs what takes as long as the catalog is large: imports, copies, checks and exports.
  /// - Throws: `Problem` when too many wait.
  func operation<Value: Sendable>(_ body: @escaping @Sendable (Catalog) throws -> Value) async throws -> Value {
    let position = operationsWaiting.add(1, ordering: .relaxed).newValue
    defer { operationsWaiting.subtract(1, ordering: .relaxed) }
    guard position <= Self.operationThreads + most else { throw busy }
    return try await operations.run { [catalog] in try body(catalog) }
  }
}
