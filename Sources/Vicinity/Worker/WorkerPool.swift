import Foundation
import Geography
import Synchronization

/// Lends search workers to threads: as many as are busy at once, reused by later callers.
///
/// All of them read one file. When the file has been replaced, they are released, and new ones read its replacement.
/// Before it is opened, this process must close every connection to the old file, the writer included: the auxiliary
/// files of both have the same names, and closing one would release the locks of the other
/// (https://sqlite.org/howtocorrupt.html, 2.2.1).
final class WorkerPool: CatalogReaders {
  private struct State {
    /// Nil once the file at the path is known to be replaced.
    var snapshots: SnapshotCache?
    var idle: [UnsafeTransfer<SearchWorker>] = []
    /// The previous file, as long as it is being read.
    weak var left: OpenedFile?
    var leftLog: LeftLog?
  }

  /// How often a request restarts because its file was replaced.
  static let attempts = 10

  private let path: CatalogPath
  private let memoryLimit: Int
  private let areas: (any AreaEngine)?
  private let writer: CatalogWriter?
  private let state: Mutex<State>

  /// - Parameters:
  ///   - memoryLimit: the maximum size of decoded nodes in bytes.
  ///   - areas: the geometry engine for areas, if any.
  ///   - writer: the writer of the same catalog.
  init(
    path: CatalogPath, memoryLimit: Int, areas: (any AreaEngine)? = nil, writer: CatalogWriter? = nil
  ) throws {
    self.path = path
    self.memoryLimit = memoryLimit
    self.areas = areas
    self.writer = writer
    let file = try CatalogFile.openForReading(path)
    state = Mutex(State(snapshots: SnapshotCache(file, memoryLimit: memoryLimit, trail: writer?.trail)))
    writer?.readers = self
  }

  /// Runs `body` with an exclusive worker, and again with another one if the file has been replaced.
  func withWorker<Result>(_ body: (SearchWorker) throws -> Result) throws -> Result {
    for _ in 0..<Self.attempts {
      let worker = try lend()
      defer { takeBack(worker) }
      do { return try body(worker.value) } catch is FileReplaced { leave(worker.value.file) }
    }
    throw CatalogError.busy(path: path.given)
  }

  /// An exclusive worker, until it is returned.
  func lend() throws -> UnsafeTransfer<SearchWorker> {
    for _ in 0..<Self.attempts {
      let snapshots = try currentSnapshots()
      if let idle = takeIdle(of: snapshots) { return idle }
      do { return UnsafeTransfer(try SearchWorker(snapshots: snapshots, areas: areas)) } catch is FileReplaced {
        leave(snapshots.file)
      }
    }
    throw CatalogError.busy(path: path.given)
  }

  func takeBack(_ worker: UnsafeTransfer<SearchWorker>) {
    state.withLock { state in
      if worker.value.snapshots === state.snapshots { state.idle.append(worker) }
    }
  }

  /// The current file and its version.
  func current() throws -> (file: OpenedFile, version: CatalogVersion) {
    for _ in 0..<Self.attempts {
      let file = try currentSnapshots().file
      do {
        try file.look()
        return (file, try file.version())
      } catch is FileReplaced { leave(file) }
    }
    throw CatalogError.busy(path: path.given)
  }

  /// Releases a file that has been replaced.
  func leave(_ file: OpenedFile) {
    let idle = state.withLock { state -> [UnsafeTransfer<SearchWorker>] in
      guard state.snapshots?.file === file else { return [] }
      (state.snapshots, state.left, state.leftLog) = (nil, file, file.log)
      defer { state.idle = [] }
      return state.idle
    }
    // Connections are closed outside of the lock.
    _ = consume idle
    writer?.leaveReplaced()
  }

  /// Releases the file if it has been replaced.
  func leaveReplaced() {
    guard let file = state.withLock({ $0.snapshots?.file }) else { return }
    do { try file.look() } catch { leave(file) }
  }

  /// Whether no reader of a previous file is left.
  var hasLeft: Bool { state.withLock { $0.left == nil } }

  private func takeIdle(of snapshots: SnapshotCache) -> UnsafeTransfer<SearchWorker>? {
    state.withLock { $0.snapshots === snapshots ? $0.idle.popLast() : nil }
  }

  private func currentSnapshots() throws -> SnapshotCache {
    if let snapshots = state.withLock({ $0.snapshots }) { return snapshots }
    for _ in 0..<CatalogWriter.longestWaitMilliseconds where !hasLeft || writer?.hasLeft == false { usleep(1000) }
    return try state.withLock { state in
      if let snapshots = state.snapshots { return snapshots }
      state.leftLog?.remove()
      let snapshots = SnapshotCache(
        try CatalogFile.openForReading(path), memoryLimit: memoryLimit, trail: writer?.trail)
      state.snapshots = snapshots
      return snapshots
    }
  }
}
