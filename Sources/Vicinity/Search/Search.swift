import CivilTime
import Geography

/// Executes a plan on one version of the catalog: walk, filter, rank, and load the requested fields.
///
/// For one thread and one query; everything shared with others is immutable.
struct Search: ~Copyable {
  let placed: PlacedPlan
  let worker: SearchWorker
  let snapshot: IndexSnapshot
  private let bound: BoundPlan
  /// The listings with the words; nil without words.
  var words: WordFilter?
  /// The lists that all matches are on, by place in the tree; nil without any, and where the order of the tree is not
  /// known.
  var places: PlaceFilter?
  /// The values below each node, once a walk has visited so many that they are worth it.
  var values: NodeValues?
  var extent: SearchExtent
  /// Whether candidates have squared lower bounds as keys rather than true values.
  var keysAreBounds = false
  var stats = QueryStats()
  /// The cost of the query.
  let work: WorkMeter
  /// The cost of a node: each origin has to compute its distance.
  let nodeCost: Int
  /// Receives every match, if counts over all matches are requested.
  var tally: MatchTally?
  /// The front of the matches so far, if only the front is wanted.
  var front: RunningFront?
  /// Whether the walk has visited what may hold the best keys first.
  var isByKey = false
  /// Whether other shards answer the query as well, each for its own tiles.
  var isPart = false
  /// Determines the smallest shortfall of a condition; only in a plan that tallies.
  var weighing: Weighing?

  init(_ placed: PlacedPlan, worker: SearchWorker, snapshot: IndexSnapshot) throws {
    let bound = try BoundPlan(placed.plan, worker: worker, snapshot: snapshot)
    self.init(placed, bound, worker: worker, snapshot: snapshot)
  }

  /// - Parameter bound: the plan, bound to the snapshot.
  init(_ placed: PlacedPlan, _ bound: BoundPlan, worker: SearchWorker, snapshot: IndexSnapshot) {
    worker.scratch.forgetOccurrences()
    (self.placed, self.bound, self.worker, self.snapshot) = (placed, bound, worker, snapshot)
    let plan = placed.plan
    work = worker.scratch.work
    nodeCost = max(1, plan.query.group?.origins.count ?? 1)
    words = bound.words
    let isStored = bound.exact == nil
    tally =
      plan.tallies
      ? MatchTally(
        plan.query, bound.stayPrices, areasOn: isStored ? { try worker.areas(of: $0, in: snapshot) } : nil) : nil
    extent = SearchExtent(
      placed, reach: plan.mayEndEarly ? Self.rings[0] : .infinity, areas: bound.areas, tree: bound.placedTree)
  }

  var plan: Plan { placed.plan }
  var filters: Filters { bound.filters }
  var ranking: Ranking { bound.ranking }
  var exact: ExactPlaces? { bound.exact }
  var source: DistanceSource? { bound.source }
  var numbers: DictionaryCache.Reader { worker.numbers }
  var own: OwnFields { bound.own }
  var clock: OpeningClock? { bound.clock }
  var matchedWords: MatchedWords? { bound.matchedWords }
  var stayPrices: StayPrices? { bound.stayPrices }
  var arrivals: ArrivalModel? { bound.arrivals }

  /// The radiuses in meters that the walk searches, one after the other: a small map has tight bounds, and most
  /// searches end within it.
  static let rings = [100_000, PlanarBound.largestRadius, .infinity]

  /// Finds, sorts and loads the matches.
  ///
  /// - Parameter forced: the start; nil leaves it to the planner.
  mutating func answer(from forced: Route? = nil) throws -> Answer {
    var answer = Answer(to: placed)
    if isRecommended {
      answer.matches = try matches(of: findRecommended(into: &answer, from: forced))
    } else {
      let shown = try find(into: &answer, from: forced)
      answer.matches.reserveCapacity(shown.count)
      for ranked in shown {
        // Completed in place: a match is copied slowly.
        answer.matches.append(Match(at: ranked.entry))
        try complete(&answer.matches[answer.matches.count - 1], ranked)
      }
    }
    answer.stats = stats
    return answer
  }

