/// Updates the text index for the listings that a transaction writes.
///
/// Text is written last because FTS5 flushes its pending terms to disk whenever a statement on another table opens a
/// savepoint, as every insert with triggers does: row by row, the text of a million listings takes four times as long
/// as everything else.
final class TextWriter {
  private let statements: PreparedStatements
  private let noteWritten: Statement
  private let texts: BatchInsert?

  /// - Parameter isNew: whether the texts go into an empty index whose terms come from `TextDraft`.
  init(_ statements: PreparedStatements, isNew: Bool) throws {
    self.statements = statements
    try statements.statement("CREATE TEMP TABLE IF NOT EXISTS written (fid INTEGER PRIMARY KEY)").run()
    noteWritten = try statements.statement("INSERT OR IGNORE INTO temp.written VALUES (?1)")
    if isNew { try Self.renewIndex(on: statements.connection) }
    texts =
      isNew
      ? BatchInsert(
        into: "listing_text_content", ["id", "c0", "c1", "c2", "c3"], values: ["?"] + Self.folded, with: statements)
      : nil
  }

  /// The folded columns of a row: the name with the other names, then address, tags and description.
  private static let folded =
    ["\(TextFunctions.names)(?, ?)"] + Array(repeating: "\(TextFunctions.words)(?)", count: 3)

  /// Recreates the text index, so that SQLite caches no part of the old one.
  private static func renewIndex(on connection: OpaquePointer) throws {
    try Statement("DROP TABLE listing_text", on: connection).run()
    try Statement(Schema.textIndex(), on: connection).run()
  }

  /// Marks the text of a row to be replaced.
  func note(_ fid: Int) throws {
    noteWritten.bind(1, Int64(fid))
    try noteWritten.run()
  }

  /// Writes the texts of listings into an index that is new.
  /// - Parameter first: the row of the first position.
  func insert(_ chunk: StagedChunk, at positions: [Int], from first: Int64) throws {
    guard let texts else { return }
    try chunk.withTagTexts { tags in
      try texts.run(positions.count) { index, statement, place in
        let position = positions[index]
        statement.bind(place, first + Int64(index))
        statement.bind(place + 1, uncopied: chunk.text(position, .name))
        statement.bind(place + 2, uncopied: chunk.text(position, .names))
        statement.bind(place + 3, uncopied: chunk.text(position, .address))
        statement.bind(place + 4, uncopied: tags[position])
        statement.bind(place + 5, uncopied: chunk.text(position, .description))
      }
    }
  }

  /// Writes the text of all marked listings and of all rows from `first` on.
  func finish(from first: Int64) throws {
    guard texts == nil else { return }
    try deleteNoted()
    // SQLite preserves the order of a CROSS JOIN; otherwise it may scan all listings for a few rows.
    try insertion("temp.written w CROSS JOIN listing l ON l.fid = w.fid").run()
    let text = try insertion("listing l")
    text.bind(1, first)
    try text.run()
    try statements.statement("DELETE FROM temp.written").run()
  }

  /// Row by row: for a set of rows, FTS5 scans the whole index.
  private func deleteNoted() throws {
    let written = try statements.statement("SELECT fid FROM temp.written")
    let delete = try statements.statement("DELETE FROM listing_text WHERE rowid = ?1")
    while try written.step() {
      delete.bind(1, Int64(written.int(0)))
      try delete.run()
    }
  }

  private func insertion(_ rows: String) throws -> Statement {
    try statements.statement(Schema.insertionOfTexts(from: rows))
  }
}
