import Synchronization

/// Tells the work of other threads to end, because nobody needs it any more.
final class StopSign: Sendable {
  private let isSet = Atomic(false)

  var isUp: Bool { isSet.load(ordering: .relaxed) }

  func raise() { isSet.store(true, ordering: .relaxed) }
}

/// Thrown by work that was told to end.
struct Stopped: Error {}
