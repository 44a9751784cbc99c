import Geography
import TestSupport
import Testing

@testable import Vicinity

@Suite("The packed R-tree")
struct PackedRTreeTests {
  private static let boxes = "SELECT id, minx, maxx, miny, maxy FROM rtree_listing_geom ORDER BY id"
  private static let worlds = [
    SeededWorld(seed: 3, count: 3000, center: Coordinate(latitude: 48, longitude: 9), spreadDegrees: 0.2),
    SeededWorld(seed: 4, count: 1500, center: Coordinate(latitude: -60, longitude: 179), spreadDegrees: 40),
    SeededWorld(seed: 5, count: 1000, center: Coordinate(latitude: 0, longitude: 0), spreadDegrees: 0),
  ]

  @Test("has the very boxes that SQLite's own inserts make", arguments: worlds)
  func twin(world: SeededWorld) throws {
    let packed = try TemporaryCatalog(world.listings)
    // Loads this small go through the triggers.
    let inserted = try TemporaryCatalog()
    let order = try TestDatabase.rows("SELECT id FROM listing ORDER BY fid", path: packed.path).map { $0[0] }
    let listings = Dictionary(uniqueKeysWithValues: world.listings.map { ($0.id, $0) })
    let ordered = order.compactMap { listings[$0] }
    for start in stride(from: 0, to: ordered.count, by: 500) {
      try inserted.catalog.save(Array(ordered[start..<min(start + 500, ordered.count)]), source: "test")
    }
    #expect(ordered.count == world.listings.count)
    #expect(
      try TestDatabase.rows(Self.boxes, path: packed.path) == TestDatabase.rows(Self.boxes, path: inserted.path))
    #expect(try packed.catalog.check() == [])
  }

  @Test("answers like one that SQLite filled", arguments: worlds)
  func answers(world: SeededWorld) throws {
    let packed = try TemporaryCatalog(world.listings)
    let inserted = try TemporaryCatalog()
    for start in stride(from: 0, to: world.listings.count, by: 500) {
      let end = min(start + 500, world.listings.count)
      try inserted.catalog.save(Array(world.listings[start..<end]), source: "test")
    }
    for listing in world.listings.prefix(40) {
      var query = Query()
      query.near = listing.coordinate
      (query.limit, query.fields) = (60, [.id])
      let ids = try packed.catalog.answer(query, at: SeededWorld.now).matches.map(\.id)
      #expect(ids == (try inserted.catalog.answer(query, at: SeededWorld.now).matches.map(\.id)))
      #expect(ids.count == 60)
    }
  }

  @Test("stays whole under later inserts, moves and removals")
  func changes() throws {
    let world = Self.worlds[0]
    let temporary = try TemporaryCatalog(Array(world.listings[..<2000]))
    for start in stride(from: 2000, to: 3000, by: 250) {
      try temporary.catalog.save(Array(world.listings[start..<start + 250]), source: "test")
    }
    var moved = Array(world.listings[500..<900])
    for index in moved.indices { moved[index].coordinate.longitude += Double(index) / 100 }
    try temporary.catalog.save(moved, source: "test")
    #expect(try temporary.catalog.check() == [])
    #expect(try temporary.catalog.remove(ids: world.listings[..<2800].map(\.id)) == 2800)
    #expect(try temporary.catalog.check() == [])
    let rows = try TestDatabase.rows("SELECT count(*) FROM rtree_listing_geom", path: temporary.path)
    #expect(rows == [["200"]])
  }

  @Test("replaces what an emptied catalog left behind, in all indexes")
  func again() throws {
    let world = Self.worlds[0]
    let temporary = try TemporaryCatalog(world.listings)
    for _ in 0..<2 {
      #expect(try temporary.catalog.remove(ids: world.listings.map(\.id)) == 3000)
      #expect(try temporary.catalog.check() == [])
      #expect(try temporary.catalog.save(world.listings, source: "test").added == 3000)
      #expect(try temporary.catalog.check() == [])
    }
  }

  @Test(
    "cuts within the allowed sizes, and better than equal portions", arguments: [1, 16, 17, 46, 47, 93, 1000, 1499])
  func cuts(count: Int) {
    let places = Self.worlds[1].listings.prefix(count).map(\.coordinate)
    let cells = places.sorted { HilbertCurve.position(of: $0) < HilbertCurve.position(of: $1) }.enumerated().map {
      PackedCell(number: Int64($0.offset), box: PackedBox($0.element))
    }
    let cuts = RTreePacking.cuts(cells[...])
    #expect(cuts.reduce(0, +) == cells.count)
    #expect(cells.count < 17 || cuts.allSatisfy(RTreePacking.fill.contains))
    let portions = stride(from: 0, to: cells.count, by: 46).map { min(46, cells.count - $0) }
    #expect(cost(cuts, cells) <= cost(portions, cells) || portions.contains { $0 < 17 })
  }

  /// The objective that `RTreePacking` minimizes.
  private func cost(_ cuts: [Int], _ cells: [PackedCell]) -> Double {
    var start = 0
    return cuts.reduce(0) { sum, size in
      var box = cells[start].box
      for cell in cells[start..<start + size] { box.extend(by: cell.box) }
      start += size
      return sum + Double((box.maxX - box.minX + 0.02) * (box.maxY - box.minY + 0.02))
    }
  }
}
