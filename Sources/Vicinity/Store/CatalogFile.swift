import Foundation
import GRDB
import GRDBSQLite

/// Opens, creates and migrates the SQLite file behind a catalog.
enum CatalogFile {
  /// A connection for writing, with the schema brought up to date.
  static func openForWriting(_ path: String, create: Bool) throws -> DatabaseQueue {
    if try !checkHeader(of: path, mayBeMissing: create) { try makeEmpty(at: path, writingConfiguration()) }
    // Looked at through a connection that cannot write: opening for writing already changes the journal mode.
    try withReader(path) { try refuseForeign($0, path: path) }
    let queue = try DatabaseQueue(path: path, configuration: writingConfiguration())
    try migrator.migrate(queue)
    return queue
  }

  /// Makes sure that the file can be read as it is.
  static func checkForReading(_ path: String) throws {
    _ = try checkHeader(of: path, mayBeMissing: false)
    try withReader(path) { queue in
      try refuseForeign(queue, path: path)
      let isComplete = try queue.read { try migrator.hasCompletedMigrations($0) }
      guard isComplete else { throw CatalogError.needsMigration(path: path) }
    }
  }

  private static func withReader(_ path: String, _ body: (DatabaseQueue) throws -> Void) throws {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? queue.close() }  // nothing was written; a failure to close loses nothing
    try body(queue)
  }

  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1-listings") { db in
      try db.execute(sql: GeoPackage.metadata)
      try db.execute(sql: Schema.tables)
      try db.execute(sql: GeoPackage.spatialIndex)
      for table in Schema.attributeTables { try db.execute(sql: GeoPackage.registerAttributes(table)) }
      try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
      try db.execute(sql: "PRAGMA user_version = \(Schema.geoPackageVersion)")
    }
    migrator.registerMigration("2-statistics") { db in
      try db.execute(sql: Schema.statistics)
      guard let connection = db.sqliteConnection else { return }
      try CatalogStatistics.refresh(with: PreparedStatements(on: connection), changed: 0, in: nil)
    }
    migrator.registerMigration("3-members") { db in
      try db.execute(sql: Schema.members)
      for table in Schema.memberTables { try db.execute(sql: GeoPackage.registerAttributes(table)) }
    }
    migrator.registerMigration("4-space") { db in
      try Schema.createPlaceTables(db)
      try Schema.createRecommendationTables(db)
      try Schema.createExactPointTables(db)
      try Schema.createAreaTables(db)
      try Schema.createRateTables(db)
    }
    return migrator
  }()

  private static func writingConfiguration() -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(30)
    configuration.foreignKeysEnabled = true
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL")
      try db.execute(sql: "PRAGMA synchronous = NORMAL")
      try db.execute(sql: "PRAGMA cache_size = -65536")
      if let connection = db.sqliteConnection { SpatialFunctions.register(on: connection) }
    }
    return configuration
  }

  /// For a database in memory.
  static var configurationWithoutFile: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      if let connection = db.sqliteConnection { SpatialFunctions.register(on: connection) }
    }
    return configuration
  }

  /// Reads the first bytes only: a file that is not ours must not even be opened as a database.
  /// - Returns: false when there is no file, or an empty one, and that is allowed.
  private static func checkHeader(of path: String, mayBeMissing: Bool) throws -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else {
      if FileManager.default.fileExists(atPath: path) {
        throw CatalogError.notACatalog(path: path, reason: "it cannot be read; check its permissions")
      }
      if mayBeMissing { return false }
      throw CatalogError.notFound(path: path)
    }
    defer { try? file.close() }  // opened for reading: closing cannot lose anything
    let header = isDirectory(path) ? nil : try file.read(upToCount: 100)
    guard let header, !header.isEmpty else {
      if mayBeMissing, !isDirectory(path) { return false }
      throw CatalogError.notACatalog(path: path, reason: isDirectory(path) ? "it is a folder" : "the file is empty")
    }
    guard header.count == 100, header.starts(with: "SQLite format 3\0".utf8) else {
      throw CatalogError.notACatalog(path: path, reason: "it is not an SQLite file")
    }
    return true
  }

  private static func isDirectory(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
  }

  private static func refuseForeign(_ queue: DatabaseQueue, path: String) throws {
    try queue.read { db in
      let tables = try ["gpkg_contents", "listing", "rtree_listing_geom"].filter { try !db.tableExists($0) }
      guard tables.isEmpty else {
        throw CatalogError.notACatalog(path: path, reason: "the table \(tables[0]) is missing")
      }
      guard try !migrator.hasBeenSuperseded(db) else {
        let applied = try migrator.appliedIdentifiers(db)
        throw CatalogError.tooNew(path: path, migrations: applied.subtracting(migrator.migrations).sorted())
      }
    }
  }
}
