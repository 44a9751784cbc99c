import Foundation
import GRDB
import Streams
import Vicinity

/// Data that is not about listings and must not be in the GeoPackage, which may be shared: accounts, keys, and the
/// audit log.
///
/// `NAME.accounts.sqlite` next to the catalog `NAME.gpkg`, readable only by its owner. It is created complete on the
/// first write: an empty file of this name does not belong to this program.
package final class AccountsDatabase: Sendable {
  package let path: String
  /// The migration that opening an older file caused; nil when none was needed.
  package let migration: CatalogMigration?
  /// Whether opening has made the file.
  package let isNew: Bool
  private let isReadOnly: Bool
  private let stamp: FileStamp
  /// Distinguishes the files that a process opens one after the other.
  private let serial: Int
  private let queue: DatabaseQueue
  /// Records the transactions in a log outside of the file; used by one transaction at a time.
  private let recorder: UnsafeTransfer<(any TransactionRecorder)?>
  private let shared = SharedTransactions<Database> { db, change in
    do {
      try db.inSavepoint {
        try change()
        return .commit
      }
    } catch {
      throw db.isInsideTransaction ? error : TransactionLost(cause: error)
    }
  }
  /// Looks for keys, so that no request waits for what others write.
  private let lookout: DatabaseQueue

  /// - Parameters:
  ///   - isReadOnly: whether the file is only read: it is neither made nor migrated then.
  ///   - log: has each transaction before it is committed: for a file that belongs to a cluster, and only for one. It
  ///     is neither made nor migrated then either.
  /// - Throws: `AccountsFileError`.
  init(path: String, isReadOnly: Bool = false, recordedBy log: (any TransactionLog)? = nil) throws {
    (self.path, self.isReadOnly) = (path, isReadOnly)
    serial = Int.random(in: 0..<1 << 30)
    isNew = isReadOnly || log != nil ? false : try AccountsFileError.telling(path) { try Self.make(path) }
    try Self.checkBeginning(of: path)
    if isReadOnly {
      (queue, lookout, migration) = (try Self.reading(path), try Self.reading(path), nil)
      recorder = UnsafeTransfer(nil)
    } else {
      (queue, recorder, migration) = try AccountsFileError.telling(path) { try Self.opened(path, recordedBy: log) }
      var looking = Configuration()
      looking.readonly = true
      looking.busyMode = .timeout(10)
      lookout = try AccountsFileError.telling(path) { try DatabaseQueue(path: path, configuration: looking) }
    }
    guard let stamp = FileStamp(path: path) else { throw AccountsFileError.missing }
    self.stamp = stamp
  }

  private static var writing: Configuration {
    var configuration = Configuration()
    configuration.journalMode = .wal
    configuration.busyMode = .timeout(10)
    // Deleted data is overwritten, and leaves no trace in the file.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON") }
    return configuration
  }

  /// Makes the file where there is none; another process may do so at the same moment.
  ///
  /// It gets its name once it has all its tables, so that no interruption leaves an empty one.
  /// - Returns: whether it was made here.
  private static func make(_ path: String) throws -> Bool {
    guard FileStamp(path: path) == nil, errno == ENOENT else { return false }
    let draft = "\(path).new-\(UUID().uuidString)"
    defer { for end in ["", "-wal", "-shm", "-journal"] { unlink(draft + end) } }
    try makePrivate(draft)
    let queue = try DatabaseQueue(path: draft, configuration: writing)
    try migrator.migrate(queue)
    try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    try queue.close()
    // One process at a time: the log of a file that another one has created in the meantime must not be removed.
    let folder = open(URL(fileURLWithPath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if folder >= 0 { close(folder) } }
    while folder >= 0, flock(folder, LOCK_EX) != 0, errno == EINTR {}
    // A log without its file is of a former one, and SQLite would take it for that of this one.
    if FileStamp(path: path) == nil { for end in ["-wal", "-shm"] { unlink(path + end) } }
    // A link fails if another file has taken the name in the meantime; moving would replace that file.
    if link(draft, path) == 0 { return true }
    if errno == EEXIST { return false }
    guard rename(draft, path) == 0 else {
      throw AccountsFileError.unreadable(problem: String(cString: strerror(errno)))
    }
    return true
  }

  private static func makePrivate(_ path: String) throws {
    let file = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      if errno == ENOSPC || errno == EDQUOT { throw AccountsFileError.full }
      if errno == EACCES || errno == EROFS || errno == EPERM { throw AccountsFileError.readOnly }
      throw AccountsFileError.unreadable(problem: String(cString: strerror(errno)))
    }
    close(file)
  }

  /// - Throws: `AccountsFileError` for what is no file of SQLite.
  static func checkBeginning(of path: String) throws {
    guard let stamp = FileStamp(path: path) else {
      guard errno == ENOENT else { throw AccountsFileError.unreadable(problem: String(cString: strerror(errno))) }
      throw AccountsFileError.missing
    }
    switch stamp.kind {
    case .file: break
    case .folder: throw AccountsFileError.damaged(problem: "it is a folder")
    default: throw AccountsFileError.damaged(problem: "it is not a regular file")
    }
    guard stamp.size > 0 else { throw AccountsFileError.damaged(problem: "it is empty") }
    guard access(path, R_OK) == 0 else {
      throw AccountsFileError.unreadable(problem: String(cString: strerror(errno)))
    }
    guard FileHeader.isWhole(path) else {
      throw AccountsFileError.damaged(problem: "it is not an SQLite file, or only a part of one")
    }
  }

  /// Opens the file, with all its tables. One of an older version is copied first.
  ///
  /// Two processes that do so for the first time perform the same steps: if one cannot perform a step, the other one
  /// has.
  private static func opened(
    _ path: String, recordedBy log: (any TransactionLog)?
  ) throws -> (DatabaseQueue, UnsafeTransfer<(any TransactionRecorder)?>, CatalogMigration?) {
    var tries = 1
    while true {
      do {
        let queue = try DatabaseQueue(path: path, configuration: writing)
        if let log {
          let recorder = try log.recorder(of: queue)
          // The log has what the disk might lose.
          try queue.inDatabase { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
          return (queue, recorder, nil)
        }
        guard try !queue.read(ClusterPosition.isThere) else { throw AccountsFileError.inCluster(path: path) }
        return (queue, UnsafeTransfer(nil), try migrate(queue, path))
      } catch let error as DatabaseError
        where tries < mostTries && [.SQLITE_BUSY, .SQLITE_ERROR].contains(error.resultCode)
      {
        tries += 1
        usleep(50_000)
      }
    }
  }

  private static func migrate(_ queue: DatabaseQueue, _ path: String) throws -> CatalogMigration? {
    let applied = try queue.read { try migrator.appliedIdentifiers($0) }
    let known = migrator.migrations
    let unknown = applied.subtracting(known).sorted()
    guard unknown.isEmpty else { throw AccountsFileError.tooNew(path: path, steps: unknown) }
    let missing = known.filter { !applied.contains($0) }
    guard !missing.isEmpty else { return nil }
    guard !applied.isEmpty else {
      try migrator.migrate(queue)
      return nil
    }
    let copy = MigrationCopy.path(of: path, before: missing[0])
    try MigrationCopy.make(at: copy) { try backUp(path, to: $0) }
    do { try migrator.migrate(queue) } catch {
      unlink(copy)
      throw error
    }
    return CatalogMigration(steps: missing, copy: copy)
  }

  /// The migrations of an accounts file, oldest first.
  package static var schemaSteps: [String] { migrator.migrations }

  /// The copies that migrations have made of a file: only copies with names that this version gives.
  package static func migrationCopies(of path: String) -> [String] {
    migrator.migrations.map { MigrationCopy.path(of: path, before: $0) }.filter { FileStamp(path: $0)?.kind == .file }
  }

  /// For a read-only connection. Where this process may write, the connection could, so that the last one removes the
  /// log again (https://sqlite.org/wal.html, "Read-Only Databases").
  private static func onlyReading(_ path: String) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    if access(path, W_OK) == 0, access(folder, W_OK | X_OK) == 0 {
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA query_only = ON") }
    } else {
      configuration.readonly = true
    }
    return configuration
  }

  /// Opens the file to read it, also in a folder that is not writable.
  private static func reading(_ path: String) throws -> DatabaseQueue {
    let configuration = onlyReading(path)
    func opened(_ name: String) throws -> DatabaseQueue {
      let queue = try DatabaseQueue(path: name, configuration: configuration)
      let applied = try queue.read { try migrator.appliedIdentifiers($0) }
      let missing = migrator.migrations.filter { !applied.contains($0) }
      guard missing.isEmpty else { throw AccountsFileError.needsMigration(steps: missing) }
      return queue
    }
    return try AccountsFileError.telling(path) {
      do { return try opened(path) } catch let error as DatabaseError
        where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
      {
        // Without its log: if SQLite cannot create the log's index, there is no log, or it is empty.
        guard (FileStamp(path: path + "-wal")?.size ?? 0) == 0 else { throw error }
        let escaped = path.addingPercentEncoding(
          withAllowedCharacters: .alphanumerics.union(.init(charactersIn: "/.-_")))
        return try opened("file:\(escaped ?? path)?immutable=1")
      }
    }
  }

  /// After this many tries, two seconds, the error is thrown.
  private static let mostTries = 40

  deinit {
    let isThere = standing == .there
    recorder.value?.end()
    // The last connection empties the log, which one that only reads cannot do.
    try? lookout.close()
    try? queue.close()
    // SQLite leaves the log of a file that has lost its name, and would take it for that of the next one.
    if !isThere, let log = FileStamp(path: path + "-wal"), let main = FileStamp(path: path),
      log.isWrittenBefore(placing: main)
    {
      for end in ["-wal", "-shm"] { unlink(path + end) }
    }
  }

  /// The state of the file since it was opened.
  enum Standing { case there, missing, replaced }

  /// Whether the file still has its name: otherwise what is written to it is lost.
  var standing: Standing {
    guard let now = FileStamp(path: path) else { return .missing }
    return now.isSameFile(as: stamp) ? .there : .replaced
  }

  /// Whether the file has not changed since it was opened, for one that is read without locks.
  var isUnchanged: Bool { FileStamp(path: path) == stamp }

  /// Whether each transaction is in the log of a cluster.
  var isRecorded: Bool { recorder.value != nil }

  package func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    // A change of a cluster waits for its log: reads do not wait for it.
    try AccountsFileError.telling(path) { try isRecorded ? lookout.read(body) : queue.read(body) }
  }

  package func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    guard !isReadOnly else { throw AccountsFileError.readOnly }
    return try AccountsFileError.telling(path) {
      isRecorded ? try writeShared(body) : try queue.write(body)
    }
  }

  private func writeShared<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try shared.perform(
      in: { changes, committed in
        try queue.writeWithoutTransaction { db in
          try db.inTransaction(recordedBy: recorder.value) {
            try changes(db)
            return .commit
          }
          committed()
        }
      }, body, committed: { _ in })
  }

  package func look<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try AccountsFileError.telling(path) { try lookout.read(body) }
  }

  /// Copies the file while it is used, whatever its version.
  /// - Parameter target: where there is no file yet, or an empty one.
  static func backUp(_ path: String, to target: String) throws {
    if FileStamp(path: target) == nil { try makePrivate(target) }
    let source = try DatabaseQueue(path: path, configuration: onlyReading(path))
    let copy = try DatabaseQueue(path: target)
    try source.backup(to: copy)
    try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA journal_mode = DELETE") }
    try copy.close()
    try source.close()
  }

  /// Reads the beginning of each table from the file again, with a new connection that has nothing cached.
  /// - Throws: `AccountsFileError`.
  package static func probe(_ path: String) throws {
    try checkBeginning(of: path)
    try AccountsFileError.telling(path) {
      let queue = try reading(path)
      try queue.read { db in
        for table in ["key", "account", "session", "mail", "change", "conversation", "message"] {
          _ = try Row.fetchOne(db, sql: "SELECT * FROM \(table) LIMIT 1")
        }
      }
      try queue.close()
    }
  }

  /// How far a work has come that goes on after every start; nil before the first time.
  func progress(of work: String) throws -> Int64? { try look { try Self.progress(of: work, in: $0) } }

  /// The same inside of a transaction.
  static func progress(of work: String, in db: Database) throws -> Int64? {
    try Int64.fetchOne(db, sql: "SELECT number FROM progress WHERE name = ?", arguments: [work])
  }

  /// Notes how far a work has come, inside of the transaction that does it.
  static func setProgress(of work: String, to number: Int64, in db: Database) throws {
    try db.execute(sql: "INSERT OR REPLACE INTO progress (name, number) VALUES (?, ?)", arguments: [work, number])
  }

  /// Writes what is in the log into the file, and empties the log.
  /// - Throws: `AccountsFileError.busy` while another program reads an earlier version.
  func emptyLog() throws {
    try AccountsFileError.telling(path) {
      try queue.writeWithoutTransaction { db in
        let row = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        if row?[0] == 1 {
          throw DatabaseError(resultCode: .SQLITE_BUSY, message: "the log of the accounts file is in use")
        }
      }
    }
  }

  /// Changes with every commit.
  func dataVersion() throws -> Int {
    try look { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 } & 0xFFFF_FFFF | serial << 32
  }
}
