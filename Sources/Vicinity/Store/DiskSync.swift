import Foundation
import Synchronization

/// Brings what has been committed to the disk, once for all who wait for it at the same time.
///
/// A commit only hands its bytes to the operating system, in which they survive the death of the process; a loss of
/// power they survive once the log has been brought to the disk. Whoever has committed waits for that here. While one
/// brings the log to the disk, others commit and wait; the next one does it for all of them
/// (https://sqlite.org/wal.html, "Performance Considerations").
///
/// A sync that has failed says nothing about the next one: Linux tells of an error once and may take the pages that it could not
/// write for written, so that the next sync succeeds without them (https://wiki.postgresql.org/wiki/Fsync_Errors). SQLite reads
/// a log only as far as it is whole, so no later commit would count either. That is why, once a sync has failed, no
/// commit is acknowledged until the whole log has been written again (`LogFile.rewrite`) and a sync after that has
/// succeeded. What another process commits meanwhile is as safe as its own sync says, which sees the same error when it
/// had the log open by then.
final class DiskSync: Sendable {
  /// How many commits had been made when the one was made that is waited for.
  typealias Ticket = Int

  private struct Done {
    var synced: Ticket = 0
    /// Whether a sync has failed since: what is not on the disk may be missing from what the next one brings there.
    var hasFailed = false
  }

  private let path: String
  private let log: Int32
  private let commits = Atomic<Ticket>(0)
  private let done = Mutex(Done())

  /// - Parameters:
  ///   - path: of the catalog, for messages.
  ///   - target: the same without symbolic links. A connection must have its log open, and keep it: SQLite removes the
  ///     log with the last one.
  init(path: String, target: String) throws {
    self.path = path
    log = open(target + "-wal", O_RDONLY | O_CLOEXEC)
    guard log >= 0 else { throw CatalogError.unreadable(path: target + "-wal", reason: .lastSystemError) }
    // The log may be new: its name is on the disk when its folder is.
    guard Self.folder(of: target) else { throw CatalogError.notOnDisk(path: path, reason: .lastSystemError) }
  }

  deinit { close(log) }

  /// To be called after a commit, before the next one begins.
  func committed() -> Ticket { commits.add(1, ordering: .sequentiallyConsistent).newValue }

  /// Whether nothing waits to be brought to the disk.
  var isComplete: Bool { done.withLock { $0.synced == commits.load(ordering: .sequentiallyConsistent) } }

  /// Returns when a commit is on the disk, with all before it.
  ///
  /// - Parameter rewriting: writes the whole log again, which a sync that has failed makes necessary.
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

  /// Brings the names in the folder of a file to the disk.
  static func folder(of path: String) -> Bool {
    let folder = open(CatalogPath.folder(of: path), O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return false }
    defer { close(folder) }
    // Some file systems know no such thing, and say so.
    return sync(folder) || errno == EINVAL
  }

  private static func sync(_ file: Int32) -> Bool {
    while fsync(file) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }
}
