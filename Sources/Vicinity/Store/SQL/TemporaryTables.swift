import GRDBSQLite

/// Temporary tables on a connection that is otherwise kept from writing.
enum TemporaryTables {
  /// Allows them while `body` runs: the pragma `query_only` also rejects writes to temporary tables, which are private
  /// to the connection.
  static func allow<Result>(on connection: OpaquePointer, _ body: () throws -> Result) throws -> Result {
    let readsOnly = try Statement("PRAGMA query_only", on: connection)
    let isQueryOnly = try readsOnly.step() && readsOnly.int(0) == 1
    readsOnly.reset()
    guard isQueryOnly else { return try body() }
    sqlite3_exec(connection, "PRAGMA query_only = OFF", nil, nil, nil)
    defer { sqlite3_exec(connection, "PRAGMA query_only = ON", nil, nil, nil) }
    return try body()
  }
}
