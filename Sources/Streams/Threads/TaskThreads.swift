import Foundation
import Synchronization

/// Threads for blocking work that tasks wait for, so that such work never occupies the shared pool of tasks.
///
/// At most `limit` jobs run at a time, first in, first out; the tasks of the others are suspended. A thread is started
/// when work arrives and none is idle, and ends with the object.
package final class TaskThreads: Sendable {
  private let queue: Queue

  /// - Parameter limit: how many pieces run at a time, at least 1.
  package init(limit: Int, name: String) { queue = Queue(limit: max(1, limit), name: name) }

  deinit { queue.close() }

  /// Runs `body` on one of the threads.
  /// - Throws: whatever `body` throws; `CancellationError` at once when the task is cancelled before `body` starts.
  ///   Once started, it runs to its end.
  package func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    let piece = Piece(body)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if piece.wait(continuation) { queue.put { piece.run() } }
      }
    } onCancel: {
      piece.cancel()
    }
  }

  /// Work that one task waits for.
  private final class Piece<Value: Sendable>: Sendable {
    private enum State {
      case new(@Sendable () throws -> Value)
      case waiting(@Sendable () throws -> Value, CheckedContinuation<Value, any Error>)
      case begun, cancelled
    }

    private let state: Mutex<State>

    init(_ body: @escaping @Sendable () throws -> Value) { state = Mutex(.new(body)) }

    /// Stores the continuation; returns false, after resuming it, when the task is already cancelled.
    func wait(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
      let waits = state.withLock { state in
        guard case .new(let body) = state else { return false }
        state = .waiting(body, continuation)
        return true
      }
      if !waits { continuation.resume(throwing: CancellationError()) }
      return waits
    }

    func cancel() {
      let continuation: CheckedContinuation<Value, any Error>? = state.withLock { state in
        switch state {
        case .new:
          state = .cancelled
          return nil
        case .waiting(_, let continuation):
          state = .cancelled
          return continuation
        case .begun, .cancelled: return nil
        }
      }
      continuation?.resume(throwing: CancellationError())
    }

    func run() {
      let work: (@Sendable () throws -> Value, CheckedContinuation<Value, any Error>)? = state.withLock { state in
        guard case .waiting(let body, let continuation) = state else { return nil }
        state = .begun
        return (body, continuation)
      }
      guard let (body, continuation) = work else { return }
      continuation.resume(with: Result { try body() })
    }
  }

  /// The state shared by the threads. Unchecked because the compiler cannot see that every variable is accessed under
  /// `condition` only.
  private final class Queue: @unchecked Sendable {
    private let limit: Int
    private let name: String
    private let condition = NSCondition()
    private var arriving: [@Sendable () -> Void] = []
    /// The jobs that arrived before those in `arriving`, in reverse order.
    private var due: [@Sendable () -> Void] = []
    private var threads = 0
    private var idle = 0
    private var isClosed = false

    init(limit: Int, name: String) { (self.limit, self.name) = (limit, name) }

    func put(_ piece: @escaping @Sendable () -> Void) {
      condition.withLock {
        arriving.append(piece)
        if arriving.count + due.count > idle, threads < limit { start() }
        condition.signal()
      }
    }

    func close() {
      condition.withLock {
        isClosed = true
        condition.broadcast()
      }
    }

    private func start() {
      threads += 1
      // A piece may hold the last reference to the owner of the threads, so it must be gone before the lock is taken
      // again.
      Thread.start(named: "\(name) \(threads)") { while let piece = self.next() { piece() } }
    }

    private func next() -> (@Sendable () -> Void)? {
      condition.withLock {
        while arriving.isEmpty, due.isEmpty, !isClosed {
          idle += 1
          condition.wait()
          idle -= 1
        }
        if due.isEmpty { (due, arriving) = (arriving.reversed(), []) }
        return due.popLast()
      }
    }
  }
}
