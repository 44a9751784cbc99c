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

  /// Runs `body` in one immediate transaction in which what is deleted is overwritten with zeros, and then empties the log beside the file
  /// of what it says, as far as no reader is in the way.
  func erasingTransaction<Result>(
    _ body: (PreparedStatements) throws -> Result, committed: (Result) -> Void = { _ in }
  ) throws -> Result {
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA secure_delete = ON")
      let outcome = Swift.Result { try run(db, body) }
      do { try db.execute(sql: "PRAGMA secure_delete = OFF") } catch {}
      guard let result = try outcome.get() else { preconditionFailure("a committed transaction has a result") }
      committed(result)
      // A reader that still needs the log keeps it for now; the next checkpoint comes to it.
      do { try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") } catch {}
      return result
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
