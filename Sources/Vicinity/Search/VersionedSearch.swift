import CivilTime

/// A series of searches of one version of a catalog.
struct VersionedSearch {
  let worker: SearchWorker
  let snapshot: IndexSnapshot
  /// The current time by the clock, which determines the private places that a caller may know, whatever a query's
  /// `now`.
  let asked: Instant
  /// The router of the request, if any.
  var travelTimes: (any TravelTimes)?

  func search(_ query: Query) throws -> Search {
    try Search(
      PlacedPlan(Plan(query, at: asked, travelTimes: travelTimes)), worker: worker, snapshot: snapshot)
  }

  /// The search of a query that is prepared.
  func search(_ plan: Plan) throws -> Search {
    try Search(
      plan.elsewhere(near: plan.query.near, id: plan.query.id, at: asked), worker: worker, snapshot: snapshot)
  }

  func answer(_ query: Query) throws -> Answer {
    var search = try search(query)
    return try search.answer()
  }

  /// The number of matches.
  func count(_ query: Query) throws -> Int {
    var counted = query
    (counted.limit, counted.total) = (0, true)
    return try answer(counted).total ?? 0
  }

  /// A search that measures by how much its matches fail a condition that is removed from the query; nil for conditions
  /// without a measure.
  ///
  /// - Parameters:
  ///   - query: the query with the condition.
  ///   - wider: the same query without the condition; nil uses `Query.widened`.
  func weighing(_ condition: Condition, of query: Query, in wider: Query? = nil) throws -> Search? {
    guard var widened = wider ?? query.widened(condition) else { return nil }
    // With facets the search visits every match, whatever the limit; no counts are cached.
    (widened.facets, widened.limit) = ([.kind], 0)
    if widened.hasDistance { widened.sort = [.distance] }
    var search = try search(widened)
    search.tally = nil
    search.weighing = Weighing(condition, of: query)
    return search
  }

  /// The private places that the caller of a query may know; nil without any.
  func exactPlaces(for query: Query) throws -> ExactPlaces? {
    try query.caller.flatMap { try worker.exactPlaces(for: $0, at: asked, worker.numbers) }
  }

  /// The entry of the listing in a row; nil when it is not in the index.
  func entry(ofRow row: Int) throws -> Entry? {
    guard let fid = UInt32(exactly: row), let node = try worker.leafNode(of: Int64(row)) else { return nil }
    let leaf = try worker.leaf(node, of: snapshot)
    return leaf.position(ofRow: fid).map { Entry(leaf: leaf, index: $0) }
  }
}
