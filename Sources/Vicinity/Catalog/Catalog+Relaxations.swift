import CivilTime

extension Catalog {
  /// The single changes of a query that would give more results, one for each condition that stands in the way, in the order of the form.
  ///
  /// Conditions that count something change by the least that gives one more; others, and those that no amount helps, are left out. A
  /// condition without which there are no more results is not told.
  /// - Parameters:
  ///   - now: what `now` means in the query, unless it names an instant itself.
  ///   - budget: what all of it may cost.
  /// - Throws: as `answer(_:at:travelTimes:within:)`.
  /// - Complexity: up to three searches for each condition.
  public func relaxations(
    of query: Query, at now: Instant, within budget: WorkBudget = .unlimited
  ) throws -> [Relaxation] {
    let query = try located(query)
    let plan = try Plan(query, at: now)
    return try searching(at: now, within: budget) { try Relaxer($0, query, at: plan.now).relaxations() }
  }
}

extension SearchWorker {
  /// Answers, and tells what would give more where there are fewer results than the limit.
  func relaxedAnswer(_ plan: Plan, numbers: DictionaryCache, within budget: WorkBudget) throws -> Answer {
    try read(within: budget) { snapshot in
      var search = try Search(plan, worker: self, snapshot: snapshot, numbers: numbers)
      var answer = try search.answer()
      answer.relaxations = try relaxations(of: plan, results: answer.matches.count, on: snapshot, numbers)
      return answer
    }
  }

  /// What would give more; nil where that was not asked for, or there are results enough.
  func relaxations(
    of plan: Plan, results: Int, on snapshot: IndexSnapshot, _ numbers: DictionaryCache
  ) throws -> [Relaxation]? {
    guard plan.query.relax, plan.query.cluster == nil, results < plan.query.limit, plan.query.front.isEmpty,
      plan.query.after == nil
    else { return nil }
    let searches = VersionedSearch(
      worker: self, snapshot: snapshot, numbers: numbers, asked: plan.asked, travelTimes: plan.travelTimes)
    return try Relaxer(searches, plan.query, at: plan.now).relaxations()
  }
}
