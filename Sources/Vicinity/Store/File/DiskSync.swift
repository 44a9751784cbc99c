import Foundation
import Synchronization

/// Group commit: syncs the log once for all transactions that wait at the same time.
///
/// A commit only passes its bytes to the operating system, where they survive the death of the process; they survive a
/// power failure once the log has been synced, which is what a committer waits for here. While one thread syncs, others
/// commit and wait; the next sync covers all of them (https://sqlite.org/wal.html, "Performance Considerations").
///
/// A failed sync invalidates the next one: Linux reports an error once and may mark the pages that it could not write
/// as clean, so that the next sync succeeds without them (https://wiki.postgresql.org/wiki/Fsync_Errors). SQLite reads
/// a log only up to the first damaged frame, so later commits would be lost too. Therefore, after a failed sync, no
/// commit is acknowledged until the whole log has been rewritten (`LogFile.rewrite`) and a later sync has succeeded.
/// Commits of another process are as safe as its own syncs, which see the same error if it had the log open by then.
final class DiskSync: Sendable {
  /// The number of commits made up to and including the awaited one.
  typealias Ticket = Int

  private struct Done {
    var synced: Ticket = 0
    /// Whether a sync has failed since: pages missing on disk may not be written by the next one.
    var hasFailed = false
  }

  private let path: String
  private let log: Int32
  private let commits = Atomic<Ticket>(0)
  private let done = Mutex(Done())

  /// - Parameters:
  ///   - path: the path of the catalog, for messages.
  ///   - target: the same without symbolic links. A connection must hold its log open: SQLite deletes the log with the
  ///     last one.
  init(path: String, target: String) throws {
    self.path = path
    log = open(target + "-wal", O_RDONLY | O_CLOEXEC)
    guard log >= 0 else { throw CatalogError.unreadable(path: target + "-wal", reason: .lastSystemError) }
    // The log may be new: its name is on disk once its folder is.
    guard Self.folder(of: target) else { throw CatalogError.notOnDisk(path: path, reason: .lastSystemError) }
  }

  deinit { close(log) }

  /// Must be called after a commit, before the next one begins.
  func committed() -> Ticket { commits.add(1, ordering: .sequentiallyConsistent).newValue }

  /// Whether everything is on disk.
  var isComplete: Bool { done.withLock { $0.synced == commits.load(ordering: .sequentiallyConsistent) } }

  /// Returns when a commit and all before it are on disk.
  ///
  /// - Parameter rewriting: rewrites the whole log, which is necessary after a failed sync.
  /// - Throws: `CatalogError.notOnDisk`.
  func wait(for ticket: Ticket, rewriting: () throws -> Void) throws {
    try done.withLock { done in
      guard done.synced < ticket else { return }
      let reached = commits.load(ordering: .sequentiallyConsistent)
      if done.hasFailed || !Self.sync(log) {
        done.hasFailed = true
        do { try rewriting() } catch { throw CatalogError.notOnDisk(path: path, reason: "\(error)") }
        guard Self.sync(log) else { throw CatalogError.notOnDisk(path: path, reason: .lastSystemError) }
        done.hasFailed = false
      }
      done.synced = reached
    }
  }

  /// As `wait`, for all commits.
  func waitForAll(rewriting: () throws -> Void) throws {
    try wait(for: commits.load(ordering: .sequentiallyConsistent), rewriting: rewriting)
  }

  /// Syncs the folder of a file, which contains its name.
  static func folder(of path: String) -> Bool {
    let folder = open(CatalogPath.folder(of: path), O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return false }
    defer { close(folder) }
    // Some file systems do not support this and return EINVAL.
    return sync(folder) || errno == EINVAL
  }

  private static func sync(_ file: Int32) -> Bool {
    while flush(file) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }

  private static func flush(_ file: Int32) -> Int32 {
    #if canImport(Darwin)
      // There `fsync` leaves the data in the cache of the drive, which a loss of power empties; see `fsync(2)`.
      let result = fcntl(file, F_FULLFSYNC)
      // Some file systems do not have it.
      return result == -1 && [ENOTSUP, EINVAL, ENOTTY].contains(errno) ? fsync(file) : result
    #else
      return fsync(file)
    #endif
  }
}
