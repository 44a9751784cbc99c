import Foundation
import GRDB

extension CatalogFile {
  /// Copies the file of a catalog by SQLite's backup API: one version of it, while others read and write.
  ///
  /// - Parameters:
  ///   - path: the catalog.
  ///   - reader: the owner of its folder; nil if this process acts as itself.
  ///   - copy: where there is no file yet, or an empty one.
  ///   - writer: the owner of the folder of the copy; nil if this process acts as itself.
  /// - Throws: `SQLiteFailure`.
  static func backUp(
    _ path: String, as reader: FolderOwner? = nil, to copy: String, as writer: FolderOwner? = nil
  ) throws {
    try SQLiteFailure.inPlace {
      var configuration = Configuration()
      configuration.readonly = true
      let source = try running(as: reader) { try DatabaseQueue(path: Self.reading(path), configuration: configuration) }
      try source.read { db in
        try running(as: reader) { try beginReading(db) }
        try running(as: writer) { try copyPages(of: db, to: copy, journal: "WAL") }
      }
      try running(as: reader) { try source.close() }
    }
  }

  /// Copies a catalog and its accounts file as they were at one moment: the state that a power failure at that moment
  /// would have left.
  ///
  /// - Parameters:
  ///   - path: the catalog.
  ///   - reader: the owner of its folder.
  ///   - copy: its copy, where there is no file yet, or an empty one.
  ///   - writer: the owner of the folder of the copies.
  ///   - accounts: the accounts file, of any version.
  ///   - accountsCopy: its copy, where there is no file yet, or an empty one.
  /// - Throws: `SQLiteFailure`; parts of the copies may remain then.
  static func backUp(
    _ path: String, as reader: FolderOwner, to copy: String, as writer: FolderOwner, accounts: String,
    to accountsCopy: String
  ) throws {
    try SQLiteFailure.inPlace {
      var configuration = Configuration()
      configuration.readonly = true
      let (catalog, members, observer) = try reader.run {
        (
          try DatabaseQueue(path: Self.reading(path), configuration: configuration),
          try DatabaseQueue(path: Self.reading(accounts), configuration: readingAccounts(accounts)),
          try DatabaseQueue(path: Self.reading(accounts), configuration: readingAccounts(accounts))
        )
      }
      var tries = 0
      var isDone = false
      while !isDone {
        tries += 1
        let before = try reader.run { try version(of: observer) }
        isDone = try members.read { members in
          try reader.run { try beginReading(members) }
          return try catalog.read { catalog in
            try reader.run { try beginReading(catalog) }
            // Later changes are in neither. After many tries the catalog may be newer: its news is delivered again.
            guard try version(of: observer) == before || tries == mostTries else { return false }
            try writer.run {
              try copyPages(of: catalog, to: copy, journal: "WAL")
              try copyPages(of: members, to: accountsCopy, journal: "DELETE")
            }
            return true
          }
        }
      }
      try reader.run { for queue in [observer, members, catalog] { try queue.close() } }
    }
  }

  private static func running<Result>(as owner: FolderOwner?, _ body: () throws -> Result) throws -> Result {
    guard let owner else { return try body() }
    return try owner.run(body)
  }

  /// Between the beginnings of the two transactions there are microseconds.
  private static let mostTries = 100

  /// Changes with every commit of others.
  private static func version(of queue: DatabaseQueue) throws -> Int? {
    try queue.read { try Int.fetchOne($0, sql: "PRAGMA data_version") }
  }

  /// Fixes the version that a transaction sees: its first statement does.
  private static func beginReading(_ db: Database) throws {
    _ = try Int.fetchOne(db, sql: "SELECT 1 FROM sqlite_schema LIMIT 1")
  }

  /// The name by which SQLite opens a file to read it: without locks on a read-only volume, if there is no log.
  static func reading(_ path: String) -> String {
    let mayMakeLog = CatalogPath.access(CatalogPath.folder(of: path), W_OK | X_OK)
    guard !mayMakeLog, FileStamp(path: path + "-shm") == nil, (FileStamp(path: path + "-wal")?.size ?? 0) == 0 else {
      return path
    }
    let escaped = path.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(.init(charactersIn: "/.-_")))
    return "file:\(escaped ?? path)?immutable=1"
  }

  /// The number of accounts in a sound accounts file, of any version.
  /// - Throws: `CatalogError.damaged`, `SQLiteFailure`.
  static func checkAccounts(in path: String) throws -> Int {
    try SQLiteFailure.inPlace {
      var configuration = Configuration()
      configuration.readonly = true
      return try DatabaseQueue(path: path, configuration: configuration).read { db in
        let found = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") ?? "no answer"
        guard found == "ok" else { throw CatalogError.damaged(place: "the accounts file", problem: found) }
        // The first versions had only keys.
        guard try db.tableExists("account") else { return 0 }
        return try Table("account").fetchCount(db)
      }
    }
  }

  /// The names of the pictures and videos that an accounts file of any version lists.
  static func listedMedia(in path: String) throws -> Set<String> {
    try SQLiteFailure.inPlace {
      try DatabaseQueue(path: Self.reading(path), configuration: readingAccounts(path)).read { db in
        var names: Set<String> = []
        for (table, column) in [("picture", "hash"), ("medium", "hash"), ("account", "picture")] {
          guard try db.tableExists(table), try db.columns(in: table).contains(where: { $0.name == column }) else {
            continue
          }
          let listed = Table(table).filter(Column(column) != nil).select(Column(column), as: String.self)
          names.formUnion(try listed.fetchSet(db))
        }
        return names
      }
    }
  }

  /// Checks a copy of a file of another version: only its pages can be interpreted.
  /// - Returns: the listings in it.
  /// - Throws: `CatalogError.damaged`, `SQLiteFailure`.
  static func checkPages(of path: String) throws -> Int {
    try SQLiteFailure.inPlace {
      // With the functions that constraints and indexes call.
      var configuration = configurationWithoutFile
      configuration.readonly = true
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      return try queue.read { db in
        let found = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") ?? "no answer"
        guard found == "ok" else { throw CatalogError.damaged(place: "the copy", problem: found) }
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM listing") ?? 0
      }
    }
  }

  private static func readingAccounts(_ path: String) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    // A connection that could write removes the log with the last one (https://sqlite.org/wal.html, "Read-Only
    // Databases").
    if CatalogPath.access(path, W_OK), CatalogPath.access(CatalogPath.folder(of: path), W_OK | X_OK) {
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA query_only = ON") }
    } else {
      configuration.readonly = true
    }
    return configuration
  }

  private static func copyPages(of source: Database, to copy: String, journal: String) throws {
    let target = try DatabaseQueue(path: copy)
    try target.writeWithoutTransaction { db in
      // All pages in one step: those of the transaction of the source, which does not block writers.
      try source.backup(to: db)
      #if canImport(Darwin)
        try db.execute(sql: "PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
      #endif
      // The copy must be complete without a log file.
      try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA journal_mode = \(journal)")
    }
    try target.close()
  }
}
