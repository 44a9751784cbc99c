import Synchronization

/// Lends search workers to threads: as many as are busy at once, kept for the next caller.
final class WorkerPool: Sendable {
  private let path: String
  private let snapshots: SnapshotShelf
  private let areas: (any AreaEngine)?
  private let idle = Mutex<[Confined<SearchWorker>]>([])

  /// - Parameters:
  ///   - memoryLimit: the most bytes of decoded pages.
  ///   - areas: the geometry behind areas, if there is any.
  init(path: String, memoryLimit: Int, areas: (any AreaEngine)? = nil) throws {
    self.path = path
    self.areas = areas
    snapshots = try SnapshotShelf(path: path, memoryLimit: memoryLimit)
  }

  /// Runs `body` with a worker that nobody else has.
  func withWorker<Result>(_ body: (SearchWorker) throws -> Result) throws -> Result {
    let worker = try lend()
    defer { takeBack(worker) }
    return try body(worker.value)
  }

  /// A worker that nobody else has until it is given back.
  func lend() throws -> Confined<SearchWorker> {
    let lent = idle.withLock { $0.popLast() }
    return try lent ?? Confined(SearchWorker(path: path, snapshots: snapshots, areas: areas))
  }

  func takeBack(_ worker: Confined<SearchWorker>) { idle.withLock { $0.append(worker) } }
}
