import Foundation
import Streams
import Synchronization

/// Hashes and checks passwords, which is slow by design: with lower priority than all queries, and only a few at a
/// time.
final class PasswordHasher: Sendable {
  private let threads = TaskThreads(limit: max(1, ProcessInfo.processInfo.activeProcessorCount / 2), name: "passwords")
  private let waiting = Mutex<[String: Int]>([:])
  /// The maximum queue length: in total, and per client, so that no client can prevent others from signing in.
  private static let most = (all: 16, client: 4)

  private let logRounds: Int
  private let none: Password

  init(logRounds: Int) {
    self.logRounds = logRounds
    none = Password.none(logRounds: logRounds)
  }

  /// - Parameters:
  ///   - password: that of an account; nil when there is no account, which takes as long.
  ///   - client: the client that signs in.
  func isSame(_ password: Password?, as plain: String, for client: String) async throws -> Bool {
    try await run(for: client) { [none] in try (password ?? none).isSame(as: plain) }
  }

  func password(of plain: String, for client: String) async throws -> Password {
    try await run(for: client) { [logRounds] in try Password(of: plain, logRounds: logRounds) }
  }

  private func run<Value: Sendable>(
    for client: String, _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let mayWait = waiting.withLock { waiting in
      guard waiting.values.reduce(0, +) < Self.most.all, waiting[client, default: 0] < Self.most.client else {
        return false
      }
      waiting[client, default: 0] += 1
      return true
    }
    guard mayWait else { throw SignInError.busy(seconds: 3) }
    defer { waiting.withLock { $0[client] = $0[client].flatMap { $0 > 1 ? $0 - 1 : nil } } }
    return try await threads.run { try BackgroundThread.run(body) }
  }
}
