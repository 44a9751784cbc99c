/// Answers one query after the other with the same worker, which is borrowed for the first one and given back at the end.
///
/// For one thread. Each answer is of the version that is current when it is asked for, as with `Catalog.answer`.
struct AnswerSeries: ~Copyable {
  private let catalog: Catalog
  private let workers: WorkerPool
  private var worker: Confined<SearchWorker>?

  init(_ catalog: Catalog, workers: WorkerPool) {
    self.catalog = catalog
    self.workers = workers
  }

  deinit {
    if let worker { workers.takeBack(worker) }
  }

  /// The same as `Catalog.answer`.
  mutating func answer(_ query: Query, at now: Instant) throws -> Answer {
    if query.place != nil { giveBack() }
    let plan = try catalog.plan(query, at: now)
    for _ in 0..<WorkerPool.attempts {
      let worker = try borrowed()
      do { return try worker.answer(plan, numbers: worker.file.numbers) } catch is FileReplaced {
        workers.leave(worker.file)
        self.worker = nil
      }
    }
    throw CatalogError.busy(path: catalog.path)
  }

  /// Gives the worker back before the next answer: whoever asks otherwise meanwhile may have to wait for it to let a
  /// replaced file go.
  mutating func giveBack() {
    if let worker { workers.takeBack(worker) }
    worker = nil
  }

  private mutating func borrowed() throws -> SearchWorker {
    if let worker { return worker.value }
    let lent = try workers.lend()
    worker = lent
    return lent.value
  }
}

extension SearchWorker {
  /// Answers, and tells what would give more where that is asked for.
  @inline(__always)
  func answer(_ plan: Plan, numbers: CatalogNumbers) throws -> Answer {
    if plan.query.relax { return try relaxedAnswer(plan, numbers: numbers) }
    return try search(plan, numbers: numbers) { try $0.answer() }
  }

  /// Carries out a plan on the current version.
  @inline(__always)
  func search<Result>(
    _ plan: Plan, numbers: CatalogNumbers, _ body: (inout Search) throws -> Result
  ) throws -> Result {
    try read { snapshot in
      var search = try Search(plan, worker: self, snapshot: snapshot, numbers: numbers)
      return try body(&search)
    }
  }
}
