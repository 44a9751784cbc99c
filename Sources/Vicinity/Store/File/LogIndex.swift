import GRDBSQLite
import Synchronization

/// SQLite's WAL index in shared memory.
enum LogIndex {
  /// Its first region, which begins with the header; nil when there is no shared one.
  static func first(of connection: OpaquePointer) -> UnsafeMutableRawPointer? {
    guard let file = SQLiteFile.database(of: connection), let methods = file.pointee.pMethods,
      methods.pointee.iVersion >= 2, let map = methods.pointee.xShmMap
    else { return nil }
    var region: UnsafeMutableRawPointer?
    // Regions of the index have 32 KiB; 0 does not create a missing one. If it is not writable SQLite maps it read-only
    // and returns a special code while no process with write access has it open.
    let code = map(file, 0, 32 << 10, 0, &region)
    return code == SQLITE_OK || code == SQLITE_READONLY ? region : nil
  }

  /// The first copy of its header, as words; nil when there is no shared one.
  static func header(of connection: OpaquePointer) -> UnsafePointer<Atomic<UInt64>>? {
    first(of: connection).map { UnsafePointer($0.assumingMemoryBound(to: Atomic<UInt64>.self)) }
  }

  /// The state after the latest commit (https://sqlite.org/walformat.html, 2.1), in native byte order.
  struct Header {
    /// The number of pages in the log.
    let frames: Int
    /// The page size in bytes.
    let pageSize: Int
    /// The checksum over all frames.
    let checksum: SIMD2<UInt32>

    /// - Parameter index: its first region, which must not be written during the call.
    init(_ index: UnsafeMutableRawPointer) {
      let size = Int(index.load(fromByteOffset: 14, as: UInt16.self))
      pageSize = size == 1 ? 1 << 16 : size
      frames = Int(index.load(fromByteOffset: 16, as: UInt32.self))
      checksum = index.load(fromByteOffset: 24, as: SIMD2<UInt32>.self)
    }
  }
}
