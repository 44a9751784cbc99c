import Synchronization
import VicinityHTTP

/// Work for which a task waits no longer than until it is cancelled, although the work itself goes on.
enum Abandoned {
  /// - Throws: errors of `body`; `CancellationError` as soon as the task is cancelled.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let wait = Wait<Value>()
    let names = Asker.names
    Task.detached {
      let result: Result<Value, any Error>
      do { result = .success(try await Asker.$names.withValue(names) { try await body() }) } catch {
        result = .failure(error)
      }
      wait.end(result)
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { wait.begin($0) }
    } onCancel: {
      wait.end(.failure(CancellationError()))
    }
  }

  private final class Wait<Value: Sendable>: Sendable {
    private enum State {
      case new
      case waiting(CheckedContinuation<Value, any Error>)
      case ended(Result<Value, any Error>)
    }

    private let state = Mutex(State.new)

    func begin(_ continuation: CheckedContinuation<Value, any Error>) {
      let result: Result<Value, any Error>? = state.withLock { state in
        if case .ended(let result) = state { return result }
        state = .waiting(continuation)
        return nil
      }
      if let result { continuation.resume(with: result) }
    }

    func end(_ result: Result<Value, any Error>) {
      let continuation: CheckedContinuation<Value, any Error>? = state.withLock { state in
        defer { if case .ended = state {} else { state = .ended(result) } }
        if case .waiting(let continuation) = state { return continuation }
        return nil
      }
      continuation?.resume(with: result)
    }
  }
}
