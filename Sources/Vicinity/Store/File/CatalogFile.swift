import GRDB
import Streams

/// Opens, creates and migrates the SQLite file of a catalog.
///
/// `docs/files.md` describes the guarantees.
enum CatalogFile {
  /// A connection for writing, with the schema migrated.
  ///
  /// - Parameters:
  ///   - keepsCopy: whether a file of an older version is copied before it is migrated.
  ///   - log: has each transaction before it is committed: for a file that belongs to a cluster, and only for one.
  /// - Throws: `CatalogError.inCluster` without a log, if the file belongs to a cluster; `isShard`.
  static func openForWriting(
    _ path: CatalogPath, create: Bool, keepsCopy: Bool = true, recordedBy log: (any TransactionLog)? = nil
  ) throws -> WriteConnection {
    let isNew = try create && FileHeader.isVacant(path) ? makeEmpty(at: path) : false
    if try !FileHeader(of: path).hasLog { try addLog(path) }
    // Inspected through a connection that cannot write: opening for writing already changes the journal mode.
    let reader = try openAnyVersion(path)
    guard let target = path.target, let stamp = FileStamp(path: target) else {
      throw CatalogError.notFound(path: path.given)
    }
    guard stamp.links == 1 else { throw CatalogError.severalNames(path: path.given, count: stamp.links) }
    guard CatalogPath.isWritable(target) else { throw CatalogError.notWritable(path: path.given) }
    try requireWhole(reader, path)
    guard let log else {
      if try reader.withConnection({ try $0.count(ClusterPosition.exists) }) == 1 {
        throw CatalogError.inCluster(path: path.given)
      }
      let (queue, migration) = try migrated(path, target, keepsCopy: keepsCopy)
      try reader.look()
      return try WriteConnection(
        queue, path: path, target: target, stamp: stamp, isNew: isNew, migration: migration,
        recordedBy: UnsafeTransfer(nil))
    }
    let (queue, recorder) = try recorded(target, by: log)
    try reader.look()
    return try WriteConnection(
      queue, path: path, target: target, stamp: stamp, isNew: isNew, migration: nil, recordedBy: recorder)
  }

  /// A connection whose transactions a log has before they are committed. Its node has checked the schema.
  private static func recorded(
    _ target: String, by log: any TransactionLog
  ) throws -> (DatabaseQueue, UnsafeTransfer<(any TransactionRecorder)?>) {
    try SQLiteFailure.inPlace {
      let queue = try DatabaseQueue(path: target, configuration: writingConfiguration())
      return (queue, try log.recorder(of: queue))
    }
  }

  /// A connection to the file with the newest schema, and what was done for it.
  private static func migrated(
    _ path: CatalogPath, _ target: String, keepsCopy: Bool
  ) throws -> (DatabaseQueue, CatalogMigration?) {
    var migration: CatalogMigration?
    do {
      let queue = try SQLiteFailure.inPlace {
        let queue = try DatabaseQueue(path: target, configuration: writingConfiguration())
        try migrator.migrate(queue) { missing in
          let copy = keepsCopy ? missing.first.map { MigrationCopy.path(of: target, before: $0) } : nil
          if let copy { try makeCopy(copy, of: target, path) }
          migration = CatalogMigration(steps: missing, copy: copy)
        }
        return queue
      }
      return (queue, migration)
    } catch {
      // The file is unchanged.
      if let copy = migration?.copy { remove([copy]) }
      throw error
    }
  }

  private static func makeCopy(_ copy: String, of target: String, _ path: CatalogPath) throws {
    do { try MigrationCopy.make(at: copy) { try backUp(target, to: $0) } } catch {
      let reason = (error as? SQLiteFailure)?.message ?? "\(error)"
      throw CatalogError.cannotCopy(path: path.given, copy: copy, reason: reason)
    }
  }

  private static func requireWhole(_ file: OpenedFile, _ path: CatalogPath) throws {
    guard try file.withConnection({ try $0.count(ShardTable.exists) }) == 0 else {
      throw CatalogError.isShard(path: path.given)
    }
  }

  /// Lets commits go to a log from now on: a copy of a catalog may have been made without one, and only a connection
  /// that is alone can change that.
  private static func addLog(_ path: CatalogPath) throws {
    try requireWhole(openAnyVersion(path), path)
    guard let target = path.target, FileStamp(path: target)?.links == 1, CatalogPath.isWritable(target) else { return }
    try SQLiteFailure.inPlace { try DatabaseQueue(path: target, configuration: writingConfiguration()).close() }
  }

  static let migrator: SchemaMigrator = {
    var migrator = SchemaMigrator()
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
      // An older profile has no tags: it is rebuilt.
      try db.execute(sql: "DELETE FROM catalog_statistic WHERE name = 'profile.listings'")
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
    migrator.registerMigration("5-accessible") { db in try db.execute(sql: Schema.accessible) }
    migrator.registerMigration("6-settings", migrate: Schema.createSettings)
    migrator.registerMigration("7-words", migrate: Schema.renewTextIndex)
    migrator.registerMigration("8-synonyms", migrate: Schema.createSynonyms)
    migrator.registerMigration("9-own", migrate: Schema.createOwnFields)
    migrator.registerMigration("10-news", migrate: Schema.createNews)
    migrator.registerMigration("11-standing", migrate: Schema.createStanding)
    migrator.registerMigration("12-trust") { db in
      try Schema.indexPlaceNames(db)
      try Schema.createOperatingStatus(db)
      try Schema.createRegions(db)
      try Schema.indexSeeks(db)
    }
    migrator.registerMigration("13-proportion") { db in
      try Schema.indexRareFields(db)
      try Schema.createChanges(db)
    }
    migrator.registerMigration("14-interchange", migrate: Schema.createInterchange)
    migrator.registerMigration("15-category", migrate: Schema.createCategory)
    return migrator
  }()

  /// The maximum time a writer waits for another one, in seconds.
  static let busySeconds = 30

  static func writingConfiguration() -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(Double(busySeconds))
    configuration.foreignKeysEnabled = true
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL")
      // A commit waits for the disk, unless `WriteConnection` does.
      try db.execute(sql: "PRAGMA synchronous = EXTRA")
      #if canImport(Darwin)
        // SQLite then flushes the cache of the drive as well, as `DiskSync` does.
        try db.execute(sql: "PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
      #endif
      try db.execute(sql: "PRAGMA cache_size = -65536")
      // Not every SQLite build overwrites deleted data by default, and the data is personal.
      try db.execute(sql: "PRAGMA secure_delete = ON")
      registerFunctions(on: db)
    }
    return configuration
  }

  /// For a file that is removed unless all of it is written: without a journal, and locked until it is closed.
  static var draftConfiguration: Configuration {
    var configuration = Configuration()
    // A load creates the rows it refers to.
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
      #if canImport(Darwin)
        try db.execute(sql: "PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
      #endif
      try db.execute(sql: "PRAGMA cache_size = -65536")
      registerFunctions(on: db)
    }
    return configuration
  }

  /// For a file that is written once from another catalog, and removed unless all of it is written.
  static var shardConfiguration: Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536")
      registerFunctions(on: db)
    }
    return configuration
  }

  private static func registerFunctions(on db: Database) {
    guard let connection = db.sqliteConnection else { return }
    SpatialFunctions.register(on: connection)
    TextFunctions.register(on: connection)
  }

  /// For a database in memory.
  static var configurationWithoutFile: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      registerFunctions(on: db)
    }
    return configuration
  }
}
