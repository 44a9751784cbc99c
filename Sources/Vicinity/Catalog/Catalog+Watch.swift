import CivilTime

extension Catalog {
  /// Makes standing queries: they tell which of them a listing begins or ceases to match whenever this catalog changes
  /// it. They end when the last reference to them does.
  ///
  /// - Parameters:
  ///   - queries: by ids of the caller's choice.
  ///   - clock: the time of a change, at which the listing is judged before and after it.
  /// - Throws: `QueryError` for an invalid query; an error of the gazetteer for an unknown place name.
  /// - Complexity: O(n), some microseconds for each query.
  public func watch(
    _ queries: [String: Query] = [:], clock: @escaping @Sendable () -> Instant = { .current }
  ) throws -> StandingQueries {
    let standing = try StandingQueries(queries, workers: workers, clock: clock) { try self.located($0) }
    changeWatch.add(standing)
    return standing
  }
}
