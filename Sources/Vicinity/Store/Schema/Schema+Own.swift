import GRDB

// Times, links, pictures and custom fields of listings.
//
//   listing.added, changed   when the row was inserted, and last replaced: Unix seconds, unknown before this version.
//   listing_detail.images    further pictures: a JSON array of texts.
//   listing_detail.links     web addresses by type: a JSON object of texts.
//   listing_detail.own       the values of unknown keys: a JSON object.
//   own_field                the declared custom fields.
//   own_value                the values of declared fields in `own`, converted to their type: numbers, also for dates
//                            (days since 1970-01-01) and Booleans (0 and 1), and texts. A list has a row for each
//                            element.

extension Schema {
  /// Added by version 9.
  static func createOwnFields(_ db: Database) throws {
    try db.execute(
      sql: """
        ALTER TABLE listing ADD COLUMN added INTEGER;
        ALTER TABLE listing ADD COLUMN changed INTEGER;
        ALTER TABLE listing_detail ADD COLUMN images TEXT;
        ALTER TABLE listing_detail ADD COLUMN links TEXT;
        ALTER TABLE listing_detail ADD COLUMN own TEXT;
        CREATE TABLE own_field (
          own_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
          name TEXT NOT NULL UNIQUE,
          type TEXT NOT NULL CHECK (type IN ('text', 'number', 'boolean', 'date', 'list'))
        );
        CREATE TABLE own_value (
          fid INTEGER NOT NULL REFERENCES listing(fid) ON DELETE CASCADE,
          own_id INTEGER NOT NULL REFERENCES own_field(own_id) ON DELETE CASCADE,
          value NOT NULL,
          PRIMARY KEY (fid, own_id, value)
        ) WITHOUT ROWID;
        \(ownIndex);
        """)
    for table in ["own_field", "own_value"] { try db.execute(sql: GeoPackage.registerAttributes(table)) }
  }

  /// Finds listings by the value of a field.
  static let ownIndex = "CREATE INDEX own_value_by_value ON own_value(own_id, value, fid)"
}

/// A custom field with its number in the file.
struct StoredOwnField: Hashable, Sendable {
  let number: Int
  let field: OwnField

  /// The columns from which a field is read.
  static let sql = "SELECT own_id, name, type FROM own_field ORDER BY name"

  /// Nil for a row that is no field.
  init?(_ row: Statement) {
    let type = OwnField.ValueType(rawValue: row.string(2) ?? "")
    guard row.int(0) > 0, let type, let field = OwnField(name: row.string(1) ?? "", type: type) else { return nil }
    (number, self.field) = (row.int(0), field)
  }
}

extension StatementSource {
  /// The declared custom fields, by name.
  func ownFields() throws -> [StoredOwnField] {
    try rows(StoredOwnField.sql) { row in
      if let field = StoredOwnField(row) { return field }
      throw CatalogError.damaged(place: "own_field, row \(row.int(0))", problem: "it is not a field")
    }
  }
}
