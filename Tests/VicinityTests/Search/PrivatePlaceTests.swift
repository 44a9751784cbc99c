import CivilTime
import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity
@testable import VicinityFormats

@Suite("Private places")
struct PrivatePlaceTests {
  static let center = Coordinate(latitude: 48, longitude: 9)

  /// Couches of five hosts, most of them with a private place.
  private static func listings(seed: UInt64, _ center: Coordinate = center, spread: Double = 0.05) -> [Listing] {
    SeededWorld(seed: seed, count: 300, center: center, spreadDegrees: spread).listings.enumerated().map {
      number, listing in
      var listing = listing
      guard listing.kind == .couch else { return listing }
      listing.host = "host-\(number % 5)"
      if number % 4 != 0 { listing.publicRadiusMeters = [200, 1500, 6000][number % 3] }
      return listing
    }
  }

  private static func line(_ query: Query, _ catalog: Catalog) throws -> String {
    var lines = AnswerLines()
    lines.write(try catalog.answer(query, at: SeededWorld.now))
    return String(decoding: lines.json.bytes, as: UTF8.self)
  }

  @Test("leave no trace in anything that strangers can query or see", arguments: [1, 2] as [UInt64])
  func noTrace(seed: UInt64) throws {
    let hidden = try TemporaryCatalog(Self.listings(seed: seed))
    // A catalog that contains only the public data.
    let told = try Self.listings(seed: seed).map { try #require(try hidden.catalog.listing($0.id)) }
    let innocent = try TemporaryCatalog(told)
    for catalog in [hidden.catalog, innocent.catalog] { try catalog.save(Self.areas) }
    var random = SplitMix64(seed: seed)
    for round in 0..<TwinQueries.count(usually: 40) {
      var query = Query()
      query.near = RandomFilters.origin(near: Self.center, spreadDegrees: 0.05, &random)
      query.kinds = [.couch]
      query.radiusMeters = Double(SeededWorld.pick(9000, &random)) + Double(SeededWorld.pick(1000, &random)) / 1000
      if round % 2 == 0 {
        RandomFilters.all[SeededWorld.pick(RandomFilters.all.count, &random)].apply(&query, Self.center, 0.05, &random)
      }
      query.caller = [nil, "stranger"][round % 2]
      query.fields = Field.ofAnswer.filter { ![.distances, .spread].contains($0) }
      (query.total, query.limit) = (true, 1 + SeededWorld.pick(30, &random))
      #expect(try Self.line(query, hidden.catalog) == Self.line(query, innocent.catalog), "\(query.json.text)")
      (query.cluster, query.facets) = (12, Query.Facet.withoutNights)
      #expect(try Self.line(query, hidden.catalog) == Self.line(query, innocent.catalog), "\(query.json.text)")
    }
  }

  @Test("leave no trace in any other table of the file")
  func noTraceInTables() throws {
    let hidden = try TemporaryCatalog(Self.listings(seed: 3))
    let innocent = try TemporaryCatalog(
      try Self.listings(seed: 3).map { try #require(try hidden.catalog.listing($0.id)) })
    let tables = try TestDatabase.rows(
      """
      SELECT m.name, group_concat('quote("' || c.name || '")', ', ') FROM sqlite_schema m JOIN pragma_table_info(m.name) c
      WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%'
        AND m.name NOT IN ('exact_point', 'public_point', 'gpkg_contents', 'grdb_migrations') GROUP BY m.name
      """, path: hidden.path)
    #expect(tables.count > 20)
    for table in tables {
      // The number of private places is excluded; it is stored for the check.
      let counts = table[0] == "catalog_statistic" ? " WHERE name <> 'profile.exact_point'" : ""
      let rows = "SELECT \(table[1]) FROM \"\(table[0])\"\(counts)"
      #expect(
        try TestDatabase.rows(rows, path: hidden.path) == TestDatabase.rows(rows, path: innocent.path), "\(table[0])")
    }
    #expect(try TestDatabase.rows("SELECT count(*) FROM exact_point", path: hidden.path) != [["0"]])
    #expect(
      try TestDatabase.rows("SELECT table_name FROM gpkg_contents WHERE table_name LIKE '%_point'", path: hidden.path)
        .isEmpty)
  }

  static let worlds: [(center: Coordinate, spread: Double)] = [
    (center, 0.05), (Coordinate(latitude: -17.5, longitude: 179.99), 2.0),
    (Coordinate(latitude: 89, longitude: 20), 20.0),
  ]

  @Test("are tested, measured and ordered as by the slow truth for members who may know them", arguments: worlds)
  func twin(center: Coordinate, spread: Double) throws {
    let listings = Self.listings(seed: 5, center, spread: spread)
    let temporary = try TemporaryCatalog(listings)
    let catalog = temporary.catalog
    var booked: [String: [Nights]] = [:]
    let nights = try #require(Nights(from: LocalDate(dayNumber: 20_900), to: LocalDate(dayNumber: 20_902)))
    for couch in listings where couch.kind == .couch && (couch.minNights ?? 1) <= 2 && couch.id.hasSuffix("3") {
      let booking = try catalog.book(
        BookingRequest(listing: couch.id, member: "ana", nights: nights), at: SeededWorld.now)
      _ = try catalog.confirmBooking(booking.id, at: SeededWorld.now)
      booked[couch.id] = [nights]
    }
    var random = SplitMix64(seed: 9)
    for caller in ["ana", "host-1", "host-3"] {
      let seen = try listings.map { listing in
        var seen = try #require(try catalog.listing(listing.id, for: caller, at: SeededWorld.now))
        if listing.publicRadiusMeters != nil { seen.address = nil }
        return seen
      }
      let moved = try seen.filter { try catalog.listing($0.id)?.coordinate != $0.coordinate }
      #expect(!moved.isEmpty)
      let slow = BruteForce(seen, booked: booked)
      for _ in 0..<TwinQueries.count(usually: 20) {
        var query = Query()
        query.caller = caller
        query.near = RandomFilters.origin(near: center, spreadDegrees: spread, &random)
        for filter in RandomFilters.all where SeededWorld.oneIn(6, &random) {
          filter.apply(&query, center, spread, &random)
        }
        query.sort = Sorts.all[SeededWorld.pick(Sorts.all.count, &random)].filter {
          $0.property != .relevance || query.text != nil
        }
        (query.total, query.limit) = (SeededWorld.oneIn(2, &random), 1 + SeededWorld.pick(40, &random))
        query.fields = [.id]
        let (answer, expected) = (try catalog.answer(query, at: SeededWorld.now), slow.ids(query, now: SeededWorld.now))
        #expect(answer.matches.map(\.id) == Array(expected.prefix(query.limit)), "\(query.json.text)")
        if query.total { #expect(answer.total == expected.count, "\(query.json.text)") }
        var count = query
        (count.limit, count.total) = (0, true)
        #expect(try catalog.answer(count, at: SeededWorld.now).total == expected.count, "\(query.json.text)")
      }
    }
  }

  /// Small districts, so that a couch's public point and its exact one often lie in different ones.
  private static var areas: [NamedArea] {
    (0..<16).map { number in
      let (south, west) = (47.96 + 0.02 * Double(number / 4), 8.96 + 0.02 * Double(number % 4))
      let corners = [(west, south), (west + 0.02, south), (west + 0.02, south + 0.02), (west, south + 0.02)]
      let ring = (corners + corners.prefix(1)).map { Coordinate(latitude: $0.1, longitude: $0.0) }
      return NamedArea(name: "d\(number)", source: "test", shape: MultiPolygon([Polygon(rings: [ring])]))
    }
  }

  @Test("are counted by cells and facets as in a catalog that shows them, and cells stay where they are")
  func counts() throws {
    let listings = Self.listings(seed: 7)
    let hidden = try TemporaryCatalog(listings)
    let caller = "host-2"
    let open = try TemporaryCatalog(
      try listings.map { listing in
        var seen = try #require(try hidden.catalog.listing(listing.id, for: caller, at: SeededWorld.now))
        seen.publicRadiusMeters = nil
        return seen
      })
    for catalog in [hidden.catalog, open.catalog] { try catalog.save(Self.areas) }
    var random = SplitMix64(seed: 8)
    var (moved, areasMoved) = (0, 0)
    for round in 0..<60 {
      var query = Query()
      if round % 3 > 0 { RandomFilters.all[round % RandomFilters.all.count].apply(&query, Self.center, 0.05, &random) }
      (query.cluster, query.facets, query.total) = (11 + round % 4, Query.Facet.withoutNights, true)
      let here = BoundingBox(south: 47.96, west: 8.96, north: 48.04, east: 9.04)
      let beside = BoundingBox(south: 47.9601, west: 8.963, north: 48.041, east: 9.043)
      var inner: [Set<Cluster>] = []
      for box in [here, beside] {
        query.within = box
        query.caller = nil
        let (expected, stranger) = (
          try open.catalog.answer(query, at: SeededWorld.now), try hidden.catalog.answer(query, at: SeededWorld.now)
        )
        query.caller = caller
        let answer = try hidden.catalog.answer(query, at: SeededWorld.now)
        #expect(answer.clusters == expected.clusters, "\(query.json.text)")
        #expect(answer.facets == expected.facets, "\(query.json.text)")
        #expect(answer.total == expected.total, "\(query.json.text)")
        moved += answer.clusters == stranger.clusters ? 0 : 1
        areasMoved += answer.facets?.last == stranger.facets?.last ? 0 : 1
        inner.append(Set((answer.clusters ?? []).filter { here.contains($0.box) && beside.contains($0.box) }))
      }
      #expect(inner[0] == inner[1], "\(query.json.text)")
    }
    // Otherwise the caller's view would be the public one.
    #expect(moved > 50 && areasMoved > 20)
  }

  @Test("are visible from the confirmation of a stay to its end")
  func access() throws {
    var couch = Listing(id: "c", kind: .couch, coordinate: Self.center)
    (couch.publicRadiusMeters, couch.timeZone, couch.host, couch.address) = (
      900, "Pacific/Auckland", "hana", "1 Beach Road"
    )
    let temporary = try TemporaryCatalog([couch])
    let catalog = temporary.catalog
    func knows(_ caller: String, _ now: Instant = SeededWorld.now, _ change: (inout Query) -> Void = { _ in }) throws
      -> Bool
    {
      var query = Query()
      (query.near, query.radiusMeters, query.caller) = (Self.center, 0.001, caller)
      change(&query)
      let isFound = try !catalog.answer(query, at: now).matches.isEmpty
      #expect(try (catalog.listing("c", for: caller, at: now)?.address != nil) == isFound || query.now != nil)
      // `whyNot` reveals neither more nor less.
      let verdict = try catalog.whyNot("c", query, at: now)
      #expect(verdict.isInAnswer == isFound && (verdict.listing.coordinate == Self.center) == isFound)
      #expect(try catalog.relaxations(of: query, at: now).allSatisfy { $0.change ?? 0 > 0.1 })
      #expect(try catalog.relaxations(of: query, at: now).isEmpty == isFound)
      return isFound
    }
    #expect(try knows("hana") && !knows("ana"))
    // 2026-12-01 to 2026-12-04.
    let nights = try #require(Nights(from: LocalDate(dayNumber: 20_788), to: LocalDate(dayNumber: 20_791)))
    let booking = try catalog.book(BookingRequest(listing: "c", member: "ana", nights: nights), at: SeededWorld.now)
    #expect(try !knows("ana"))
    _ = try catalog.confirmBooking(booking.id, at: SeededWorld.now)
    #expect(try knows("ana") && !knows("bob"))
    // The day of departure ends in Auckland at 11:00 UTC.
    let end = Instant(secondsSince1970: 20_791 * 86_400 + 11 * 3600)
    #expect(try knows("ana", end - 1) && !knows("ana", end))
    #expect(try !knows("ana", end) { $0.now = SeededWorld.now })
    _ = try catalog.cancelBooking(booking.id, at: SeededWorld.now)
    #expect(try !knows("ana"))
  }

  @Test("have pages that belong to one caller")
  func pages() throws {
    let catalog = try TemporaryCatalog(Self.listings(seed: 8))
    var query = Query()
    (query.near, query.limit, query.caller) = (Self.center, 7, "host-2")
    (query.kinds, query.during) = (Set(Kind.allCases), .named(.any))
    let found = try catalog.catalog.idsOfAllPages(of: query)
    #expect(found.count == 300 && Set(found).count == 300)
    query.after = try catalog.catalog.answer(query, at: SeededWorld.now).next
    query.caller = nil
    #expect(throws: QueryError.self) { try catalog.catalog.answer(query, at: SeededWorld.now) }
  }
}
