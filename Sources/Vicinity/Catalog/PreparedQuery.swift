import CivilTime
import Geography

/// A query that is asked several times, at different places or times.
///
/// It is validated and planned once, and what a search binds to the catalog, such as the numbers of tags, is used again
/// by the next search on the same thread. Answers are those of the query itself on the current version of the catalog.
/// Safe to share between threads and tasks; see ``Catalog/prepare(_:at:travelTimes:)``.
public struct PreparedQuery: Sendable {
  private let catalog: Catalog
  private let plan: Plan

  init(_ catalog: Catalog, _ plan: Plan) { (self.catalog, self.plan) = (catalog, plan) }

  /// The query, with the place found for a name.
  public var query: Query { plan.query }

  /// Answers the query.
  ///
  /// - Parameters:
  ///   - near: the origin of distances instead of that of the query, which must have one; nil for the latter.
  ///   - now: the instant that `now` refers to in the query, unless it names one itself.
  ///   - budget: the maximum cost.
  /// - Throws: as `Catalog.answer(_:at:travelTimes:within:)`; `QueryError` for an origin where the query has none.
  public func answer(
    near: Coordinate? = nil, at now: Instant, within budget: WorkBudget = .unlimited
  ) throws -> Answer {
    guard near == nil || plan.query.near != nil else {
      throw QueryError.conflict("near: the prepared query has no origin to replace")
    }
    let placed = try plan.elsewhere(near: near ?? plan.query.near, id: plan.query.id, at: now)
    return try catalog.workers.withLentWorker(within: budget) { try $0.answer(placed, within: budget) }
  }
}
