import Synchronization

/// Finds out whether somebody else has committed to the file of a catalog.
///
/// A look costs some nanoseconds (`CommitCounter`) as long as nothing has been committed; only when something has does it ask the
/// writing connection, whose `data_version` passes over its own commits.
final class ForeignCommits: Sendable {
  /// How long to wait between two looks: others' changes are told that much later at most.
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

  /// Takes what has been committed so far for known. Waits for a running write of this process.
  func begin() { _ = haveHappened() }

  /// Whether there have been any since the last look. A file that cannot be looked at has none: who reads it is told why.
  func haveHappened() -> Bool {
    known.withLock { known in
      do { return try look(&known) } catch { return false }
    }
  }

  private func look(_ known: inout Known) throws -> Bool {
    let (file, version) = try workers.current()
    let isReplaced = known.version != nil && known.file !== file
    guard isReplaced || version != known.version else { return false }
    (known.file, known.version) = (file, version)
    guard let writer, !isReplaced else { return true }
    let foreign = try writer.foreignVersion()
    defer { known.foreign = foreign }
    return foreign != known.foreign
  }
}
