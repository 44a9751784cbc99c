import Foundation
import GRDBSQLite
import Streams

/// How a file is read.
enum ReadingMode: Hashable, Sendable {
  /// Concurrently with writers: isolated by SQLite's locks and the WAL index.
  ///
  /// If this process may write as well, SQLite removes its auxiliary files when the last connection is closed;
  /// statements that change the file are still rejected.
  case shared(mayWrite: Bool)
  /// This process may not write and no one else has the file open. No lock is taken and no file created, so later
  /// writes must be detected by the stamps of the files.
  ///
  /// `hasLog` is set if there are commits in a log; its index is then created in memory.
  case still(hasLog: Bool)
}

extension CatalogFile {
  /// Opens a catalog for reading; the only place that chooses the mode.
  ///
  /// - Throws: `CatalogError`, `SQLiteFailure`.
  static func openForReading(_ path: CatalogPath) throws -> OpenedFile {
    let file = try openAnyVersion(path)
    try file.withConnection { connection in
      let missing = try migrator.missing(from: SchemaVersion(of: connection))
      guard missing.isEmpty else { throw CatalogError.needsMigration(path: path.given, missing: missing) }
    }
    return file
  }

  /// Opens a catalog of this or an older version.
  static func openAnyVersion(_ path: CatalogPath) throws -> OpenedFile {
    let file = try openUnchecked(path)
    try file.withConnection { try refuseForeign($0, path: path) }
    return file
  }

  /// Opens a catalog of any version; of a newer one only the pages can be interpreted.
  static func openEveryVersion(_ path: CatalogPath) throws -> OpenedFile {
    let file = try openUnchecked(path)
    try file.withConnection { try refuseOthers($0, path: path) }
    return file
  }

  /// The number of attempts on files that change during the inspection.
  private static let attempts = 10

  private static func openUnchecked(_ path: CatalogPath) throws -> OpenedFile {
    for _ in 0..<attempts {
      let header = try FileHeader(of: path)
      guard let target = path.target, let stamp = CatalogStamp(path: path.absolute, target: target) else {
        throw CatalogError.notFound(path: path.given)
      }
      let file = try attempt(path, target: target, header, stamp)
      // If the file has been replaced in the meantime, this connection has the journals of another file.
      if let file, let now = FileStamp(path: path.absolute), now.isSameFile(as: stamp.main) { return file }
    }
    throw CatalogError.busy(path: path.given)
  }

  /// - Returns: nil when the file no longer matches its stamp.
  private static func attempt(
    _ path: CatalogPath, target: String, _ header: FileHeader, _ stamp: CatalogStamp
  ) throws -> OpenedFile? {
    // Under another name (hard link) the log would be another file: SQLite must not write through this one.
    let mayWrite = stamp.main.links == 1 && CatalogPath.isWritable(target)
    let isShared = mayWrite || !header.hasLog || (stamp.log != nil && stamp.index != nil)
    var failure: SQLiteFailure?
    if isShared {
      do {
        let file = try OpenedFile(path, target: target, .shared(mayWrite: mayWrite), stamp)
        if mayWrite || !header.hasLog || file.hasSharedIndex { return file }
      } catch let error as SQLiteFailure where error.isForWantOfWriting { failure = error }
    }
    if let journal = FileHeader.hotJournal(beside: target) {
      throw CatalogError.interrupted(path: path.given, journal: journal)
    }
    if let failure, !header.hasLog { throw failure }
    guard CatalogStamp.settled(path: path.absolute, target: target) == stamp else { return nil }
    let hasLog = (stamp.log?.size ?? 0) > 0
    do {
      let file = try OpenedFile(path, target: target, .still(hasLog: hasLog), stamp)
      return CatalogStamp(path: path.absolute, target: target) == stamp ? file : nil
    } catch let failure as SQLiteFailure where failure.isForWantOfWriting && hasLog {
      throw CatalogError.unreadable(
        path: target + "-wal", reason: "it has changes that the catalog lacks; \(failure.message)")
    }
  }

  private static func refuseForeign(_ connection: ReadConnection, path: CatalogPath) throws {
    try refuseOthers(connection, path: path)
    let unknown = migrator.unknown(in: try SchemaVersion(of: connection))
    guard unknown.isEmpty else { throw CatalogError.tooNew(path: path.given, migrations: unknown) }
  }

