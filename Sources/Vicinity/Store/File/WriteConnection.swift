import GRDB
import Streams

/// The connection that writes one file.
final class WriteConnection: Sendable {
  private let queue: DatabaseQueue
  /// Used by one transaction at a time.
  private let statements: UnsafeTransfer<PreparedStatements>
  /// As well.
  private let nodes: UnsafeTransfer<ChangedNodes>
  private let path: CatalogPath
  private let target: String
  private let stamp: FileStamp
  /// Whether opening has created the file.
  private let isNew: Bool
  /// The migration of the file by opening it; nil when none was needed.
  let migration: CatalogMigration?
  let log: LeftLog?
  /// Nil if SQLite cannot use a log: commits then wait for the disk themselves. Nil as well if another log has each
  /// transaction before it is committed.
  private let disk: DiskSync?
  /// Records the transactions in a log outside of the file; used by one transaction at a time.
  private let recorder: UnsafeTransfer<(any TransactionRecorder)?>

  init(
    _ queue: DatabaseQueue, path: CatalogPath, target: String, stamp: FileStamp, isNew: Bool,
    migration: CatalogMigration?, recordedBy recorder: UnsafeTransfer<(any TransactionRecorder)?>
  ) throws {
    (self.migration, self.recorder) = (migration, recorder)
    (self.queue, self.path, self.target, self.stamp, self.isNew) = (queue, path, target, stamp, isNew)
    log = LeftLog(of: target)
    statements = queue.inDatabase { UnsafeTransfer(PreparedStatements(on: Self.connection(of: $0))) }
    nodes = queue.inDatabase { UnsafeTransfer(ChangedNodes(on: Self.connection(of: $0))) }
    let mode = try queue.inDatabase { try String.fetchOne($0, sql: "PRAGMA journal_mode") ?? "" }
    disk = mode == "wal" && recorder.value == nil ? try DiskSync(path: path.given, target: target) : nil
    // A commit then writes the log without waiting for the disk; `disk` waits before it is acknowledged.
    if mode == "wal" { try queue.inDatabase { try $0.execute(sql: "PRAGMA synchronous = NORMAL") } }
  }

  deinit {
    statements.value.removeAll()
    recorder.value?.end()
    guard !isReplaced else { return }
    // If others have the file open, its log stays; an empty one is harmless if the file is replaced. Best effort: an
    // active reader retains the log for now, and a log that may be incomplete on disk is retained for recovery.
    do {
      try disk?.waitForAll(rewriting: rewriteLog)
      try queue.inDatabase { try $0.execute(sql: "PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)") }
    } catch {}
  }

  /// Runs `body` in one immediate transaction, which is rolled back on errors.
  ///
  /// - Parameters:
  ///   - load: whether to skip the checks of foreign keys if the catalog is empty when the transaction begins, and
  ///     whether to write another file then, which replaces this one.
  ///   - replaced: called before `committed` if the transaction has replaced the file.
  ///   - committed: called with the result after the commit, before the next transaction of this process begins.
  /// - Returns: the result, whether names, words or locations may have changed, and the ticket to wait for until it is
  ///   on disk.
  /// - Throws: `FileReplaced` when the file at the path is another one; `body` has not run then.
  func transaction<Result>(
    load kind: LoadKind?, _ body: (PreparedStatements) throws -> Result, replaced: () -> Void,
    committed: (Result) -> Void
  ) throws -> (result: Result, changesNames: Bool, ticket: DiskSync.Ticket) {
    try SQLiteFailure.inPlace {
      try queue.writeWithoutTransaction { db in
        func recorded(_ statements: PreparedStatements) throws -> (Result, Bool) {
          let record = try ChangeRecord(statements)
          nodes.value.begin()
          let result = try body(statements)
          return (result, try record.complete(nodes.value, statements))
        }
        guard let (result, changesNames) = try kind.map({ try load(db, $0, recorded) }) ?? run(db, recorded) else {
          preconditionFailure("a committed transaction has a result")
        }
        let hasReplaced = kind == .large && isReplaced
        if hasReplaced { replaced() }
        // A file that replaces another is on disk.
        let ticket = hasReplaced ? 0 : disk?.committed() ?? 0
        committed(result)
        return (result, changesNames, ticket)
      }
    }
  }

  /// Rewrites the whole file and empties the log.
  ///
  /// Every connection overwrites what it deletes, but earlier versions and other programs may not have, a split page
  /// retains copies until it fills up, the text index retains the words of removed listings until it merges its
  /// segments, and the log contains earlier versions of pages.
  func eraseRemains(waitSeconds: Int) throws {
    let (outcome, ticket) = queue.writeWithoutTransaction { db in
      let outcome = Swift.Result {
        try rewriting(db) {
          try db.execute(sql: "INSERT INTO listing_text (listing_text) VALUES ('optimize')")
          let isUsual = try Int.fetchOne(db, sql: Self.hasUsualSchema) == 1
          try db.execute(sql: "VACUUM")
          // Which changes the number of the schema, but not the schema.
          if isUsual { try db.execute(sql: Self.keepUsualSchema) }
        }
      }
      // If the second statement has failed, the first one has been committed.
      return (outcome, disk?.committed() ?? 0)
    }
    try SQLiteFailure.inPlace(outcome.get)
    // Emptying the log syncs it as well, but SQLite would trust a second sync after a failed one.
    try wait(for: ticket)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA busy_timeout = \(waitSeconds * 1000)")
      let log = Swift.Result { try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
      try db.execute(sql: "PRAGMA busy_timeout = \(CatalogFile.busySeconds * 1000)")
      guard let row = try log.get(), row[0] == 0 else { throw RemainsError.logInUse }
    }
  }

