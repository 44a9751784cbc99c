import CivilTime
import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// Custom fields of a catalog: stored, indexed, filtered, sorted, counted.
@Suite("Custom fields")
struct OwnFieldTests {
  private static let sorts: [[Query.SortKey]] = [
    [.distance], [.own("stars")], [.own("stars").descending], [.own("since"), .own("vegan")], [.own("instagram")],
    [.own("instagram").descending, .own("stars")], [.own("vegan"), .name], [.rating, .own("since").descending],
  ]

  @Test(
    "engine and brute force agree on filters, orders, totals, pages and counts", arguments: TwinTests.worlds,
    [true, false])
  func twin(world: TwinTests.World, isDeclaredFirst: Bool) throws {
    var random = SplitMix64(seed: isDeclaredFirst ? 5 : 6)
    let world = SeededWorld(seed: 9, count: 160, center: world.center, spreadDegrees: world.spreadDegrees)
    let listings = OwnWorld.decorated(world.listings, &random)
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    if isDeclaredFirst { for field in OwnWorld.fields { try catalog.add(field) } }
    // The others replace listings of the same ids.
    try catalog.save(world.listings.filter { _ in SeededWorld.oneIn(2, &random) }, source: "test")
    try catalog.save(listings, source: "test")
    if !isDeclaredFirst { for field in OwnWorld.fields { try catalog.add(field) } }
    let twin = BruteForce(listings, own: OwnWorld.types)
    for _ in 0..<TwinQueries.count(usually: 20) {
      var query = Query()
      query.near = listings[SeededWorld.pick(listings.count, &random)].coordinate
      query.filter = Self.tree(&random)
      query.sort = Self.sorts[SeededWorld.pick(Self.sorts.count, &random)]
      (query.limit, query.fields, query.total) = ([3, 20, 1000][SeededWorld.pick(3, &random)], [.id], true)
      if SeededWorld.oneIn(4, &random) { query.radiusMeters = 4000 }
      query.facets = OwnWorld.fields.map { .own($0.name) }
      let expected = twin.matches(query, now: SeededWorld.now)
      let answer = try catalog.answer(query, at: SeededWorld.now)
      #expect(answer.matches.map(\.id) == expected.prefix(query.limit).map(\.id), "\(query.json.text)")
      #expect(answer.total == expected.count)
      for facet in answer.facets ?? [] { Self.expect(facet, equals: expected, twin) }
      query.facets = []
      #expect(try catalog.idsOfAllPages(of: query) == expected.map(\.id), "\(query.json.text)")
    }
    #expect(try catalog.check().isEmpty)
  }

  private static func tree(_ random: inout SplitMix64) -> FilterExpression {
    let parts = (0...SeededWorld.pick(3, &random)).map { _ in OwnWorld.condition(&random) }
    let tree: FilterExpression =
      switch SeededWorld.pick(3, &random) {
      case 0: .and(parts)
      case 1: .or(parts + [.compare(FilterOperand(.rating), .greater, .number(3))])
      default: .and([.not(parts[0]), .compare(FilterOperand(.kind), .notEqual, .text("couch"))])
      }
    return (try? FilterExpression(parsing: tree.description)) ?? tree
  }

  private static func expect(_ facet: FacetCounts, equals matches: [Listing], _ twin: BruteForce) {
    var counts: [String: Int] = [:]
    guard case .own(let name) = facet.facet else { return }
    for listing in matches { for value in twin.ownValues(name, listing) { counts[value, default: 0] += 1 } }
    #expect(facet.without == counts[""] ?? 0, "\(name)")
    counts[""] = nil
    #expect(Dictionary(uniqueKeysWithValues: facet.values.map { ($0.value, $0.count) }) == counts, "\(name)")
  }

