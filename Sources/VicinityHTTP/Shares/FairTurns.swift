import Streams
import Synchronization

/// Threads on which clients have turns: whoever has had the least of them lately comes next.
///
/// The number of running and waiting jobs per client is limited. Some extra threads are reserved for clients that run
/// nothing and have had little time lately, so that work that takes seconds does not delay short queries, however many
/// clients send it.
package final class FairTurns: Sendable {
  /// How many pieces of work there may be.
  package struct Bounds: Sendable {
    /// The number of running jobs, apart from those on reserved threads.
    var threads: Int
    /// More threads, for clients that run nothing and have hardly had a turn lately.
    var reserve: Int
    /// The number of waiting jobs.
    var queue: Int
    /// Per client; 0 for no limit.
    var clientThreads: Int
    /// Per client; 0 for no limit.
    var clientQueue: Int

    package init(threads: Int, reserve: Int = 1, queue: Int = .max, clientThreads: Int = 0, clientQueue: Int = 0) {
      (self.threads, self.reserve, self.queue) = (threads, reserve, queue)
      (self.clientThreads, self.clientQueue) = (clientThreads, clientQueue)
    }
  }

  /// Why a piece of work has no turn.
  package enum Refusal: Error, Equatable {
    /// Too many wait, of all clients.
    case full(Int)
    /// Too many of this client wait.
    case clientFull(Int)
    /// It has waited too long.
    case late
  }

  private let bounds: Bounds
  private let threads: TaskThreads
  private let state: Mutex<State>

  package init(_ bounds: Bounds, name: String) {
    self.bounds = bounds
    threads = TaskThreads(limit: bounds.threads + bounds.reserve, name: name)
    state = Mutex(State(bounds))
  }

  /// The pieces of work that run or wait.
  package var load: Int { state.withLock { $0.running + $0.waiters.count } }

  /// Runs `body` on a thread, once it is the turn of the client.
  ///
  /// - Parameters:
  ///   - names: under which the client is counted.
  ///   - latest: when it must have begun.
  /// - Throws: `Refusal`; `CancellationError` while it waits; errors of `body`.
  package func run<Value: Sendable>(
    for names: [String] = Asker.names, until latest: ContinuousClock.Instant? = nil,
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await enter(names, latest)
    defer { leave(names) }
    return try await threads.run { [self] in
      let began = ContinuousClock.now
      defer { state.withLock { $0.charge(names, Double(seconds: .now - began), at: .now) } }
      return try body()
    }
  }

  private func enter(_ names: [String], _ latest: ContinuousClock.Instant?) async throws {
    guard !state.withLock({ $0.begin(names, at: .now) }) else { return }
    let number = state.withLock { $0.nextNumber() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let waiter = Waiter(number: number, names: names, latest: latest, continuation: continuation)
        let ended = state.withLock { $0.put(waiter, at: .now) }
        for (waiter, result) in ended { waiter.continuation.resume(with: result) }
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func cancel(_ number: Int) {
    state.withLock { $0.remove(number) }?.continuation.resume(throwing: CancellationError())
  }

  private func leave(_ names: [String]) {
    let ended = state.withLock { $0.end(names, at: .now) }
    for (waiter, result) in ended { waiter.continuation.resume(with: result) }
  }

  // MARK: Whose turn it is

  private struct Waiter {
    var number: Int
    var names: [String]
    var latest: ContinuousClock.Instant?
    var continuation: CheckedContinuation<Void, any Error>
  }

  private typealias Ended = [(Waiter, Result<Void, any Error>)]

  private struct ClientWork {
    var running = 0
    var waiting = 0
    /// Seconds on threads; half of them are forgotten every `halfLife`.
    var seconds = 0.0
    var at: ContinuousClock.Instant
  }

  private struct State {
    let bounds: Bounds
    var running = 0
    /// In the order of arrival.
    var waiters: [Waiter] = []
    private var clients: [String: ClientWork] = [:]
    private var number = 0

    private static let halfLife = 5.0
    /// Seconds on threads of a client that may use the reserve.
    private static let little = 0.25
    /// Clients that are remembered; beyond that those without work are forgotten.
    private static let mostClients = 16_384

    init(_ bounds: Bounds) { self.bounds = bounds }

    mutating func nextNumber() -> Int {
      number += 1
      return number
    }

    /// Begins work if there is a thread for it.
    mutating func begin(_ names: [String], at now: ContinuousClock.Instant) -> Bool {
      guard mayRun(names, at: now) else { return false }
      running += 1
      for name in names { clients[name, default: ClientWork(at: now)].running += 1 }
      if clients.count > Self.mostClients { clients = clients.filter { $0.value.running + $0.value.waiting > 0 } }
      return true
    }

    mutating func end(_ names: [String], at now: ContinuousClock.Instant) -> Ended {
      running -= 1
      for name in names { clients[name]?.running -= 1 }
      return next(at: now)
    }

    mutating func charge(_ names: [String], _ seconds: Double, at now: ContinuousClock.Instant) {
      for name in names {
        let lately = usage(of: name, at: now)
        clients[name]?.seconds = lately + seconds
        clients[name]?.at = now
      }
    }

    private func usage(of name: String, at now: ContinuousClock.Instant) -> Double {
      guard let client = clients[name] else { return 0 }
      let halves = Double(seconds: now - client.at) / Self.halfLife
      return halves > 40 ? 0 : client.seconds / Double(1 << Int(halves)) * (1 - (halves - halves.rounded(.down)) / 2)
    }

    private func usage(of names: [String], at now: ContinuousClock.Instant) -> Double {
      names.map { usage(of: $0, at: now) }.max() ?? 0
    }

    private func mayRun(_ names: [String], at now: ContinuousClock.Instant) -> Bool {
      let most = names.map { clients[$0]?.running ?? 0 }.max() ?? 0
      guard bounds.clientThreads == 0 || most < bounds.clientThreads else { return false }
      if running < bounds.threads { return true }
      return running < bounds.threads + bounds.reserve && most == 0 && usage(of: names, at: now) < Self.little
    }

    /// Queues or starts a job; when the queue is full, refuses a job of the client with the most waiting jobs.
    mutating func put(_ waiter: Waiter, at now: ContinuousClock.Instant) -> Ended {
      if begin(waiter.names, at: now) { return [(waiter, .success(()))] }
      var ended = removeLate(at: now)
      let waiting = waiting(waiter.names)
      guard bounds.clientQueue == 0 || waiting < bounds.clientQueue else {
        return ended + [(waiter, .failure(Refusal.clientFull(bounds.clientQueue)))]
      }
      if waiters.count >= bounds.queue {
        // The last job of the client with the most waiting jobs is dropped.
        guard
          let index = waiters.indices.max(by: { self.waiting(waiters[$0].names) < self.waiting(waiters[$1].names) }),
          self.waiting(waiters[index].names) > waiting + 1
        else { return ended + [(waiter, .failure(Refusal.full(bounds.queue)))] }
        let names = waiters[index].names
        let last = waiters.lastIndex { $0.names == names } ?? index
        ended.append((remove(at: last), .failure(Refusal.full(bounds.queue))))
      }
      for name in waiter.names { clients[name, default: ClientWork(at: now)].waiting += 1 }
      waiters.append(waiter)
      return ended
    }

    private func waiting(_ names: [String]) -> Int { names.map { clients[$0]?.waiting ?? 0 }.max() ?? 0 }

    mutating func remove(_ number: Int) -> Waiter? {
      waiters.firstIndex { $0.number == number }.map { remove(at: $0) }
    }

    private mutating func remove(at index: Int) -> Waiter {
      let waiter = waiters.remove(at: index)
      for name in waiter.names { clients[name]?.waiting -= 1 }
      return waiter
    }

    private mutating func removeLate(at now: ContinuousClock.Instant) -> Ended {
      guard waiters.contains(where: { $0.latest.map { $0 <= now } ?? false }) else { return [] }
      var ended: Ended = []
      for index in waiters.indices.reversed() where waiters[index].latest.map({ $0 <= now }) ?? false {
        ended.append((remove(at: index), .failure(Refusal.late)))
      }
      return ended
    }

    /// Starts waiting jobs while there are threads, clients with the least time first.
    private mutating func next(at now: ContinuousClock.Instant) -> Ended {
      var ended = removeLate(at: now)
      while running < bounds.threads + bounds.reserve {
        var best: (index: Int, usage: Double)?
        for (index, waiter) in waiters.enumerated() where mayRun(waiter.names, at: now) {
          let usage = usage(of: waiter.names, at: now)
          if best.map({ usage < $0.usage }) ?? true { best = (index, usage) }
        }
        guard let best else { break }
        let waiter = remove(at: best.index)
        _ = begin(waiter.names, at: now)
        ended.append((waiter, .success(())))
      }
      return ended
    }
  }
}
