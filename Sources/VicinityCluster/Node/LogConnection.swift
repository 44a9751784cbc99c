import Synchronization
import Vicinity

/// A connection to the log, opened when it is first used, and again after it was lost; for one thread at a time.
final class LogConnection: Sendable {
  private let url: String
  private let name: String
  private let seen: SeenTimeline
  private let opened = Mutex(UnsafeTransfer<ClusterLog?>(nil))

  init(_ url: String, name: String, seen: SeenTimeline) { (self.url, self.name, self.seen) = (url, name, seen) }

  /// Runs `body`, while other threads wait.
  /// - Throws: `PostgreSQLError.unreachable` as `Unopened` if no connection can be made: then nothing was sent.
  func use<Value>(_ body: (ClusterLog) throws -> Value) throws -> Value {
    try opened.withLock { slot in
      let log: ClusterLog
      if let known = slot.value, known.connection.isOpen {
        log = known
      } else {
        do { log = try ClusterLog(url, name: name, seen: seen) } catch let error as PostgreSQLError {
          throw Unopened(error: error)
        }
        slot = UnsafeTransfer(log)
      }
      return try body(log)
    }
  }
}

/// No connection can be made.
struct Unopened: Error, CustomStringConvertible {
  let error: PostgreSQLError
  var description: String { error.description }
}
