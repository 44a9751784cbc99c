import Foundation
import GRDB

/// Writes the file of one shard: a catalog with some of the listings of another, in the same rows.
///
/// The tables are copied as they are. Only the indexes of places and words are made again, and what a query asks of the
/// whole catalog stays that of the whole: the records of members, areas, names of places, statistics, and words.
struct ShardWriter {
  /// The file that is divided.
  let source: String
  /// The words of its listings, in order, each once.
  private let words: [[UInt8]]

  init(source: String) throws {
    self.source = source
    words = try SQLiteFailure.inPlace {
      try DatabaseQueue(configuration: CatalogFile.configurationWithoutFile).writeWithoutTransaction { db in
        try db.execute(sql: "ATTACH ? AS whole", arguments: [CatalogFile.reading(source)])
        // The index itself also has the words of removed listings, until SQLite merges its parts.
        try db.execute(sql: "CREATE VIRTUAL TABLE temp.word USING fts5vocab('whole', 'listing_text', 'row')")
        return try Data.fetchAll(db, sql: "SELECT CAST(term AS BLOB) FROM temp.word ORDER BY term").map(Array.init)
      }
    }
  }

  /// - Parameters:
  ///   - path: a file that does not exist; left incomplete if this throws.
  ///   - finishing: called in a transaction, once everything else is written.
  func write(
    _ path: String, _ rows: [ShardDivision.Row], _ region: ShardRegion,
    finishing: (PreparedStatements) throws -> Void
  ) throws {
    try CatalogFile.makePrivateFile(at: path)
    try SQLiteFailure.inPlace {
      let queue = try DatabaseQueue(path: path, configuration: CatalogFile.shardConfiguration)
      try queue.writeWithoutTransaction { db in
        guard let connection = db.sqliteConnection else { preconditionFailure("an open database has a connection") }
        try db.execute(sql: "ATTACH ? AS whole", arguments: [CatalogFile.reading(source)])
        let statements = PreparedStatements(on: connection)
        try db.inTransaction(.immediate) {
          try fill(db, statements, rows, region)
          return .commit
        }
        statements.removeAll()
        // The index of ids is written in the order of places, which leaves its pages half empty.
        try db.execute(sql: "DETACH whole; VACUUM")
        // The next commit waits until the whole file is on disk.
        try db.execute(sql: "PRAGMA synchronous = FULL")
        try db.inTransaction(.immediate) {
          try finishing(statements)
          return .commit
        }
        statements.removeAll()
        try db.execute(sql: "PRAGMA journal_mode = DELETE")
      }
      try queue.close()
    }
  }

  private func fill(
    _ db: Database, _ statements: PreparedStatements, _ rows: [ShardDivision.Row], _ region: ShardRegion
  ) throws {
    try db.execute(
      sql: """
        PRAGMA application_id = \(Schema.applicationID);
        PRAGMA user_version = \(Schema.geoPackageVersion);
        CREATE TEMP TABLE kept (fid INTEGER PRIMARY KEY);
        """)
    let kept = BatchInsert(into: "temp.kept", ["fid"], with: statements)
    let numbers = rows.map(\.number).sorted()
    try kept.run(numbers.count) { index, statement, first in statement.bind(first, numbers[index]) }
    try createTables(db, statements)
    for table in try Self.copiedTables(statements) { try copy(table, with: statements) }
    // Exact, because a query asks here whether any listing of the whole catalog has a tag.
    try statements.run("DELETE FROM main.tag_statistic")
    try statements.run(
      "INSERT INTO main.tag_statistic SELECT tag_id, count(*) FROM whole.listing_tag GROUP BY tag_id")
    // The counts for the planner are of the whole catalog: no check compares them with the listings here.
    try statements.run(
      "UPDATE main.catalog_statistic SET value = (SELECT count(*) FROM whole.listing) WHERE name = 'profile.changed'")
    try writeTree(rows, with: statements)
    try writeWords(db, statements)
    try createParts(db, statements)
    try statements.run("DELETE FROM main.sqlite_sequence")
    try statements.run("INSERT INTO main.sqlite_sequence SELECT name, seq FROM whole.sqlite_sequence")
    try statements.run(Schema.recordAllChanged)
    try db.execute(sql: ShardTable.definition)
    try ShardTable.write(region, with: statements)
    let table = BatchInsert(into: "shard_word", ["word"], with: statements)
    try table.run(words.count) { index, statement, first in statement.bind(first, blob: words[index]) }
  }

