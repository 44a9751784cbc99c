import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// The answer does not depend on the route of a search, and the cheaper one is chosen.
@Suite("The start of a search")
struct StartTests {
  static let center = Coordinate(latitude: 47.5, longitude: 19.05)

  /// Listings around one place with tags of all frequencies, from a third of the listings down to a few.
  static let world: [Listing] = {
    var random = SplitMix64(seed: 21)
    return SeededWorld(seed: 20, count: 4000, center: center, spreadDegrees: 0.6).listings.map { listing in
      var listing = listing
      let rank = Double(SeededWorld.pick(1_000_000, &random) + 1) / 1_000_000
      // Tag number n is on about a share of 1 / n² of the listings.
      listing.tags += ["rank-\(Int(min(60, 1 / rank.squareRoot())))"]
      return listing
    }
  }()

  private static func queries(seed: UInt64, count: Int) -> [Query] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      var query = Query()
      query.near = RandomFilters.origin(near: center, spreadDegrees: 0.6, &random)
      if SeededWorld.oneIn(2, &random) { query.radiusMeters = Double(1 + SeededWorld.pick(60, &random)) * 1000 }
      let tag = "rank-\(1 + SeededWorld.pick(60, &random))"
      if SeededWorld.oneIn(3, &random) {
        query.tags.any = [tag, "rank-\(1 + SeededWorld.pick(60, &random))"]
      } else {
        query.tags.all = [tag]
      }
      if SeededWorld.oneIn(3, &random) { query.price = .init(max: 7.5) }
      if SeededWorld.oneIn(4, &random) { query.kinds = [.bar] }
      if SeededWorld.oneIn(4, &random) { query.sort = [.price, .distance] }
      query.total = SeededWorld.oneIn(4, &random)
      (query.limit, query.fields) = (1 + SeededWorld.pick(30, &random), [.id, .distance])
      return query
    }
  }

  /// A route through the lists of the query's tags, which hold all matches.
  private static func route(_ query: Query, _ catalog: Catalog) throws -> Search.Route {
    let names = query.tags.all.isEmpty ? query.tags.any : query.tags.all
    return .tags(try catalog.read { _, _, numbers in try names.compactMap { try numbers.tag($0) } })
  }

  @Test("makes no difference to the answer", arguments: [false, true])
  func answers(knowsOrder: Bool) throws {
    let temporary = try TemporaryCatalog(Self.world)
    if knowsOrder { try temporary.catalog.knowTreeOrder() }
    for query in Self.queries(seed: 1, count: TwinQueries.count(usually: 100)) {
      let walked = try temporary.catalog.answer(query, at: SeededWorld.now, from: .walk)
      let route = try Self.route(query, temporary.catalog)
      let listed = try temporary.catalog.answer(query, at: SeededWorld.now, from: route)
      #expect(walked.matches.map(\.id) == listed.matches.map(\.id), "\(query.json.text)")
      #expect(walked.matches.map(\.distanceMeters) == listed.matches.map(\.distanceMeters), "\(query.json.text)")
      #expect(walked.total == listed.total, "\(query.json.text)")
    }
  }

  /// A filter of rare tags, words and other conditions.
  private static func filter(depth: Int, _ random: inout SplitMix64) -> FilterExpression {
    var parts: [FilterExpression] {
      (0..<(1 + SeededWorld.pick(3, &random))).map { _ in filter(depth: depth - 1, &random) }
    }
    func tags() -> [String] {
      (0..<SeededWorld.pick(3, &random)).map { _ in "rank-\(1 + SeededWorld.pick(70, &random))" }
    }
    switch SeededWorld.pick(depth == 0 ? 4 : 7, &random) {
    case 0: return .tags(.contains, tags())
    case 1: return .tags(.overlaps, tags())
    case 2:
      var words = Query()
      words.text = ["jaz", "lodz", "zum hirsch", "thai -lodz", "jazz OR thai", "zzz"][SeededWorld.pick(6, &random)]
      return .conditions(words)
    case 3: return .compare(FilterOperand(.price), .less, .number(7.5))
    case 4: return .and(parts)
    case 5: return .or(parts)
    default: return .not(filter(depth: depth - 1, &random))
    }
  }

  @Test("and subtrees that are skipped make no difference to filter expressions")
  func filters() throws {
    let (plain, skipping) = (try TemporaryCatalog(Self.world), try TemporaryCatalog(Self.world))
    try skipping.catalog.knowTreeOrder()
    let twin = BruteForce(Self.world)
    var random = SplitMix64(seed: 31)
    var skipped = 0
    for var query in Self.queries(seed: 3, count: TwinQueries.count(usually: 100)) {
      if !SeededWorld.oneIn(3, &random) { query.tags = .init() }
      query.filter = Self.filter(depth: 3, &random)
      let expected = twin.ids(query, now: SeededWorld.now)
      let answer = try skipping.catalog.answer(query, at: SeededWorld.now)
      #expect(answer.matches.map(\.id) == Array(expected.prefix(query.limit)), "\(query.json.text)")
      #expect(!query.total || answer.total == expected.count)
      let others = try plain.catalog.answer(query, at: SeededWorld.now, from: .walk)
      #expect(others.matches.map(\.id) == answer.matches.map(\.id))
      skipped += answer.stats.nodes < others.stats.nodes ? 1 : 0
    }
    #expect(skipped > 10)
  }

  @Test("may be the index of ids, for orders that ids decide")
  func ids() throws {
    let temporary = try TemporaryCatalog(Self.world)
    let twin = BruteForce(Self.world)
    var random = SplitMix64(seed: 41)
    var fromIds = 0
    for _ in 0..<TwinQueries.count(usually: 60) {
      var query = Query()
      if SeededWorld.oneIn(3, &random) { query.sort = [.open] }
      for filter in RandomFilters.all where SeededWorld.oneIn(12, &random) {
        filter.apply(&query, Self.center, 0.6, &random)
      }
      if SeededWorld.oneIn(4, &random) { query.tags.all = ["rank-\(1 + SeededWorld.pick(3, &random))"] }
      (query.limit, query.fields) = (1 + SeededWorld.pick(12, &random), [.id])
      guard try Plan(query, at: SeededWorld.now).isIdFirst else { continue }
      let expected = twin.ids(query, now: SeededWorld.now)
      let answers = [
        try temporary.catalog.answer(query, at: SeededWorld.now),
        try temporary.catalog.answer(query, at: SeededWorld.now, from: .ids),
        try temporary.catalog.answer(query, at: SeededWorld.now, from: .walk),
      ]
      for answer in answers {
        #expect(answer.matches.map(\.id) == Array(expected.prefix(query.limit)), "\(query.json.text)")
        #expect((answer.next != nil) == (expected.count > query.limit), "\(query.json.text)")
      }
      if try temporary.catalog.explain(query, at: SeededWorld.now).start == .ids { fromIds += 1 }
    }
    #expect(fromIds > 2)
    var query = Query()
    (query.limit, query.fields, query.during) = (5, [.id], .named(.any))
    let explanation = try temporary.catalog.explain(query, at: SeededWorld.now)
    // Some listings do not pass.
    #expect(explanation.stats.visited < 60, "\(explanation)")
    #expect("\(explanation)".contains("start    the index of ids"))
    query.limit = 900
    #expect(try temporary.catalog.explain(query, at: SeededWorld.now).start == .walk)
    query.limit = 4
    var pages: [String] = []
    for _ in 0..<20 {
      let page = try temporary.catalog.answer(query, at: SeededWorld.now)
      pages += page.matches.map(\.id)
      query.after = page.next
    }
    query.after = nil
    #expect(pages == Array(twin.ids(query, now: SeededWorld.now).prefix(80)))
  }

  @Test("is right, by counted work, in 95 of 100 cases")
  func choice() throws {
    let temporary = try TemporaryCatalog(Self.world)
    let queries = Self.queries(seed: 2, count: TwinQueries.count(usually: 200))
    let good = try queries.count { query in
      let chosen = try temporary.catalog.answer(query, at: SeededWorld.now).stats.work
      let walked = try temporary.catalog.answer(query, at: SeededWorld.now, from: .walk).stats.work
      let route = try Self.route(query, temporary.catalog)
      let listed = try temporary.catalog.answer(query, at: SeededWorld.now, from: route).stats.work
      return chosen <= 1.5 * min(walked, listed)
    }
    #expect(good * 100 >= queries.count * 95, "\(good) of \(queries.count)")
  }

  @Test("is reported, with estimates and the true work")
  func explanation() throws {
    let temporary = try TemporaryCatalog(Self.world)
    var query = Query()
    query.near = Self.center
    query.tags.all = ["rank-8"]
    let rare = try temporary.catalog.explain(query, at: SeededWorld.now)
    #expect(rare.start == .tags(["rank-8"]))
    #expect(rare.stats == (try temporary.catalog.answer(query, at: SeededWorld.now).stats))
    query.tags.all = ["rank-1"]
    #expect(try temporary.catalog.explain(query, at: SeededWorld.now).start == .walk)
    query.tags.all = ["never"]
    let nothing = try temporary.catalog.explain(query, at: SeededWorld.now)
    #expect(nothing.stats.entries == 0 && nothing.matches == 0)
    (query.tags, query.text, query.sort) = (Query.TagFilter(), "ja", [.distance])
    try temporary.catalog.knowTreeOrder()
    let pruned = try temporary.catalog.explain(query, at: SeededWorld.now)
    #expect(pruned.start == .walk)
    #expect("\(pruned)".contains("only subtrees with some of the "))
  }
}
