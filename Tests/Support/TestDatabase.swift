import GRDBSQLite

/// Accesses the file like another program: plain SQL on a connection of its own.
package enum TestDatabase {
  package struct Failure: Error {
    package let message: String
  }

  /// Runs statements and discards their rows.
  package static func run(_ sql: String, path: String) throws {
    try withConnection(path) { connection in
      guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else {
        throw Failure(message: String(cString: sqlite3_errmsg(connection)))
      }
    }
  }

  /// The rows of one statement, every value as text.
  package static func rows(_ sql: String, path: String) throws -> [[String]] {
    try withConnection(path) { connection in
      var statement: OpaquePointer?
      guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else {
        throw Failure(message: String(cString: sqlite3_errmsg(connection)))
      }
      defer { sqlite3_finalize(statement) }
      var rows: [[String]] = []
      var status = sqlite3_step(statement)
      while status == SQLITE_ROW {
        rows.append(
          (0..<sqlite3_column_count(statement)).map { column in
            sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
          })
        status = sqlite3_step(statement)
      }
      guard status == SQLITE_DONE else { throw Failure(message: String(cString: sqlite3_errmsg(connection))) }
      return rows
    }
  }

  /// Runs `body` while another program holds a read transaction on the current version.
  package static func reading(_ path: String, _ body: () throws -> Void) throws {
    try withConnection(path) { connection in
      guard sqlite3_exec(connection, "BEGIN; SELECT count(*) FROM listing", nil, nil, nil) == SQLITE_OK else {
        throw Failure(message: String(cString: sqlite3_errmsg(connection)))
      }
      try body()
    }
  }

  /// The content of a catalog, row by row, except the times of its changes and the layout of indexes.
  package static func content(path: String) throws -> [String] {
    let tables = try rows(
      """
      SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'
        AND name NOT LIKE 'gpkg_%' ORDER BY name
      """, path: path)
    return try tables.flatMap { table in
      let hidden =
        switch table[0] {
        case "listing": "WHERE name NOT IN ('added', 'changed')"
        case "hidden_listing": "WHERE name NOT IN ('at', 'until')"
        default: ""
        }
      let columns = try rows("SELECT '\"' || name || '\"' FROM pragma_table_info('\(table[0])') \(hidden)", path: path)
      let list = columns.map { $0[0] }.joined(separator: ", ")
      return try rows("SELECT \(list) FROM \"\(table[0])\"", path: path)
        .map { "\(table[0]): \($0.joined(separator: "|"))" }.sorted()
    }
  }

  private static func withConnection<Result>(_ path: String, _ body: (OpaquePointer?) throws -> Result) throws -> Result
  {
    var connection: OpaquePointer?
    guard sqlite3_open(path, &connection) == SQLITE_OK else { throw Failure(message: "cannot open \(path)") }
    defer { sqlite3_close(connection) }
    StatementRecorder.ignore(connection)
    // A process that was killed may still hold its locks for a moment.
    sqlite3_busy_timeout(connection, 10_000)
    return try body(connection)
  }
}
