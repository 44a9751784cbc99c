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

  /// Runs a query that makes the bounds of the first key known.
  private func knowBounds(of query: Query, in catalog: Catalog) throws {
    var whole = Query()
    (whole.sort, whole.limit, whole.kinds, whole.near) = (query.sort, 1, query.kinds, Self.center)
    whole.during = .named(.any)
    let key = try #require(query.sort.first)
    _ = try catalog.answer(whole, at: SeededWorld.now)
    try catalog.read { _, snapshot, _ in
      #expect(snapshot.keyBounds.bounds(of: [key]) != nil, "\(key.rawValue)")
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
      let second = Self.keys[SeededWorld.pick(Self.keys.count, &random)]
      let others: [[Query.SortKey]] = [[], [], [.distance], [.distance, .open], [second], [second, .open, .price]]
      query.sort = [key] + others[SeededWorld.pick(others.count, &random)]
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
    var whole = query
    whole.total = true
    let before = try temporary.catalog.answer(whole, at: SeededWorld.now)
    try knowBounds(of: query, in: temporary.catalog)
    let after = try temporary.catalog.answer(query, at: SeededWorld.now)
    #expect(after.matches.map(\.id) == before.matches.map(\.id))
    // The walk gives up after some nodes.
    #expect(after.stats.nodes > KeyOrder.fewNodes)
    #expect(after.stats.entries < 8000 * 3 / 4)
    let explanation = try temporary.catalog.explain(query, at: SeededWorld.now)
    #expect(explanation.isByKey && "\(explanation)".contains("least sort keys first"))
    (query.near, query.radiusMeters) = (Self.center, 100)
    #expect(try !temporary.catalog.explain(query, at: SeededWorld.now).isByKey)
  }

  /// Many listings with equal keys, in a random order of ids.
  private static let tied = listings.map { listing in
    var listing = listing
    listing.price = listing.price.map { Price(minorUnits: $0.minorUnits > 500 ? 500 : 0, currency: $0.currency) }
    listing.rating = listing.rating.map { $0 > 3 ? 4 : 2 }
    return listing
  }

  @Test("decide ties by the second key and the id while searching")
  func ties() throws {
    let temporary = try TemporaryCatalog(Self.tied)
    let twin = BruteForce(Self.tied)
    let orders: [[Query.SortKey]] = [
      [.price], [.price.descending], [.price, .rating], [.price, .rating.descending], [.rating.descending, .price],
      [.price, .distance], [.price, .name], [.price, .name.descending, .rating], [.price, .start], [.start, .price],
      [.price, .rating, .votes], [.name, .price], [.votes, .open], [.price, .distance.descending], [],
      [.open], [.open, .price], [.best], [.best, .price], [.price, .best],
      [.distance.descending], [.distance.descending, .price],
    ]
    for order in orders {
      for kinds in [nil, [.couch], [.bar, .event]] as [Set<Kind>?] {
        var query = Query()
        (query.sort, query.kinds, query.fields, query.limit) = (order, kinds, [.id], 7)
        if order.use(.distance) || order == [.price, .best] { query.near = Self.center }
        try expectEqual(temporary.catalog, twin, query)
        query.during = .named(.any)
        try expectEqual(temporary.catalog, twin, query)
        query.limit = 450
        #expect(try temporary.catalog.idsOfAllPages(of: query) == twin.ids(query, now: SeededWorld.now), "\(order)")
      }
    }
  }

  @Test("by start and end visit few events that are not over, whatever the time is")
  func coming() throws {
    let temporary = try TemporaryCatalog(Self.listings)
    let twin = BruteForce(Self.listings)
    var random = SplitMix64(seed: 25)
    var (entries, count) = (0, 0)
    let keys: [Query.SortKey] = [.start, .start.descending, .end, .end.descending]
    for _ in 0..<TwinQueries.count(usually: 8) {
      for key in keys {
        var query = Query()
        (query.fields, query.limit, query.near) = ([.id], 1 + SeededWorld.pick(20, &random), Self.center)
        query.sort = [[key], [key, .price], [key, .distance]][SeededWorld.pick(3, &random)]
        query.now = SeededWorld.now + 3600 * (Int64(SeededWorld.pick(500, &random)) - 250)
        if SeededWorld.oneIn(3, &random) { query.kinds = [.event] }
        let answer = try temporary.catalog.answer(query, at: SeededWorld.now)
        let expected = twin.ids(query, now: SeededWorld.now)
        #expect(answer.matches.map(\.id) == Array(expected.prefix(query.limit)), "\(query.json.text)")
        (entries, count) = (entries + answer.stats.entries, count + 1)
        for filter in RandomFilters.all where SeededWorld.oneIn(8, &random) {
          filter.apply(&query, Self.center, 0.5, &random)
        }
        try expectEqual(temporary.catalog, twin, query)
      }
    }
    // With the nodes after which bounds are used.
    #expect(entries < count * Self.listings.count * 3 / 4)
  }

  @Test("bound the price of a stay by the least price of a night", arguments: [nil, 2] as [Int?])
  func stayPrices(nightCount: Int?) throws {
    let temporary = try TemporaryCatalog(Self.listings)
    let twin = BruteForce(Self.listings)
    let day = LocalDate(dayNumber: 20_784)
    for sort in [[.stayPrice], [.nightPrice, .distance], [.stayPrice.descending]] as [[Query.SortKey]] {
      for length in [3, 12] {
        var query = Query()
        query.stay = .init(nights: try #require(Nights(from: day + 2, to: day + 2 + length)))
        query.stay?.nightCount = nightCount
        (query.near, query.sort, query.fields, query.limit) = (Self.center, sort, [.id], 7)
        try expectEqual(temporary.catalog, twin, query)
        query.limit = 300
        #expect(try temporary.catalog.idsOfAllPages(of: query) == twin.ids(query, now: SeededWorld.now), "\(sort)")
      }
    }
  }

  @Test("visit few listings among many with equal keys")
  func fewVisits() throws {
    let temporary = try TemporaryCatalog(Self.tied)
    for order in [[.price], [.price, .rating.descending]] as [[Query.SortKey]] {
      var query = Query()
      (query.sort, query.limit, query.fields, query.during) = (order, 1, [.id], .named(.any))
      _ = try temporary.catalog.answer(query, at: SeededWorld.now)
      let stats = try temporary.catalog.answer(query, at: SeededWorld.now).stats
      // The walk gives up after some nodes.
      #expect(stats.nodes < KeyOrder.fewNodes + 20 && stats.nodes > KeyOrder.fewNodes, "\(order)")
    }
  }

  @Test("keep the order by id when listings are added, changed and removed")
  func changes() throws {
    let temporary = try TemporaryCatalog(Self.tied)
    var listings = Self.tied
    var query = Query()
    (query.sort, query.limit, query.fields, query.during) = ([.price], 9, [.id], .named(.any))
    for round in 0..<5 {
      try expectEqual(temporary.catalog, BruteForce(listings), query)
      var added = listings[17 * round]
      (added.id, added.price) = ("a\(9 - round)", Price(minorUnits: 0, currency: "EUR"))
      let removed = listings.remove(at: 31 * round)
      listings[round].price = Price(minorUnits: 0, currency: "EUR")
      listings.append(added)
      try temporary.catalog.save([added], source: "test", at: SeededWorld.now)
      _ = try temporary.catalog.edit(listings[round].id) { $0.price = Price(minorUnits: 0, currency: "EUR") }
      _ = try temporary.catalog.remove(ids: [removed.id])
    }
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
