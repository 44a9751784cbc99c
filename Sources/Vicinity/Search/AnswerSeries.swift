/// Answers one query after the other with the same worker, which is borrowed for the first one and given back at the end.
///
/// For one thread. Each answer is of the version that is current when it is asked for, as with `Catalog.answer`.
struct AnswerSeries: ~Copyable {
  private let catalog: Catalog
  private let workers: WorkerPool
  private let budget: WorkBudget
  private var worker: Confined<SearchWorker>?

  init(_ catalog: Catalog, workers: WorkerPool, budget: WorkBudget) {
    self.catalog = catalog
    self.budget = budget
    self.workers = workers
  }

  deinit {
    if let worker { workers.takeBack(worker) }
  }

  /// Writes the same as `Catalog.answer`, as a line.
  ///
  /// - Parameter json: when it throws, some of the line may have been written.
  mutating func write(_ query: Query, at now: Instant, to json: inout JSONWriter) throws {
    if query.place != nil { giveBack() }
    let plan = try catalog.plan(query, at: now)
    let start = json.mark
    for _ in 0..<WorkerPool.attempts {
      let worker = try borrowed()
      do {
        return try worker.write(plan, numbers: worker.file.numbers, within: budget, to: &json)
      } catch is FileReplaced {
        json.rewind(to: start)
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
  func answer(_ plan: Plan, numbers: CatalogNumbers, within budget: WorkBudget) throws -> Answer {
    if plan.query.relax { return try relaxedAnswer(plan, numbers: numbers, within: budget) }
    return try search(plan, numbers: numbers, within: budget) { try $0.answer() }
  }

  /// Answers with a line of JSON; match by match, so that only the line is in memory.
  func write(_ plan: Plan, numbers: CatalogNumbers, within budget: WorkBudget, to json: inout JSONWriter) throws {
    let start = json.mark
    try read(within: budget) { snapshot in
      // The catalog may have changed under an attempt before.
      json.rewind(to: start)
      var search = try Search(plan, worker: self, snapshot: snapshot, numbers: numbers)
      func write(_ match: Match, to json: inout JSONWriter) throws {
        json.object { $0.members(of: match, fields: plan.fields) }
        try scratch.work.checkBytes(json.count - start.count)
      }
      if search.isRecommended {
        let found = try search.recommended()
        try AnswerLine.write(found.answer, to: &json) { json in
          try search.forEachMatch(of: found) { try write($0, to: &json) }
        } relaxations: {
          try relaxations(of: plan, results: found.shown.count, on: snapshot, numbers)
        }
      } else {
        let found = try search.found()
        try AnswerLine.write(found.answer, to: &json) { json in
          for ranked in found.shown { try write(try search.match(ranked), to: &json) }
        } relaxations: {
          try relaxations(of: plan, results: found.shown.count, on: snapshot, numbers)
        }
      }
      try scratch.work.checkBytes(json.count - start.count)
    }
  }

  /// Carries out a plan on the current version.
  @inline(__always)
  func search<Result>(
    _ plan: Plan, numbers: CatalogNumbers, within budget: WorkBudget = .unlimited,
    _ body: (inout Search) throws -> Result
  ) throws -> Result {
    try read(within: budget) { snapshot in
      var search = try Search(plan, worker: self, snapshot: snapshot, numbers: numbers)
      return try body(&search)
    }
  }
}
