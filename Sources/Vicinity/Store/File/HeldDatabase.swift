import Foundation
import GRDB
import GRDBSQLite
import Streams

/// A database that no other connection changes while its files get other names.
final class HeldDatabase {
  private let queue: DatabaseQueue

  /// Empties the log, as far as readers allow it, and keeps all others from writing.
  ///
  /// - Parameters:
  ///   - path: without symbolic links. Nothing is held without a file, or if it cannot be opened as a database.
  ///   - seconds: how long to wait for others that are writing.
  /// - Throws: `BackupError.written` when others are still writing then.
  init?(path: String, waiting seconds: Int) throws {
    guard FileStamp(path: path)?.kind == .file, (FileStamp(path: path)?.size ?? 0) > 0 else { return nil }
    var configuration = Configuration()
    configuration.busyMode = .timeout(Double(seconds))
    // The transaction stays open.
    configuration.allowsUnsafeTransactions = true
    do {
      queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.writeWithoutTransaction { db in
        // Closing would remove the log by its former name, which may be that of another log by then.
        var isKept: Int32 = 1
        sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
        // The log that readers need gets its new name with the file.
        try db.execute(sql: "PRAGMA busy_timeout = \(min(1, seconds) * 1000)")
        _ = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        try db.execute(sql: "PRAGMA busy_timeout = \(seconds * 1000)")
        try db.execute(sql: "BEGIN EXCLUSIVE TRANSACTION")
      }
    } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
      throw BackupError.written(path: path)
    } catch let error as DatabaseError where [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode) {
      // A damaged file is what a restore replaces.
      return nil
    } catch let error as DatabaseError {
      try SQLiteFailure.inPlace { () throws -> Void in throw error }
      return nil
    }
  }

  /// Lets others write again.
  func release() { try? queue.close() }
}
