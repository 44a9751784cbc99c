import GRDB

// `listing_detail.names` has names in other languages, and other names: a JSON object. The text index contains folded
// words (`FoldedWords`) rather than texts, so that letters that SQLite does not fold are found, and words inside a run
// of Chinese, Japanese or Thai.

extension Schema {
  /// Added by version 7.
  static func renewTextIndex(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE listing_detail ADD COLUMN names TEXT")
    try db.execute(sql: "DROP TABLE listing_text")
    try db.execute(sql: textIndex())
    try db.execute(sql: insertionOfTexts(from: "listing l"), arguments: [nil])
  }

  /// Inserts the words of listings into the text index, from row `?1` on.
  static func insertionOfTexts(from rows: String) -> String {
    """
    INSERT INTO listing_text (rowid, name, address, tags, description)
      SELECT l.fid, \(TextFunctions.names)(l.name, d.names), \(TextFunctions.words)(d.address),
        (SELECT \(TextFunctions.words)(group_concat(t.name, ' ')) FROM listing_tag lt JOIN tag t USING (tag_id)
          WHERE lt.fid = l.fid),
        \(TextFunctions.words)(d.description)
      FROM \(rows) LEFT JOIN listing_detail d ON d.fid = l.fid WHERE l.fid >= coalesce(?1, 0) ORDER BY l.fid
    """
  }
}
