import CivilTime

extension Catalog {
  /// Explains the rank of each result of a query.
  ///
  /// - Parameters:
  ///   - query: the query whose results are explained.
  ///   - now: the instant that `now` refers to in the query, unless it names one itself.
  ///   - travelTimes: provides travel times; nil for the straight line.
  ///   - budget: for the whole call.
  /// - Returns: a reason for each result of `answer(_:at:travelTimes:within:)`, in the same order.
  /// - Throws: as `answer(_:at:travelTimes:within:)`.
  /// - Complexity: that of the answer.
  public func why(
    _ query: Query, at now: Instant, travelTimes: (any TravelTimes)? = nil, within budget: WorkBudget = .unlimited
  ) throws -> [Reason] {
    if query.sort.contains(.recommended) {
      throw QueryError.conflict("sort: \"recommended\" has reasons of its own; set \"explain\"")
    }
    var query = try settled(query, at: now)
    (query.cluster, query.facets, query.relax) = (nil, [], false)
    let fields: [Field] = [.id, .kind, .name, .price, .currency] + (query.hasDistance ? [.distance] : [])
    query.fields = query.fields ?? fields
    return try searching(at: now, travelTimes: travelTimes, within: budget) { searches in
      var search = try searches.search(query)
      return try search.reasons()
    }
  }
}
