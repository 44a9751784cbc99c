extension SearchWorker {
  /// Answers a query, with relaxations if requested.
  @inline(__always)
  func answer(_ plan: Plan, within budget: WorkBudget) throws -> Answer {
    if plan.query.relax { return try relaxedAnswer(plan, within: budget) }
    return try search(plan, within: budget) { try $0.answer() }
  }

  /// Writes an answer match by match.
  func write(
    _ plan: Plan, within budget: WorkBudget, to sink: inout some AnswerSink
  ) throws {
    try read(within: budget) { snapshot in
      // A previous attempt may have written before the catalog changed.
      sink.restart()
      var search = try Search(plan, worker: self, snapshot: snapshot)
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
      sink.end(answer, relaxations: try relaxations(of: plan, results: shown, on: snapshot))
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
    _ plan: Plan, within budget: WorkBudget = .unlimited,
    _ body: (inout Search) throws -> Result
  ) throws -> Result {
    try read(within: budget) { snapshot in
      var search = try Search(plan, worker: self, snapshot: snapshot)
      return try body(&search)
    }
  }
}
