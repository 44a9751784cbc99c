import ServerTestSupport
import Streams
import Testing
import TestSupport
import Vicinity
import VicinityFormats
import VicinityLab

@testable import VicinityServer

/// The answers of the map, compared with the same queries one by one.
@Suite("Answers for maps")
struct MapAnswerTests {
  private let json = [("Content-Type", "application/json")]

  private func ask(_ world: ServerWorld, _ path: String, _ form: JSONObject) async throws -> JSONObject {
    let answered = try await world.ask(path, .post, json, text: JSONValue.object(form).text)
    #expect(answered.status == 200, "\(answered.text) for \(JSONValue.object(form).text)")
    return try answered.json
  }

  private func form(_ text: String) throws -> JSONObject { try #require(try JSONParser.parse(text.utf8).object) }

  /// The answer for a map that the other routes give.
  private func twin(_ world: ServerWorld, _ form: JSONObject, zoom: Int) async throws -> JSONObject {
    var query = form
    query["total"] = .bool(true)
    var expected = try await ask(world, "/v1/query", query)
    expected["now"] = form["now"] ?? .string("\(ServerWorld.now)")
    guard form["after"] == nil, expected["total"]?.integer ?? 0 > form["limit"]?.integer ?? 20 else { return expected }
    var counting = form
    for key in ["sort", "front", "limit", "facets", "facetLimit", "relax", "fields", "id"] { counting[key] = nil }
    counting["cluster"] = .int(Int64(zoom))
    expected["clusters"] = try await ask(world, "/v1/query", counting)["clusters"]
    return expected
  }

  private func check(_ world: ServerWorld, _ form: JSONObject, zoom: Int) async throws {
    var asked = form
    asked["zoom"] = .int(Int64(zoom))
    let found = try await ask(world, "/v1/map", asked)
    let expected = try await twin(world, form, zoom: zoom)
    for key in Set(found.keys + expected.keys) {
      #expect(found[key] == expected[key], "\(key) of \(JSONValue.object(asked).text)")
    }
  }

  @Test("the numbers of kinds come with those of the cells, and are those of all matches")
  func kinds() async throws {
    let world = try ServerWorld()
    for filter in ["{}", #"{"kinds":["event","couch"]}"#, #"{"within":{"bbox":[9.1,48.7,9.2,48.8]}}"#] {
      var form = try form(filter)
      (form["facets"], form["limit"]) = (.array([.string("kind")]), .int(1))
      for zoom in [0, 7, 13] { try await check(world, form, zoom: zoom) }
    }
  }

  @Test("facets that take too long are left out and named, and the rest is as it was")
  func omittedFacets() throws {
    let world = try ServerWorld()
    var query = Query()
    (query.facets, query.limit) = ([.tag, .kind, .rating], 5)
    var budget = WorkBudget.usual
    budget.deadline = .now + .seconds(3600)
    let whole = try world.catalog.mapAnswer(query, zoom: 5, at: ServerWorld.now, within: budget)
    let without = try world.catalog.mapAnswer(query, zoom: 5, at: ServerWorld.now, within: budget, facetShare: 0)
    #expect(whole.omittedFacets.isEmpty && without.omittedFacets == [.tag, .rating])
    #expect(without.answer.facets == whole.answer.facets?.filter { $0.facet == .kind })
    #expect(without.answer.total == whole.answer.total && without.clusters == whole.clusters)
    #expect(without.answer.matches.map(\.id) == whole.answer.matches.map(\.id))
    var lines = AnswerLines()
    try lines.write(without, atMost: 1 << 20)
    let json = try JSONParser.parse(lines.json.bytes).object
    #expect(json?["facetsOmitted"] == .array([.string("tag"), .string("rating")]))
  }

  @Test("without the time to count, the answer has the results and says that it is partial")
  func partial() throws {
    let world = try ServerWorld()
    // The circle is a walk with few branches for the results, and looks at every listing for the counts.
    var query = try Query(
      parsing: #"{"near":{"lat":48.7758,"lon":9.1829},"limit":3,"facets":["tag","kind"],"filter":"rating > 0"}"#.utf8)
    query.radiusMeters = 3_000_000
    let whole = try world.catalog.mapAnswer(query, zoom: 5, at: ServerWorld.now)
    #expect(!whole.isPartial && whole.answer.total != nil)
    var budgets: [Int] = []
    for nodes in 1...400 {
      let budget = WorkBudget(nodes: nodes)
      guard let map = try? world.catalog.mapAnswer(query, zoom: 5, at: ServerWorld.now, within: budget) else {
        continue
      }
      #expect(map.answer.matches.map(\.id) == whole.answer.matches.map(\.id))
      guard map.isPartial else { break }
      budgets.append(nodes)
      #expect(map.answer.total == nil && map.clusters == nil && map.omittedFacets == [.tag, .kind])
      #expect(map.answer.facets == nil)
      var lines = AnswerLines()
      try lines.write(map, atMost: 1 << 20)
      let json = try JSONParser.parse(lines.json.bytes).object
      #expect(json?["partial"]?.bool == true && json?["total"] == nil && json?["clusters"] == nil)
    }
    #expect(!budgets.isEmpty)
  }

  @Test("results, totals, facets and cells equal those of single queries, for random boxes and filters")
  func random() async throws {
    let world = try ServerWorld()
    var generator = SplitMix64(seed: 41)
    let filters = [
      "{}", #"{"open":"now"}"#, #"{"kinds":["bar"]}"#, #"{"price":{"max":6}}"#, #"{"tags":{"any":["wine","pub"]}}"#,
      #"{"text":"wine"}"#, #"{"text":"brenglas"}"#, #"{"during":"weekend"}"#,
      #"{"stay":{"from":"2026-12-01","to":"2026-12-04"}}"#,
      #"{"stay":{"from":"2026-12-01","to":"2026-12-04"},"nightPrice":12,"sort":["nightPrice"]}"#,
      // It is already the next day in Târgu Mureș, but not yet in UTC.
      #"{"stay":"tonight","now":"2026-11-27T22:45:00Z"}"#,
      #"{"stay":{"nights":2,"between":["2026-12-01","2026-12-09"]},"filter":"nightPrice < 20 OR nightPrice IS NULL"}"#,
      #"{"rating":{"min":4.4},"sort":["-rating"]}"#,
      #"{"sort":["best"]}"#, #"{"radius":3000}"#, #"{"relax":true,"price":{"max":1}}"#,
      #"{"during":"2026-11-20..2026-12-20","occurrences":"all"}"#, #"{"front":["distance","price"]}"#,
      #"{"filter":"price < 5 OR rating > 4.5"}"#,
    ]
    for _ in 0..<150 {
      let city = [(48.7758, 9.1829), (46.5446, 24.562)][Int.random(in: 0..<2, using: &generator)]
      let half = Double.random(in: 0.002...0.2, using: &generator)
      let (south, west) = (
        city.0 - half * Double.random(in: 0.2...1, using: &generator),
        city.1 - half * Double.random(in: 0.2...1, using: &generator)
      )
      var form = try form(filters[Int.random(in: 0..<filters.count, using: &generator)])
      form["near"] = .object(JSONObject([("lat", .double(city.0)), ("lon", .double(city.1))]))
      form["limit"] = .int(Int64([0, 1, 5, 20, 100][Int.random(in: 0..<5, using: &generator)]))
      if Bool.random(using: &generator) {
        let box = [west, south, west + 2 * half, south + 2 * half].map { JSONValue.double($0) }
        form["within"] = .object(JSONObject([("bbox", .array(box))]))
      }
      if Bool.random(using: &generator) {
        form["facets"] = .array(
          (["kind", "tag", "priceBand", "rating", "accessible"]
            + (form["stay"] == nil ? [] : ["nightPrice"])).map { .string($0) })
        form["facetLimit"] = .int(4)
      }
      try await check(world, form, zoom: Int.random(in: 0...22, using: &generator))
    }
  }

  @Test("routes, groups and further pages work too")
  func others() async throws {
    let world = try ServerWorld()
    let along =
      #"{"along":{"line":{"type":"LineString","coordinates":[[9.16,48.77],[9.19,48.78]]},"width":800},"limit":3}"#
    let group = #"{"near":[{"lat":48.77,"lon":9.17},{"lat":48.78,"lon":9.19}],"limit":3,"facets":["kind"]}"#
    for text in [along, group] { try await check(world, form(text), zoom: 13) }
    var page = try form(#"{"near":{"lat":48.77,"lon":9.17},"limit":7,"sort":["name"],"facets":["tag"]}"#)
    page["zoom"] = .int(10)
    let first = try await ask(world, "/v1/map", page)
    page["after"] = first["next"]
    page["zoom"] = nil
    try await check(world, page, zoom: 10)
  }

  @Test("errors are reported with their location")
  func errors() async throws {
    let world = try ServerWorld()
    for (text, pointer) in [
      ("{}", "/zoom"), (#"{"zoom":23}"#, "/zoom"), (#"{"zoom":"6"}"#, "/zoom"), (#"{"zoom":6,"limt":3}"#, "/limt"),
      (#"{"zoom":6,"price":{"max":"x"}}"#, "/price/max"),
    ] {
      let answered = try await world.ask("/v1/map", .post, json, text: text)
      #expect(answered.status == 400, "\(text)")
      #expect(try answered.json["pointer"]?.string == pointer, "\(text): \(answered.text)")
    }
    #expect(try await world.ask("/v1/map", .post, json, text: #"{"zoom":6,"cluster":3}"#).code == "conflict")
    #expect(try await world.ask("/v1/map", .post, json, text: #"{"zoom":6,"limit":100000}"#).code == "limit")
    #expect(try await world.ask("/v1/map", .post, json, text: #"{"zoom":6,"caller":"ana"}"#).status == 403)
    #expect(try await world.ask("/v1/map", .post, json, text: "[]").status == 400)
    let plus = try await world.ask("/v1/near?open=2026-11-27T22:30:00+01:00")
    #expect(try plus.json["detail"]?.string?.contains("write %2B") == true, "\(plus.text)")
  }
}
