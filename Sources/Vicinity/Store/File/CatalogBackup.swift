import Foundation
import GRDB

extension CatalogFile {
  /// Copies the file of a catalog by SQLite's backup API: one version of it, while others read and write.
  ///
  /// - Parameters:
  ///   - path: the catalog.
  ///   - copy: where there is no file yet.
  /// - Throws: `SQLiteFailure`.
  static func backUp(_ path: String, to copy: String) throws {
    try SQLiteFailure.inPlace { try copyPages(of: path, to: copy) }
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

  private static func copyPages(of path: String, to copy: String) throws {
    var configuration = Configuration()
    configuration.readonly = true
    try copyPages(of: path, configuration, to: copy, journal: "WAL")
  }

  /// Copies the accounts file of a catalog, of any version, while others read and write it.
  ///
  /// - Parameters:
  ///   - path: the accounts file.
  ///   - copy: where there is no file yet.
  /// - Throws: `SQLiteFailure`; a part of the copy may remain then.
  static func backUpAccounts(_ path: String, to copy: String) throws {
    try SQLiteFailure.inPlace {
      try makePrivateFile(at: copy)
      var configuration = Configuration()
      configuration.busyMode = .timeout(10)
      // A connection that could write removes the log with the last one (https://sqlite.org/wal.html, "Read-Only
      // Databases").
      if access(path, W_OK) == 0, access(CatalogPath.folder(of: path), W_OK | X_OK) == 0 {
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA query_only = ON") }
      } else {
        configuration.readonly = true
      }
      try copyPages(of: path, configuration, to: copy, journal: "DELETE")
    }
  }

  private static func copyPages(
    of path: String, _ configuration: Configuration, to copy: String, journal: String
  ) throws {
    let source = try DatabaseQueue(path: path, configuration: configuration)
    let target = try DatabaseQueue(path: copy)
    // All pages in one step: one read transaction, which does not block writers.
    try source.backup(to: target)
    try target.writeWithoutTransaction { db in
      #if canImport(Darwin)
        try db.execute(sql: "PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
      #endif
      // The copy must be complete without a log file.
      try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA journal_mode = \(journal)")
    }
    try target.close()
    try source.close()
  }
}
