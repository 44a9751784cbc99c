import GRDB

extension Schema {
  /// Fields that few listings of most catalogs have. An index of those that do makes a condition on the field a list of
  /// rows.
  static let rare: Set<Field> = [
    .capacity, .venue, .recurrence, .phone, .url, .image, .address, .region, .status, .allDay, .advanceNotice,
    .cancellationNotice,
  ]

  /// The name of the index of the listings with a rare field.
  static func index(of field: StoredField) -> String {
    field.field == .recurrence ? "listing_recurrence" : "listing_with_\(field.column.name)"
  }

  /// The condition on the rows of this index.
  static func presence(of field: StoredField) -> String {
    field.field == .allDay ? "all_day = 1 AND kind = 'event'" : "\(field.column.name) IS NOT NULL"
  }

  /// Added by version 13: an index on each rare field, except for recurrences, which have one.
  static func indexRareFields(_ db: Database) throws {
    for field in Field.table.compactMap(\.stored) where rare.contains(field.field) && field.field != .recurrence {
      let (table, name) = (field.column.table.rawValue, field.column.name)
      // Long texts are read from their rows.
      let columns = field.isText ? "fid" : "fid, \(name)"
      try db.execute(sql: "CREATE INDEX \(index(of: field)) ON \(table)(\(columns)) WHERE \(presence(of: field))")
    }
  }
}
