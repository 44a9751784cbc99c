import Synchronization

/// Detects commits to the file of a catalog by other connections.
///
/// A check costs a few nanoseconds (`CommitCounter`) while nothing has been committed; otherwise it queries the
/// `data_version` of the writing connection, which ignores the connection's own commits.
final class ForeignCommits: Sendable {
  /// The polling interval, and so the maximum delay in reporting foreign commits.
  static let interval = Duration.milliseconds(200)

  private struct Known {
    weak var file: OpenedFile?
    var version: CatalogVersion?
    var foreign = 0
  }

  private let workers: WorkerPool
  private let writer: CatalogWriter?
  private let known = Mutex(Known())

  init(workers: WorkerPool, writer: CatalogWriter?) {
    self.workers = workers
    self.writer = writer
  }

  /// Marks everything committed so far as known. Waits for a running write of this process.
  func begin() { _ = haveHappened() }

  /// Whether there have been any since the last check. A file that cannot be read is treated as unchanged: reading it
  /// reports the error.
  func haveHappened() -> Bool {
    known.withLock { known in
      do { return try look(&known) } catch { return false }
    }
  }

  private func look(_ known: inout Known) throws -> Bool {
    // A new file that has to wait for readers of the old one is found by a later look.
    guard case .open(let file, let version) = try workers.current() else { return false }
    let isReplaced = known.version != nil && known.file !== file
    guard isReplaced || version != known.version else { return false }
    (known.file, known.version) = (file, version)
    guard let writer, !isReplaced else { return true }
    let foreign = try writer.foreignVersion()
    defer { known.foreign = foreign }
    return foreign != known.foreign
  }
}
