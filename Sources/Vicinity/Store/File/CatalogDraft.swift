import Foundation
import GRDB
import Streams

/// A copy of a catalog that a large load fills and that then takes the catalog's name.
///
/// It is written without a log or journal, so that every page is written about once: a failure leaves the catalog as it
/// was, and the draft is removed. Its creator holds the write lock of the catalog until it has its name, and the log of
/// the catalog is empty, so that nothing that is committed is lost.
final class CatalogDraft {
  private let path: String
  private let target: String
  private let queue: DatabaseQueue

  /// A draft that an ended process has left has the same name, and is removed by the next one.
  private static let end = ".import"

  /// Copies the committed content of a catalog.
  ///
  /// - Parameter target: the file, without symbolic links.
  /// - Returns: nil if this process cannot make a file of the same owner and mode in its folder.
  init?(of target: String) throws {
    self.target = target
    path = target + Self.end
    Self.remove(path)
    guard Self.makeFile(path, like: target) else {
      Self.remove(path)
      return nil
    }
    do {
      try CatalogFile.backUp(target, to: path)
      queue = try SQLiteFailure.inPlace { [path] in
        try DatabaseQueue(path: path, configuration: CatalogFile.draftConfiguration)
      }
    } catch {
      Self.remove(path)
      throw error
    }
  }

  deinit {
    do { try queue.close() } catch {
      // Closed with its last reference.
    }
    Self.remove(path)
  }

  private static func remove(_ path: String) { CatalogFile.remove([path] + CatalogPath.journals(of: path)) }

  private static func makeFile(_ path: String, like target: String) -> Bool {
    var status = stat()
    guard stat(target, &status) == 0 else { return false }
    let file = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    // SQLite has not opened it yet: no lock is lost.
    defer { close(file) }
    return fchown(file, status.st_uid, status.st_gid) == 0 && fchmod(file, status.st_mode & 0o7777) == 0
  }

  /// Runs `body` in one transaction and waits until the draft is on disk.
  func fill<Result>(_ body: (PreparedStatements) throws -> Result) throws -> Result {
    try SQLiteFailure.inPlace {
      try queue.writeWithoutTransaction { db in
        guard let connection = db.sqliteConnection else { preconditionFailure("an open database has a connection") }
        let statements = PreparedStatements(on: connection)
        defer { statements.removeAll() }
        var result: Result?
        try db.inTransaction(.immediate) {
          result = try body(statements)
          return .commit
        }
        // Writes the first page, and syncs the whole file.
        try db.execute(sql: "PRAGMA synchronous = FULL")
        let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
        guard let result, mode == "wal" else {
          throw CatalogError.cannotMake(path: path, reason: "its journal mode is \(mode ?? "unknown")")
        }
        return result
      }
    }
  }

  /// Gives the draft the name of the catalog. Others that have the former file open find it replaced.
  ///
  /// The draft is locked until it is closed, so that no program opens it together with the log of the former file.
  func publish() throws {
    guard rename(path, target) == 0 else { throw CatalogError.cannotMake(path: path, reason: .lastSystemError) }
    CatalogFile.remove(CatalogPath.journals(of: target))
    try queue.close()
    guard DiskSync.folder(of: target) else { throw CatalogError.notOnDisk(path: target, reason: .lastSystemError) }
  }
}
