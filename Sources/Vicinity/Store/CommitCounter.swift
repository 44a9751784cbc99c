import Synchronization

/// Tells which version of the catalog file is current, to all threads of this process.
///
/// In WAL mode, which catalogs are kept in, every commit of any process rewrites the header of the WAL index, 48 bytes of shared memory
/// with a change counter, salts and checksums (https://sqlite.org/walformat.html, "The WAL-Index Header"). It is read where SQLite has
/// it mapped, so that asking costs no more than reading six words.
///
/// Elsewhere `PRAGMA data_version` answers. It changes when any other connection has committed, but its values can only be compared on
/// one connection; this is that connection, and it never writes. In a file that is read without locks it stays what it
/// is.
final class CommitCounter: @unchecked Sendable {
  // Unchecked because of the pointer into shared memory, which stays mapped as long as the connection is open.
  private let connection: Mutex<UnsafeTransfer<ReadConnection>>
  private let header: UnsafePointer<Atomic<UInt64>>?

  init(_ connection: ReadConnection, mode: ReadingMode) throws {
    // A read makes SQLite find out whether it can, and map the index of the log.
    _ = try connection.beginRead()
    connection.endRead()
    if case .shared = mode { header = try connection.walIndexHeader() } else { header = nil }
    self.connection = Mutex(UnsafeTransfer(connection))
  }

  /// Whether the index of the log is in memory shared by all who have the file open.
  var hasSharedIndex: Bool { header != nil }

  /// The version that a transaction sees which begins now.
  @inline(__always)
  func current() throws -> CatalogVersion {
    guard let header else {
      return try connection.withLock { CatalogVersion(dataVersion: try $0.value.dataVersion()) }
    }
    return CatalogVersion(header: header)
  }

  /// Runs `body` with the connection that asks, before anybody else does.
  func withConnection<Result>(_ body: (ReadConnection) throws -> Result) throws -> Result {
    let connection = connection.withLock { $0 }.value
    defer { connection.endRead() }
    return try body(connection)
  }
}

/// Which state of the file a transaction sees; equal only to itself.
struct CatalogVersion: Hashable, Sendable {
  private var words = SIMD8<UInt64>()

  init(dataVersion: Int) { words[7] = UInt64(truncatingIfNeeded: dataVersion) }

  @inline(__always)
  fileprivate init(header: UnsafePointer<Atomic<UInt64>>) {
    for word in 0..<6 { words[word] = header[word].load(ordering: .relaxed) }
    // What follows must not be read before the header.
    atomicMemoryFence(ordering: .acquiring)
  }
}

extension ReadConnection {
  /// The first copy of the WAL index header; nil when there is none that others would rewrite.
  fileprivate func walIndexHeader() throws -> UnsafePointer<Atomic<UInt64>>? {
    let mode = try statement("PRAGMA journal_mode")
    guard try mode.step(), mode.string(0) == "wal" else { return nil }
    mode.reset()
    guard let region = LogIndex.first(of: handle) else { return nil }
    return UnsafePointer(region.assumingMemoryBound(to: Atomic<UInt64>.self))
  }
}

/// A value that is not `Sendable` and is handed from thread to thread, used by one at a time.
///
/// Whoever holds it vouches for that: a lock around it, or a pool that lends it out.
struct UnsafeTransfer<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
