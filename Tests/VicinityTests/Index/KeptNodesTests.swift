import CivilTime
import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// The caches that searches keep across commits, against a catalog that is reopened for each query.
@Suite("Commits and what searches have decoded")
struct KeptNodesTests {
  private static let center = Coordinate(latitude: 48, longitude: 9)
  private static let world = SeededWorld(seed: 12, count: 1500, center: center, spreadDegrees: 0.5).listings

  private static func stay(_ random: inout SplitMix64) throws -> Nights {
    let from = LocalDate(dayNumber: 20_784 + SeededWorld.pick(20, &random))
    return try #require(Nights(from: from, to: LocalDate(dayNumber: from.dayNumber + 1 + SeededWorld.pick(4, &random))))
  }

  private static func place(_ random: inout SplitMix64) -> Coordinate {
    Coordinate(
      latitude: center.latitude + Double(SeededWorld.pick(1000, &random)) / 1000 - 0.5,
      longitude: center.longitude + Double(SeededWorld.pick(1000, &random)) / 1000 - 0.5)
  }

  /// A change by a program that knows nothing of catalogs.
  private static func actForeign(_ path: String, _ random: inout SplitMix64) throws {
    let id = world[SeededWorld.pick(world.count, &random)].id
    let sql =
      switch SeededWorld.pick(4, &random) {
      case 0: "DELETE FROM listing WHERE id = '\(id)'"
      case 1:
        "INSERT INTO listing_tag SELECT fid, (SELECT min(tag_id) FROM tag) FROM listing WHERE id = '\(id)'"
      case 2:
        """
        INSERT INTO block (fid, from_date, to_date)
        SELECT fid, '2026-12-01', '2026-12-09' FROM listing WHERE id = '\(id)'
        """
      default: "UPDATE rating SET half_stars = 10"
      }
    try TestDatabase.run("PRAGMA foreign_keys = ON; \(sql)", path: path)
  }

  /// An action that may fail.
  private static func act(_ catalog: Catalog, _ random: inout SplitMix64) throws {
    let listing = world[SeededWorld.pick(world.count, &random)]
    let member = "m\(SeededWorld.pick(5, &random))"
    let couches = world.filter { $0.kind == .couch }
    let couch = couches[SeededWorld.pick(couches.count, &random)].id
    switch SeededWorld.pick(20, &random) {
    case 0, 1, 2:
      try catalog.perform(
        .book(BookingRequest(listing: couch, member: member, nights: try stay(&random))), at: SeededWorld.now)
    case 3, 4:
      let stars = try #require(Stars(halves: 2 + SeededWorld.pick(9, &random)))
      try catalog.perform(.rate(listing: listing.id, member: member, stars: stars), at: SeededWorld.now)
    case 5: try catalog.perform(.unrate(listing: listing.id, member: member), at: SeededWorld.now)
    case 6: try catalog.perform(.favorite(listing: listing.id, member: member), at: SeededWorld.now)
    case 7: try catalog.perform(.visit(listing: listing.id, member: member), at: SeededWorld.now)
    case 8: try catalog.perform(.join(listing: listing.id, member: member), at: SeededWorld.now)
    case 9:
      let isBlocked = SeededWorld.oneIn(2, &random)
      try catalog.perform(.block(listing: couch, nights: try stay(&random), isBlocked: isBlocked), at: SeededWorld.now)
    case 10:
      try catalog.perform(.change(booking: "b\(SeededWorld.pick(30, &random))", to: .cancelled), at: SeededWorld.now)
    case 11: _ = try catalog.edit(listing.id) { $0.price = nil }
    case 14:
      _ = try catalog.edit(listing.id) {
        $0.price = Price(minorUnits: 100 * SeededWorld.pick(40, &random), currency: "EUR")
        $0.tags = [["pub", "wifi"], ["smoking"], []][SeededWorld.pick(3, &random)]
      }
    case 15: _ = try catalog.edit(listing.id) { $0.coordinate = place(&random) }
    case 16: _ = try catalog.remove(ids: [listing.id])
    case 17:
      var added = listing
      added.id += "-\(SeededWorld.pick(40, &random))"
      added.coordinate = place(&random)
      try catalog.save([added], source: "other", at: SeededWorld.now)
    case 18: _ = try catalog.edit(listing.id) { $0.name = "Jazz \(SeededWorld.pick(9, &random))" }
    case 12: _ = try catalog.forget(member, at: SeededWorld.now, rebuildingWith: nil)
    default: try catalog.save([listing], source: "test", at: SeededWorld.now)
    }
  }

  private static func query(_ random: inout SplitMix64) throws -> Query {
    var query = Query()
    query.near = RandomFilters.origin(near: center, spreadDegrees: 0.5, &random)
    query.sort =
      [[], [.rating.descending], [.distance], [.votes.descending], [.price], [.name], [.best]][
        SeededWorld.pick(7, &random)]
    if SeededWorld.oneIn(2, &random) { query.stay = .init(nights: try stay(&random)) }
    if SeededWorld.oneIn(3, &random) { query.text = ["ja", "jazz", "wifi"][SeededWorld.pick(3, &random)] }
    if SeededWorld.oneIn(3, &random) { query.tags.all = [["pub", "wifi", "smoking"][SeededWorld.pick(3, &random)]] }
    if SeededWorld.oneIn(4, &random) { query.facets = [.kind] }
    if SeededWorld.oneIn(4, &random) {
      query = Query()
      query.cluster = 8 + SeededWorld.pick(4, &random)
    }
    if SeededWorld.oneIn(3, &random) { query.rating = .init(min: 3) }
    (query.limit, query.total) = (1 + SeededWorld.pick(200, &random), true)
    return query
  }

