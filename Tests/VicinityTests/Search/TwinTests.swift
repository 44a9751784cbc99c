import CivilTime
import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// Every filter with every sort, engine against brute force: equal ids in equal order, equal totals, equal pages.
@Suite("The engine and the brute-force twin")
struct TwinTests {
  struct World: CustomTestStringConvertible, Sendable {
    let name: String
    let center: Coordinate
    let spreadDegrees: Double
    var testDescription: String { name }
  }

  static let worlds = [
    World(name: "a city", center: Coordinate(latitude: 48.775, longitude: 9.18), spreadDegrees: 0.05),
    World(name: "around the antimeridian", center: Coordinate(latitude: -17.5, longitude: 179.99), spreadDegrees: 2),
    World(name: "around the north pole", center: Coordinate(latitude: 89, longitude: 20), spreadDegrees: 20),
    World(name: "around the south pole", center: Coordinate(latitude: -90, longitude: 0), spreadDegrees: 170),
    World(name: "a continent", center: Coordinate(latitude: 50, longitude: 10), spreadDegrees: 25),
  ]

  @Test("agree on every pair of filter and sort", arguments: worlds)
  func pairs(world: World) throws {
    let listings = SeededWorld(seed: 7, count: 100, center: world.center, spreadDegrees: world.spreadDegrees).listings
    let temporary = try TemporaryCatalog(listings)
    let twin = BruteForce(listings)
    var random = SplitMix64(seed: 11)
    let place = Self.worlds.firstIndex { $0.name == world.name } ?? 0
    for (index, filter) in RandomFilters.all.enumerated() {
      // Every pair in one of the worlds; in all of them with the slow tests.
      for (number, sort) in Sorts.all.enumerated() where SlowTests.areEnabled || (index + number + place) % 5 == 0 {
        var query = Query()
        query.near = RandomFilters.origin(near: world.center, spreadDegrees: world.spreadDegrees, &random)
        query.sort = sort
        query.total = true
        query.limit = [1, 10, 1000][SeededWorld.pick(3, &random)]
        filter.apply(&query, world.center, world.spreadDegrees, &random)
        if sort.use(.relevance), query.text == nil { query.text = "ja" }
        try expectEqual(temporary.catalog, twin, query)
      }
    }
  }

  @Test("agree on random combinations of filters", arguments: worlds, [1, 2, 3] as [UInt64])
  func combinations(world: World, seed: UInt64) throws {
    let listings = SeededWorld(seed: seed, count: 250, center: world.center, spreadDegrees: world.spreadDegrees)
      .listings
    let temporary = try TemporaryCatalog(listings)
    if seed > 1 { try temporary.catalog.knowTreeOrder() }
    let twin = BruteForce(listings)
    var random = SplitMix64(seed: seed &* 1000)
    for _ in 0..<TwinQueries.count(usually: 20) {
      var query = Query()
      if !SeededWorld.oneIn(4, &random) {
        query.near = RandomFilters.origin(near: world.center, spreadDegrees: world.spreadDegrees, &random)
      }
      for filter in RandomFilters.all where SeededWorld.oneIn(5, &random) {
        filter.apply(&query, world.center, world.spreadDegrees, &random)
      }
      if query.near == nil { query.radiusMeters = nil }
      query.sort = Sorts.all[SeededWorld.pick(Sorts.all.count, &random)].filter { key in
        (key.property != .distance || query.near != nil) && (key.property != .relevance || query.text != nil)
      }
      if query.sort.use(.best) || query.sort.isEmpty && query.text != nil {
        query.bestMatch = Self.weights(&random)
      }
      query.metric = SeededWorld.oneIn(3, &random) ? .sphere : .wgs84
      query.total = SeededWorld.oneIn(2, &random)
      query.limit = SeededWorld.pick(30, &random)
      try expectEqual(temporary.catalog, twin, query)
    }
  }

  static func weights(_ random: inout SplitMix64) -> BestMatchWeights? {
    guard !SeededWorld.oneIn(3, &random) else { return nil }
    var weights = BestMatchWeights()
    for (_, path) in BestMatchWeights.names { weights[keyPath: path] = Double(SeededWorld.pick(5, &random)) / 4 }
    weights.halfDistanceMeters = [50, 2000, 1e5][SeededWorld.pick(3, &random)]
    weights.decay = BestMatchWeights.Decay.allCases[SeededWorld.pick(5, &random)]
    return weights
  }

