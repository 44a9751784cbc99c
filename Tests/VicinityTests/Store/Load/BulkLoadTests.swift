import Geography
import TestSupport
import Testing

@testable import Vicinity

@Suite("Bulk loading")
struct BulkLoadTests {
  private let world = SeededWorld(
    seed: 5, count: 300, center: Coordinate(latitude: 47, longitude: 19), spreadDegrees: 1)

  @Test("saved listings read back unchanged")
  func roundTrip() throws {
    let temporary = try TemporaryCatalog(world.listings)
    for listing in world.listings { #expect(try temporary.catalog.listing(listing.id) == listing) }
    #expect(try temporary.catalog.listing("nobody") == nil)
    #expect(try temporary.catalog.check() == [])
  }

  @Test("staged bytes read back as they were")
  func staging() throws {
    // A spool of a kilobyte writes nearly everything to its file.
    for limit in [1 << 10, 1 << 20] {
      let spool = Spool(memoryLimit: limit)
      var bytes: [UInt8] = []
      let entries = try world.listings.map { listing in
        StagedListing.encode(listing, into: &bytes)
        return StagedIds.Entry(
          hash: 0, place: 0, offset: try spool.append(bytes), count: UInt32(bytes.count), line: 0)
      }
      let chunk = StagedChunk()
      try chunk.load(entries[10...], from: spool)
      #expect(chunk.listings() == Array(world.listings[10...]))
      try chunk.load(entries[..<20], from: spool)
      #expect(chunk.listings() == Array(world.listings[..<20]))
    }
  }

  @Test("saving again updates changed listings and leaves the rest unchanged")
  func again() throws {
    let temporary = try TemporaryCatalog(world.listings)
    var listings = world.listings
    listings[3].name = "New name"
    listings[4].coordinate.latitude += 0.5
    listings[5].tags.append("zzz")
    listings.append(Listing(id: "new", kind: .bar, coordinate: Coordinate(latitude: 1, longitude: 2)))
    var counts = try temporary.catalog.save(listings, source: "test")
    counts.unreadableHours = []
    #expect(counts == BulkLoadCounts(added: 1, updated: 3, unchanged: 297, removed: 0))
    for listing in listings { #expect(try temporary.catalog.listing(listing.id) == listing) }
    #expect(try temporary.catalog.check() == [])
  }

  @Test("many listings at once, new and changed, leave every index complete")
  func many() throws {
    let center = Coordinate(latitude: -10, longitude: 100)
    var listings = SeededWorld(seed: 9, count: 2500, center: center, spreadDegrees: 3).listings
    let temporary = try TemporaryCatalog(Array(listings[..<1200]))
    for index in 0..<300 { listings[index].coordinate.longitude += 1 }
    var counts = try temporary.catalog.save(listings, source: "test")
    counts.unreadableHours = []
    #expect(counts == BulkLoadCounts(added: 1300, updated: 300, unchanged: 900, removed: 0))
    #expect(try temporary.catalog.check() == [])
    for listing in listings.prefix(500) { #expect(try temporary.catalog.listing(listing.id) == listing) }
  }

  @Test("replacing a source removes what it no longer has, and nothing of other sources")
  func replacing() throws {
    let temporary = try TemporaryCatalog(Array(world.listings[..<200]), source: "a")
    try temporary.catalog.save(Array(world.listings[200...]), source: "b")
    let counts = try temporary.catalog.bulkLoad(source: "a") { load in
      load.replacesSource = true
      for listing in world.listings[..<50] { _ = try load.stage(listing, line: 0) }
    }
    #expect(counts == BulkLoadCounts(added: 0, updated: 0, unchanged: 50, removed: 150))
    #expect(try temporary.catalog.statistics().sources == [.init(name: "a", count: 50), .init(name: "b", count: 100)])
    #expect(try temporary.catalog.check() == [])
  }

  @Test("an id that comes twice counts once, the first time")
  func duplicates() throws {
    let temporary = try TemporaryCatalog()
    let first = Listing(id: "x", kind: .bar, coordinate: Coordinate(latitude: 1, longitude: 2))
    var second = first
    second.name = "other"
    var outcomes: [BulkLoad.Staged] = []
    let counts = try temporary.catalog.bulkLoad(source: "s") { load in
      outcomes = [try load.stage(first, line: 4), try load.stage(second, line: 9)]
    }
    #expect(outcomes == [.staged, .duplicate(firstLine: 4)])
    #expect(counts.added == 1)
    #expect(try temporary.catalog.listing("x") == first)
  }

  @Test("a load that fails leaves the catalog as it was")
  func undone() throws {
    struct Interrupted: Error {}
    let temporary = try TemporaryCatalog(Array(world.listings[..<100]))
    let before = try temporary.catalog.statistics()
    #expect(throws: Interrupted.self) {
      try temporary.catalog.bulkLoad(source: "test") { load in
        load.replacesSource = true
        for listing in world.listings[100...] { _ = try load.stage(listing, line: 0) }
        throw Interrupted()
      }
    }
    #expect(try temporary.catalog.statistics() == before)
    #expect(try temporary.catalog.check() == [])
    #expect(try temporary.catalog.save(world.listings, source: "test").added == 200)
  }

  @Test("rows follow one another along the Hilbert curve")
  func order() throws {
    let temporary = try TemporaryCatalog(world.listings)
    let ids = try TestDatabase.rows("SELECT id FROM listing ORDER BY fid", path: temporary.path).map { $0[0] }
    let coordinates = Dictionary(uniqueKeysWithValues: world.listings.map { ($0.id, $0.coordinate) })
    let places = ids.compactMap { coordinates[$0] }.map(HilbertCurve.position)
    #expect(places.count == world.listings.count)
    #expect(places == places.sorted())
  }

  @Test("removing listings removes all that belongs to them")
  func removal() throws {
    let temporary = try TemporaryCatalog(world.listings)
    #expect(try temporary.catalog.remove(ids: world.listings[..<250].map(\.id) + ["nobody"]) == 250)
    #expect(try temporary.catalog.answer(Query(), at: SeededWorld.now).matches.count == 20)
    #expect(try temporary.catalog.check() == [])
    let rows = try TestDatabase.rows(
      "SELECT (SELECT count(*) FROM listing), (SELECT count(*) FROM rtree_listing_geom), (SELECT count(*) FROM listing_text)",
      path: temporary.path)
    #expect(rows == [["50", "50", "50"]])
  }
}
