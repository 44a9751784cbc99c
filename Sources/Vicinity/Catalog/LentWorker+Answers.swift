import CivilTime

extension LentWorker {
  /// The plan of a query; only the place is new where the last search of this worker has asked for the same elsewhere.
  @inline(__always)
  func plan(_ query: Query, at now: Instant, travelTimes: (any TravelTimes)? = nil) throws -> PlacedPlan {
    guard travelTimes == nil, let known = lastBound?.plan, known.travelTimes == nil, query.isLike(known.query) else {
      return PlacedPlan(try Plan(query, at: now, travelTimes: travelTimes))
    }
    return try known.elsewhere(near: query.near, id: query.id, at: now)
  }

  /// Answers a query, with relaxations if requested.
  @inline(__always)
  func answer(_ placed: PlacedPlan, within budget: WorkBudget) throws -> Answer {
    let plan = placed.plan
    return try search(placed, within: budget) { search in
      var answer = try search.answer()
      if plan.query.hasRareParts {
        answer.relaxations = try worker.relaxations(of: plan, results: answer.matches.count, on: search.snapshot)
      }
      return answer
    }
  }

  /// Writes an answer match by match.
  func write(_ placed: PlacedPlan, within budget: WorkBudget, to sink: inout some AnswerSink) throws {
    try search(placed, within: budget) { search in
      // A previous attempt may have written before the catalog changed.
      sink.restart()
      var answer = Answer(to: placed)
      let shown: Int
      if search.isRecommended {
        let found = try search.findRecommended(into: &answer)
        shown = found.shown.count
        sink.begin(answer)
        try search.forEachMatch(of: found) { try add($0, of: answer, to: &sink) }
      } else {
        let found = try search.find(into: &answer)
        shown = found.count
        sink.begin(answer)
        if answer.clusters == nil { for ranked in found { try add(try search.match(ranked), of: answer, to: &sink) } }
      }
      sink.end(answer, relaxations: try worker.relaxations(of: placed.plan, results: shown, on: search.snapshot))
      try worker.work.checkBytes(sink.byteCount)
    }
  }

  private func add(_ match: Match, of answer: Answer, to sink: inout some AnswerSink) throws {
    sink.add(match, to: answer)
    try worker.work.checkBytes(sink.byteCount)
  }

  /// Executes a plan on the current version.
  @inline(__always)
  func search<Result>(
    _ placed: PlacedPlan, within budget: WorkBudget = .unlimited, _ body: (inout Search) throws -> Result
  ) throws -> Result {
    try worker.read(within: budget) { snapshot in
      var search = Search(placed, try bound(placed.plan, to: snapshot), worker: worker, snapshot: snapshot)
      return try body(&search)
    }
  }

  /// The plan that the last search has bound; only searches prepare something.
  private var lastBound: BoundPlan? { prepared.map { unsafeDowncast($0, to: BoundPlan.self) } }

  private func bound(_ plan: Plan, to snapshot: IndexSnapshot) throws -> BoundPlan {
    if let bound = lastBound, bound.serves(plan, snapshot) { return bound }
    let bound = try BoundPlan(plan, worker: worker, snapshot: snapshot)
    prepared = bound.isReusable ? bound : nil
    return bound
  }
}
