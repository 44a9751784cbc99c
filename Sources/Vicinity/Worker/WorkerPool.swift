import Foundation
import Geography
import Synchronization

/// Lends search workers to threads: as many as are busy at once, reused by later callers.
///
/// All of them read one file. When the file has been replaced, they are released, and new ones read its replacement.
/// Before it is opened, this process must close every connection to the old file, the writer included: the auxiliary
/// files of both have the same names, and closing one would release the locks of the other
/// (https://sqlite.org/howtocorrupt.html, 2.2.1). Callers that need the new file wait for that, a few seconds at most,
/// unless their budget is smaller; `current` never waits.
final class WorkerPool: CatalogReaders {
  private struct State {
    /// Nil once the file at the path is known to be replaced.
    var snapshots: SnapshotCache?
    /// The previous file, while it is being read.
    weak var left: OpenedFile?
    var leftLog: LeftLog?
    /// The serial of the previous file.
    var leftSerial: UInt64 = 0
    /// The time at which the next file is opened although the previous one is still being read.
    var latest = ContinuousClock.now
  }

  /// The state of the file at the path, without waiting.
  enum Current {
    /// It is open, with its present version.
    case open(OpenedFile, CatalogVersion)
    /// It has replaced the file with this serial, which is still being read: it is opened after that.
    case successor(of: UInt64)
  }

  /// How often a request restarts because its file was replaced.
  static let attempts = 10
  /// The cost of a millisecond of waiting: about as many nodes as a search visits in it. A smaller budget leaves no
  /// time to wait at all.
  private static let nodesPerMillisecond = 1000

