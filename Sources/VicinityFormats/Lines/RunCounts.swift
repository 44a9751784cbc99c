import Synchronization

/// The counts of a running batch, updated by several threads.
final class RunCounts: Sendable {
  private let state = Mutex(Batch.Counts())

  var counts: Batch.Counts { state.withLock { $0 } }

  func add(answered: Int, failed: Int) {
    state.withLock {
      $0.answered += answered
      $0.failed += failed
    }
  }

  func cutOff() { state.withLock { $0.isCutOff = true } }
}