  private mutating func matches(of found: Recommended) throws -> [Match] {
    var matches: [Match] = []
    try forEachMatch(of: found) { matches.append($0) }
    return matches
  }

  /// Whether matches are scored for members before they are sorted.
  var isRecommended: Bool { plan.isRecommended && plan.query.limit > 0 }

  /// Finds and sorts the matches, except for recommendations.
  ///
  /// - Parameter answer: receives everything but the matches.
  /// - Returns: the matches in order, before their fields are loaded.
  mutating func find(into answer: inout Answer, from forced: Route? = nil) throws -> ArraySlice<Ranked> {
    let found = try best(from: forced)
    let shown = found.prefix(plan.query.limit)
    if !isPart, let shard = try worker.shard() { try check(shown, hasMore: found.count > shown.count, within: shard) }
    // Many matches lie on many nodes: prefetching them together overlaps their latencies.
    for step in 0..<3 where shown.count > 32 { for ranked in shown { ranked.entry.prefetch(step: step) } }
    try describe(&answer, first: shown.first?.entry)
    if found.count > shown.count, plan.query.paretoFront.isEmpty, let last = shown.last {
      answer.rest = Answer.Rest(cursor: try cursor(at: last), of: placed)
    }
    return shown
  }

  /// Sets what is known of an answer once its matches are found.
  mutating func describe(_ answer: inout Answer, first: Entry?) throws {
    if plan.query.total { answer.total = stats.matches }
    if plan.isRelative { answer.understood = try understood(first) }
    if let words, !words.corrections.isEmpty { (answer.corrected, answer.fields) = (words.corrections, shownFields) }
    if let tally { (answer.clusters, answer.facets) = (tally.cells?.clusters, try facetCounts()) }
    answer.stats = stats
  }

  /// The times that depend on `now`, at the first match.
  private func understood(_ first: Entry?) throws -> Understood? {
    let query = placed.query
    let zone = try first.flatMap { try numbers.zone($0.zone) } ?? (query.near == nil ? nil : query.meanZone)
    guard let zone = zone ?? (query.open == nil && query.during == nil ? .utc : nil) else { return nil }
    return Understood(query, at: plan.now, in: zone)
  }

  /// A match with all requested fields.
  mutating func match(_ ranked: Ranked) throws -> Match {
    var match = Match(at: ranked.entry)
    try complete(&match, ranked)
    return match
  }

  /// Counts a visited node.
  @inline(__always)
  mutating func countNode() throws {
    stats.nodes += 1
    try work.visitNodes(nodeCost)
  }

  /// The best matches in order: one more than requested, if available, or the whole Pareto front.
  mutating func best(from forced: Route? = nil) throws -> ArraySlice<Ranked> {
    if forced == nil, let found = try bestBesideCounts() { return found }
    // One more than requested shows whether there is a next page.
    let limit = plan.query.limit == .max || !plan.query.paretoFront.isEmpty ? .max : plan.query.limit + 1
    let scratch = worker.scratch
    var top = TopMatches()
    swap(&top, &scratch.top)
    defer { swap(&top, &scratch.top) }
    // Matches of the last search may point to released memory.
    top.begin(limit: limit, slack: 1)
    try find(limit, from: try start(forced), &top)
    return try ranked(top)
  }

  /// The same for a query that counts all matches too, where sums below nodes have the counts: the search for the best
  /// may end early then. Nil for any other.
  private mutating func bestBesideCounts() throws -> ArraySlice<Ranked>? {
    guard plan.query.limit > 0, plan.query.total || plan.tallies, plan.contradiction == nil, !isPart,
      try plan.tallies ? tallyWholeTree() : countWholeTree()
    else { return nil }
    let matches = stats.matches
    var search = try Search(placed.withoutCounts(), worker: worker, snapshot: snapshot)
    let found = try search.best()
    stats += search.stats
    stats.matches = matches
    return found
  }