  /// Refuses what is no catalog of any version.
  private static func refuseOthers(_ connection: ReadConnection, path: CatalogPath) throws {
    for table in ["gpkg_contents", "listing", "rtree_listing_geom"] {
      let found = try connection.statement("SELECT 1 FROM sqlite_schema WHERE name = ?1")
      found.bind(1, table)
      guard try found.step() else {
        throw CatalogError.notACatalog(path: path.given, reason: "the table \(table) is missing")
      }
      found.clear()
    }
  }
}

/// The first bytes of a file, which determine whether it may be opened as a database.
package struct FileHeader {
  /// Whether commits go to a log next to the file (`journal_mode=WAL`).
  let hasLog: Bool

  /// - Throws: `CatalogError` for anything but an SQLite file. Only regular files are opened: a pipe would block, a
  ///   device could have side effects.
  init(of path: CatalogPath) throws {
    guard let header = try Self.bytes(of: path) else {
      throw CatalogError.notACatalog(path: path.given, reason: "the file is empty")
    }
    guard header.count == 100, header.starts(with: "SQLite format 3\0".utf8) else {
      throw CatalogError.notACatalog(path: path.given, reason: "it is not an SQLite file")
    }
    // The read version of the format: 2 means WAL (https://sqlite.org/fileformat2.html, 1.3.3).
    hasLog = header[19] == 2
  }

  /// Whether there is no file, or an empty one, so that a catalog may be created.
  static func isVacant(_ path: CatalogPath) throws -> Bool {
    if FileStamp(path: path.absolute) == nil, errno == ENOENT { return true }
    return try bytes(of: path) == nil
  }

  /// Whether a file has the header of an SQLite database and its full size. Opened by SQLite only, so that this process
  /// loses no lock.
  package static func isWhole(_ path: String) -> Bool {
    guard let bytes = try? bytes(of: CatalogPath(path)), bytes.starts(with: "SQLite format 3\0".utf8),
      let size = FileStamp(path: path)?.size
    else { return false }
    func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 << 8 | Int($1) } }
    // https://sqlite.org/fileformat2.html, 1.3
    let pageSize = number(16..<18) == 1 ? 65_536 : number(16..<18)
    guard pageSize >= 512, size >= pageSize, size.isMultiple(of: pageSize) else { return false }
    // Pages that are missing here may be in the log.
    guard (FileStamp(path: path + "-wal")?.size ?? 0) == 0, number(24..<28) == number(92..<96) else { return true }
    return size >= pageSize * number(28..<32)
  }

  /// - Returns: nil for an empty file.
  private static func bytes(of path: CatalogPath) throws -> [UInt8]? {
    func refusal(_ reason: String) -> CatalogError { .notACatalog(path: path.given, reason: reason) }
    guard let stamp = FileStamp(path: path.absolute) else {
      guard errno == ENOENT else { throw CatalogError.unreadable(path: path.given, reason: .lastSystemError) }
      throw CatalogError.notFound(path: path.given)
    }
    if let obstacle = stamp.kind.obstacle { throw refusal(obstacle) }
    guard stamp.size > 0 else { return nil }
    guard stamp.size >= 100 else { return [] }
    return try ReadConnection.firstBytes(100, of: path)
  }

  /// The rollback journal of an interrupted change, which only a process with write access can roll back; nil when
  /// there is none.
  ///
  /// A file of that name without the header of a journal is ignored, as by SQLite.
  static func hotJournal(beside target: String) -> String? {
    let path = target + "-journal"
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    var head = [UInt8](repeating: 0, count: magic.count)
    return pread(file, &head, head.count, 0) == magic.count && head == magic ? path : nil
  }
}

extension FileStamp.Kind {
  /// Why this is not a catalog; nil for a regular file.
  var obstacle: String? {
    switch self {
    case .file: nil
    case .folder: "it is a folder"
    case .device: "it is a device"
    case .pipe: "it is a named pipe"
    case .socket: "it is a socket"
    case .other: "it is not a regular file"
    }
  }
}

extension String {
  /// The system's description of its last error, such as "Permission denied".
  static var lastSystemError: String { String(cString: strerror(errno)) }
}

extension SQLiteFailure {
  /// Whether SQLite could not create or write its auxiliary files.
  fileprivate var isForWantOfWriting: Bool {
    switch resultCode & 0xFF {
    case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_FULL: true
    // SQLITE_IOERR_SHMOPEN, SHMSIZE, SHMLOCK and SHMMAP: macros that are not imported.
    case SQLITE_IOERR: [18, 19, 20, 21].contains(resultCode >> 8)
    default: false
    }
  }
}
