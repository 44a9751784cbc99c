import CivilTime
import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// Counts by cells and facets, engine against brute force.
@Suite("Clusters and facets and their brute-force twin")
struct ClusterTwinTests {
  @Test("agree where whole subtrees are counted", arguments: TwinTests.worlds)
  func subtrees(world: TwinTests.World) throws {
    let listings = SeededWorld(seed: 21, count: 3000, center: world.center, spreadDegrees: world.spreadDegrees).listings
    let temporary = try TemporaryCatalog(listings)
    let twin = BruteForce(listings)
    var random = SplitMix64(seed: 22)
    var opened = 0
    let count = TwinQueries.count(usually: 20)
    for _ in 0..<count {
      var query = Self.clusters(&random)
      query.within = Self.box(world, &random)
      if SeededWorld.oneIn(3, &random) { query.kinds = [Kind.allCases[SeededWorld.pick(3, &random)]] }
      query.total = true
      // The sums of events that are not over hold until the next one ends.
      query.now = SeededWorld.now + 3600 * (Int64(SeededWorld.pick(500, &random)) - 250)
      if SeededWorld.oneIn(4, &random) {
        query.kinds = query.kinds ?? Set(Kind.allCases)
        query.during = .named(.any)
      }
      let answer = try expectEqual(temporary.catalog, query, Self.matches(of: query, twin, listings))
      opened += answer.stats.entries
    }
    // Otherwise every leaf would have been read every time.
    #expect(opened < 5 * count * listings.count / 2)
  }

  @Test("agree on facets and totals of whole subtrees, beside the first matches", arguments: TwinTests.worlds)
  func summedFacets(world: TwinTests.World) throws {
    let listings = SeededWorld(seed: 31, count: 3000, center: world.center, spreadDegrees: world.spreadDegrees).listings
    let temporary = try TemporaryCatalog(listings)
    let twin = BruteForce(listings)
    let byID = Dictionary(uniqueKeysWithValues: listings.map { ($0.id, $0) })
    var random = SplitMix64(seed: 32)
    for number in 0..<TwinQueries.count(usually: 20) {
      var query = Query()
      let facets = Query.Facet.withoutNights.filter { $0 != .area && SeededWorld.oneIn(2, &random) }
      (query.facets, query.facetLimit) = (facets, 1000)
      if number % 3 > 0 { query.within = Self.box(world, &random) }
      if SeededWorld.oneIn(2, &random) {
        query.near = RandomFilters.origin(near: world.center, spreadDegrees: world.spreadDegrees, &random)
        if SeededWorld.oneIn(2, &random) { query.radiusMeters = world.spreadDegrees * 60_000 }
      }
      if SeededWorld.oneIn(3, &random) { query.kinds = [Kind.allCases[SeededWorld.pick(3, &random)]] }
      if SeededWorld.oneIn(3, &random) { query.sort = [.price, .rating.descending] }
      query.now = SeededWorld.now + 3600 * (Int64(SeededWorld.pick(500, &random)) - 250)
      (query.total, query.limit) = (facets.isEmpty || SeededWorld.oneIn(2, &random), SeededWorld.pick(5, &random))
      let ids = twin.ids(query, now: SeededWorld.now)
      let answer = try expectEqual(temporary.catalog, query, ids.compactMap { byID[$0] })
      #expect(answer.matches.map(\.id) == Array(ids.prefix(query.limit)), "\(query.json.text)")
      #expect((answer.next != nil) == (query.limit > 0 && ids.count > query.limit))
      query.after = answer.next
      if query.after != nil {
        let next = try expectEqual(temporary.catalog, query, ids.compactMap { byID[$0] })
        #expect(next.matches.map(\.id) == Array(ids.dropFirst(query.limit).prefix(query.limit)))
      }
    }
  }

  @Test("read no leaf twice for facets of everything")
  func knownFacets() throws {
    let temporary = try TemporaryCatalog(
      SeededWorld(seed: 33, count: 1500, center: TwinTests.worlds[0].center, spreadDegrees: 0.05).listings)
    var query = Query()
    (query.facets, query.limit, query.total) = ([.kind, .tag, .rating], 0, true)
    let first = try temporary.catalog.answer(query, at: SeededWorld.now)
    let second = try temporary.catalog.answer(query, at: SeededWorld.now)
    #expect(first.stats.entries == 1500)
    #expect(second.stats.entries == 0)
    #expect(first.facets == second.facets && first.total == second.total)
  }

