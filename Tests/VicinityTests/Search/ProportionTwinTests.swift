import CivilTime
import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// Ways not to look at most listings, against brute force.
@Suite("What a search need not look at")
struct ProportionTwinTests {
  private static let center = Coordinate(latitude: 50, longitude: 10)

  /// Listings of a continent, some with hosts and capacities.
  private static let listings: [Listing] = {
    var random = SplitMix64(seed: 61)
    return SeededWorld(seed: 60, count: 6000, center: center, spreadDegrees: 25).listings.map { listing in
      var listing = listing
      if SeededWorld.oneIn(2, &random) {
        listing.host = SeededWorld.oneIn(60, &random) ? "\u{212A}urt" : "host-\(SeededWorld.pick(300, &random))"
      }
      if listing.kind == .event, SeededWorld.oneIn(2, &random) { listing.capacity = SeededWorld.pick(500, &random) }
      return listing
    }
  }()

  private func expectEqual(
    _ query: Query, _ temporary: borrowing TemporaryCatalog, _ twin: BruteForce
  ) throws {
    let answer = try temporary.catalog.answer(query, at: SeededWorld.now)
    let expected = twin.ids(query, now: SeededWorld.now)
    #expect(answer.matches.map(\.id) == Array(expected.prefix(query.limit)), "\(query.json.text)")
    if query.total { #expect(answer.total == expected.count, "\(query.json.text)") }
  }

  private static func field(_ random: inout SplitMix64) -> FilterExpression {
    let number = SeededWorld.pick(500, &random)
    let conditions: [FilterExpression] = [
      .hosted(by: ["host-\(number)", "Kurt"]), .notHosted(by: ["host-\(number % 300)"]), .hosted(by: ["Kurt", "K;`"]),
      .compare(FilterOperand(.host), .equal, .text("host-\(number % 300)")),
      .compare(FilterOperand(.capacity), .greater, .number(Double(number))),
      .isIn(FilterOperand(.capacity), [.number(Double(number)), .number(7)]), .isNull(.field(.capacity)),
      .like(FilterOperand(.host), "host-%\(number % 10)"), .isNull(.field(.host)),
      .like(FilterOperand(.address), "%\(number % 10)%"), .isNull(.field(.url)), .isNull(.field(.status)),
      .compare(FilterOperand(.status), .equal, .text("postponed")),
      .compare(FilterOperand(.allDay), .equal, .flag(number.isMultiple(of: 2))),
      .like(FilterOperand(.openingHours), "%\(number % 24):00%"), .isNull(.field(.openingHours)),
      .like(FilterOperand(.name, ignoresCase: true, ignoresAccents: true), "%e%"),
      .like(FilterOperand(.id), "l\(number)%"), .like(FilterOperand(.name), "Zum%"),
      .compare(FilterOperand(.id), .equal, .text("l\(number)")), .isNull(.field(.recurrence)),
      .compare(FilterOperand(.lat), .greater, .number(Double(number % 90))),
      .compare(FilterOperand(.lon), .lessOrEqual, .number(Double(number % 60))),
      .compare(FilterOperand(.price), .greater, .number(Double(number % 12))),
      .compare(FilterOperand(.ratingCount), .notEqual, .number(Double(number % 60))),
      .compare(FilterOperand(.guests), .greaterOrEqual, .number(Double(number % 4))),
      .compare(FilterOperand(.maxNights), .less, .number(Double(number % 9))),
      .compare(FilterOperand(.priceLevel), .equal, .number(Double(number % 5))),
    ]
    let condition = conditions[SeededWorld.pick(conditions.count, &random)]
    return SeededWorld.oneIn(4, &random) ? .not(condition) : condition
  }

  @Test("Conditions on values in rows, with verdicts of earlier searches", arguments: [false, true])
  func rows(knowsOrder: Bool) throws {
    let temporary = try TemporaryCatalog(Self.listings)
    if knowsOrder { try temporary.catalog.knowTreeOrder() }
    let twin = BruteForce(Self.listings)
    var random = SplitMix64(seed: 62)
    for _ in 0..<TwinQueries.count(usually: 60) {
      var query = Query()
      query.filter = FilterExpression(all: (0...SeededWorld.pick(2, &random)).map { _ in Self.field(&random) })
      if !SeededWorld.oneIn(3, &random) {
        query.near = RandomFilters.origin(near: Self.center, spreadDegrees: 25, &random)
        if SeededWorld.oneIn(2, &random) { query.radiusMeters = Double(1 + SeededWorld.pick(2_000, &random)) * 1000 }
      }
      if SeededWorld.oneIn(3, &random) { query.price = .init(min: Double(SeededWorld.pick(12, &random))) }
      if SeededWorld.oneIn(3, &random) { query.rating = .init(min: 3, minCount: SeededWorld.pick(60, &random)) }
      query.total = SeededWorld.oneIn(3, &random)
      (query.limit, query.fields) = (1 + SeededWorld.pick(30, &random), [.id])
      try expectEqual(query, temporary, twin)
    }
    try temporary.catalog.read { _, snapshot, _ in #expect(snapshot.byteCountByValue > 0) }
  }

  @Test("A row is tested once for a condition, and not at all for a rare host")
  func work() throws {
    let temporary = try TemporaryCatalog(Self.listings)
    var query = Query()
    (query.near, query.filter) = (Self.center, .compare(FilterOperand(.capacity), .greater, .number(9_000)))
    // Too little for reading the rows.
    let budget = WorkBudget(nodes: 150)
    #expect(throws: TooExpensive.self) {
      try temporary.catalog.answer(query, at: SeededWorld.now, within: budget)
    }
    #expect(try temporary.catalog.answer(query, at: SeededWorld.now).matches.isEmpty)
    #expect(try temporary.catalog.answer(query, at: SeededWorld.now, within: budget).matches.isEmpty)
    query.filter = .hosted(by: ["host-7"])
    let explanation = try temporary.catalog.explain(query, at: SeededWorld.now)
    #expect(explanation.start == .rows(count: explanation.matches) && explanation.stats.nodes == 0)
  }

  @Test("Windows and tags of which few listings have all")
  func times() throws {
    let temporary = try TemporaryCatalog(Self.listings)
    try temporary.catalog.knowTreeOrder()
    let twin = BruteForce(Self.listings)
    var random = SplitMix64(seed: 63)
    let windows = RandomFilters.all.filter { $0.name.contains("during") || $0.name == "from a time on" }
    var skipped = 0
    for index in 0..<TwinQueries.count(usually: 80) {
      var query = Query()
      query.near = RandomFilters.origin(near: Self.center, spreadDegrees: 25, &random)
      query.kinds = [.event]
      windows[index % windows.count].apply(&query, Self.center, 25, &random)
      if SeededWorld.oneIn(2, &random) {
        query.tags.all = [SeededWorld.tags[SeededWorld.pick(SeededWorld.tags.count, &random)]]
      }
      if SeededWorld.oneIn(3, &random) {
        let instant = SeededWorld.now + 3600 * Int64(SeededWorld.pick(200, &random) - 50)
        let later = FilterExpression.compare(FilterOperand(.starts), .greater, .instant(instant))
        query.filter =
          index % 4 == 0
          ? SeededWorld.oneIn(2, &random) ? later : .not(later)
          : .intersects(
            SeededWorld.oneIn(2, &random) ? .starts : .whole,
            FilterInterval(from: .instant(instant), to: .instant(instant + 7200)))
      }
      query.total = SeededWorld.oneIn(2, &random)
      (query.limit, query.fields) = (1 + SeededWorld.pick(40, &random), [.id])
      try expectEqual(query, temporary, twin)
      skipped += try temporary.catalog.explain(query, at: SeededWorld.now).listed == nil ? 0 : 1
    }
    #expect(skipped > 5)
  }

  @Test("Bars at hours at which few are open")
  func hours() throws {
    let temporary = try TemporaryCatalog(Self.listings)
    try temporary.catalog.knowTreeOrder()
    let twin = BruteForce(Self.listings)
    var random = SplitMix64(seed: 66)
    let openings = RandomFilters.all.filter { $0.name.hasPrefix("open") }
    var skipped = 0
    for index in 0..<TwinQueries.count(usually: 80) {
      var query = Query()
      query.near = RandomFilters.origin(near: Self.center, spreadDegrees: 25, &random)
      openings[index % openings.count].apply(&query, Self.center, 25, &random)
      query.kinds = [.bar]
      query.tags.all = (0...2).map { _ in SeededWorld.tags[SeededWorld.pick(SeededWorld.tags.count, &random)] }
      // Lists are used for filter expressions also where little is gained.
      if !SeededWorld.oneIn(4, &random) { query.filter = .not(.isNull(.field(.price))) }
      query.total = SeededWorld.oneIn(2, &random)
      (query.limit, query.fields) = (1 + SeededWorld.pick(40, &random), [.id])
      try expectEqual(query, temporary, twin)
      skipped += try temporary.catalog.explain(query, at: SeededWorld.now).listed == nil ? 0 : 1
    }
    #expect(skipped > 5)
  }

  @Test("Windows with leaves without events in them", arguments: [false, true])
  func leavesByTime(recur: Bool) throws {
    let listings = Self.listings.map { listing in
      var listing = listing
      if !recur { listing.recurrence = nil }
      return listing
    }
    let temporary = try TemporaryCatalog(listings)
    let twin = BruteForce(listings)
    var random = SplitMix64(seed: 66)
    func events(in hours: Int, for length: Int) -> Query {
      var query = Query()
      (query.kinds, query.sort, query.fields, query.limit) = ([.event], [.start], [.id], 1000)
      let from = SeededWorld.now + 3600 * Int64(hours)
      query.during = Query.Window(from: .instant(from), to: .instant(from + 3600 * Int64(length)))
      return query
    }
    for _ in 0..<TwinQueries.count(usually: 40) {
      var query = events(in: SeededWorld.pick(200, &random) - 100, for: 1 + SeededWorld.pick(60, &random))
      query.limit = 1 + SeededWorld.pick(40, &random)
      if SeededWorld.oneIn(2, &random) {
        let origin = RandomFilters.origin(near: Self.center, spreadDegrees: 25, &random)
        query.within = BoundingBox(
          south: max(origin.latitude - 5, -90), west: origin.longitude, north: min(origin.latitude + 5, 90),
          east: min(origin.longitude + 9, 180))
      } else {
        query.near = Self.center
        query.sort = [[.start], [.distance]][SeededWorld.pick(2, &random)]
      }
      if SeededWorld.oneIn(4, &random) { query.kinds = [.bar, .event] }
      query.total = SeededWorld.oneIn(2, &random)
      try expectEqual(query, temporary, twin)
    }
    guard !recur else { return }
    let all = try temporary.catalog.answer(events(in: -400, for: 800), at: SeededWorld.now).stats
    let few = try temporary.catalog.answer(events(in: 60, for: 1), at: SeededWorld.now).stats
    let none = try temporary.catalog.answer(events(in: 400, for: 300), at: SeededWorld.now).stats
    #expect(few.entries * 2 < all.entries && none.entries == 0 && all.entries > 5000)
    // An event that moves to another time is found there.
    let moved = try #require(listings.first { $0.kind == .event && $0.status == nil })
    _ = try temporary.catalog.edit(moved.id) { ($0.starts, $0.ends) = (SeededWorld.now + 3600 * 500, nil) }
    let found = try temporary.catalog.answer(events(in: 400, for: 300), at: SeededWorld.now)
    #expect(found.matches.map(\.id) == [moved.id])
  }

  @Test("Counts within radiuses at which a flat map is distorted")
  func radiuses() throws {
    let temporary = try TemporaryCatalog(Self.listings)
    let twin = BruteForce(Self.listings)
    var random = SplitMix64(seed: 64)
    for index in 0..<TwinQueries.count(usually: 40) {
      var query = Query()
      query.near = RandomFilters.origin(near: Self.center, spreadDegrees: 25, &random)
      query.radiusMeters = Double(100 + SeededWorld.pick(2_000, &random)) * 1000
      (query.limit, query.total, query.fields) = (index % 2 == 0 ? 0 : 30, true, [.id])
      query.metric = SeededWorld.oneIn(3, &random) ? .sphere : .wgs84
      if SeededWorld.oneIn(2, &random) { query.price = .init(max: 7.5) }
      if SeededWorld.oneIn(3, &random) { query.sort = [.price] }
      try expectEqual(query, temporary, twin)
    }
    var query = Query()
    (query.near, query.radiusMeters, query.limit, query.total) = (Self.center, 999_000, 0, true)
    let answer = try temporary.catalog.answer(query, at: SeededWorld.now)
    #expect(answer.stats.distances * 2 < answer.total ?? 0)
  }

  @Test("The best matches of a text without a place")
  func best() throws {
    let temporary = try TemporaryCatalog(Self.listings)
    let twin = BruteForce(Self.listings)
    var random = SplitMix64(seed: 65)
    let texts = ["jazz", "zum", "ja OR thai", "beer -garden", "e"]
    var (listed, visited) = (0, 0)
    for index in 0..<TwinQueries.count(usually: 30) {
      var query = Query()
      query.text = texts[index % texts.count]
      for filter in RandomFilters.all where SeededWorld.oneIn(12, &random) {
        filter.apply(&query, Self.center, 25, &random)
      }
      (query.radiusMeters, query.text) = (nil, texts[index % texts.count])
      query.bestMatch = TwinTests.weights(&random)
      (query.limit, query.fields) = (1 + SeededWorld.pick(20, &random), [.id])
      try expectEqual(query, temporary, twin)
      let best = try temporary.catalog.answer(query, at: SeededWorld.now, from: .hits)
      let expected = twin.ids(query, now: SeededWorld.now).prefix(query.limit)
      #expect(best.matches.map(\.id) == Array(expected), "\(query.json.text)")
      listed += best.stats.listed
      visited += best.stats.visited
      if index == 9 { try temporary.catalog.knowTreeOrder() }
    }
    #expect(visited < listed / 2)
  }

  @Test("Queries that contradict themselves are answered without a look")
  func contradictions() throws {
    let temporary = try TemporaryCatalog(Self.listings)
    let twin = BruteForce(Self.listings)
    let past = try LocalDate(parsing: "2020-01-01")
    let nights = try #require(Nights(from: past, to: past + 3))
    var queries = [Query](repeating: Query(), count: 8)
    queries[0].kinds = []
    (queries[1].kinds, queries[1].filter) = ([.bar], .compare(FilterOperand(.kind), .equal, .text("couch")))
    (queries[2].tags.all, queries[2].tags.none) = (["jazz"], ["Jazz"])
    (queries[3].tags.any, queries[3].tags.none) = (["jazz", "live"], ["live", "jazz", "pub"])
    queries[4].filter = .and([
      .compare(FilterOperand(.price), .greater, .number(9)), .compare(FilterOperand(.price), .less, .number(5)),
    ])
    queries[5].filter = .constant(false)
    queries[6].stay = Query.Stay(nights: nights)
    queries[7].stay = Query.Stay(nights: nights, nightCount: 2)
    for var query in queries {
      (query.near, query.total) = (Self.center, true)
      try expectEqual(query, temporary, twin)
      let explanation = try temporary.catalog.explain(query, at: SeededWorld.now)
      #expect(explanation.start == .nothing && explanation.stats.entries == 0, "\(query.json.text)")
      #expect("\(explanation)".contains("start    none, because"))
    }
    // Other kinds are not affected by nights.
    queries[6].kinds = [.bar, .couch]
    try expectEqual(queries[6], temporary, twin)
    // A night is over once it is everywhere: twelve hours after it is in UTC.
    let today = Zone.utc.localDateTime(at: SeededWorld.now).date
    queries[6].kinds = nil
    for (first, start) in [(today - 1, Explanation.Start.nothing), (today, .walk)] {
      queries[6].stay = Query.Stay(nights: try #require(Nights(from: first, to: first + 2)))
      #expect(try temporary.catalog.explain(queries[6], at: SeededWorld.now).start == start)
      try expectEqual(queries[6], temporary, twin)
    }
  }
}
