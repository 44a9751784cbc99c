/// Several searches of one version of a catalog, one after the other.
struct Searches {
  let worker: SearchWorker
  let snapshot: IndexSnapshot
  let numbers: CatalogNumbers

  func search(_ query: Query, at now: Instant) throws -> Search {
    try Search(Plan(query, at: now), worker: worker, snapshot: snapshot, numbers: numbers)
  }

  func answer(_ query: Query, at now: Instant) throws -> Answer {
    var search = try search(query, at: now)
    return try search.answer()
  }

  /// How many listings match.
  func count(_ query: Query, at now: Instant) throws -> Int {
    var counted = query
    (counted.limit, counted.total) = (0, true)
    return try answer(counted, at: now).total ?? 0
  }

  /// A search that weighs how far its matches miss a condition which it does not have itself; nil where nothing can be weighed.
  ///
  /// - Parameters:
  ///   - query: has the condition.
  ///   - wider: the same query without the condition; nil takes `Query.widened`.
  func weighing(
    _ condition: Condition, of query: Query, in wider: Query? = nil, at now: Instant
  ) throws -> Search? {
    guard var widened = wider ?? query.widened(condition) else { return nil }
    // Facets let every match come by, whatever the limit; the search counts none.
    (widened.facets, widened.limit) = ([.kind], 0)
    if widened.hasDistance { widened.sort = [.distance] }
    var search = try search(widened, at: now)
    search.tally = nil
    search.weighing = Weighing(condition, of: query)
    return search
  }

  /// The entry of a listing on its leaf; nil when there is no such listing.
  func entry(of id: String) throws -> Entry? {
    guard let row = try worker.number(of: id), let fid = UInt32(exactly: row),
      let page = try worker.leafPage(of: Int64(row))
    else { return nil }
    let leaf = try worker.leaf(page, of: snapshot)
    return leaf.position(ofRow: fid).map { Entry(leaf: leaf, index: $0) }
  }
}
