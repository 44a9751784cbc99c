import Foundation
import Streams

/// A set of threads that run the same function concurrently.
enum ThreadTeam {
  /// Runs `body` on `count` threads and waits for all of them; rethrows the first error.
  static func run(_ count: Int, _ body: @escaping @Sendable () throws -> Void) throws {
    let team = Gathering(count)
    for number in 0..<count {
      Thread.start(named: "team \(number)") { team.leave(Result { try body() }) }
    }
    try team.wait()
  }

  private final class Gathering: @unchecked Sendable {
    // Unchecked because the compiler cannot verify that every variable is accessed under `condition` only.
    private let condition = NSCondition()
    private var running: Int
    private var failure: (any Error)?

    init(_ count: Int) { running = count }

    func leave(_ outcome: Result<Void, any Error>) {
      condition.withLock {
        if case .failure(let error) = outcome, failure == nil { failure = error }
        running -= 1
        condition.broadcast()
      }
    }

    func wait() throws {
      try condition.withLock {
        while running > 0 { condition.wait() }
        if let failure { throw failure }
      }
    }
  }
}
