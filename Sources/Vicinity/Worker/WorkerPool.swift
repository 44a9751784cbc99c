import Foundation
import Geography
import Synchronization

/// Lends search workers to threads: as many as are busy at once, kept for the next caller.
///
/// All of them read one file. When another one has taken its place, they are let go, and the next ones read that.
/// Before it is opened everything must be closed that this process has open of the old one, also the writer: both bear
/// the same names beside the file, and closing the one would take the locks of the other away
/// (https://sqlite.org/howtocorrupt.html, 2.2.1).
final class WorkerPool: CatalogReaders {
  private struct State {
    /// nil once another file is known to lie under the path.
    var snapshots: SnapshotCache?
    var idle: [UnsafeTransfer<SearchWorker>] = []
    /// The file before, as long as anybody reads it.
    weak var left: OpenedFile?
    var leftLog: LeftLog?
  }

  /// How often a question starts over because its file was replaced.
  static let attempts = 10

  private let path: CatalogPath
  private let memoryLimit: Int
  private let areas: (any AreaEngine)?
  private let writer: CatalogWriter?
  private let state: Mutex<State>

  /// - Parameters:
  ///   - memoryLimit: the most bytes of decoded pages.
  ///   - areas: the geometry behind areas, if there is any.
  ///   - writer: whoever changes the same catalog.
  init(
    path: CatalogPath, memoryLimit: Int, areas: (any AreaEngine)? = nil, writer: CatalogWriter? = nil
  ) throws {
    self.path = path
    self.memoryLimit = memoryLimit
    self.areas = areas
    self.writer = writer
    let file = try CatalogFile.openForReading(path)
    state = Mutex(State(snapshots: SnapshotCache(file, memoryLimit: memoryLimit)))
    writer?.readers = self
  }

  /// Runs `body` with a worker that nobody else has, again with another one when the file has been replaced.
  func withWorker<Result>(_ body: (SearchWorker) throws -> Result) throws -> Result {
    for _ in 0..<Self.attempts {
      let worker = try lend()
      defer { takeBack(worker) }
      do { return try body(worker.value) } catch is FileReplaced { leave(worker.value.file) }
    }
    throw CatalogError.busy(path: path.given)
  }

  /// A worker that nobody else has until it is given back.
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

  /// The file that is read now, and its version.
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

  /// Lets go of a file in whose place there is another.
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

  /// Lets go of the file if there is another in its place.
  func leaveReplaced() {
    guard let file = state.withLock({ $0.snapshots?.file }) else { return }
    do { try file.look() } catch { leave(file) }
  }

  /// Whether nobody reads a file before the present one any more.
  var hasLeft: Bool { state.withLock { $0.left == nil } }

  private func takeIdle(of snapshots: SnapshotCache) -> UnsafeTransfer<SearchWorker>? {
    state.withLock { $0.snapshots === snapshots ? $0.idle.popLast() : nil }
  }

  private func currentSnapshots() throws -> SnapshotCache {
    if let snapshots = state.withLock({ $0.snapshots }) { return snapshots }
    for _ in 0..<CatalogWriter.patience where !hasLeft || writer?.hasLeft == false { usleep(1000) }
    return try state.withLock { state in
      if let snapshots = state.snapshots { return snapshots }
      state.leftLog?.remove()
      let snapshots = SnapshotCache(try CatalogFile.openForReading(path), memoryLimit: memoryLimit)
      state.snapshots = snapshots
      return snapshots
    }
  }
}