  @Test("start from the index where few listings have a value")
  func starts() throws {
    let listings = (0..<3000).map { index in
      var bar = Listing(
        id: "b\(index)", kind: .bar,
        coordinate: Coordinate(latitude: Double(index / 60) / 10, longitude: Double(index % 60) / 10))
      bar.own["code"] = .int(Int64(index % 1000))
      return bar
    }
    let temporary = try TemporaryCatalog(listings)
    try temporary.catalog.add(try #require(OwnField(name: "code", type: .number)))
    var query = Query()
    (query.near, query.fields) = (listings[40].coordinate, [.id])
    query.filter = try FilterExpression(parsing: "code = 7")
    let explanation = try temporary.catalog.explain(query, at: SeededWorld.now)
    #expect(explanation.start == .rows(count: 3) && explanation.matches == 3)
    query.filter = try FilterExpression(parsing: "code >= 7")
    #expect(try temporary.catalog.explain(query, at: SeededWorld.now).start == .walk)
  }

  @Test("that are not declared, or of another type, are named in errors")
  func errors() throws {
    let temporary = try TemporaryCatalog([])
    for field in OwnWorld.fields { try temporary.catalog.add(field) }
    let cases = [
      (#"{"filter":"strs > 3"}"#, "did you mean stars?"), (#"{"filter":"stars = 'x'"}"#, "compared with a number"),
      (#"{"filter":"music = 'jazz'"}"#, "a_contains"),
      (#"{"filter":"since > TIMESTAMP('2026-01-01T00:00:00Z')"}"#, "DATE"),
      (#"{"filter":"a_overlaps(stars, ('x'))"}"#, "not a list"), (#"{"sort":"strs"}"#, "did you mean stars?"),
      (#"{"sort":"ratings"}"#, "did you mean rating?"), (#"{"fields":["nmae"]}"#, "did you mean name?"),
      (#"{"filter":"prise < 5"}"#, "unknown field \"prise\"; did you mean price?"), (#"{"sort":"music"}"#, "is a list"),
      (#"{"sort":["name","instagram"]}"#, "only one key can be text"),
      (#"{"fields":["id","strs"]}"#, "did you mean stars?"), (#"{"facets":"strs"}"#, "did you mean stars?"),
    ]
    for (text, message) in cases {
      let error = #expect(throws: QueryError.self) {
        try temporary.catalog.answer(Query(parsing: text.utf8), at: SeededWorld.now)
      }
      #expect(error?.description.contains(message) == true, "\(text): \(error?.description ?? "")")
    }
    for name in ["price", "open", "distance", "1st", "two words", ""] {
      #expect(OwnField(name: name, type: .text) == nil)
    }
    for name in ["best", "tag", "during", "geometry"] {
      let field = try #require(OwnField(name: name, type: .text))
      #expect(throws: QueryError.self) { try temporary.catalog.add(field) }
    }
    #expect(throws: QueryError.self) { try temporary.catalog.add(OwnWorld.fields[0]) }
    #expect(throws: QueryError.self) { try temporary.catalog.removeOwnField("strs") }
    try temporary.catalog.removeOwnField("stars")
    #expect(try temporary.catalog.ownFields().map(\.name) == ["instagram", "music", "since", "vegan"])
  }

  @Test("come out as they came in, edited or not")
  func kept() throws {
    var listing = Listing(id: "a", kind: .bar, coordinate: Coordinate(latitude: 1, longitude: 2))
    listing.own = ["big": .int(9_007_199_254_740_993), "deep": .object(JSONObject([("a", .array([.null]))]))]
    listing.images = ["http://x/1", "http://x/2"]
    listing.links = ["instagram": "https://example.org/a"]
    let temporary = try TemporaryCatalog([listing])
    let catalog = temporary.catalog
    #expect(try catalog.listing("a") == listing)
    #expect(try catalog.save([listing], source: "test").unchanged == 1)
    try catalog.add(try #require(OwnField(name: "big", type: .number)))
    var query = Query()
    query.filter = try FilterExpression(parsing: "big > 1")
    #expect(try catalog.answer(query, at: SeededWorld.now).matches.count == 1)
    try catalog.edit("a") { $0.own["big"] = .int(0) }
    #expect(try catalog.answer(query, at: SeededWorld.now).matches.isEmpty)
    try catalog.remove(ids: ["a"])
    #expect(try catalog.check().isEmpty)
  }

  @Test("added and changed are the times of saving")
  func history() throws {
    func bar(_ id: String, _ name: String) -> Listing {
      var bar = Listing(id: id, kind: .bar, coordinate: Coordinate(latitude: 1, longitude: 2))
      bar.name = name
      return bar
    }
    let temporary = try TemporaryCatalog()
    let (catalog, day) = (temporary.catalog, Int64(86_400))
    try catalog.save([bar("a", "one"), bar("b", "two")], source: "test", at: SeededWorld.now)
    try catalog.save([bar("a", "other"), bar("b", "two"), bar("c", "new")], source: "test", at: SeededWorld.now + day)
    var query = Query()
    query.fields = [.id, .added, .changed]
    for (sort, ids) in [
      (Query.SortKey.added, ["a", "b", "c"]), (.added.descending, ["c", "a", "b"]), (.changed, ["b", "a", "c"]),
      (.changed.descending, ["a", "c", "b"]),
    ] {
      query.sort = [sort]
      let matches = try catalog.answer(query, at: SeededWorld.now).matches
      #expect(matches.map(\.id) == ids, "\(sort.rawValue)")
      let first = try #require(matches.first { $0.id == "a" })
      #expect(first.added == SeededWorld.now && first.changed == SeededWorld.now + day)
    }
  }
}
