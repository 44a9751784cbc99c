import Synchronization

/// Whether the server takes requests.
final class ServerState: Sendable {
  private let stopping = Atomic<Bool>(false)
  private let active = Atomic<Int>(0)
  let started = ContinuousClock.now

  /// Whether the server finishes what runs, and then ends.
  var isStopping: Bool { stopping.load(ordering: .relaxed) }

  func stop() { stopping.store(true, ordering: .relaxed) }

  func begin() -> Int { active.add(1, ordering: .relaxed).newValue }
  func end() -> Int { active.subtract(1, ordering: .relaxed).newValue }
}

/// Counts a request while it is retained: for a stream until its last byte.
final class ActiveRequest: Sendable {
  private let state: ServerState
  private let metrics: RouteMetrics

  init(_ state: ServerState, _ metrics: RouteMetrics) {
    (self.state, self.metrics) = (state, metrics)
    metrics.active.record(state.begin())
  }

  deinit { metrics.active.record(state.end()) }
}
