/// A row of SQLite's own table of definitions, `sqlite_schema`, which says what a tree in the file is.
///
/// An index has the same form as a table without row numbers that has its columns, and the index of a constraint the
/// same as one with a name. So a large load builds both like that, faster than SQLite does, and then changes what they
/// are called. Only while no definition is used otherwise; at the end `vicinity check` finds what it expects.
struct StoredDefinition {
  let type: String
  let name: String
  let table: String
  let sql: String?

  /// The definition of this name; nil without one.
  static func named(_ name: String, with statements: PreparedStatements) throws -> StoredDefinition? {
    try statements.first("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name = ?1", name) { row in
      StoredDefinition(
        type: row.string(0) ?? "", name: name, table: row.string(2) ?? "", sql: row.string(3))
    }
  }

  /// Writes definitions in place of those of other names, and reads all definitions again.
  ///
  /// - Throws: `SQLiteFailure` where definitions cannot be changed; then none has been.
  static func replace(_ changes: [(former: String, new: StoredDefinition)], on connection: OpaquePointer) throws {
    try Statement("PRAGMA writable_schema = ON", on: connection).run()
    do {
      let set = try Statement(
        "UPDATE sqlite_schema SET type = ?1, name = ?2, tbl_name = ?3, sql = ?4 WHERE name = ?5", on: connection)
      for (former, new) in changes {
        for (index, text) in [new.type, new.name, new.table, new.sql, former].enumerated() {
          set.bind(Int32(index + 1), text)
        }
        try set.run()
      }
    } catch {
      try Statement("PRAGMA writable_schema = OFF", on: connection).run()
      throw error
    }
    try Statement("PRAGMA writable_schema = RESET", on: connection).run()
  }
}

/// The index of the ids of listings, built after the rows of a load from sorted ids: row by row, each id goes to a
/// random page.
///
/// SQLite drops and creates only indexes with a name, and this one belongs to a constraint of the table, which is left
/// out of its definition for the time of the load. Belongs to one write transaction.
struct IdIndex {
  private let connection: OpaquePointer
  private let table, index: StoredDefinition

  private static let constraint = "id TEXT NOT NULL UNIQUE"
  private static let named = StoredDefinition(
    type: "index", name: "listing_id", table: "listing", sql: "CREATE UNIQUE INDEX listing_id ON listing(id)")

  /// Drops the index of an empty table.
  ///
  /// - Returns: nil, having done nothing, if the definition is not the usual one, or cannot be changed.
  init?(droppingWith statements: PreparedStatements) throws {
    connection = statements.connection
    guard let table = try StoredDefinition.named("listing", with: statements), let sql = table.sql,
      let index = try StoredDefinition.named("sqlite_autoindex_listing_1", with: statements),
      let constraint = sql.firstRange(of: Self.constraint)
    else { return nil }
    (self.table, self.index) = (table, index)
    let plain = sql.replacing(Self.constraint, with: "id TEXT NOT NULL", subrange: constraint)
    do {
      try StoredDefinition.replace(
        [
          (table.name, StoredDefinition(type: table.type, name: table.name, table: table.table, sql: plain)),
          (index.name, Self.named),
        ], on: connection)
    } catch is SQLiteFailure { return nil }
    try Statement("DROP INDEX listing_id", on: connection).run()
  }

  /// Builds the index.
  func create() throws {
    try Statement("CREATE UNIQUE INDEX listing_id ON listing(id)", on: connection).run()
    try StoredDefinition.replace([(table.name, table), (Self.named.name, index)], on: connection)
  }
}