  mutating func find(_ limit: Int, from route: Route, _ top: inout TopMatches) throws {
    switch route {
    case .walk: try walk(limit, &top)
    case .tags(let tags):
      beginExact(limit, &top)
      try visitExactPlaces(&top)
      try visitPostings(of: tags, &top)
    case .words:
      // Lists by place are used by the walk.
      guard let rows = words?.shortest.rows else { return try walk(limit, &top) }
      beginExact(limit, &top)
      try visitExactPlaces(&top)
      try visit(rows: rows.lazy.map(Int64.init), &top)
    case .hits:
      beginExact(limit, &top)
      try visitExactPlaces(&top)
      try visitHits(&top)
    case .rows(let rows):
      beginExact(limit, &top)
      try visitExactPlaces(&top)
      try visit(rows: rows, &top)
    case .ids:
      beginExact(limit, &top)
      try visitExactPlaces(&top)
      if try !visitIds(&top) {
        stats.matches = 0
        try walk(limit, &top)
      }
    case .nothing: beginExact(limit, &top)
    }
  }

  /// Answers the query and explains how.
  mutating func explanation() throws -> Explanation {
    let choice = try choice(isForPeople: true)
    let listings = try snapshot.profile(by: worker).listings
    let planner =
      try choice?.planner
      ?? Planner(
        listings: listings, inExtent: try listingsInExtent(listings), share: 1, listShare: 1, listed: nil,
        wanted: .infinity)
    let route = plan.contradiction == nil ? try cheaper(than: choice?.route ?? .walk) : .nothing
    let answer = try answer(from: route)
    let start: Explanation.Start =
      switch route {
      case .nothing: .nothing
      case .walk: .walk
      case .ids: .ids
      case .rows(let rows): .rows(count: rows.count)
      case .words: .words(words?.text.wanted ?? [])
      case .hits: .hits(words?.text.wanted ?? [])
      case .tags(let tags): .tags(try tags.map { try worker.tagName($0) ?? "" })
      }
    return Explanation(
      plan: plan, start: start, corrections: answer.corrected, stats: answer.stats, matches: stats.matches,
      isByKey: isByKey, planner: planner, listed: places?.count)
  }

  // MARK: Results

  /// The survivors in order, at most one more than requested.
  private mutating func ranked(_ top: TopMatches) throws -> ArraySlice<Ranked> {
    guard plan.query.limit > 0 else { return [] }
    var found: [Ranked] = []
    found.reserveCapacity(min(plan.query.limit, 1000) + 8)
    var keys: [RankKey] = []
    let (needsDistance, isNearestFirst, isSingle) = (plan.needsDistance, plan.isNearestFirst, ranking.isSingle)
    try top.forEachSurvivor { match in
      let entry = match.entry
      var distance = 0.0
      if needsDistance, !keysAreBounds, isNearestFirst {
        distance = match.key
      } else if needsDistance, let origin = extent.origin {
        distance = origin.meters(to: entry.coordinate)
        stats.distances += 1
      } else if let source {
        distance = source.meters(to: entry.coordinate)
      }
      found.append(
        Ranked(first: isNearestFirst ? distance : match.key, entry: entry, distance: distance, keys: keys.count))
      if !isSingle { keys.append(try ranking.key(of: entry, distance: distance)) }
    }
    found.sort { $0.precedes($1, keys) }
    if !plan.query.paretoFront.isEmpty {
      found = try found.paretoFront(keys, count: plan.order.count, worker.scratch.work)
    }
    return found.prefix(plan.query.limit == .max ? .max : plan.query.limit + 1)
  }

  func cursor(at last: Ranked) throws -> Cursor {
    Cursor(
      key: try ranking.key(of: last.entry, distance: last.distance), id: last.entry.id,
      starts: worker.scratch.times(of: last.entry).starts, now: plan.now,
      meanRating: plan.order.use(.rating) || plan.order.use(.best) ? ranking.voteAware.prior : nil,
      corrections: words?.corrections ?? [])
  }
}

extension SearchWorker {
  /// The mean of all ratings in the catalog, each weighted by its votes; 0 without any.
  func meanRating() throws -> Double {
    let statement = try statement("SELECT value FROM catalog_statistic WHERE name = 'rating_mean'")
    guard try statement.step() else { return 0 }
    defer { statement.reset() }
    let mean = statement.double(0)
    guard StoredRange.rating.contains(mean) else {
      throw CatalogError.damaged(place: "catalog_statistic", problem: "rating_mean is \(statement.shown(0))")
    }
    return mean
  }
}
