import Foundation
import GRDB
import GRDBSQLite
import Streams

extension CatalogFile {
  /// Creates an empty catalog, unless another process is first.
  ///
  /// The tables are created in a temporary file that is then renamed, so that an interruption leaves no partial
  /// catalog. The renamed file is complete and on disk: nothing of it waits in a log.
  /// - Returns: whether the file at the path is this catalog.
  static func makeEmpty(at path: CatalogPath) throws -> Bool {
    let target = path.destination
    guard FileStamp(path: CatalogPath.folder(of: target))?.kind == .folder else {
      let reason = "no such folder: \(CatalogPath.folder(of: path.given))"
      throw CatalogError.cannotMake(path: path.given, reason: reason)
    }
    let draft = "\(target).new-\(UUID().uuidString)"
    defer { remove([draft] + CatalogPath.journals(of: draft)) }
    do { try makeDraft(draft) } catch let error as DatabaseError {
      throw CatalogError.cannotMake(path: path.given, reason: error.message ?? "\(error)")
    } catch let failure as SQLiteFailure {
      throw CatalogError.cannotMake(path: path.given, reason: failure.message)
    }
    return try publish(draft, as: target, path)
  }

  /// Makes an empty file that its owner alone may read and write; SQLite gives its log the same permissions.
  static func makePrivateFile(at path: String) throws {
    let file = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw SQLiteFailure(
        code: errno == ENOSPC || errno == EDQUOT ? SQLITE_FULL : SQLITE_CANTOPEN, message: .lastSystemError,
        sql: "open \(path)")
    }
    close(file)
  }

  private static func makeDraft(_ draft: String) throws {
    try makePrivateFile(at: draft)
    let queue = try DatabaseQueue(path: draft, configuration: writingConfiguration())
    try migrator.migrate(queue)
    // Closing a connection checkpoints the log as well, but does not report failures.
    try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    try queue.close()
  }

  /// Renames a complete draft to its name, where there is no file or an empty one.
  ///
  /// The creating process holds a lock on the folder; processes that waited for it find the winner's file under the
  /// name, and leave it unchanged.
  private static func publish(_ draft: String, as target: String, _ path: CatalogPath) throws -> Bool {
    let folder = open(CatalogPath.folder(of: target), O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { throw cannotMake(path) }
    defer { close(folder) }
    try lock(folder, path)
    guard try FileHeader.isVacant(path) else { return false }
    // Left by an earlier database of that name: SQLite would replay it into the new one.
    remove(CatalogPath.journals(of: target))
    guard rename(draft, target) == 0 else { throw cannotMake(path) }
    // The name is on disk once its folder is.
    _ = DiskSync.folder(of: target)
    return true
  }

  /// Waits for other processes that create a catalog in the same folder, 30 seconds at most.
  private static func lock(_ folder: Int32, _ path: CatalogPath) throws {
    for _ in 0..<3000 {
      if flock(folder, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw cannotMake(path) }
      usleep(10_000)
    }
    throw CatalogError.busy(path: path.given)
  }

  static func remove(_ paths: [String]) {
    for path in paths { unlink(path) }
  }

  private static func cannotMake(_ path: CatalogPath) -> CatalogError {
    .cannotMake(path: path.given, reason: .lastSystemError)
  }
}
