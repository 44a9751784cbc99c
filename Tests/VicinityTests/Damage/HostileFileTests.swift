import Areas
import Foundation
import TestSupport
import Testing

@testable import Vicinity

/// Crafted files: whatever they contain, the result is an answer, an error, or a finding, within a short time.
@Suite("A hostile catalog")
struct HostileFileTests {
  private let folder: DamageFolder

  init() throws { folder = try DamageFolder() }

  /// A copy of a sound catalog, changed through SQL.
  private func changed(_ sql: String) throws -> String {
    let path = folder.path("hostile.gpkg")
    try MixedCatalog.shared.get().write(to: path)
    try TestDatabase.run(
      """
      PRAGMA ignore_check_constraints = ON;
      DROP TRIGGER rtree_listing_geom_update1;
      DROP TRIGGER rtree_listing_geom_update2;
      DROP TRIGGER rtree_listing_geom_update3;
      DROP TRIGGER rtree_listing_geom_update4;
      \(sql)
      """, path: path)
    return path
  }

  /// Runs a query and expects the file to be rejected as damaged, not for another reason.
  @discardableResult
  private func refused(_ path: String, _ query: Query = Query(), from route: Search.Route = .walk) throws
    -> CatalogError?
  {
    let catalog = try Catalog(path: path)
    let error = #expect(throws: CatalogError.self) { try catalog.answer(query, at: SeededWorld.now, from: route) }
    switch error {
    case .damaged, .numberTooLarge, .nodeTooLarge, .nodeMissing, nil: break
    case let other?: Issue.record("\(other)")
    }
    return error
  }

  private func codes(_ path: String) throws -> Set<String> { Set(try Catalog(path: path).check().map(\.code)) }

  /// The first bytes of a node: depth and number of entries.
  private static func head(_ hex: String, of node: Int = 1) -> String {
    "UPDATE rtree_listing_geom_node SET data = CAST(x'\(hex)' || substr(data, \(hex.count / 2 + 1)) AS BLOB) WHERE nodeno = \(node);"
  }

  /// Makes an entry of a node refer to `child`.
  private static func entry(_ cell: Int, of node: Int, is child: Int) -> String {
    let hex = String(child, radix: 16)
    let eight = String(repeating: "0", count: 16 - hex.count) + hex
    return """
      UPDATE rtree_listing_geom_node SET data = CAST(
        substr(data, 1, \(4 + 24 * cell)) || x'\(eight)' || substr(data, \(13 + 24 * cell)) AS BLOB) WHERE nodeno = \(node);
      """
  }

  static let trees: [String] = [
    head("0028"), head("0029"), head("ffff"), head("0014"), head("0002"), head("0000ffff"), head("00010000"),
    entry(0, of: 1, is: 1), entry(1, of: 1, is: 2) + entry(0, of: 1, is: 2), entry(0, of: 1, is: 999),
    entry(0, of: 1, is: Int.max), entry(0, of: 2, is: Int.max),
    head("0002") + entry(0, of: 2, is: 3) + entry(1, of: 2, is: 3),
    head("0028") + (1...3).map { node in (0..<3).map { entry($0, of: node, is: $0 + 1) }.joined() }.joined(),
    "UPDATE rtree_listing_geom_node SET data = x'0001' WHERE nodeno = 1;",
    "UPDATE rtree_listing_geom_node SET data = 'text' WHERE nodeno = 2;",
    "DELETE FROM rtree_listing_geom_node WHERE nodeno = 2;",
  ]

  @Test("is refused where nodes of the R-tree do not make a tree", arguments: trees)
  func tree(sql: String) throws {
    let path = try changed(sql)
    #expect(try codes(path).contains("rtree"))
    var query = Query()
    query.limit = 5000
    try refused(path, query)
    _ = try folder.answers(of: path)
  }

  @Test(
    "is refused where a node has a number beyond all files", arguments: [1 << 33, Int.max, 4_294_967_295, 16_777_217])
  func nodeNumbers(number: Int) throws {
    let path = try changed("INSERT INTO rtree_listing_geom_node VALUES (\(number), zeroblob(1228));")
    #expect(try codes(path).contains("rtree"))
    try refused(path)
  }