  @Test("agree with every filter, in a circle and along each start", arguments: TwinTests.worlds)
  func filters(world: TwinTests.World) throws {
    let listings = SeededWorld(seed: 23, count: 300, center: world.center, spreadDegrees: world.spreadDegrees).listings
    let temporary = try TemporaryCatalog()
    var random = SplitMix64(seed: 24)
    let times = try AddedTimes(saving: listings, to: temporary.catalog, &random)
    let twin = BruteForce(listings, added: times.all)
    let byID = Dictionary(uniqueKeysWithValues: listings.map { ($0.id, $0) })
    for _ in 0..<TwinQueries.count(usually: 2) {
      for filter in RandomFilters.all {
        var query = Self.clusters(&random)
        if SeededWorld.oneIn(2, &random) { query.cluster = nil }
        if SeededWorld.oneIn(2, &random) || query.cluster == nil { query.facets = Query.Facet.withoutNights }
        filter.apply(&query, world.center, world.spreadDegrees, &random)
        if SeededWorld.oneIn(3, &random) { query.listedSince = times.since(&random) }
        if SeededWorld.oneIn(3, &random) { query.within = Self.box(world, &random) }
        if SeededWorld.oneIn(3, &random) {
          query.near = RandomFilters.origin(near: world.center, spreadDegrees: world.spreadDegrees, &random)
        }
        query.limit = SeededWorld.pick(4, &random)
        query.total = SeededWorld.oneIn(2, &random)
        let ids = twin.ids(query, now: SeededWorld.now)
        let answer = try expectEqual(temporary.catalog, query, ids.compactMap { byID[$0] })
        #expect(answer.matches.map(\.id) == (query.cluster == nil ? Array(ids.prefix(query.limit)) : []))
      }
    }
  }

  @Test("agree on facets of every page, which do not depend on the page")
  func pages() throws {
    let listings = SeededWorld(seed: 25, count: 200, center: TwinTests.worlds[0].center, spreadDegrees: 0.05).listings
    let temporary = try TemporaryCatalog(listings)
    var query = Query()
    (query.near, query.limit, query.facets) = (TwinTests.worlds[0].center, 60, [.tag, .kind])
    var pages: [[FacetCounts]?] = []
    repeat {
      let answer = try temporary.catalog.answer(query, at: SeededWorld.now)
      pages.append(answer.facets)
      query.after = answer.next
    } while query.after != nil
    #expect(pages.count == 4)
    #expect(Set(pages).count == 1)
  }

  @Test("agree after a change")
  func changes() throws {
    let world = TwinTests.worlds[1]
    let listings = SeededWorld(seed: 26, count: 800, center: world.center, spreadDegrees: world.spreadDegrees).listings
    let temporary = try TemporaryCatalog(Array(listings.dropLast(100)))
    var query = Query()
    query.cluster = 4
    let first = Array(listings.dropLast(100))
    try expectEqual(temporary.catalog, query, Self.matches(of: query, BruteForce(first), first))
    try temporary.catalog.save(Array(listings.suffix(100)), source: "more")
    try expectEqual(temporary.catalog, query, Self.matches(of: query, BruteForce(listings), listings))
  }

  @Test("agree with the results of a group and along a way", arguments: TwinTests.worlds.dropLast(2).prefix(2))
  func measures(world: TwinTests.World) throws {
    let listings = SeededWorld(seed: 29, count: 600, center: world.center, spreadDegrees: world.spreadDegrees).listings
    let temporary = try TemporaryCatalog(listings)
    let byID = Dictionary(uniqueKeysWithValues: listings.map { ($0.id, $0) })
    var random = SplitMix64(seed: 30)
    for number in 0..<30 {
      let ends = (0..<2).map { _ in
        RandomFilters.origin(near: world.center, spreadDegrees: world.spreadDegrees, &random)
      }
      var query = Query()
      if number % 2 == 0 {
        query.group = Query.Group(ends.map { Query.Group.Origin($0) })
        query.radiusMeters = world.spreadDegrees * 60_000
      } else {
        query.along = Query.Along(ends, widthMeters: world.spreadDegrees * 20_000)
      }
      if number % 3 == 0 { query.within = Self.box(world, &random) }
      query.limit = .max
      let ids = try temporary.catalog.answer(query, at: SeededWorld.now).matches.map(\.id)
      (query.cluster, query.limit, query.total) = (6, 20, true)
      try expectEqual(temporary.catalog, query, ids.compactMap { byID[$0] })
      (query.cluster, query.limit) = (nil, 0)
      #expect(try temporary.catalog.answer(query, at: SeededWorld.now).total == ids.count, "\(query.json.text)")
    }
  }

