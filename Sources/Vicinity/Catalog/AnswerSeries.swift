import CivilTime

/// Answers a series of queries with one worker, borrowed for the first query and returned at the end.
///
/// For one thread. Each answer uses the version that is current when the query begins, as with `Catalog.answer`.
package struct AnswerSeries: ~Copyable {
  private let catalog: Catalog
  private let workers: WorkerPool
  /// The budget of each query.
  package var budget: WorkBudget
  private var worker: UnsafeTransfer<SearchWorker>?

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
    if query.place != nil { giveBack() }
    let plan = try catalog.plan(query, at: now)
    for _ in 0..<WorkerPool.attempts {
      let worker = try borrowed()
      do {
        return try worker.write(plan, numbers: worker.numbers, within: budget, to: &sink)
      } catch is FileReplaced {
        sink.restart()
        workers.leave(worker.file)
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

  private mutating func borrowed() throws -> SearchWorker {
    if let worker { return worker.value }
    let lent = try workers.lend(within: budget)
    worker = lent
    return lent.value
  }
}

extension SearchWorker {
  /// Answers a query, with relaxations if requested.
  @inline(__always)
  func answer(_ plan: Plan, numbers: DictionaryCache, within budget: WorkBudget) throws -> Answer {
    if plan.query.relax { return try relaxedAnswer(plan, numbers: numbers, within: budget) }
    return try search(plan, numbers: numbers, within: budget) { try $0.answer() }
  }

  /// Writes an answer match by match.
  func write(
    _ plan: Plan, numbers: DictionaryCache, within budget: WorkBudget, to sink: inout some AnswerSink
  ) throws {
    try read(within: budget) { snapshot in
      // A previous attempt may have written before the catalog changed.
      sink.restart()
      var search = try Search(plan, worker: self, snapshot: snapshot, numbers: numbers)
      let (answer, shown): (Answer, Int)
      if search.isRecommended {
        let found = try search.findRecommended()
        (answer, shown) = (found.answer, found.shown.count)
        sink.begin(answer)
        try search.forEachMatch(of: found) { try add($0, of: answer, to: &sink) }
      } else {
        let found = try search.found()
        (answer, shown) = (found.answer, found.shown.count)
        sink.begin(answer)
        if answer.clusters == nil {
          for ranked in found.shown { try add(try search.match(ranked), of: answer, to: &sink) }
        }
      }
      sink.end(answer, relaxations: try relaxations(of: plan, results: shown, on: snapshot, numbers))
      try scratch.work.checkBytes(sink.byteCount)
    }
  }

  private func add(_ match: Match, of answer: Answer, to sink: inout some AnswerSink) throws {
    sink.add(match, to: answer)
    try scratch.work.checkBytes(sink.byteCount)
  }

  /// Executes a plan on the current version.
  @inline(__always)
  func search<Result>(
    _ plan: Plan, numbers: DictionaryCache, within budget: WorkBudget = .unlimited,
    _ body: (inout Search) throws -> Result
  ) throws -> Result {
    try read(within: budget) { snapshot in
      var search = try Search(plan, worker: self, snapshot: snapshot, numbers: numbers)
      return try body(&search)
    }
  }
}
