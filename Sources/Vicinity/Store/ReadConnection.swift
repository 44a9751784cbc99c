import GRDBSQLite

/// A read-only connection with prepared statements, for one thread at a time.
///
/// A pool read through GRDB costs more than a whole search, so each search worker owns one of these.
final class ReadConnection {
  let handle: OpaquePointer
  private var statements: [String: Statement] = [:]
  private let versionStatement: Statement
  /// Whether a read transaction is open.
  private(set) var isInTransaction = false

  init(path: String) throws {
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
    guard let handle else { throw CatalogError.notACatalog(path: path, reason: "SQLite is out of memory") }
    guard code == SQLITE_OK else {
      defer { sqlite3_close_v2(handle) }
      throw SQLiteFailure(handle, code: code, sql: "open \(path)")
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, 5000)
    SpatialFunctions.register(on: handle)
    // 16 MB: the upper levels of all trees of a catalog of a million stay in memory.
    sqlite3_exec(handle, "PRAGMA cache_size = -16384", nil, nil, nil)
    versionStatement = try Statement("PRAGMA data_version", on: handle)
  }

  deinit {
    statements = [:]
    // The statements are finalised first: close_v2 waits for the last of them.
    sqlite3_close_v2(handle)
  }

  /// The prepared statement for `sql`, kept for the next call.
  func statement(_ sql: String) throws -> Statement {
    if let statement = statements[sql] { return statement }
    let statement = try Statement(sql, on: handle)
    statements[sql] = statement
    return statement
  }

  /// A number that differs from the last one when another connection has committed in between. Only comparable on this connection.
  func dataVersion() throws -> Int {
    guard try versionStatement.step() else { return 0 }
    defer { versionStatement.reset() }
    return versionStatement.int(0)
  }

  /// Opens a read transaction unless one is open: what is read from here on is of one version.
  /// - Returns: the data version inside the transaction.
  func beginRead() throws -> Int {
    if !isInTransaction {
      try statement("BEGIN").run()
      isInTransaction = true
    }
    return try dataVersion()
  }

  /// Ends the read transaction, if one is open.
  func endRead() {
    guard isInTransaction else { return }
    isInTransaction = false
    // One that an error has left in the middle of its rows would hold on to the version that it reads.
    var statement = sqlite3_next_stmt(handle, nil)
    while let known = statement {
      if sqlite3_stmt_busy(known) != 0 { sqlite3_reset(known) }
      statement = sqlite3_next_stmt(handle, known)
    }
    // Ending a transaction that only read cannot fail in a way that matters: the next BEGIN would report it.
    sqlite3_exec(handle, "COMMIT", nil, nil, nil)
  }
}
