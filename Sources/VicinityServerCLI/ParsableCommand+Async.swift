import ArgumentParser
import Foundation

extension ParsableCommand {
  /// Runs `body`, and returns once it has ended.
  func waitFor(_ body: @escaping @Sendable () async throws -> Void) throws {
    let outcome = Outcome()
    Task {
      do { try await body() } catch { outcome.error = error }
      outcome.done.signal()
    }
    outcome.done.wait()
    if let error = outcome.error { throw error }
  }
}

/// Written before the signal, and read after it.
private final class Outcome: @unchecked Sendable {
  let done = DispatchSemaphore(value: 0)
  var error: (any Error)?
}
