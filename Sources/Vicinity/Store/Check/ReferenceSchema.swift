import GRDB

/// The tables, indexes, triggers and views of a catalog in this version, against which `vicinity check` compares a
/// file.
///
/// SQLite ignores the CHECK constraints of a file opened read-only, so they are taken from here.
struct ReferenceSchema: Sendable {
  struct Table: Sendable {
    var name: String
    var columns: [String]
    /// The expressions of its CHECK constraints.
    var checks: [String]
  }

  /// An index, trigger or view.
  struct Part: Sendable {
    var type: String
    var name: String
    /// Its definition; nil for tables of the GeoPackage standard, which other programs may recreate.
    var sql: String?
  }

  private(set) var tables: [Table] = []
  private(set) var parts: [Part] = []
  /// The rows of the standard's tables that every catalog has.
  private(set) var registrations: [Registration] = []

  /// A table of the GeoPackage standard, and its required rows.
  struct Registration: Sendable {
    var table: String
    /// SQL that formats a row as one line.
    var row: String
    var rows: [String]
  }

  private static let registrationTables = [
    (table: "gpkg_spatial_ref_sys", row: "organization || ' ' || srs_id"),
    (table: "gpkg_contents", row: "table_name || ' ' || data_type || coalesce(' ' || srs_id, '')"),
    (
      table: "gpkg_geometry_columns",
      row: "table_name || '.' || column_name || ' ' || geometry_type_name || ' ' || srs_id || ' ' || z || ' ' || m"
    ),
    (
      table: "gpkg_extensions",
      row: "coalesce(table_name, '') || '.' || coalesce(column_name, '') || ' ' || extension_name || ' ' || scope"
    ),
  ]

  /// The schema of an empty catalog, created in memory once.
  static let current = Result { try ReferenceSchema() }

  private init() throws {
    let queue = try DatabaseQueue(configuration: CatalogFile.configurationWithoutFile)
    try CatalogFile.migrator.migrate(queue)
    let rows = try queue.read { db in
      try Row.fetchAll(
        db, sql: "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite@_%' ESCAPE '@' ORDER BY name")
    }
    for row in rows {
      let (type, name): (String, String) = (row[0], row[1])
      let sql: String? = row[2]
      if type == "table" {
        let columns = try queue.read { db in
          try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [name])
        }
        tables.append(Table(name: name, columns: columns, checks: Self.checks(in: sql ?? "")))
      } else {
        parts.append(Part(type: type, name: name, sql: name.hasPrefix("rtree_") ? nil : sql))
      }
    }
    registrations = try Self.registrationTables.map { table, row in
      let rows = try queue.read { db in try String.fetchAll(db, sql: "SELECT \(row) FROM \(table) ORDER BY 1") }
      return Registration(table: table, row: row, rows: rows)
    }
  }

  /// The expressions of each CHECK in a CREATE TABLE.
  static func checks(in sql: String) -> [String] {
    var found: [String] = []
    var rest = sql[...]
    while let word = rest.firstRange(of: "CHECK (") {
      var (depth, isQuoted) = (1, false)
      var end = word.upperBound
      while end < rest.endIndex, depth > 0 {
        switch rest[end] {
        case "'": isQuoted.toggle()
        case "(" where !isQuoted: depth += 1
        case ")" where !isQuoted: depth -= 1
        default: break
        }
        end = rest.index(after: end)
      }
      if depth == 0 { found.append(String(rest[word.upperBound..<rest.index(before: end)])) }
      rest = rest[end...]
    }
    return found
  }
}
