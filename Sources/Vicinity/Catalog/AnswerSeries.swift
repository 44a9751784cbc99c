import CivilTime

/// Answers a series of queries with one worker, borrowed for the first query and returned at the end.
///
/// For one thread. Each answer uses the version that is current when the query begins, as with `Catalog.answer`.
package struct AnswerSeries: ~Copyable {
  private let catalog: Catalog
  private let workers: WorkerPool
  /// The budget of each query.
  package var budget: WorkBudget
  private var worker: UnsafeTransfer<LentWorker>?

  init(_ catalog: Catalog, workers: WorkerPool, budget: WorkBudget) {
    self.catalog = catalog
    self.budget = budget
    self.workers = workers
  }

  deinit {
    if let worker { workers.takeBack(worker) }
  }

  /// Writes the same answer as `Catalog.answer` to `sink`; if it throws, the sink may have received part of the answer.
  package mutating func write(_ query: Query, at now: Instant, to sink: inout some AnswerSink) throws {
    if query.place != nil {
      giveBack()
      return try write(catalog.located(query), at: now, to: &sink)
    }
    for _ in 0..<WorkerPool.attempts {
      let worker = try borrowed()
      do {
        return try worker.write(worker.plan(query, at: now), within: budget, to: &sink)
      } catch is FileReplaced {
        sink.restart()
        workers.leave(worker.worker.file)
        self.worker = nil
      }
    }
    throw CatalogError.busy(path: catalog.path)
  }

  /// Returns the worker before the next answer: other calls may wait for it before a replaced file can be closed.
  package mutating func giveBack() {
    if let worker { workers.takeBack(worker) }
    worker = nil
  }

  private mutating func borrowed() throws -> LentWorker {
    if let worker { return worker.value }
    let lent = try workers.lend(within: budget)
    worker = lent
    return lent.value
  }
}
