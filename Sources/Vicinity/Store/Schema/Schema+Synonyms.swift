import GRDB

// Words that mean the same.
//
//   synonym  a folded word or phrase, and another that it also finds.

extension Schema {
  /// Added by version 8.
  static func createSynonyms(_ db: Database) throws {
    try db.execute(
      sql: "CREATE TABLE synonym (phrase TEXT NOT NULL, other TEXT NOT NULL, PRIMARY KEY (phrase, other)) WITHOUT ROWID"
    )
    try db.execute(sql: GeoPackage.registerAttributes("synonym"))
  }
}

extension StatementSource {
  /// The phrases that a folded phrase also finds.
  func synonyms(of phrase: String) throws -> [String] {
    try rows("SELECT other FROM synonym WHERE phrase = ?1 ORDER BY other", phrase) { $0.string(0) ?? "" }
  }

  /// Whether there are any.
  func hasSynonyms() throws -> Bool { try count("SELECT EXISTS (SELECT 1 FROM synonym)") > 0 }
}
