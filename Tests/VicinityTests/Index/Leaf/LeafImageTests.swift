import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

@Suite("Images of leaves")
struct LeafImageTests {
  private static let world = SeededWorld(
    seed: 3, count: 1500, center: Coordinate(latitude: 48, longitude: 9), spreadDegrees: 0.5
  ).listings

  private static func nodes(_ path: String) throws -> [Int] {
    try TestDatabase.rows("SELECT node FROM leaf_image WHERE node > 0", path: path).compactMap { Int($0[0]) }
  }

  /// The number of leaves that are read from images.
  private static func used(_ temporary: TemporaryCatalog) throws -> Int {
    let nodes = try nodes(temporary.path)
    return try temporary.catalog.read { worker, snapshot, _ in
      let (images, mark) = (try LeafImages(prepare: worker.statement), try #require(snapshot.mark))
      return try nodes.count { node in
        try images.leaf(of: node, rows: try worker.rows(ofLeaf: node), mark: mark, in: PageArena()) != nil
      }
    }
  }

  @Test("a load of many listings writes those of all leaves, and changes put single ones out of date")
  func written() throws {
    let temporary = try TemporaryCatalog(Self.world)
    let all = try Self.nodes(temporary.path).count
    #expect(all > 20)
    #expect(try Self.used(temporary) == all)
    #expect(try temporary.catalog.check() == [])
    _ = try temporary.catalog.edit(Self.world[0].id) { $0.name = "Other" }
    #expect(try Self.used(temporary) == all - 1)
    try temporary.catalog.perform(.favorite(listing: Self.world[9].id, member: "ana"), at: SeededWorld.now)
    #expect(try Self.used(temporary) == all - 1)
    try TestDatabase.run(
      "INSERT OR IGNORE INTO listing_tag SELECT (SELECT max(fid) FROM listing), tag_id FROM tag",
      path: temporary.path)
    #expect(try Self.used(temporary) >= all - 2)
    #expect(try temporary.catalog.check() == [])
    try temporary.catalog.save(Self.world, source: "again", at: SeededWorld.now)
    #expect(try Self.used(temporary) == all)
    try temporary.catalog.eraseTraces(of: "ana")
    #expect(try Self.used(temporary) == all)
    // The index could have come in place of a trigger that was removed for a while.
    try TestDatabase.run("CREATE INDEX listing_of_others ON listing(guests)", path: temporary.path)
    #expect(try Self.used(temporary) == 0)
  }

  @Test("those that are missing or out of date are written again")
  func renewed() throws {
    let temporary = try TemporaryCatalog(Self.world)
    let all = try Self.used(temporary)
    try TestDatabase.run(
      "DELETE FROM leaf_image; CREATE INDEX listing_of_others ON listing(guests)", path: temporary.path)
    #expect(try Self.used(temporary) == 0)
    let number = try temporary.catalog.renewLeafImages()
    #expect(try Self.used(temporary) == all)
    for listing in Self.world.prefix(3) {
      _ = try temporary.catalog.edit(listing.id) { $0.coordinate = Self.world[77].coordinate }
    }
    #expect(try Self.used(temporary) < all)
    #expect(try temporary.catalog.renewLeafImages(after: number) > number)
    #expect(try Self.used(temporary) >= all)
    #expect(try temporary.catalog.check() == [])
  }

  @Test("the check reports one that differs from its listings")
  func checked() throws {
    let temporary = try TemporaryCatalog(Self.world)
    let node = try #require(try Self.nodes(temporary.path).first)
    // The third byte of the first latitude.
    try Self.overwrite(node, at: LeafShape().latitudes + 2, with: [0x55], temporary.path)
    #expect(try temporary.catalog.check().map(\.code) == ["image"])
  }

  /// The least price in major units that no catalog can hold, and one whose minor units are no number of 64 bits.
  @Test("a price beyond all others is damage", arguments: [1e15 + 1, 1e300])
  func price(major: Double) throws {
    let temporary = try TemporaryCatalog(Self.world)
    for node in try Self.nodes(temporary.path) {
      var shape = LeafShape()
      shape.count = Int32(try temporary.catalog.read { worker, _, _ in try worker.rows(ofLeaf: node).count })
      let bytes = withUnsafeBytes(of: major.bitPattern.littleEndian, Array.init)
      try Self.overwrite(node, at: shape.prices, with: bytes, temporary.path)
    }
    var query = Query()
    (query.limit, query.fields) = (5, [.id, .price])
    let other = try Catalog(path: temporary.path)
    let error = #expect(throws: CatalogError.self) { try other.answer(query, at: SeededWorld.now) }
    #expect(error?.code == "damaged")
  }

  /// Writes bytes over those of an image.
  private static func overwrite(_ node: Int, at offset: Int, with bytes: [UInt8], _ path: String) throws {
    let digits = bytes.map { String(0x100 | Int($0), radix: 16).dropFirst() }.joined()
    try TestDatabase.run(
      """
      UPDATE leaf_image SET image = substr(image, 1, \(offset)) || x'\(digits)'
        || substr(image, \(offset + bytes.count + 1)) WHERE node = \(node)
      """, path: path)
  }

  @Test("damage is found, or changes values within their ranges", arguments: [1, 2] as [UInt64])
  func damaged(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let temporary = try TemporaryCatalog(Self.world)
    let nodes = try Self.nodes(temporary.path)
    var found = 0
    for _ in 0..<TwinQueries.count(usually: 200) {
      let node = nodes[SeededWorld.pick(nodes.count, &random)]
      let offset = SeededWorld.pick(SeededWorld.oneIn(2, &random) ? 130 : 5000, &random)
      try Self.overwrite(node, at: offset, with: [UInt8(SeededWorld.pick(256, &random))], temporary.path)
      let other = try Catalog(path: temporary.path)
      var query = Query()
      (query.limit, query.kinds, query.during) = (2000, Set(Kind.allCases), .named(.any))
      // Everything that a leaf has; states of opening hours would take most of the time.
      query.fields = [.id, .tags, .price, .rating, .guests, .starts, .ends]
      // A changed status, for example, hides a listing.
      do { #expect(try other.answer(query, at: SeededWorld.now).matches.count <= Self.world.count) } catch {
        #expect((error as? CatalogError)?.code == "damaged", "\(error)")
        found += 1
        try temporary.catalog.save(Self.world, source: "s\(found)", at: SeededWorld.now)
      }
    }
    #expect(found > 0)
  }
}
