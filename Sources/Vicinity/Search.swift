/// Carries out a plan on one version of the catalog: walk, test, rank, and load what the answer shows.
///
/// For one thread and one query; everything it shares with others is immutable.
final class Search {
  private let plan: Plan
  private let worker: SearchWorker
  private let snapshot: IndexSnapshot
  private let place: PlaceTest
  private let tests: Tests
  private let clock: OpeningClock
  private let ranking: Ranking
  private let textRows: [Int64: Double]
  private let needsDistance: Bool
  private var best: Best
  private var stats = QueryStats()

  init(_ plan: Plan, worker: SearchWorker, snapshot: IndexSnapshot, numbers: CatalogNumbers) throws {
    self.plan = plan
    self.worker = worker
    self.snapshot = snapshot
    let numbers = numbers.read(by: worker)
    place = PlaceTest(plan.query)
    let arriving = plan.query.open?.arriving
    needsDistance = plan.query.radius != nil || plan.order.contains(.distance) || arriving != nil
    clock = OpeningClock(now: plan.now, arriving: arriving, numbers: numbers)
    tests = try Tests(plan, clock: clock, numbers: numbers)
    textRows =
      if case .text(let words) = plan.start {
        try TextIndex.rows(
          matching: words, scored: plan.order.contains(.relevance), statement: worker.statement)
      } else {
        [:]
      }
    ranking = Ranking(
      order: plan.order, clock: clock, moment: plan.openingMoment,
      voteAware: VoteAwareMean(prior: plan.order.contains(.rating) ? try worker.meanRating() : 0),
      relevance: textRows, name: worker.name(of:))
    // One more than asked for tells whether there is a next page.
    best = Best(limit: plan.query.limit == .max ? .max : plan.query.limit + 1)
  }

  /// Finds, orders and loads the matches.
  func answer() throws -> Answer {
    if startsFromText { try visitTextRows() } else { try walk() }
    let found = best.sorted()
    let ranked = found.prefix(plan.query.limit)
    let matches = try ranked.map { try match($0) }
    let next = found.count > ranked.count ? ranked.last.map { cursor(at: $0).text(for: plan.query) } : nil
    return Answer(
      id: plan.query.id, matches: matches, total: plan.query.total ? stats.matches : nil, next: next,
      fields: plan.fields,
      now: plan.now, stats: stats)
  }

  // MARK: Candidates

  private func walk() throws {
    let mayEndEarly = plan.isNearestFirst && !plan.query.total
    stats.nodes += try BestFirstWalk(worker: worker, snapshot: snapshot).run(
      bound: place.bound,
      limit: { mayEndEarly ? best.threshold?.distance ?? place.radius : place.radius },
      visit: { leaf in
        for index in leaf.facts.indices { try consider(Candidate(leaf: leaf, index: index)) }
      })
  }

  /// The rows with the words are looked at one by one where they are few, or where the walk would have to see everything.
  private var startsFromText: Bool {
    guard case .text = plan.start else { return false }
    return textRows.count <= Self.fewRows || !plan.isBounded
  }

  /// A row costs a look-up of its page; a bounded walk sees some hundreds to thousands of neighbours at a hundredth of that each.
  private static let fewRows = 200

  private func visitTextRows() throws {
    for row in textRows.keys {
      guard let page = try worker.leafPage(of: row),
        case .leaf(let leaf) = try worker.node(page, level: 0, of: snapshot).content,
        let index = leaf.facts.firstIndex(where: { $0.fid == row })
      else { continue }
      try consider(Candidate(leaf: leaf, index: index))
    }
  }

  /// Tests a candidate, the dearest test last: far away a distance costs more than all facts together.
  private func consider(_ candidate: Candidate) throws {
    stats.candidates += 1
    if case .text = plan.start, textRows[candidate.facts.fid] == nil { return }
    guard place.isInBox(candidate), try tests.pass(candidate), let distance = neededDistance(of: candidate),
      try tests.pass(candidate, distance: distance)
    else { return }
    stats.matches += 1
    let ranked = Ranked(
      key: try ranking.key(of: candidate, distance: distance), candidate: candidate, distance: distance)
    if let cursor = plan.cursor, !ranked.follows(cursor) { return }
    best.offer(ranked)
  }

  /// The distance where the radius or the order asks for it, else 0; nil beyond the radius.
  private func neededDistance(of candidate: Candidate) -> Double? {
    guard needsDistance else { return 0 }
    stats.distances += 1
    return place.distance(of: candidate)
  }

  // MARK: Results

  private func match(_ ranked: Ranked) throws -> Match {
    let candidate = ranked.candidate
    var match = Match(id: candidate.id, kind: candidate.facts.kind, coordinate: candidate.facts.coordinate)
    if let origin = place.origin {
      match.distance = needsDistance ? ranked.distance : origin.meters(to: match.coordinate)
      if plan.fields.contains(.bearing) { match.bearing = origin.azimuth(to: match.coordinate) }
    }
    if plan.fields.contains(where: \.speaksOfOpening) {
      match.opening = try clock.status(of: candidate, at: plan.openingMoment, distance: ranked.distance)
    }
    if let stay = plan.query.stay, candidate.facts.kind == .couch, plan.fields.contains(where: \.speaksOfFreeNights) {
      match.free = StayTest(stay).freeWindow(around: candidate)
    }
    if plan.fields.contains(where: \.needsRecord), let listing = try worker.record(Int(candidate.facts.fid)) {
      stats.records += 1
      match.record = Match.Record(listing)
    }
    return match
  }

  private func cursor(at last: Ranked) -> Cursor {
    Cursor(key: last.key, id: last.candidate.id, now: plan.now)
  }
}

extension Query.Field {
  var speaksOfOpening: Bool { [.open, .opensOrCloses, .openComment, .openRule].contains(self) }
  var speaksOfFreeNights: Bool { [.freeFrom, .freeUntil].contains(self) }

  /// Whether only the full record has the value.
  var needsRecord: Bool {
    switch self {
    case .id, .kind, .lat, .lon, .distance, .bearing, .freeFrom, .freeUntil, .openComment, .openRule: false
    // Times are shown on the clock of the listing, whose zone is in the record.
    default: true
    }
  }
}

extension SearchWorker {
  /// The leaf page of the R-tree on which a row lies.
  fileprivate func leafPage(of row: Int64) throws -> Int? {
    try firstInt("SELECT nodeno FROM rtree_listing_geom_rowid WHERE rowid = ?1", row)
  }

  fileprivate func name(of row: Int64) throws -> String? {
    let statement = try statement("SELECT name FROM listing WHERE fid = ?1")
    statement.bind(1, row)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    return statement.string(0)
  }

  fileprivate func meanRating() throws -> Double {
    let statement = try statement("SELECT value FROM catalog_statistic WHERE name = 'rating_mean'")
    guard try statement.step() else { return 0 }
    defer { statement.reset() }
    return statement.double(0)
  }

  private func firstInt(_ sql: String, _ value: Int64) throws -> Int? {
    let statement = try statement(sql)
    statement.bind(1, value)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    return statement.int(0)
  }
}
