import Synchronization

/// Numbers the versions of a catalog file for all threads of this process.
///
/// `PRAGMA data_version` changes when any other connection has committed, also one of another process, but its values can only be
/// compared on one connection. This is that connection; it never writes.
final class VersionOracle: Sendable {
  private let connection: Mutex<Confined<ReadConnection>>

  init(path: String) throws {
    connection = Mutex(Confined(try ReadConnection(path: path)))
  }

  /// The number of the version that a transaction sees which begins now.
  func current() throws -> Int {
    try connection.withLock { try $0.value.dataVersion() }
  }
}

/// A value that is not `Sendable` and is handed from thread to thread, used by one at a time.
///
/// Whoever holds it vouches for that: a lock around it, or a pool that lends it out.
struct Confined<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
