import GRDB

extension Schema {
  /// Added by version 15: the category of listings, from the tags of those that are there.
  static func createCategory(_ db: Database) throws {
    let rows = CategoryWords.categories.flatMap { kind, words in
      words.map { word, category in
        "('\(kind.rawValue)', \(word.quotedInSQL), \(CategoryWords.ranks[category, default: 0]), '\(category.rawValue)')"
      }
    }
    let names = ListingCategory.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    try db.execute(
      sql: """
        ALTER TABLE listing ADD COLUMN category TEXT CHECK (category IN (\(names)));
        CREATE TEMP TABLE category_word (
          kind TEXT NOT NULL, tag TEXT NOT NULL, rank INTEGER NOT NULL, category TEXT NOT NULL, PRIMARY KEY (tag, kind)
        ) WITHOUT ROWID;
        INSERT INTO category_word VALUES \(rows.sorted().joined(separator: ", "));
        UPDATE listing SET category = (
          SELECT w.category FROM listing_tag m JOIN tag t USING (tag_id) JOIN category_word w ON w.tag = t.name
          WHERE m.fid = listing.fid AND w.kind = listing.kind ORDER BY w.rank LIMIT 1);
        DROP TABLE category_word;
        DROP VIEW listings;
        \(listingView(category: " l.category AS category,"))
        """)
    try recordCategoryChanges(db)
  }
}

extension String {
  /// A literal of SQL.
  fileprivate var quotedInSQL: String { "'\(replacing("'", with: "''"))'" }
}
