import Foundation
import GRDBSQLite
import Synchronization

/// Writes down every statement that this process runs, when the environment names a file for them:
/// `scripts/record-statements`.
package enum StatementRecorder {
  private static let seen = Mutex<Set<String>>([])
  private static let path = ProcessInfo.processInfo.environment["VICINITY_RECORD_STATEMENTS"]

  /// Begins once, before the first connection is opened.
  package static func begin() { _ = begun }

  private static let begun: Void = {
    guard path != nil else { return }
    let register: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Int32 = {
      connection, _, _ in
      sqlite3_trace_v2(
        connection, UInt32(SQLITE_TRACE_STMT),
        { _, _, statement, _ in
          if let statement, let text = sqlite3_sql(OpaquePointer(statement)) { note(String(cString: text)) }
          return 0
        }, nil)
      return SQLITE_OK
    }
    sqlite3_auto_extension(unsafeBitCast(register, to: (@convention(c) () -> Void).self))
    atexit { StatementRecorder.write() }
  }()

  /// Leaves out what a connection of a test runs.
  package static func ignore(_ connection: OpaquePointer?) { sqlite3_trace_v2(connection, 0, nil, nil) }

  private static func note(_ statement: String) { _ = seen.withLock { $0.insert(statement) } }

  private static func write() {
    guard let path else { return }
    let lines = seen.withLock { $0 }.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    try? Set(lines).sorted().joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
  }
}
