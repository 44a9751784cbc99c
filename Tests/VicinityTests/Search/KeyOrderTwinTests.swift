import CivilTime
import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// Orders by values of the listing, with the least values below each node, against brute force.
@Suite("Orders that visit the best keys first")
struct KeyOrderTwinTests {
  private static let center = Coordinate(latitude: 48.775, longitude: 9.18)
  /// On more leaves than `KeyOrder.fewNodes`.
  private static let listings = SeededWorld(seed: 21, count: 3600, center: center, spreadDegrees: 0.5).listings
  private static let keys = Query.SortKey.allCases.filter(\.property.isOfListing)

  /// Runs queries until the bounds of the first key are known.
  private func knowBounds(of query: Query, in catalog: Catalog) throws {
    var whole = Query()
    (whole.sort, whole.limit, whole.kinds, whole.near) = (query.sort, 1, query.kinds, Self.center)
    whole.during = .named(.any)
    let key = try #require(query.sort.first)
    for _ in 0...KeyBounds.workPerListing { _ = try catalog.answer(whole, at: SeededWorld.now) }
    try catalog.read { _, snapshot, _ in
      #expect(snapshot.keyBounds.bounds(of: key) != nil, "\(key.rawValue)")
    }
  }

  private func expectEqual(_ catalog: Catalog, _ twin: BruteForce, _ query: Query) throws {
    let answer = try catalog.answer(query, at: SeededWorld.now)
    let expected = twin.ids(query, now: SeededWorld.now)
    #expect(answer.matches.map(\.id) == Array(expected.prefix(query.limit)), "\(query.json.text)")
    #expect((answer.next != nil) == (query.limit > 0 && expected.count > query.limit), "\(query.json.text)")
  }

  @Test("agree with random filters and further keys, and on pages that follow one another")
  func keys() throws {
    let temporary = try TemporaryCatalog(Self.listings)
    let twin = BruteForce(Self.listings)
    for key in Self.keys {
      var query = Query()
      (query.near, query.sort, query.fields) = (Self.center, [key], [.id])
      try knowBounds(of: query, in: temporary.catalog)
      try compare(key, temporary.catalog, twin)
      (query.radiusMeters, query.limit) = (30_000, 197)
      #expect(try temporary.catalog.idsOfAllPages(of: query) == twin.ids(query, now: SeededWorld.now))
    }
  }

  private func compare(_ key: Query.SortKey, _ catalog: Catalog, _ twin: BruteForce) throws {
    var random = SplitMix64(seed: 22)
    for _ in 0..<TwinQueries.count(usually: 4) {
      var query = Query()
      query.fields = [.id]
      query.near = RandomFilters.origin(near: Self.center, spreadDegrees: 0.5, &random)
      if SeededWorld.oneIn(2, &random) { query.radiusMeters = Double(1000 << SeededWorld.pick(7, &random)) }
      for filter in RandomFilters.all where SeededWorld.oneIn(8, &random) {
        filter.apply(&query, Self.center, 0.5, &random)
      }
      let others = SeededWorld.oneIn(2, &random) ? [] : [Query.SortKey.distance, .open]
      query.sort = [key] + others
      query.limit = SeededWorld.pick(30, &random)
      try expectEqual(catalog, twin, query)
    }
  }

  @Test("visit fewer listings")
  func visits() throws {
    let temporary = try TemporaryCatalog(
      SeededWorld(seed: 24, count: 8000, center: Self.center, spreadDegrees: 0.5).listings)
    var query = Query()
    (query.sort, query.limit, query.fields) = ([.name], 5, [.id])
    let before = try temporary.catalog.answer(query, at: SeededWorld.now)
    try knowBounds(of: query, in: temporary.catalog)
    let after = try temporary.catalog.answer(query, at: SeededWorld.now)
    #expect(after.matches.map(\.id) == before.matches.map(\.id))
    // The walk gives up after some nodes.
    #expect(after.stats.nodes > KeyOrder.fewNodes)
    #expect(after.stats.entries < before.stats.entries * 3 / 4)
    let explanation = try temporary.catalog.explain(query, at: SeededWorld.now)
    #expect(explanation.isByKey && "\(explanation)".contains("least sort keys first"))
    (query.near, query.radiusMeters) = (Self.center, 100)
    #expect(try !temporary.catalog.explain(query, at: SeededWorld.now).isByKey)
  }

  @Test("see ratings that were given after the bounds were computed")
  func ratings() throws {
    let temporary = try TemporaryCatalog(Self.listings)
    var query = Query()
    (query.sort, query.limit, query.fields) = ([.rating.descending], 20, [.id, .weightedRating])
    try knowBounds(of: query, in: temporary.catalog)
    var random = SplitMix64(seed: 23)
    let bars = Self.listings.filter { $0.kind == .bar }
    let stars = try #require(Stars(5))
    for round in 0..<10 {
      let listing = bars[SeededWorld.pick(bars.count, &random)]
      for member in 0..<40 {
        try temporary.catalog.rate(listing.id, stars, by: "m\(round)-\(member)", at: SeededWorld.now)
      }
      let answer = try temporary.catalog.answer(query, at: SeededWorld.now)
      // Without bounds: the total visits every listing.
      var whole = query
      whole.total = true
      let expected = try temporary.catalog.answer(whole, at: SeededWorld.now)
      #expect(answer.matches.map(\.id) == expected.matches.map(\.id))
      #expect(answer.matches.contains { $0.id == listing.id } == expected.matches.contains { $0.id == listing.id })
    }
  }
}
