extension Catalog {
  /// The single changes of a query that would give more results, one for each condition that stands in the way, in the order of the form.
  ///
  /// Conditions that count something change by the least that gives one more; others, and those that no amount helps, are left out. A
  /// condition without which there are no more results is not told.
  /// - Parameter now: what `now` means in the query, unless it names an instant itself.
  /// - Throws: as `answer(_:at:)`.
  /// - Complexity: up to three searches for each condition.
  public func relaxations(of query: Query, at now: Instant) throws -> [Relaxation] {
    let query = try located(query)
    let plan = try Plan(query, at: now)
    return try searching(at: now) { try Relaxer($0, query, at: plan.now).relaxations() }
  }
}

extension SearchWorker {
  /// Answers, and tells what would give more where there are fewer results than the limit.
  func relaxedAnswer(_ plan: Plan, numbers: CatalogNumbers) throws -> Answer {
    try read { snapshot in
      var search = try Search(plan, worker: self, snapshot: snapshot, numbers: numbers)
      var answer = try search.answer()
      let isThin = answer.clusters == nil && answer.matches.count < plan.query.limit && plan.query.front.isEmpty
      guard isThin, plan.query.after == nil else { return answer }
      let searches = Searches(worker: self, snapshot: snapshot, numbers: numbers, asked: plan.asked)
      answer.relaxations = try Relaxer(searches, plan.query, at: plan.now).relaxations()
      return answer
    }
  }
}