  private let path: CatalogPath
  let memoryLimit: Int
  private let areas: (any AreaEngine)?
  private let writer: CatalogWriter?
  private let state: Mutex<State>
  private let idle = IdleWorkers()
  /// Identifies `State.snapshots`, to recognize a worker of the present file without the lock; 0 for nil.
  private let present: Atomic<UInt>

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
    let snapshots = SnapshotCache(file, memoryLimit: memoryLimit)
    state = Mutex(State(snapshots: snapshots))
    present = Atomic(Self.mark(of: snapshots))
    writer?.readers = self
  }

  /// Runs `body` with an exclusive worker, and again with another one if the file has been replaced.
  ///
  /// - Parameter budget: limits the wait for readers of a replaced file.
  /// - Throws: as `lend`; errors of `body`.
  func withWorker<Result>(
    within budget: WorkBudget = .unlimited, _ body: (SearchWorker) throws -> Result
  ) throws -> Result {
    try withLentWorker(within: budget) { try body($0.worker) }
  }

  /// As `withWorker`, with what the last search of the worker has prepared.
  @inline(__always)
  func withLentWorker<Result>(
    within budget: WorkBudget = .unlimited, _ body: (LentWorker) throws -> Result
  ) throws -> Result {
    for _ in 0..<Self.attempts {
      let worker = try lend(within: budget)
      defer { takeBack(worker) }
      do { return try body(worker.value) } catch is FileReplaced { leave(worker.value.worker.file) }
    }
    throw CatalogError.busy(path: path.given)
  }

  /// An exclusive worker, until it is returned.
  ///
  /// - Parameter budget: limits the wait for readers of a replaced file.
  /// - Throws: `CatalogError.busy` when that takes longer, other `CatalogError`s, `SQLiteFailure`.
  func lend(within budget: WorkBudget = .unlimited) throws -> UnsafeTransfer<LentWorker> {
    // A worker of a replaced file is released.
    while let worker = idle.take() { if isPresent(worker.value) { return worker } }
    for _ in 0..<Self.attempts {
      let snapshots = try snapshots(within: budget)
      do {
        return UnsafeTransfer(LentWorker(try SearchWorker(snapshots: snapshots, areas: areas)))
      } catch is FileReplaced { leave(snapshots.file) }
    }
    throw CatalogError.busy(path: path.given)
  }

  func takeBack(_ worker: UnsafeTransfer<LentWorker>) {
    guard isPresent(worker.value) else { return }
    idle.add(worker)
    // The file may have been replaced in between.
    if !isPresent(worker.value) { idle.removeAll() }
  }

  private func isPresent(_ lent: LentWorker) -> Bool {
    present.load(ordering: .sequentiallyConsistent) == Self.mark(of: lent.worker.snapshots)
  }

  /// Identifies what a worker reads while the worker exists.
  private static func mark(of snapshots: SnapshotCache) -> UInt { UInt(bitPattern: ObjectIdentifier(snapshots)) }

  /// The state of the file at the path, for callers that must not wait; they may open it.
  func current() throws -> Current {
    for _ in 0..<Self.attempts {
      guard let file = try openSnapshots()?.file else { return .successor(of: state.withLock { $0.leftSerial }) }
      do {
        try file.look()
        return .open(file, try file.version())
      } catch is FileReplaced { leave(file) }
    }
    throw CatalogError.busy(path: path.given)
  }

  /// Releases a file that has been replaced.
  func leave(_ file: OpenedFile) {
    state.withLock { state in
      guard let snapshots = state.snapshots, snapshots.file === file else { return }
      snapshots.stopMaking()
      (state.snapshots, state.left, state.leftLog) = (nil, file, file.log?.ifNamed)
      state.leftSerial = file.serial
      state.latest = .now + .milliseconds(CatalogWriter.longestWaitMilliseconds)
      present.store(0, ordering: .sequentiallyConsistent)
    }
    // Connections are closed outside of the lock.
    idle.removeAll()
    writer?.leaveReplaced()
  }

  /// Releases the file; the next caller opens it again.
  func close() {
    let snapshots = state.withLock { state in
      state.snapshots?.stopMaking()
      present.store(0, ordering: .sequentiallyConsistent)
      defer { state.snapshots = nil }
      return state.snapshots
    }
    _ = consume snapshots
    idle.removeAll()
  }

  /// Releases the file if it has been replaced.
  func leaveReplaced() {
    guard let file = state.withLock({ $0.snapshots?.file }) else { return }
    do { try file.look() } catch { leave(file) }
  }

  /// Has the completions made again after a commit that may have changed some.
  func noteChange() { state.withLock { $0.snapshots }?.renewCompletions() }

  /// How often the completions of this file were made.
  var completionsVersion: Int { state.withLock { $0.snapshots }?.completions.count ?? 0 }

  /// Whether no reader of a previous file is left.
  var hasLeft: Bool { state.withLock { $0.left == nil } }

  /// The snapshots of the file at the path, once nothing in this process has its predecessor open.
  private func snapshots(within budget: WorkBudget) throws -> SnapshotCache {
    var milliseconds = budget.nodes / Self.nodesPerMillisecond
    while true {
      if let snapshots = try openSnapshots() { return snapshots }
      let isLate = budget.deadline.map { ContinuousClock.now >= $0 } ?? false
      guard milliseconds > 0, !isLate else { throw CatalogError.busy(path: path.given) }
      usleep(1000)
      milliseconds -= 1
    }
  }

  /// The snapshots of the file at the path, opened if need be; nil while it must not be opened.
  private func openSnapshots() throws -> SnapshotCache? {
    if let snapshots = state.withLock({ $0.snapshots }) { return snapshots }
    if !hasLeft || writer?.hasLeft == false, state.withLock({ .now < $0.latest }) { return nil }
    return try state.withLock { state in
      if let snapshots = state.snapshots { return snapshots }
      state.leftLog?.remove()
      let snapshots = SnapshotCache(try CatalogFile.openForReading(path), memoryLimit: memoryLimit)
      state.snapshots = snapshots
      present.store(Self.mark(of: snapshots), ordering: .sequentiallyConsistent)
      return snapshots
    }
  }
}
