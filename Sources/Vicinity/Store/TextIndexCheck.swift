import GRDBSQLite

/// Asks the text index whether it is that of its texts.
///
/// FTS5 answers that only to connections that may write. So that a catalog can be checked that may only be read, and nobody waits for a
/// check, the index is copied into a temporary table, and the copy is asked, with the texts of the catalog.
struct TextIndexCheck {
  let connection: OpaquePointer

  private static let drop = """
    DROP TABLE IF EXISTS temp.text_check;
    DROP VIEW IF EXISTS temp.text_check_source;
    """

  private static let copy: String =
    """
    CREATE TEMP VIEW text_check_source AS
      SELECT id, c0 AS name, c1 AS address, c2 AS tags, c3 AS description FROM main.listing_text_content;
    """ + Schema.textIndex(named: "temp.text_check", options: ", content = 'text_check_source', content_rowid = 'id'")
    + ";"
    + ["data", "idx", "docsize"].map { table in
      """
      DELETE FROM temp.text_check_\(table);
      INSERT INTO temp.text_check_\(table) SELECT * FROM main.listing_text_\(table);
      """
    }.joined()

  /// - Throws: `SQLiteFailure` with the code `SQLITE_CORRUPT` when index and texts do not go together.
  func run() throws {
    // Its settings are looked at when it is asked something.
    try execute("SELECT rowid FROM main.listing_text WHERE listing_text MATCH 'a' LIMIT 1")
    let readsOnly = try Statement("PRAGMA query_only", on: connection)
    let isQueryOnly = try readsOnly.step() && readsOnly.int(0) == 1
    readsOnly.reset()
    guard isQueryOnly else { return try compare() }
    // That pragma refuses temporary tables as well, which belong to the connection alone.
    try execute("PRAGMA query_only = OFF")
    defer { sqlite3_exec(connection, "PRAGMA query_only = ON", nil, nil, nil) }
    try compare()
  }

  private func compare() throws {
    try execute(Self.drop)
    defer {
      // What is left ends with the connection.
      sqlite3_exec(connection, Self.drop, nil, nil, nil)
    }
    try execute(Self.copy)
    // With a rank of 1 the texts are compared, too.
    try execute("INSERT INTO temp.text_check (text_check, rank) VALUES ('integrity-check', 1)")
  }

  private func execute(_ sql: String) throws {
    let code = sqlite3_exec(connection, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteFailure(connection, code: code, sql: sql) }
  }
}
