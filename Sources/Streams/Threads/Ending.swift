import Foundation
import Synchronization

/// The completion of a piece of work: threads and tasks wait for it, each up to its own deadline.
///
/// Unchecked because the compiler cannot see that every variable is touched under `condition` only.
package final class Ending: @unchecked Sendable {
  private let condition = NSCondition()
  private var outcome: Result<Void, any Error>?
  private var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
  private var nextNumber = 0

  package init() {}

  /// Ends it, once.
  package func finish(_ outcome: Result<Void, any Error>) {
    let waiting = condition.withLock { () -> [Int: CheckedContinuation<Bool, Never>] in
      if self.outcome == nil { self.outcome = outcome }
      defer { self.waiting = [:] }
      condition.broadcast()
      return self.waiting
    }
    for continuation in waiting.values { continuation.resume(returning: true) }
  }

  /// Blocks the thread until the end.
  ///
  /// - Parameter deadline: the time to give up; nil for never.
  /// - Returns: whether it has ended.
  /// - Throws: the error thrown by the work.
  package func wait(until deadline: ContinuousClock.Instant?) throws -> Bool {
    let outcome = condition.withLock { () -> Result<Void, any Error>? in
      while self.outcome == nil {
        guard let deadline else {
          condition.wait()
          continue
        }
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else { return nil }
        _ = condition.wait(until: Date(timeIntervalSinceNow: min(left / .seconds(1), 3600)))
      }
      return self.outcome
    }
    guard let outcome else { return false }
    try outcome.get()
    return true
  }

  /// Suspends the task until the end, or until it is cancelled.
  ///
  /// - Parameter deadline: the time to give up.
  /// - Returns: whether the work has ended, with a value or an error.
  package func hasEnded(by deadline: ContinuousClock.Instant) async -> Bool {
    let number = condition.withLock {
      nextNumber += 1
      return nextNumber
    }
    let clock = Task { [weak self] in
      do { try await Task.sleep(until: deadline) } catch { return }
      self?.giveUp(number)
    }
    defer { clock.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer = condition.withLock { () -> Bool? in
          if outcome != nil { return true }
          if Task.isCancelled { return false }
          waiting[number] = continuation
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      giveUp(number)
    }
  }

  private func giveUp(_ number: Int) {
    condition.withLock { waiting.removeValue(forKey: number) }?.resume(returning: false)
  }
}
