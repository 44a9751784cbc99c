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

  private static func copyPages(of path: String, to copy: String) throws {
    var configuration = Configuration()
    configuration.readonly = true
    let source = try DatabaseQueue(path: path, configuration: configuration)
    let target = try DatabaseQueue(path: copy)
    // All pages in one step: one read transaction, which keeps no writer waiting.
    try source.backup(to: target)
    try target.writeWithoutTransaction { db in
      // Whole without its log, which is gone with the last connection.
      try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA journal_mode = WAL")
    }
    try target.close()
    try source.close()
  }
}
