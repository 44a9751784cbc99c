import CivilTime

extension Catalog {
  /// Outings: a couch that is free, an event on one of the evenings, and a bar that is open for an hour when one gets there from the
  /// event, each within a walk of the one before; the best first.
  ///
  /// - Parameters:
  ///   - now: events that are over by then are left out.
  ///   - budget: what all the queries may cost together.
  /// - Throws: `QueryError` for what the request asks wrongly, `TooExpensive`, `SQLiteFailure` when the file cannot be
  ///   read.
  /// - Complexity: one query for the couches, one for each of them and each evening, one for each event; `OutingRequest.bounds` limits
  ///   them, and those are left out whose outings cannot be among the best. Among the listings within the bounds the answer is exact,
  ///   and all of it is of one version of the catalog.
  public func plan(
    _ request: OutingRequest, at now: Instant, within budget: WorkBudget = .unlimited
  ) throws -> [Outing] {
    try planWithWork(request, at: now, within: budget).outings
  }

  /// The same, with what has been looked at: where there is no outing it tells what is missing.
  public func planWithWork(
    _ request: OutingRequest, at now: Instant, within budget: WorkBudget = .unlimited
  ) throws -> (outings: [Outing], work: OutingWork) {
    try request.check(at: now)
    return try answeringOneVersion(within: budget) { worker, answer in
      // `ask` ends with this call.
      try withoutActuallyEscaping(answer) { answer in
        var search = OutingSearch(request, at: now, meanRating: try worker.meanRating()) { try answer($0, now) }
        try search.run()
        return (search.found, search.work)
      }
    }
  }
}
