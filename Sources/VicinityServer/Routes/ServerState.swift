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