  @Test(
    "is refused where a box has sides that are not numbers or off the Earth, and check reports the entry",
    arguments: ["7fc00000", "ff800000", "7f800000", "7f7fffff", "c3fa0000"], 0..<4)
  func boxes(hex: String, side: Int) throws {
    let path = try changed(Self.side(side, ofEntry: 0, of: 1, is: hex))
    try refused(path)
    let defects = try Catalog(path: path).check().filter { $0.code == "rtree" }
    #expect(
      defects.contains { $0.message.contains("node 1") && $0.message.contains("entry 1 has no box on the Earth") })
  }

  @Test("is reported by check where a listing has a side that is not a number and no query reads")
  func leafBoxes() throws {
    for side in 0..<4 {
      let path = try changed(Self.side(side, ofEntry: 0, of: 2, is: "7fc00000"))
      #expect(try codes(path).contains("rtree"))
    }
  }

  /// Replaces one side of the box of an entry: west, east, south or north.
  private static func side(_ side: Int, ofEntry cell: Int, of node: Int, is hex: String) -> String {
    let offset = 4 + 24 * cell + 8 + 4 * side
    return """
      UPDATE rtree_listing_geom_node SET data = CAST(
        substr(data, 1, \(offset)) || x'\(hex)' || substr(data, \(offset + 5)) AS BLOB) WHERE nodeno = \(node);
      """
  }

  @Test("is not asked for a leaf where there is a branch, or the other way round")
  func kinds() throws {
    // The index by tags addresses a leaf by its number.
    let path = try changed("UPDATE rtree_listing_geom_rowid SET nodeno = 1;")
    #expect(try codes(path).contains("rtree"))
    var query = Query()
    (query.tags.any, query.limit) = (["pub"], 100)
    let catalog = try Catalog(path: path)
    let tag = try #require(try catalog.read { _, _, numbers in try numbers.tag("pub") })
    _ = try catalog.answer(query, at: SeededWorld.now, from: .walk)
    #expect(throws: CatalogError.self) { try catalog.answer(query, at: SeededWorld.now, from: .tags([tag])) }
    // A node that has been read as a leaf is not accepted as a branch.
    let other = try Catalog(path: path)
    _ = try? other.answer(query, at: SeededWorld.now, from: .tags([tag]))
    #expect(throws: CatalogError.self) { try other.answer(query, at: SeededWorld.now, from: .walk) }
  }

  /// Values that no calculation can handle, each with a query that would use it.
  @Test(
    "is refused where a value is beyond its range, with the row and the column",
    arguments: [
      ("listing SET price = 9223372036854775807", "price is 9223372036854775807"),
      ("listing SET starts = -9223372036854775808 WHERE kind = 'event'", "starts is"),
      ("listing SET ends = 9223372036854775807 WHERE kind = 'event'", "ends is"),
      ("listing SET starts = 5000, ends = 10 WHERE kind = 'event'", "ends is 10"),
      ("listing SET rating_count = 9223372036854775807", "rating_count is"),
      ("listing SET schedule_id = 2147483647", "schedule_id 2147483647 is larger"),
      ("listing SET zone_id = -1", "zone_id is -1"),
      (
        "listing SET geom = x'4750000100000000' || x'0101000000' || x'000000000000f07f' || x'0000000000000000'",
        "geom is"
      ),
      ("listing SET rating = 1e300", "rating is"),
      ("listing SET kind = 'pub'", "kind is \"pub\""),
      ("listing SET id = printf('%.300c', 'x') || fid", "id is"),
      ("listing SET guests = 9e18 WHERE kind = 'couch'", "guests is"),
      ("listing_tag SET tag_id = 2147483647 WHERE tag_id = 1", "tag_id 2147483647 is larger"),
      ("listing_tag SET tag_id = -7 WHERE tag_id = 1", "tag_id is -7"),
      ("block SET from_date = '20:7-05-16'", "from_date is \"20:7-05-16\""),
      ("block SET to_date = '1999-01-01'", "to_date is"),
      ("nightly_rate SET min_nights = -5", "min_nights is -5"),
      ("booking SET from_date = x'00'", "from_date is a blob"),
    ])
  func values(sql: String, says: String) throws {
    let path = try changed("UPDATE \(sql);")
    var query = Query()
    (query.limit, query.facets) = (5000, [.tag, .priceBand])
    let error = try refused(path, query)
    #expect(error?.description.contains(says) == true, "\(String(describing: error))")
    _ = try folder.answers(of: path)
    #expect(folder.isNoticed(path))
  }

  /// Values that only some queries read.
  @Test(
    "is survived by queries that read changed values",
    arguments: [
      "UPDATE listing SET fid = 2147483648 + fid WHERE fid > 60",
      "UPDATE listing SET fid = 9223372036854775807 WHERE fid = 60",
      "UPDATE listing SET fid = -60 WHERE fid = 60", "UPDATE OR REPLACE favourite SET fid = -5",
      "UPDATE OR REPLACE visit SET fid = 4000000000",
      "UPDATE tag SET tag_id = 2147483647 - tag_id; UPDATE listing_tag SET tag_id = 2147483647 - tag_id",
      "UPDATE affinity SET admirers = 9223372036854775807", "UPDATE affinity SET fid = -fid",
      "UPDATE affinity SET targets = x'0000807f' || substr(targets, 5)", "UPDATE affinity SET targets = x'0102'",
      "UPDATE catalog_statistic SET value = 9e999", "UPDATE catalog_statistic SET value = -1e308",
      "UPDATE tag_statistic SET listings = 9223372036854775807",
      "UPDATE place SET latitude = 9e999, longitude = -9e999",
      "UPDATE place SET population = 9223372036854775807", "UPDATE area SET geom = x'4750' || zeroblob(60)",
      "UPDATE exact_point SET latitude = 9e999",
      "UPDATE schedule SET hours = printf('%.100000c', '(') || schedule_id, zone_id = 1 << 40",
      "UPDATE listing_detail SET recurrence = 'FREQ=DAILY;INTERVAL=9223372036854775807', capacity = -1",
      "UPDATE zone SET name = '../../../etc/passwd' || zone_id",
      "UPDATE rating_base SET rating_count = 9223372036854775807",
      "UPDATE attendance SET starts = 9223372036854775807", "DELETE FROM listing_text_data WHERE id > 1",
      "UPDATE listing_text_docsize SET sz = x'ffffffffffffffffff'", "UPDATE listing_area SET area_fid = -1",
    ])
  func questions(sql: String) throws {
    let path = try changed("\(sql);")
    let answers = try #require(try folder.answers(of: path))
    #expect(answers.count == MixedCatalog.questions.count)
    #expect(folder.isNoticed(path))
    // Queries and actions of members.
    let catalog = try Catalog(path: path, access: .readWrite, areas: GEOSAreaEngine())
    let stars = try #require(Stars(4))
    let actions: [Action] = [
      .rate(listing: "l1", member: "ana", stars: stars), .join(listing: "event-x", member: "dan"),
      .leave(listing: "event-x", member: "ana"),
    ]
    for action in actions { _ = try? catalog.perform(all: [action], at: SeededWorld.now) }
    _ = try? catalog.joinedEvents(of: "ana", at: SeededWorld.now)
    _ = try? catalog.recommendations(for: "ana", limit: 3, at: SeededWorld.now)
    _ = try? catalog.buildRecommendations(threads: 1)
    _ = try? catalog.locality(of: MixedCatalog.center)
    _ = try? catalog.statistics()
    for id in ["l1", "couch-x", "couch-y", "event-x"] { _ = try? catalog.listing(id) }
  }

  /// Times in the records of members, each with a query that reads them.
  static let times: [(change: String, says: String, question: @Sendable (Catalog) throws -> Void)] = [
    ("booking SET made = 9223372036854775807", "made is 9223372036854775807", { _ = try $0.bookings(of: "ana") }),
    ("booking SET changed = 'now'", "changed is \"now\"", { _ = try $0.bookings() }),
    ("booking SET made = 1e300", "made is 1.0e+300", { _ = try $0.bookings(of: "ana") }),
    ("favourite SET at = -9223372036854775808", "at is -9", { _ = try $0.favorites(of: "ana", at: SeededWorld.now) }),
    ("rating SET at = x'00'", "at is a blob", { _ = try reviewed($0) }),
    ("rating SET half_stars = 99", "half_stars is 99", { _ = try reviewed($0) }),
    ("attendance SET starts = 1 << 62", "starts is 4611", { _ = try $0.joinedEvents(of: "ana", at: SeededWorld.now) }),
    (
      "attendance SET starts = 1 << 62", "starts is 4611",
      { _ = try $0.perform(.leave(listing: "event-x", member: "ana"), at: SeededWorld.now) }
    ),
    (
      "attendance SET starts = 1 << 62", "starts is 4611",
      { _ = try $0.forget("ben", at: SeededWorld.now, rebuildingWith: nil) }
    ),
    (
      "attendance SET starts = 1 << 62", "starts is 4611",
      { _ = try $0.rate("event-x", try #require(Stars(4)), by: "ana", at: SeededWorld.now) }
    ),
  ]

  private static func reviewed(_ catalog: Catalog) throws -> [Reviews] {
    try (0..<60).map { try catalog.reviews(of: "l\($0)") }
  }

  @Test("is refused where a time of a member is beyond its range, and check reports it", arguments: times.indices)
  func memberTimes(index: Int) throws {
    let (change, says, question) = Self.times[index]
    let path = try changed("UPDATE \(change);")
    let catalog = try Catalog(path: path, access: .readWrite, areas: GEOSAreaEngine())
    let error = #expect(throws: CatalogError.self) { try question(catalog) }
    #expect(error?.description.contains(says) == true, "\(String(describing: error))")
    #expect(try codes(path).contains("value"))
  }

  @Test("discards its version after an error, so that the next query sees later changes")
  func recovers() throws {
    let path = try changed("UPDATE block SET from_date = 'x' || from_date;")
    let catalog = try Catalog(path: path)
    var query = Query()
    (query.kinds, query.limit) = ([.couch], 500)
    #expect(throws: CatalogError.self) { try catalog.answer(query, at: SeededWorld.now) }
    try TestDatabase.run("UPDATE block SET from_date = substr(from_date, 2)", path: path)
    #expect(try !catalog.answer(query, at: SeededWorld.now).matches.isEmpty)
  }
}
