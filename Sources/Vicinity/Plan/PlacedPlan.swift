import CivilTime
import Geography

/// A plan with the place and the id of the query that it is executed for: one plan serves queries that differ in these.
package struct PlacedPlan: Sendable {
  let plan: Plan
  /// The origin of distances; nil without one.
  package let near: Coordinate?
  let id: String?

  /// The plan at the place of its own query.
  init(_ plan: Plan) { self.init(plan, near: plan.query.near, id: plan.query.id) }

  fileprivate init(_ plan: Plan, near: Coordinate?, id: String?) { (self.plan, self.near, self.id) = (plan, near, id) }

  /// The query.
  var query: Query {
    var query = plan.query
    (query.near, query.id) = (near, id)
    return query
  }
}

extension PlacedPlan {
  /// The same without counts of all matches, so that the search may end early.
  func withoutCounts() throws(QueryError) -> PlacedPlan {
    var query = query
    (query.total, query.facets) = (false, [])
    return PlacedPlan(try Plan(query, at: plan.asked, travelTimes: plan.travelTimes))
  }
}

extension Plan {
  /// The plan of this query at another place and time. If more than the origin of distances depends on them, the query
  /// is validated and planned again.
  ///
  /// - Parameter near: a coordinate where the query has one, otherwise nil.
  func elsewhere(near: Coordinate?, id: String?, at asked: Instant) throws(QueryError) -> PlacedPlan {
    if mayMove, query.now ?? asked == now, near?.isValid ?? true, id?.utf8.count ?? 0 <= QueryLimits.longestId {
      return PlacedPlan(self, near: near, id: id)
    }
    var query = query
    (query.near, query.id) = (near, id)
    return PlacedPlan(try Plan(query, at: asked, travelTimes: travelTimes))
  }

  /// Whether another place and another time of the request change nothing else: no page, whose key has a distance, no
  /// day by local time, no named place, no filter or source that measures distances, and nothing private.
  private var mayMove: Bool {
    cursor == nil && query.stay?.word == nil && !isArriving && !hasOtherDistance && filter.rest == nil
      && query.caller == nil && query.foundPlace == nil && !query.relax
  }
}