  /// Runs `body`, which changes the pages of the file outside of a transaction, and has the whole file recorded.
  private func rewriting(_ db: Database, _ body: () throws -> Void) throws {
    guard let recorder = recorder.value else { return try body() }
    try db.inTransaction(.immediate) {
      try recorder.begin(.file)
      try recorder.append()
      return .commit
    }
    do { try body() } catch {
      // What it has done is recorded.
      try recorder.committed()
      throw error
    }
    try recorder.committed()
  }

  private static let hasUsualSchema = """
    SELECT 1 FROM leaf_image JOIN pragma_schema_version ON number = schema_version WHERE node = 0
    """
  private static let keepUsualSchema = """
    UPDATE leaf_image SET number = (SELECT schema_version FROM pragma_schema_version) WHERE node = 0
    """

  /// Whether the file at the path is another one, or missing.
  var isReplaced: Bool { FileStamp(path: path.absolute)?.isSameFile(as: stamp) != true }

  /// Whether everything committed is known to be on disk.
  var isOnDisk: Bool { disk?.isComplete ?? true }

  /// Returns when a commit is on disk.
  func wait(for ticket: DiskSync.Ticket) throws { try disk?.wait(for: ticket, rewriting: rewriteLog) }

  private func rewriteLog() throws {
    try queue.inDatabase { db in
      // The immediate transaction holds the write lock.
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

  /// Removes the file if opening has created it and nothing has been committed to it.
  /// - Returns: whether it was removed.
  func removeIfUnused() throws -> Bool {
    guard isNew else { return false }
    return try queue.writeWithoutTransaction { db in
      var isUnused = false
      try db.inTransaction(.immediate) {
        // Committed pages are in the log, or have been checkpointed into the file. The log may also contain pages of a
        // failed change, which its index does not count.
        let committed = LogIndex.first(of: Self.connection(of: db)).map { LogIndex.Header($0).frames }
        isUnused = FileStamp(path: target) == stamp && committed == 0
        if isUnused { CatalogFile.remove([target] + CatalogPath.journals(of: target)) }
        return .rollback
      }
      return isUnused
    }
  }

  private func load<Result>(
    _ db: Database, _ kind: LoadKind, _ body: (PreparedStatements) throws -> Result
  ) throws -> Result? {
    guard try BulkWriter.isEmpty(statements.value) else { return try run(db, body) }
    // A file that is recorded stays the same one.
    if recorder.value != nil {
      return try runUnreferenced(db, of: kind == .large ? .file : .changes, body) ?? run(db, body)
    }
    if kind == .large, try emptyLog(db), let result = try runOnDraft(db, body) { return result }
    return try runUnreferenced(db, body) ?? run(db, body)
  }

  /// Moves the log into the file.
  /// - Returns: whether the log is empty; a reader of an earlier version may need it.
  private func emptyLog(_ db: Database) throws -> Bool {
    try db.execute(sql: "PRAGMA busy_timeout = 1000")
    defer { do { try db.execute(sql: "PRAGMA busy_timeout = \(CatalogFile.busySeconds * 1000)") } catch {} }
    return try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")?[0] == 0
  }

  /// Runs `body` on a draft, which then replaces the file.
  ///
  /// - Returns: nil, having done nothing, when the catalog or its log is not empty, or no draft can be made.
  private func runOnDraft<Result>(
    _ db: Database, _ body: (PreparedStatements) throws -> Result
  ) throws -> Result? {
    var result: Result?
    // No other program can write the file that is replaced.
    try db.inTransaction(.immediate) {
      try checkName()
      let log = LogIndex.first(of: Self.connection(of: db)).map(LogIndex.Header.init)
      guard log?.frames == 0, try BulkWriter.isEmpty(statements.value), let draft = try CatalogDraft(of: target)
      else { return .rollback }
      result = try draft.fill(body)
      try draft.publish()
      return .rollback
    }
    return result
  }

  /// - Returns: nil, having done nothing, when the catalog is not empty.
  private func runUnreferenced<Result>(
    _ db: Database, of kind: RecordedKind = .changes, _ body: (PreparedStatements) throws -> Result
  ) throws -> Result? {
    // `PRAGMA foreign_keys` is a no-op inside a transaction, so it is set before BEGIN.
    try db.execute(sql: "PRAGMA foreign_keys = OFF")
    let outcome = Swift.Result { try run(db, of: kind, if: BulkWriter.isEmpty, body) }
    try db.execute(sql: "PRAGMA foreign_keys = ON")
    return try outcome.get()
  }

  /// - Returns: nil when `condition` does not hold inside the transaction.
  private func run<Result>(
    _ db: Database, of kind: RecordedKind = .changes,
    if condition: (PreparedStatements) throws -> Bool = { _ in true },
    _ body: (PreparedStatements) throws -> Result
  ) throws -> Result? {
    var result: Result?
    try db.inTransaction(of: kind, recordedBy: recorder.value) {
      try checkName()
      guard try condition(statements.value) else { return .rollback }
      defer { statements.value.clear() }
      result = try body(statements.value)
      return .commit
    }
    return result
  }

  /// Verifies that the file at the path is this one.
  private func checkName() throws {
    guard let named = FileStamp(path: path.absolute) else { throw CatalogError.removed(path: path.given) }
    guard named.isSameFile(as: stamp) else { throw FileReplaced() }
  }

  private static func connection(of db: Database) -> OpaquePointer {
    guard let connection = db.sqliteConnection else { preconditionFailure("an open database has a connection") }
    return connection
  }
}

/// The size of a load.
package enum LoadKind: Hashable, Sendable {
  /// One transaction of the file.
  case small
  /// In an empty catalog, a new file that replaces it.
  case large
}
