import CivilTime

/// Several searches of one version of a catalog, one after the other.
struct VersionedSearch {
  let worker: SearchWorker
  let snapshot: IndexSnapshot
  let numbers: DictionaryCache
  /// When it is, by the clock: queries may say another `now`, but which private places a caller may know is decided by this.
  let asked: Instant
  /// The router of the question, if it has one.
  var travelTimes: (any TravelTimes)?

  func search(_ query: Query) throws -> Search {
    try Search(Plan(query, at: asked, travelTimes: travelTimes), worker: worker, snapshot: snapshot, numbers: numbers)
  }

  func answer(_ query: Query) throws -> Answer {
    var search = try search(query)
    return try search.answer()
  }

  /// How many listings match.
  func count(_ query: Query) throws -> Int {
    var counted = query
    (counted.limit, counted.total) = (0, true)
    return try answer(counted).total ?? 0
  }

  /// A search that weighs how far its matches miss a condition which it does not have itself; nil where nothing can be weighed.
  ///
  /// - Parameters:
  ///   - query: has the condition.
  ///   - wider: the same query without the condition; nil takes `Query.widened`.
  func weighing(_ condition: Condition, of query: Query, in wider: Query? = nil) throws -> Search? {
    guard var widened = wider ?? query.widened(condition) else { return nil }
    // Facets let every match come by, whatever the limit; the search counts none.
    (widened.facets, widened.limit) = ([.kind], 0)
    if widened.hasDistance { widened.sort = [.distance] }
    var search = try search(widened)
    search.tally = nil
    search.weighing = Weighing(condition, of: query)
    return search
  }

  /// The private places that the caller of a query may know; nil without any.
  func exactPlaces(for query: Query) throws -> ExactPlaces? {
    try query.caller.flatMap { try worker.exactPlaces(for: $0, at: asked, numbers.read(by: worker)) }
  }

  /// The entry of the listing in a row on its leaf; nil when the index does not have it.
  func entry(ofRow row: Int) throws -> Entry? {
    guard let fid = UInt32(exactly: row), let page = try worker.leafPage(of: Int64(row)) else { return nil }
    let leaf = try worker.leaf(page, of: snapshot)
    return leaf.position(ofRow: fid).map { Entry(leaf: leaf, index: $0) }
  }
}
