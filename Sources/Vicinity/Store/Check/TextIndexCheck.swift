import GRDBSQLite

/// Checks whether the text index matches its texts.
///
/// FTS5 offers this check only to connections that may write. So that read-only catalogs can be checked, and no writer
/// is blocked, the index is copied into a temporary table, and the copy is checked against the texts of the catalog.
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

  /// - Throws: `SQLiteFailure` with the code `SQLITE_CORRUPT` when index and texts do not match.
  func run() throws {
    // A query makes FTS5 validate its configuration.
    try execute("SELECT rowid FROM main.listing_text WHERE listing_text MATCH 'a' LIMIT 1")
    try TemporaryTables.allow(on: connection, compare)
  }

  private func compare() throws {
    try execute(Self.drop)
    defer {
      // Anything left is removed with the connection.
      sqlite3_exec(connection, Self.drop, nil, nil, nil)
    }
    try execute(Self.copy)
    // A rank of 1 includes the texts in the comparison.
    try execute("INSERT INTO temp.text_check (text_check, rank) VALUES ('integrity-check', 1)")
  }

  private func execute(_ sql: String) throws {
    let code = sqlite3_exec(connection, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteFailure(connection, code: code, sql: sql) }
  }
}