  @Test("agree with a catalog that keeps nothing", arguments: [1, 2, 3] as [UInt64])
  func twin(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let temporary = try TemporaryCatalog(Self.world)
    let catalog = temporary.catalog
    let other = try Catalog(path: temporary.path, access: .readWrite)
    if seed > 1 { try catalog.knowTreeOrder() }
    for _ in 0..<TwinQueries.count(usually: 60, atMost: 120) {
      for _ in 0...SeededWorld.pick(3, &random) {
        do { try Self.act(SeededWorld.oneIn(2, &random) ? catalog : other, &random) } catch {}
        // Changes by others, and a log that is restarted.
        if SeededWorld.oneIn(12, &random) {
          do { try Self.actForeign(temporary.path, &random) } catch {}
        }
        if SeededWorld.oneIn(8, &random) {
          try TestDatabase.run("PRAGMA wal_checkpoint(\(seed == 1 ? "PASSIVE" : "RESTART"))", path: temporary.path)
        }
      }
      let query = try Self.query(&random)
      let kept = try catalog.answer(query, at: SeededWorld.now)
      let fresh = try Catalog(path: temporary.path).answer(query, at: SeededWorld.now)
      #expect(kept.matches.map(\.id) == fresh.matches.map(\.id), "\(query.json.text)")
      #expect(kept.total == fresh.total)
      #expect(kept.matches.map { $0.listing?.rating } == fresh.matches.map { $0.listing?.rating })
      #expect(kept.facets == fresh.facets)
      #expect(kept.clusters == fresh.clusters)
    }
    #expect(try catalog.check().allSatisfy { $0.code != "schema" && $0.code != "tree" })
  }

  /// The number of leaves that are decoded.
  private static func leaves(_ catalog: Catalog) throws -> Int {
    try catalog.read { worker, snapshot, _ in
      (0..<200).count { snapshot.leaf($0) != nil }
    }
  }

  @Test("a booking or an edit costs one leaf, a favorite none, a move two, also by others", arguments: [false, true])
  func kept(isForeign: Bool) throws {
    let temporary = try TemporaryCatalog(Self.world)
    let catalog = temporary.catalog
    let writer = isForeign ? try Catalog(path: temporary.path, access: .readWrite) : catalog
    var query = Query()
    query.limit = 5000
    func decode() throws -> Int {
      #expect(try catalog.answer(query, at: SeededWorld.now).matches.count > 500)
      return try Self.leaves(catalog)
    }
    try catalog.knowTreeOrder()
    let all = try decode()
    #expect(all > 20)
    let couch = try #require(Self.world.first { $0.kind == .couch })
    var random = SplitMix64(seed: 4)
    try writer.perform(.favorite(listing: couch.id, member: "ana"), at: SeededWorld.now)
    #expect(try Self.leaves(catalog) == all)
    try writer.perform(.block(listing: couch.id, nights: try Self.stay(&random), isBlocked: true), at: SeededWorld.now)
    #expect(try Self.leaves(catalog) == all - 1)
    #expect(try decode() == all)
    // The log is restarted by the next commit.
    try TestDatabase.run("PRAGMA wal_checkpoint(RESTART)", path: temporary.path)
    try writer.perform(.visit(listing: couch.id, member: "ana"), at: SeededWorld.now)
    #expect(try Self.leaves(catalog) == all)
    _ = try writer.edit(couch.id) { $0.name = "Other" }
    #expect(try Self.leaves(catalog) == all - 1)
    #expect(try decode() == all)
    // A tenth of each leaf is free, so no leaf is split; one that is left with few listings would be dissolved.
    let full = try TestDatabase.rows(
      """
      SELECT id FROM listing JOIN rtree_listing_geom_rowid AS r ON r.rowid = fid
      WHERE (SELECT count(*) FROM rtree_listing_geom_rowid AS s WHERE s.nodeno = r.nodeno) > 30 LIMIT 1
      """, path: temporary.path)
    let far = try #require(Self.world.last { $0.kind == .bar })
    _ = try writer.edit(try #require(full.first?.first)) { $0.coordinate = far.coordinate }
    #expect(try Self.leaves(catalog) >= all - 2)
    #expect(try Self.leaves(catalog) < all)
    #expect(try catalog.read { _, snapshot, _ in snapshot.knownOrder } != nil)
    #expect(try decode() == all)
    // A program that records nothing about nodes.
    try TestDatabase.run("DELETE FROM listing WHERE id = '\(couch.id)'", path: temporary.path)
    #expect(try Self.leaves(catalog) == 0)
  }

  @Test("nothing is kept when a program has removed a trigger")
  func withoutTriggers() throws {
    let temporary = try TemporaryCatalog(Self.world)
    let listings = try Self.query(temporary.catalog, "wifi")
    let trigger = try #require(Schema.changeTriggers.first { $0.name == "listing_change_listing_tag_delete" })
    try TestDatabase.run("DROP TRIGGER \(trigger.name)", path: temporary.path)
    try TestDatabase.run("DELETE FROM listing_tag", path: temporary.path)
    #expect(listings > 0)
    #expect(try Self.query(temporary.catalog, "wifi") == 0)
    try TestDatabase.run(
      "INSERT INTO listing_tag SELECT fid, (SELECT tag_id FROM tag WHERE name = 'wifi') FROM listing; \(trigger.sql)",
      path: temporary.path)
    #expect(try Self.query(temporary.catalog, "wifi") == Self.world.count)
  }

  private static func query(_ catalog: Catalog, _ tag: String) throws -> Int {
    var query = Query()
    (query.tags.all, query.limit, query.total) = ([tag], 0, true)
    (query.kinds, query.during) = (Set(Kind.allCases), .named(.any))
    return try #require(try catalog.answer(query, at: now).total)
  }

  private static let now = SeededWorld.now
}
