import Streams
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

/// Lines of a batch that are not queries.
struct LineKindTests {
  private static func answer(_ line: String, on world: TemporaryCatalog) throws -> JSONObject {
    let (lines, _) = try BatchTests.run(line + "\n", on: world, threads: 1)
    try #require(lines.count == 1)
    return try #require(try JSONParser.parse(lines[0].utf8).object)
  }

  private static func code(_ line: String, on world: TemporaryCatalog) throws -> String? {
    try answer(line, on: world)["error"]?.object?["code"]?.string
  }

  private static func firstId(in world: TemporaryCatalog) throws -> String {
    let query = try Query(parsing: #"{"limit":1}"#.utf8)
    return try #require(try world.catalog.answer(query, at: SeededWorld.now).matches.first?.id)
  }

  @Test func `a listing is shown as it is exported`() throws {
    let world = try BatchTests.world()
    let id = try Self.firstId(in: world)
    let answer = try Self.answer(#"{"id":"s","show":"\#(id)"}"#, on: world)
    #expect(answer["id"]?.string == "s")
    #expect(answer["listing"] == (try world.catalog.listing(id))?.json)
    #expect(try Self.code(#"{"show":"none such"}"#, on: world) == "unknown-listing")
    #expect(try Self.code(#"{"show":"\#(id)","limit":1}"#, on: world) == "unknown-key")
    #expect(try Self.code(#"{"show":3}"#, on: world) == "wrong-type")
  }

  @Test func `the reasons against a listing are those of the catalog`() throws {
    let world = try BatchTests.world()
    let id = try Self.firstId(in: world)
    let form = #"{"near":{"lat":10,"lon":10},"radius":50}"#
    let answer = try Self.answer(#"{"id":"w","whyNot":{"listing":"\#(id)","query":\#(form)}}"#, on: world)
    let query = try Query(parsing: form.utf8)
    #expect(answer["verdict"] == (try world.catalog.whyNot(id, query, at: SeededWorld.now)).json)
    #expect(try Self.code(#"{"whyNot":{"listing":"\#(id)","query":{"limt":3}}}"#, on: world) == "unknown-key")
    #expect(try Self.code(#"{"whyNot":{"listing":"\#(id)"}}"#, on: world) == "missing")
  }

  @Test func `the matches of many positions are those of single queries, by columns`() throws {
    let world = try BatchTests.world()
    let positions = [(48.0, 9.0), (48.2, 9.1), (-30.0, 100.0)]
    let query = #""limit":3,"radius":50000,"fields":["id","distance","price"]"#
    let line = """
      {"id":"p","points":{"lat":[48,48.2,-30],"lon":[9,9.1,100],"query":{\(query)}}}
      """
    let answer = try Self.answer(line, on: world)
    var counts: [JSONValue] = []
    var columns = ["id": [JSONValue](), "distance": [], "price": []]
    for (latitude, longitude) in positions {
      let single = try Self.answer(#"{"near":{"lat":\#(latitude),"lon":\#(longitude)},\#(query)}"#, on: world)
      let results = try #require(single["results"]?.array)
      counts.append(.int(Int64(results.count)))
      for key in columns.keys { columns[key]? += results.map { $0.object?[key] ?? .null } }
    }
    #expect(counts == [.int(3), .int(3), .int(0)])
    #expect(answer["id"]?.string == "p" && answer["counts"] == .array(counts))
    for (key, values) in columns { #expect(answer["columns"]?.object?[key] == .array(values)) }
  }

  @Test(
    arguments: [
      (#"{"lat":[1,2],"lon":[1]}"#, "conflict"), (#"{"lat":[1],"lon":[181]}"#, "out-of-range"),
      (#"{"lat":[1]}"#, "missing"), (#"{"lat":1,"lon":[1]}"#, "wrong-type"),
      (#"{"lat":["x"],"lon":[1]}"#, "wrong-type"), (#"{"lat":[1],"lon":[1],"query":{"total":true}}"#, "conflict"),
      (#"{"lat":[1],"lon":[1],"query":{"limt":3}}"#, "unknown-key"),
      (#"{"lat":[1],"lon":[1],"limit":3}"#, "unknown-key"),
    ])
  func `positions that cannot be searched are refused`(points: String, code: String) throws {
    #expect(try Self.code(#"{"points":\#(points)}"#, on: try BatchTests.world()) == code)
  }

  @Test func `many positions have the limit of bytes of a line`() throws {
    let line = #"{"points":{"lat":[48,48],"lon":[9,9],"query":{"limit":100}}}"#
    let (lines, _) = try BatchTests.run(
      line, on: try BatchTests.world(), threads: 1, budget: WorkBudget(bytes: 15_000))
    #expect(lines[0].contains(#""code":"too-expensive""#))
  }

  @Test func `no positions have no matches`() throws {
    let answer = try Self.answer(#"{"points":{"lat":[],"lon":[]}}"#, on: try BatchTests.world())
    #expect(answer["counts"] == .array([]))
  }
}