  @Test("agree on words so frequent that the R-tree is walked", arguments: [false, true])
  func frequentWords(knowsOrder: Bool) throws {
    let center = Coordinate(latitude: 41, longitude: 2)
    let listings = SeededWorld(seed: 4, count: 2000, center: center, spreadDegrees: 1).listings
    let temporary = try TemporaryCatalog(listings)
    if knowsOrder { try temporary.catalog.knowTreeOrder() }
    let twin = BruteForce(listings)
    for sort in Sorts.all {
      var query = Query()
      query.text = "j"
      query.near = center
      query.radiusMeters = 60_000
      query.sort = sort
      query.total = true
      try expectEqual(temporary.catalog, twin, query)
    }
  }

  @Test("agree on pages that follow one another", arguments: worlds)
  func pages(world: World) throws {
    let listings = SeededWorld(seed: 3, count: 150, center: world.center, spreadDegrees: world.spreadDegrees).listings
    let temporary = try TemporaryCatalog(listings)
    let twin = BruteForce(listings)
    for sort in Sorts.all {
      var query = Query()
      query.near = world.center
      query.sort = sort
      if sort.use(.relevance) { query.text = "j" }
      query.limit = 17
      let expected = twin.ids(query, now: SeededWorld.now)
      #expect(try temporary.catalog.idsOfAllPages(of: query) == expected, "sort \(sort)")
    }
  }

  @Test("agree on pages that end where the search looks farther", arguments: [Metric.wgs84, .sphere])
  func pagesAroundTheFirstRing(metric: Metric) throws {
    let center = Coordinate(latitude: 12, longitude: 44)
    let listings = SeededWorld(seed: 5, count: 160, center: center, spreadDegrees: 1.3).listings
    let temporary = try TemporaryCatalog(listings)
    let twin = BruteForce(listings)
    var query = Query()
    query.near = center
    query.metric = metric
    query.limit = 3
    #expect(try temporary.catalog.idsOfAllPages(of: query) == twin.ids(query, now: SeededWorld.now))
  }

  @Test("agree on pages of occurrences", arguments: worlds)
  func pagesOfOccurrences(world: World) throws {
    let listings = SeededWorld(seed: 9, count: 200, center: world.center, spreadDegrees: world.spreadDegrees).listings
    let temporary = try TemporaryCatalog(listings)
    let twin = BruteForce(listings)
    let sorts: [[Query.SortKey]] = [
      [.start], [.distance], [.open], [.name], [.price, .open], [.price, .start], [.start.descending], [.end],
      [.end.descending], [.open.descending], [.distance.descending, .start.descending], [.price, .open.descending],
    ]
    for (index, sort) in sorts.enumerated() {
      var query = Query()
      query.near = world.center
      query.sort = sort
      // Some with past occurrences, which come last by `open`.
      let from = SeededWorld.now - (index % 2 == 0 ? 6 * 86_400 : 0)
      query.during = .init(from: .instant(from), to: .instant(SeededWorld.now + 12 * 86_400))
      query.occurrences = .all
      query.limit = 7
      let expected = twin.ids(query, now: SeededWorld.now)
      #expect(expected.count > Set(expected).count)
      #expect(try temporary.catalog.idsOfAllPages(of: query) == expected, "sort \(sort)")
    }
  }

  @Test("agree on counts that follow another query and a change")
  func countsAfterAChange() throws {
    let center = Coordinate(latitude: 41, longitude: 2)
    let listings = SeededWorld(seed: 6, count: 300, center: center, spreadDegrees: 0.1).listings
    let temporary = try TemporaryCatalog(Array(listings.dropLast(20)))
    var first = Query()
    first.sort = [.rating.descending, .name]
    _ = try temporary.catalog.answer(first, at: SeededWorld.now)
    try temporary.catalog.save(Array(listings.suffix(20)), source: "more")
    var query = Query()
    query.near = center
    query.sort = [.rating.descending, .name]
    query.total = true
    query.limit = 0
    for radius in [0, 500, 5000, 50_000, 500_000, 20_000_000] as [Double] {
      query.radiusMeters = radius
      try expectEqual(temporary.catalog, BruteForce(listings), query)
    }
  }

  private func expectEqual(_ catalog: Catalog, _ twin: BruteForce, _ query: Query) throws {
    var query = query
    // Other fields, such as the next change of opening hours, take longer than the search.
    query.fields = [.id]
    let answer = try catalog.answer(query, at: SeededWorld.now)
    let expected = twin.ids(query, now: SeededWorld.now)
    #expect(answer.matches.map(\.id) == Array(expected.prefix(query.limit)), "\(query.json.text)")
    if query.total { #expect(answer.total == expected.count, "\(query.json.text)") }
    // Without a last match there is no cursor.
    #expect((answer.next != nil) == (query.limit > 0 && expected.count > query.limit), "\(query.json.text)")
  }
}
