import GRDBSQLite

/// SQLite's index of the log, in memory that all who have the file open share.
enum LogIndex {
  /// Its first region, which begins with the header; nil when there is none that others would rewrite.
  static func first(of connection: OpaquePointer) -> UnsafeMutableRawPointer? {
    guard let file = SQLiteFile.database(of: connection), let methods = file.pointee.pMethods,
      methods.pointee.iVersion >= 2, let map = methods.pointee.xShmMap
    else { return nil }
    var region: UnsafeMutableRawPointer?
    // Regions of the index have 32 KiB; 0 does not make one that is missing. Where it cannot be written SQLite maps it
    // for reading and says so, with a code of its own while nobody who can write has it open.
    let code = map(file, 0, 32 << 10, 0, &region)
    return code == SQLITE_OK || code == SQLITE_READONLY ? region : nil
  }

  /// What it says of the latest commit (https://sqlite.org/walformat.html, 2.1), in the byte order of the machine.
  struct Header {
    /// How many pages the log has.
    let frames: Int
    /// In bytes.
    let pageSize: Int
    /// Over all of them.
    let checksum: SIMD2<UInt32>

    /// - Parameter index: its first region, which nobody writes meanwhile.
    init(_ index: UnsafeMutableRawPointer) {
      let size = Int(index.load(fromByteOffset: 14, as: UInt16.self))
      pageSize = size == 1 ? 1 << 16 : size
      frames = Int(index.load(fromByteOffset: 16, as: UInt32.self))
      checksum = index.load(fromByteOffset: 24, as: SIMD2<UInt32>.self)
    }
  }
}
