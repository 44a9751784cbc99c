import Foundation
import GRDB

extension CatalogFile {
  /// Copies the file of a catalog by SQLite's backup API: one version of it, while others read and write.
  ///
  /// - Parameters:
  ///   - path: the catalog.
  ///   - copy: where there is no file yet.
  static func backUp(_ path: String, to copy: String) throws {
    var configuration = Configuration()
    configuration.readonly = true
    let source = try DatabaseQueue(path: path, configuration: configuration)
    let target = try DatabaseQueue(path: copy)
    // All pages in one step: one read transaction, which keeps no writer waiting.
    try source.backup(to: target)
    try target.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = DELETE")
      try db.execute(sql: "PRAGMA synchronous = FULL")
    }
    try target.close()
    try source.close()
  }
}
