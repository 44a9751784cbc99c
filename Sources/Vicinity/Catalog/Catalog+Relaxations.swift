import CivilTime

extension Catalog {
  /// The single changes of a query that would give more results, one for each restricting condition, in the order of
  /// the JSON form.
  ///
  /// Numeric conditions change by the smallest amount that gives one more result; other conditions, and those that no
  /// amount helps, are dropped. A condition is not reported when dropping it gives no more results.
  /// - Parameters:
  ///   - query: the query that gives too little.
  ///   - now: the instant that `now` refers to in the query, unless it names one itself.
  ///   - travelTimes: provides travel times; nil for the straight line.
  ///   - budget: for the whole call.
  /// - Throws: as `answer(_:at:travelTimes:within:)`.
  /// - Complexity: up to three searches for each condition.
  public func relaxations(
    of query: Query, at now: Instant, travelTimes: (any TravelTimes)? = nil, within budget: WorkBudget = .unlimited
  ) throws -> [Relaxation] {
    let query = try settled(query, at: now)
    let plan = try Plan(query, at: now, travelTimes: travelTimes)
    return try searching(at: now, travelTimes: travelTimes, within: budget) {
      try Relaxer($0, query, at: plan.now).relaxations()
    }
  }
}

extension SearchWorker {
  /// The relaxations; nil if not requested, or if there are enough results.
  func relaxations(
    of plan: Plan, results: Int, on snapshot: IndexSnapshot
  ) throws -> [Relaxation]? {
    guard plan.query.relax, plan.query.cluster == nil, results < plan.query.limit, plan.query.paretoFront.isEmpty,
      plan.query.after == nil
    else { return nil }
    let searches = VersionedSearch(
      worker: self, snapshot: snapshot, asked: plan.asked, travelTimes: plan.travelTimes)
    return try Relaxer(searches, plan.query, at: plan.now).relaxations()
  }
}
