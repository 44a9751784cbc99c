import CSQLiteSession
import Crypto
import Foundation
import Vicinity

/// Copies of whole files.
enum FileCopy {
  /// Copies one version of a file while it is used.
  ///
  /// - Parameter target: is replaced.
  /// - Returns: what the copy has applied.
  /// - Throws: `SQLiteFailure`, `ClusterFailure.notInCluster`.
  static func make(of path: String, to target: String) throws -> FilePosition {
    try makePlain(of: path, to: target)
    guard let position = try position(of: target, in: nil) else { throw ClusterFailure.notInCluster(path: path) }
    return position
  }

  /// The same for a file that need not belong to a cluster.
  static func makePlain(of path: String, to target: String) throws {
    remove(target)
    let file = Foundation.open(target, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw ClusterFailure.cannotWrite(path: target, reason: String(cString: strerror(errno))) }
    close(file)
    let source = try open(path, SQLITE_OPEN_READWRITE)
    defer { sqlite3_close_v2(source.handle) }
    let copy = try open(target, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    defer { sqlite3_close_v2(copy.handle) }
    guard let backup = sqlite3_backup_init(copy.handle, "main", source.handle, "main") else {
      throw copy.failure(sqlite3_errcode(copy.handle), "sqlite3_backup_init")
    }
    // All pages in one step, and so of one version; writers are not kept waiting by it.
    let code = sqlite3_backup_step(backup, -1)
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw copy.failure(code, "sqlite3_backup_step") }
    try copy.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Notes in a copy what it has applied, before it gets its place.
  static func setPosition(_ position: FilePosition, in path: String) throws {
    let copy = try open(path, SQLITE_OPEN_READWRITE)
    defer { sqlite3_close_v2(copy.handle) }
    guard try copy.position() != nil else { throw ClusterFailure.notInCluster(path: path) }
    try copy.setPosition(position)
    try copy.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// What a file has applied; nil if there is no file, or if it belongs to no cluster.
  /// - Throws: `ClusterFailure.otherCluster`.
  static func position(of path: String, in cluster: String?) throws -> FilePosition? {
    guard FileStamp(path: path) != nil else { return nil }
    let file = try open(path, SQLITE_OPEN_READWRITE)
    defer { sqlite3_close_v2(file.handle) }
    let isThere = try file.rows("SELECT 1 FROM sqlite_schema WHERE name = ?1", .text(ClusterPosition.table)) {
      $0.int(0)
    }
    guard !isThere.isEmpty else { return nil }
    let id = try file.rows("SELECT cluster FROM \(ClusterPosition.table)") { $0.text(0) }.first
    if let cluster, id != cluster { throw ClusterFailure.otherCluster(path: path) }
    return try file.position()
  }

  /// The tables with other rows in two files, apart from what they have applied.
  static func differences(_ path: String, _ other: String) throws -> [String] {
    let file = try open(path, SQLITE_OPEN_READWRITE)
    defer { sqlite3_close_v2(file.handle) }
    try file.run("ATTACH ?1 AS other", .text(other))
    // Statistics of SQLite's planner are of each machine.
    let tables = """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name <> '\(ClusterPosition.table)'
        AND name NOT LIKE 'sqlite@_stat%' ESCAPE '@'
      UNION SELECT name FROM other.sqlite_schema WHERE type = 'table' AND rootpage > 0
        AND name <> '\(ClusterPosition.table)' AND name NOT LIKE 'sqlite@_stat%' ESCAPE '@'
      """
    return try file.rows(tables, body: { $0.text(0) }).filter { table in
      let (here, there) = ("SELECT * FROM main.\"\(table)\"", "SELECT * FROM other.\"\(table)\"")
      let sql = "SELECT EXISTS (\(here) EXCEPT \(there)) OR EXISTS (\(there) EXCEPT \(here))"
      return try file.rows(sql, body: { $0.int(0) }).first != 0
    }
  }

  /// Makes a file one of a cluster, at the beginning of its log.
  static func adopt(_ path: String, cluster: String, _ position: FilePosition) throws {
    let file = try open(path, SQLITE_OPEN_READWRITE)
    defer { sqlite3_close_v2(file.handle) }
    try file.transaction {
      try file.run("DROP TABLE IF EXISTS \(ClusterPosition.table)")
      try file.run(ClusterPosition.definition)
      try file.run(
        "INSERT INTO \(ClusterPosition.table) (id, cluster, entry, hash, at, pending) VALUES (1, ?1, ?2, ?3, ?4, 0)",
        .text(cluster), .int(position.entry), .bytes(position.hash), .int(position.at))
    }
  }

  /// The SHA-256 of a file that nothing uses, with what its log has, but without the counters of its header.
  static func digest(of path: String) throws -> [UInt8] {
    let file = try open(path, SQLITE_OPEN_READWRITE)
    do {
      defer { sqlite3_close_v2(file.handle) }
      try file.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw ClusterFailure.cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
    defer { try? handle.close() }
    var digest = SHA256()
    var header = try handle.read(upToCount: headerSize) ?? Data()
    for counter in counters where counter.upperBound <= header.count {
      header.replaceSubrange(counter, with: Data(count: counter.count))
    }
    digest.update(data: header)
    while let bytes = try handle.read(upToCount: 8 << 20), !bytes.isEmpty { digest.update(data: bytes) }
    return Array(digest.finalize())
  }

  /// Bytes.
  private static let headerSize = 100
  /// The change counter, the schema cookie, and the counter and version of the last writer (SQLite, "Database File
  /// Format", 1.3). They change whenever a program opens the file, because it creates its triggers again.
  private static let counters = [24..<28, 40..<44, 92..<100]

  static func remove(_ path: String) {
    for end in ["", "-wal", "-shm", "-journal"] { unlink(path + end) }
  }

  private static func open(_ path: String, _ flags: Int32) throws -> RawConnection {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let opened else { throw ClusterFailure.cannotWrite(path: path, reason: "SQLite is out of memory") }
    let connection = RawConnection(handle: opened)
    do {
      try connection.check(code, "open \(path)")
      sqlite3_busy_timeout(opened, 30_000)
      ClusterPosition.registerFunctions(on: opened)
    } catch {
      sqlite3_close_v2(opened)
      throw error
    }
    return connection
  }
}
