import CivilTime

extension Catalog {
  /// Makes standing queries: they report which of them a listing starts or stops matching whenever this catalog changes
  /// it. They end when the last reference to them does.
  ///
  /// - Parameters:
  ///   - queries: by ids of the caller's choice.
  ///   - clock: the time of a change, at which the listing is evaluated before and after it.
  /// - Throws: `QueryError` for an invalid query; an error of the gazetteer for an unknown place name.
  /// - Complexity: O(n), a few microseconds for each query.
  public func watch(
    _ queries: [String: Query] = [:], clock: @escaping @Sendable () -> Instant = { .now }
  ) throws -> StandingQueries {
    try watch(queries, isKept: false, within: nil, clock: clock)
  }

  /// Makes standing queries that outlive the process: the state of listings before each change is written with it,
  /// until it is removed (`removeKept(_:)`). For one process at a time: the next one takes over what this one has not
  /// removed.
  ///
  /// It adds the same queries in their order, each after `StandingQueries.resume(_:)` with the changes before it.
  /// - Parameter budget: the cost limit for evaluating a changed listing; nil for no limit.
  package func watchKeeping(
    within budget: JudgingBudget? = nil, clock: @escaping @Sendable () -> Instant
  ) throws -> StandingQueries {
    try watch([:], isKept: true, within: budget, clock: clock)
  }

  private func watch(
    _ queries: [String: Query], isKept: Bool, within budget: JudgingBudget?, clock: @escaping @Sendable () -> Instant
  ) throws -> StandingQueries {
    let standing = try StandingQueries(
      queries, workers: workers, isKept: isKept, within: budget, clock: clock
    ) { try self.located($0) }
    changeWatch.add(standing)
    return standing
  }
}
