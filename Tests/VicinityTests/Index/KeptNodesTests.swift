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

  /// An action that may fail.
  private static func act(_ catalog: Catalog, _ random: inout SplitMix64) throws {
    let listing = world[SeededWorld.pick(world.count, &random)]
    let member = "m\(SeededWorld.pick(5, &random))"
    let couches = world.filter { $0.kind == .couch }
    let couch = couches[SeededWorld.pick(couches.count, &random)].id
    switch SeededWorld.pick(14, &random) {
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
    case 12: _ = try catalog.forget(member, at: SeededWorld.now, rebuildingWith: nil)
    default: try catalog.save([listing], source: "test", at: SeededWorld.now)
    }
  }

  private static func query(_ random: inout SplitMix64) throws -> Query {
    var query = Query()
    query.near = RandomFilters.origin(near: center, spreadDegrees: 0.5, &random)
    query.sort = [[], [.rating.descending], [.distance], [.votes.descending], [.price]][SeededWorld.pick(5, &random)]
    if SeededWorld.oneIn(2, &random) { query.stay = .init(nights: try stay(&random)) }
    if SeededWorld.oneIn(3, &random) { query.text = "ja" }
    if SeededWorld.oneIn(3, &random) { query.rating = .init(min: 3) }
    (query.limit, query.total) = (1 + SeededWorld.pick(200, &random), true)
    return query
  }

  @Test("agree with a catalog that keeps nothing", arguments: [1, 2, 3] as [UInt64])
  func twin(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let temporary = try TemporaryCatalog(Self.world)
    let catalog = temporary.catalog
    if seed > 1 { try catalog.knowTreeOrder() }
    for _ in 0..<TwinQueries.count(usually: 20) {
      for _ in 0...SeededWorld.pick(3, &random) {
        do { try Self.act(catalog, &random) } catch {}
        // Changes by others, and a log that is restarted.
        if SeededWorld.oneIn(12, &random) {
          do { try Self.act(try Catalog(path: temporary.path, access: .readWrite), &random) } catch {}
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
    }
    #expect(try catalog.check() == [])
  }

  /// The number of leaves that are decoded.
  private static func leaves(_ catalog: Catalog) throws -> Int {
    try catalog.read { worker, snapshot, _ in
      (0..<200).count { snapshot.leaf($0) != nil }
    }
  }

  @Test("a booking costs one leaf, a favorite none, an edit all")
  func kept() throws {
    let temporary = try TemporaryCatalog(Self.world)
    let catalog = temporary.catalog
    var query = Query()
    query.limit = 5000
    func decode() throws -> Int {
      #expect(try catalog.answer(query, at: SeededWorld.now).matches.count > 500)
      return try Self.leaves(catalog)
    }
    let all = try decode()
    #expect(all > 20)
    let couch = try #require(Self.world.first { $0.kind == .couch })
    var random = SplitMix64(seed: 4)
    try catalog.perform(.favorite(listing: couch.id, member: "ana"), at: SeededWorld.now)
    #expect(try Self.leaves(catalog) == all)
    try catalog.perform(.block(listing: couch.id, nights: try Self.stay(&random), isBlocked: true), at: SeededWorld.now)
    #expect(try Self.leaves(catalog) == all - 1)
    #expect(try decode() == all)
    // The log is restarted by the next commit.
    try TestDatabase.run("PRAGMA wal_checkpoint(RESTART)", path: temporary.path)
    try catalog.perform(.visit(listing: couch.id, member: "ana"), at: SeededWorld.now)
    #expect(try Self.leaves(catalog) == all)
    _ = try catalog.edit(couch.id) { $0.name = "Other" }
    #expect(try Self.leaves(catalog) == 0)
    #expect(try decode() == all)
    let other = try Catalog(path: temporary.path, access: .readWrite)
    try other.perform(.favorite(listing: couch.id, member: "ben"), at: SeededWorld.now)
    #expect(try Self.leaves(catalog) == 0)
    #expect(try decode() == all)
    // The next commit follows one of another connection, so nothing is known.
    try other.perform(.unfavorite(listing: couch.id, member: "ben"), at: SeededWorld.now)
    try catalog.perform(.favorite(listing: couch.id, member: "cleo"), at: SeededWorld.now)
    #expect(try Self.leaves(catalog) == 0)
  }
}
