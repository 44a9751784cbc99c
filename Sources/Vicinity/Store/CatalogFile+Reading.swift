import Foundation
import GRDBSQLite

/// How a file is read.
enum ReadingMode: Hashable, Sendable {
  /// Beside others who may write: SQLite's locks and the index of its log keep them apart.
  ///
  /// Where this process may write as well, SQLite removes what it keeps beside the file when the last connection is
  /// closed; statements that change the file are refused nevertheless.
  case shared(mayWrite: Bool)
  /// Where this process may not write and nobody else has the file open. No lock is taken and no file made, so whoever
  /// writes later must be noticed by the stamps of the files.
  ///
  /// `hasLog` says whether commits lie in a log beside it; its index is then made in memory.
  case still(hasLog: Bool)
}

extension CatalogFile {
  /// Opens a catalog for reading; the one place that decides how.
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

  /// How often it is looked again at files that change while they are looked at.
  private static let attempts = 10

  private static func openUnchecked(_ path: CatalogPath) throws -> OpenedFile {
    for _ in 0..<attempts {
      let header = try FileHeader(of: path)
      guard let target = path.target, let stamp = CatalogStamp(path: path.absolute, target: target) else {
        throw CatalogError.notFound(path: path.given)
      }
      let file = try attempt(path, target: target, header, stamp)
      // A file that was replaced meanwhile has been opened with the journals of another one.
      if let file, let now = FileStamp(path: path.absolute), now.isSameFile(as: stamp.main) { return file }
    }
    throw CatalogError.busy(path: path.given)
  }

  /// - Returns: nil when the file is no longer as its stamp says.
  private static func attempt(
    _ path: CatalogPath, target: String, _ header: FileHeader, _ stamp: CatalogStamp
  ) throws -> OpenedFile? {
    // Under another name the log would be another one: SQLite must not write through this.
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
    for table in ["gpkg_contents", "listing", "rtree_listing_geom"] {
      let found = try connection.statement("SELECT 1 FROM sqlite_schema WHERE name = ?1")
      found.bind(1, table)
      guard try found.step() else {
        throw CatalogError.notACatalog(path: path.given, reason: "the table \(table) is missing")
      }
      found.clear()
    }
    let unknown = migrator.unknown(in: try SchemaVersion(of: connection))
    guard unknown.isEmpty else { throw CatalogError.tooNew(path: path.given, migrations: unknown) }
  }
}

/// The first bytes of a file, which tell whether it may be opened as a database at all.
struct FileHeader {
  /// Whether commits go to a log beside the file (`journal_mode=WAL`).
  let hasLog: Bool

  /// - Throws: `CatalogError` for everything that is no SQLite file. Nothing but regular files is opened: a pipe would
  ///   wait for somebody, a device might do something.
  init(of path: CatalogPath) throws {
    guard let header = try Self.bytes(of: path) else {
      throw CatalogError.notACatalog(path: path.given, reason: "the file is empty")
    }
    guard header.count == 100, header.starts(with: "SQLite format 3\0".utf8) else {
      throw CatalogError.notACatalog(path: path.given, reason: "it is not an SQLite file")
    }
    // The version of the format for reading: 2 means a log (https://sqlite.org/fileformat2.html, 1.3.3).
    hasLog = header[19] == 2
  }

  /// Whether there is no file, or an empty one, in whose place a catalog may be made.
  static func isVacant(_ path: CatalogPath) throws -> Bool {
    if FileStamp(path: path.absolute) == nil, errno == ENOENT { return true }
    return try bytes(of: path) == nil
  }

  /// - Returns: nil for an empty file.
  private static func bytes(of path: CatalogPath) throws -> [UInt8]? {
    func refusal(_ reason: String) -> CatalogError { .notACatalog(path: path.given, reason: reason) }
    guard let stamp = FileStamp(path: path.absolute) else {
      guard errno == ENOENT else { throw CatalogError.unreadable(path: path.given, reason: .lastSystemError) }
      throw CatalogError.notFound(path: path.given)
    }
    if let fault = stamp.kind.fault { throw refusal(fault) }
    guard stamp.size > 0 else { return nil }
    guard stamp.size >= 100 else { return [] }
    return try ReadConnection.firstBytes(100, of: path)
  }

  /// The rollback journal of an interrupted change, which only somebody who may write can undo; nil when there is none.
  ///
  /// A file of that name which does not begin as a journal says nothing; SQLite passes over it as well.
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
  /// Why this is no catalog; nil for a file.
  var fault: String? {
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
  /// What the system says about its last failure, such as "Permission denied".
  static var lastSystemError: String { String(cString: strerror(errno)) }
}

extension SQLiteFailure {
  /// Whether SQLite could not make or write what it keeps beside a file.
  fileprivate var isForWantOfWriting: Bool {
    switch code & 0xFF {
    case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_FULL: true
    // SQLITE_IOERR_SHMOPEN, SHMSIZE, SHMLOCK and SHMMAP: macros that are not imported.
    case SQLITE_IOERR: [18, 19, 20, 21].contains(code >> 8)
    default: false
    }
  }
}
