import Synchronization

/// Stops the work of other threads when its result is no longer needed.
final class StopSign: Sendable {
  private let isSet = Atomic(false)

  var isUp: Bool { isSet.load(ordering: .relaxed) }

  func raise() { isSet.store(true, ordering: .relaxed) }
}

/// Thrown by work that was stopped.
struct Stopped: Error {}
