import Synchronization

/// Determines the current version of the catalog file, for all threads of this process.
///
/// In WAL mode, which catalogs use, every commit of any process rewrites the header of the WAL index, 48 bytes of
/// shared memory with a change counter, salts and checksums (https://sqlite.org/walformat.html, "The WAL-Index
/// Header"). It is read directly from the memory that SQLite has mapped, so a check only reads six words.
///
/// In other modes `PRAGMA data_version` is used. It changes when any other connection has committed, but its values are
/// only comparable on one connection; this is that connection, and it never writes. In a file that is read without
/// locks the version is constant.
final class CommitCounter: @unchecked Sendable {
  // Unchecked because of the pointer into shared memory, which stays mapped until the connection is closed.
  private let connection: Mutex<UnsafeTransfer<ReadConnection>>
  private let header: UnsafePointer<Atomic<UInt64>>?

  init(_ connection: ReadConnection, mode: ReadingMode) throws {
    // A first read makes SQLite check the file and map the WAL index.
    _ = try connection.beginRead()
    connection.endRead()
    if case .shared = mode { header = try connection.walIndexHeader() } else { header = nil }
    self.connection = Mutex(UnsafeTransfer(connection))
  }

  /// Whether the WAL index is in shared memory.
  var hasSharedIndex: Bool { header != nil }

  /// The version of a transaction that begins now.
  @inline(__always)
  func current() throws -> CatalogVersion {
    guard let header else {
      return try connection.withLock { CatalogVersion(dataVersion: try $0.value.dataVersion()) }
    }
    return CatalogVersion(header: header)
  }

  /// Runs `body` with the counting connection, before it is shared.
  func withConnection<Result>(_ body: (ReadConnection) throws -> Result) throws -> Result {
    let connection = connection.withLock { $0 }.value
    defer { connection.endRead() }
    return try body(connection)
  }
}

/// The version of the file that a transaction sees; comparable only within one counter.
struct CatalogVersion: Hashable, Sendable {
  private var words = SIMD8<UInt64>()

  init(dataVersion: Int) { words[7] = UInt64(truncatingIfNeeded: dataVersion) }

  @inline(__always)
  init(header: UnsafePointer<Atomic<UInt64>>) {
    for word in 0..<6 { words[word] = header[word].load(ordering: .relaxed) }
    // Later reads must not be reordered before the header.
    atomicMemoryFence(ordering: .acquiring)
  }
}

extension ReadConnection {
  /// The first copy of the WAL index header; nil when there is no shared one.
  fileprivate func walIndexHeader() throws -> UnsafePointer<Atomic<UInt64>>? {
    let mode = try statement("PRAGMA journal_mode")
    guard try mode.step(), mode.string(0) == "wal" else { return nil }
    mode.reset()
    return LogIndex.header(of: handle)
  }
}

/// A value that is not `Sendable` but is passed between threads, used by one at a time.
///
/// The owner guarantees that: by a lock, or by a pool that lends it out.
package struct UnsafeTransfer<Value>: @unchecked Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }
}
