import GRDB

/// The connection that changes one file.
final class WriteConnection: Sendable {
  private let queue: DatabaseQueue
  /// Used by one transaction after the other.
  private let statements: UnsafeTransfer<PreparedStatements>
  private let path: CatalogPath
  private let target: String
  private let stamp: FileStamp
  /// Whether opening has made the file.
  private let isNew: Bool
  let log: LeftLog?
  /// nil where SQLite can keep no log: commits then wait for the disk themselves.
  private let disk: DiskSync?

  init(_ queue: DatabaseQueue, path: CatalogPath, target: String, stamp: FileStamp, isNew: Bool) throws {
    (self.queue, self.path, self.target, self.stamp, self.isNew) = (queue, path, target, stamp, isNew)
    log = LeftLog(of: target)
    statements = queue.inDatabase { UnsafeTransfer(PreparedStatements(on: Self.connection(of: $0))) }
    let mode = try queue.inDatabase { try String.fetchOne($0, sql: "PRAGMA journal_mode") ?? "" }
    disk = mode == "wal" ? try DiskSync(path: path.given, target: target) : nil
    // A commit then goes to the log without waiting for the disk; `disk` waits before anybody is told.
    if disk != nil { try queue.inDatabase { try $0.execute(sql: "PRAGMA synchronous = NORMAL") } }
  }

  deinit {
    statements.value.removeAll()
    guard !isReplaced else { return }
    // Where others have the file open its log stays; empty, it does no harm to a file that takes the place of this one. A
    // reader in the way keeps it for now. A log that the disk may not have as it is stays what recovers the file.
    do {
      try disk?.waitForAll(rewriting: rewriteLog)
      try queue.inDatabase { try $0.execute(sql: "PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)") }
    } catch {}
  }

  /// Runs `body` in one immediate transaction; a throw undoes it all.
  ///
  /// - Parameters:
  ///   - isLoad: whether references are not looked up row by row, as long as the catalog is empty when the transaction
  ///     begins.
  ///   - committed: called with the result once it is in the file, before the next transaction of this process begins.
  /// - Returns: the result, and what to wait with until it is on the disk.
  /// - Throws: `FileReplaced` when this is no longer the file under its path; `body` has not run then.
  func transaction<Result>(
    isLoad: Bool, _ body: (PreparedStatements) throws -> Result, committed: (Result) -> Void
  ) throws -> (result: Result, ticket: DiskSync.Ticket) {
    try SQLiteFailure.inPlace {
      try queue.writeWithoutTransaction { db in
        guard let result = try isLoad ? load(db, body) : run(db, body) else {
          preconditionFailure("a committed transaction has a result")
        }
        let ticket = disk?.committed() ?? 0
        committed(result)
        return (result, ticket)
      }
    }
  }

  /// Writes the whole file anew and empties the log.
  ///
  /// Every connection overwrites what it deletes, but earlier versions and other programs may not have, a page that was
  /// split keeps copies until it fills up, the text index keeps the words of removed listings until it merges its
  /// segments, and the log has all pages as they were.
  func eraseRemains(patience: Int) throws {
    let (outcome, ticket) = queue.writeWithoutTransaction { db in
      let outcome = Swift.Result {
        try db.execute(sql: "INSERT INTO listing_text (listing_text) VALUES ('optimize')")
        try db.execute(sql: "VACUUM")
      }
      // Where the second of these has failed, the first has been committed.
      return (outcome, disk?.committed() ?? 0)
    }
    try SQLiteFailure.inPlace(outcome.get)
    // To empty the log SQLite brings it to the disk as well, but would trust a second sync after one that has failed.
    try wait(for: ticket)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA busy_timeout = \(patience * 1000)")
      let log = Swift.Result { try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
      try db.execute(sql: "PRAGMA busy_timeout = \(CatalogFile.busySeconds * 1000)")
      guard let row = try log.get(), row[0] == 0 else { throw RemainsError.logInUse }
    }
  }

  /// Whether another file, or none, lies under the path.
  var isReplaced: Bool { FileStamp(path: path.absolute)?.isSameFile(as: stamp) != true }

  /// Whether everything that has been committed is known to be on the disk.
  var isOnDisk: Bool { disk?.isComplete ?? true }

  /// Returns when a commit is on the disk.
  func wait(for ticket: DiskSync.Ticket) throws { try disk?.wait(for: ticket, rewriting: rewriteLog) }

  private func rewriteLog() throws {
    try queue.inDatabase { db in
      // The lock of the writer.
      try db.inTransaction(.immediate) {
        try LogFile(of: Self.connection(of: db)).rewrite()
        return .rollback
      }
    }
  }

  /// A number that changes when another connection, of this process or another, has committed.
  func foreignVersion() throws -> Int {
    try queue.writeWithoutTransaction { db in try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0 }
  }

  /// Removes the file when opening has made it and nobody has committed anything to it.
  /// - Returns: whether it has.
  func removeIfUnused() throws -> Bool {
    guard isNew else { return false }
    return try queue.writeWithoutTransaction { db in
      var isUnused = false
      try db.inTransaction(.immediate) {
        // What has been committed lies in the log, or has come from there into the file. The log may also have pages of
        // a change that has failed, which its index does not count.
        let committed = LogIndex.first(of: Self.connection(of: db)).map { LogIndex.Header($0).frames }
        isUnused = FileStamp(path: target) == stamp && committed == 0
        if isUnused { CatalogFile.remove([target] + CatalogPath.journals(of: target)) }
        return .rollback
      }
      return isUnused
    }
  }

  private func load<Result>(_ db: Database, _ body: (PreparedStatements) throws -> Result) throws -> Result? {
    let unreferenced = try BulkWriter.isEmpty(statements.value) ? try runUnreferenced(db, body) : nil
    return try unreferenced ?? run(db, body)
  }

  /// - Returns: nil, with nothing done, when the catalog is not empty after all.
  private func runUnreferenced<Result>(
    _ db: Database, _ body: (PreparedStatements) throws -> Result
  ) throws -> Result? {
    // SQLite allows no change of mind inside a transaction.
    try db.execute(sql: "PRAGMA foreign_keys = OFF")
    let outcome = Swift.Result { try run(db, if: BulkWriter.isEmpty, body) }
    try db.execute(sql: "PRAGMA foreign_keys = ON")
    return try outcome.get()
  }

  /// - Returns: nil when `condition` does not hold inside the transaction.
  private func run<Result>(
    _ db: Database, if condition: (PreparedStatements) throws -> Bool = { _ in true },
    _ body: (PreparedStatements) throws -> Result
  ) throws -> Result? {
    var result: Result?
    try db.inTransaction(.immediate) {
      guard let named = FileStamp(path: path.absolute) else { throw CatalogError.removed(path: path.given) }
      guard named.isSameFile(as: stamp) else { throw FileReplaced() }
      guard try condition(statements.value) else { return .rollback }
      defer { statements.value.clear() }
      result = try body(statements.value)
      return .commit
    }
    return result
  }

  private static func connection(of db: Database) -> OpaquePointer {
    guard let connection = db.sqliteConnection else { preconditionFailure("an open database has a connection") }
    return connection
  }
}
