import Synchronization

/// Long work that serves all callers who request it before it starts: one run at a time, and later callers share the
/// next one.
package final class SharedRuns: Sendable {
  private struct Run {
    var number: Int
    var task: Task<Void, any Error>
  }

  private struct State {
    var number = 0
    var running: Run?
    /// Begins once `running` has ended.
    var next: Run?
  }

  private let state = Mutex(State())

  package init() {}

  /// Waits until the work has been done once from now on.
  ///
  /// - Parameter work: the same work for all callers. It is the work of the server, and continues without its callers.
  /// - Throws: errors of `work`.
  package func run(_ work: @escaping @Sendable () async throws -> Void) async throws { try await request(work).value }

  /// The run that begins next.
  func request(_ work: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
    state.withLock { state in
      if let next = state.next { return next.task }
      state.number += 1
      let (number, former) = (state.number, state.running?.task)
      let task = Task { [self] in
        _ = await former?.result
        begin(number)
        defer { end(number) }
        try await Asker.$names.withValue([]) { try await work() }
      }
      let run = Run(number: number, task: task)
      if former == nil { state.running = run } else { state.next = run }
      return task
    }
  }

  private func begin(_ number: Int) {
    state.withLock { state in
      guard let next = state.next, next.number == number else { return }
      (state.running, state.next) = (next, nil)
    }
  }

  private func end(_ number: Int) { state.withLock { if $0.running?.number == number { $0.running = nil } } }
}
