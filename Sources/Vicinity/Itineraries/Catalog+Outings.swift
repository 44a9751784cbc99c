import CivilTime

extension Catalog {
  /// Outings, best first: a free couch, an event on one of the evenings, and a bar that is open for an hour on arrival
  /// from the event, each within walking distance of the previous one.
  ///
  /// - Parameters:
  ///   - request: where, for which nights and for how many.
  ///   - now: events that are over by then are left out.
  ///   - budget: for all queries together.
  /// - Throws: `QueryError` for an invalid request, `TooExpensive`, `SQLiteFailure` when the file cannot be read.
  /// - Complexity: one query for the couches, one for each couch and evening, one for each event;
  ///   `OutingRequest.bounds` limits them, and branches that cannot be among the best are pruned. Among the listings
  ///   within the bounds the answer is exact, and all of it is from one version of the catalog.
  public func outings(
    _ request: OutingRequest, at now: Instant, within budget: WorkBudget = .unlimited
  ) throws -> [Outing] {
    try outingsWithWork(request, at: now, within: budget).outings
  }

  /// The same with the work done, which shows what is missing where there is no outing.
  public func outingsWithWork(
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