  @Test("list the most frequent tags first, and no more than requested", arguments: [0, 1, 3, 20])
  func tagLimit(limit: Int) throws {
    let listings = SeededWorld(seed: 27, count: 300, center: TwinTests.worlds[0].center, spreadDegrees: 0.05).listings
    let temporary = try TemporaryCatalog(listings)
    var query = Query()
    (query.facets, query.facetLimit, query.limit) = ([.tag], limit, 0)
    let matches = Self.matches(of: query, BruteForce(listings), listings)
    let counts = BruteForce.counts(of: .tag, among: matches).filter { $0.key != "" }
    let expected = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(limit).map(\.key)
    #expect(try temporary.catalog.answer(query, at: SeededWorld.now).facets?[0].values.map(\.value) == Array(expected))
  }

  @Test("have whole cells where a box is moved: cells do not move with it")
  func panning() throws {
    let world = TwinTests.worlds[0]
    let listings = SeededWorld(seed: 28, count: 2000, center: world.center, spreadDegrees: world.spreadDegrees).listings
    let temporary = try TemporaryCatalog(listings)
    func inner(_ box: BoundingBox) throws -> Set<Cluster> {
      var query = Query()
      (query.within, query.cluster) = (box, 12)
      let clusters = try temporary.catalog.answer(query, at: SeededWorld.now).clusters ?? []
      return Set(clusters.filter { Self.middle.contains($0.box) && box.contains($0.box) })
    }
    let first = try inner(BoundingBox(south: 48.73, west: 9.13, north: 48.82, east: 9.23))
    #expect(first.count > 5)
    #expect(try inner(BoundingBox(south: 48.7301, west: 9.1312, north: 48.8199, east: 9.2345)) == first)
  }

  private static let middle = BoundingBox(south: 48.74, west: 9.14, north: 48.81, east: 9.22)

  // MARK: Drawing queries and comparing answers

  private static func clusters(_ random: inout SplitMix64) -> Query {
    var query = Query()
    query.cluster = SeededWorld.pick(23, &random)
    return query
  }

  static func box(_ world: TwinTests.World, _ random: inout SplitMix64) -> BoundingBox? {
    if SeededWorld.oneIn(10, &random) { return nil }
    let first = RandomFilters.origin(near: world.center, spreadDegrees: world.spreadDegrees, &random)
    let second = RandomFilters.origin(near: world.center, spreadDegrees: world.spreadDegrees, &random)
    return BoundingBox(
      south: min(first.latitude, second.latitude), west: first.longitude,
      north: max(first.latitude, second.latitude), east: second.longitude)
  }

  /// The listings that match, at their own times.
  private static func matches(of query: Query, _ twin: BruteForce, _ listings: [Listing]) -> [Listing] {
    let ids = Set(twin.ids(query, now: SeededWorld.now))
    return listings.filter { ids.contains($0.id) }
  }

  @discardableResult
  private func expectEqual(_ catalog: Catalog, _ query: Query, _ matches: [Listing]) throws -> Answer {
    let answer = try catalog.answer(query, at: SeededWorld.now)
    let expected = query.cluster.map { BruteForce.clusters(of: matches, zoom: $0) }
    let found = answer.clusters?.map { cluster in
      var plain = cluster
      plain.box = .world
      return plain
    }
    #expect(found == expected, "\(query.json.text)")
    if query.total { #expect(answer.total == matches.count, "\(query.json.text)") }
    for facet in answer.facets ?? [] {
      var counts = Dictionary(uniqueKeysWithValues: facet.values.map { ($0.value, $0.count) })
      counts[""] = facet.without > 0 ? facet.without : nil
      #expect(counts == BruteForce.counts(of: facet.facet, among: matches), "\(facet.facet) of \(query.json.text)")
    }
    #expect((answer.facets?.map(\.facet) ?? []) == query.facets)
    return answer
  }
}