  // MARK: Tables

  private static let tables = "FROM pragma_table_list WHERE schema = 'whole' AND name NOT LIKE 'sqlite@_%' ESCAPE '@'"

  /// The tables that begin empty: those of virtual tables, and what records changes and speeds up reading.
  private static let made = ["listing_change", "node_change", "leaf_image"]

  private func createTables(_ db: Database, _ statements: PreparedStatements) throws {
    let sql = try statements.rows(
      """
      SELECT sql FROM whole.sqlite_schema WHERE type = 'table'
        AND name IN (SELECT name \(Self.tables) AND type IN ('table', 'virtual')) ORDER BY rowid
      """
    ) { $0.string(0) ?? "" }
    for sql in sql { try db.execute(sql: sql) }
  }

  private static func copiedTables(_ statements: PreparedStatements) throws -> [String] {
    try statements.rows("SELECT name \(tables) AND type = 'table'") { $0.string(0) ?? "" }
      .filter { !made.contains($0) }
  }

  /// Copies a table: of those of listings, the rows of the file's listings, and the opening hours that they have.
  private func copy(_ table: String, with statements: PreparedStatements) throws {
    let columns = try statements.rows("SELECT name FROM pragma_table_info(?1, 'whole')", table) {
      "\"\($0.string(0) ?? "")\""
    }.joined(separator: ", ")
    let isOfListings =
      try table == "listing"
      || statements.count(
        "SELECT count(*) FROM pragma_foreign_key_list(?1, 'whole') WHERE \"table\" = 'listing' AND \"from\" = 'fid'",
        table) > 0
    var kept = isOfListings ? " WHERE fid IN temp.kept" : ""
    if table == "schedule" {
      kept = " WHERE schedule_id IN (SELECT schedule_id FROM whole.listing WHERE fid IN temp.kept)"
    }
    try Statement(
      "INSERT INTO main.\"\(table)\" (\(columns)) SELECT \(columns) FROM whole.\"\(table)\"\(kept)",
      on: statements.connection
    ).run()
  }

  /// Creates the indexes, triggers and views.
  private func createParts(_ db: Database, _ statements: PreparedStatements) throws {
    for type in ["index", "trigger", "view"] {
      let sql = try statements.rows(
        "SELECT sql FROM whole.sqlite_schema WHERE type = ?1 AND sql IS NOT NULL ORDER BY rowid", type
      ) { $0.string(0) ?? "" }
      for sql in sql { try db.execute(sql: sql) }
    }
  }

  // MARK: Indexes

  private func writeTree(_ rows: [ShardDivision.Row], with statements: PreparedStatements) throws {
    guard let tree = try PackedRTree(with: statements) else {
      throw CatalogError.damaged(place: "rtree_listing_geom", problem: "its nodes are too small")
    }
    let ordered = rows.map { (place: HilbertCurve.position(of: $0.coordinate), row: $0) }
      .sorted { ($0.place, $0.row.number) < ($1.place, $1.row.number) }
    for row in ordered { try tree.append(row.row.number, row.row.coordinate) }
    try tree.finish()
  }

  /// The texts are already folded.
  private func writeWords(_ db: Database, _ statements: PreparedStatements) throws {
    try Statement(
      """
      INSERT INTO main.listing_text (rowid, name, address, tags, description)
        SELECT id, c0, c1, c2, c3 FROM temp.kept JOIN whole.listing_text_content ON id = fid ORDER BY fid
      """, on: statements.connection
    ).run()
    try db.execute(sql: "INSERT INTO main.listing_text (listing_text) VALUES ('optimize')")
  }
}
