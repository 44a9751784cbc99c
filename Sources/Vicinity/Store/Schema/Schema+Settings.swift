import GRDB

// Rules for the members of a catalog.
//
//   setting  one row per `CatalogSetting` that is on.

extension Schema {
  /// Added by version 6.
  static func createSettings(_ db: Database) throws {
    try db.execute(sql: "CREATE TABLE setting (name TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID")
    try db.execute(sql: GeoPackage.registerAttributes("setting"))
  }
}

extension StatementSource {
  /// Whether a setting is on.
  func isOn(_ setting: CatalogSetting) throws -> Bool {
    try first("SELECT 1 FROM setting WHERE name = ?1", setting.rawValue, body: { _ in true }) != nil
  }
}
