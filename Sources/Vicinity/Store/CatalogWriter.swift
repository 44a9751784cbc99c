import GRDB

/// The one connection through which a process changes a catalog.
final class CatalogWriter: Sendable {
  private let queue: DatabaseQueue
  /// Used by one transaction after the other.
  private let statements: Confined<PreparedStatements>

  init(path: String, create: Bool) throws {
    queue = try CatalogFile.openForWriting(path, create: create)
    statements = queue.inDatabase { Confined(PreparedStatements(on: Self.connection(of: $0))) }
  }

  deinit { statements.value.removeAll() }

  /// Runs `body` in one immediate transaction; a throw undoes it all.
  ///
  /// - Parameters:
  ///   - isDurable: whether the transaction is on the disk when this returns. Others reach it with the next checkpoint: a loss of power
  ///     may undo them, though never in part.
  ///   - committed: called with the result once it is in the file, before the next transaction of this process begins.
  func transaction<Result>(
    isDurable: Bool = false, _ body: (PreparedStatements) throws -> Result, committed: (Result) -> Void = { _ in }
  ) throws -> Result {
    try queue.writeWithoutTransaction { db in
      if isDurable { try db.execute(sql: "PRAGMA synchronous = FULL") }
      let outcome = Swift.Result { try run(db, body) }
      // What was committed stays so, even if the pragma should fail; later commits then only take longer.
      if isDurable { do { try db.execute(sql: "PRAGMA synchronous = NORMAL") } catch {} }
      guard let result = try outcome.get() else { preconditionFailure("a committed transaction has a result") }
      committed(result)
      return result
    }
  }

  /// Leaves nothing in the file and its log of what was deleted, however long ago and by whatever program.
  ///
  /// Every connection overwrites what it deletes, but earlier versions and other programs may not have, a page that was split keeps copies
  /// until it fills up, the text index keeps the words of removed listings until it merges its segments, and the log has all pages as they
  /// were. So the whole file is written anew, and the log is emptied.
  /// - Parameter patience: seconds to wait for readers of an earlier version, who need the log.
  /// - Throws: `RemainsError` while somebody reads, `SQLiteFailure` or GRDB's error without the room for a second copy; all that was
  ///   committed stays so.
  /// - Complexity: O(n) in the size of the file, of which it needs twice as much again meanwhile.
  func eraseRemains(patience: Int) throws {
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "INSERT INTO listing_text (listing_text) VALUES ('optimize')")
      try db.execute(sql: "VACUUM")
      try db.execute(sql: "PRAGMA busy_timeout = \(patience * 1000)")
      let log = Swift.Result { try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
      try db.execute(sql: "PRAGMA busy_timeout = \(CatalogFile.busySeconds * 1000)")
      guard let row = try log.get(), row[0] == 0 else { throw RemainsError.logInUse }
    }
  }

  /// A number that changes when another connection, of this process or another, has committed.
  func foreignVersion() throws -> Int {
    try queue.writeWithoutTransaction { db in try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0 }
  }

  /// Runs `body` in one immediate transaction; a throw undoes it all.
  ///
  /// In an empty catalog SQLite does not look every reference of every new row up: a load makes what it refers to, and `vicinity check`
  /// verifies it. That is settled before the transaction begins, because SQLite allows no later change of mind.
  func loadTransaction<Result>(
    _ body: (PreparedStatements) throws -> Result, committed: (Result) -> Void = { _ in }
  ) throws -> Result {
    try queue.writeWithoutTransaction { db in
      let unreferenced = try BulkWriter.isEmpty(statements.value) ? try runUnreferenced(db, body) : nil
      guard let result = try unreferenced ?? run(db, body) else {
        preconditionFailure("a committed transaction has a result")
      }
      committed(result)
      return result
    }
  }

  /// - Returns: nil, with nothing done, when the catalog is not empty after all.
  private func runUnreferenced<Result>(
    _ db: Database, _ body: (PreparedStatements) throws -> Result
  ) throws -> Result? {
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

/// Why what was deleted may still be in a file.
enum RemainsError: Error {
  /// Somebody reads an earlier version, and the log cannot be emptied.
  case logInUse
}
