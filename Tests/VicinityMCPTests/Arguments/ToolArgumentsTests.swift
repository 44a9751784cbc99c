import Streams
import Testing
import Vicinity

@testable import VicinityMCP

@Suite("Arguments of tools")
struct ToolArgumentsTests {
  private let world: ModelWorld

  init() throws { world = try ModelWorld() }

  /// The query of some arguments.
  private func query(_ arguments: String) throws -> Query {
    let given = try JSONValue(parsing: arguments).object ?? JSONObject()
    let context = ToolContext(world.catalog, at: ModelWorld.now, for: nil)
    return try QueryArguments.query(
      ToolArguments(given, of: QueryArguments.inputs, required: [], owner: "search"), context)
  }

  @Test(
    "are accepted in the forms that models write",
    arguments: [
      (#"{"near":"48.7758,9.1829","radius":"2km"}"#, #"{"near":{"lat":48.7758,"lon":9.1829},"radius":2000}"#),
      (#"{"near":[48.7758,9.1829],"radius":2000}"#, #"{"near":{"lat":48.7758,"lon":9.1829},"radius":2000}"#),
      (#"{"near":{"latitude":1,"longitude":2},"radius":"500"}"#, #"{"near":{"lat":1,"lon":2},"radius":500}"#),
      (#"{"near":{"lat":1,"lon":2},"open":true}"#, #"{"near":{"lat":1,"lon":2},"open":"now"}"#),
      (#"{"open":"true"}"#, #"{"open":"now"}"#), (#"{"open":false,"text":null}"#, "{}"),
      (#"{"near":"Stuttgart"}"#, #"{"near":"Stuttgart"}"#),
      (#"{"open":{"from":"Sa 22:30","to":"03:00"}}"#, #"{"open":"Sa 22:30..03:00"}"#),
      (#"{"during":["2026-12-01","2026-12-03"]}"#, #"{"during":"2026-12-01..2026-12-03"}"#),
      (
        #"{"stay":{"from":"2026-12-01","to":"2026-12-03"},"guests":"2"}"#,
        #"{"stay":{"on":"2026-12-01..2026-12-03","guests":2}}"#
      ),
      (
        #"{"nights":2,"between":["2026-12-01","2026-12-09"]}"#,
        #"{"stay":{"nights":2,"between":["2026-12-01","2026-12-09"]}}"#
      ),
      (#"{"kind":"bar","tag":"jazz, wine"}"#, #"{"kinds":["bar"],"tags":{"all":["jazz","wine"]}}"#),
      (#"{"kind":["bar","event"],"any_tag":["jazz"]}"#, #"{"kinds":["bar","event"],"tags":{"any":["jazz"]}}"#),
      (#"{"max_price":"12","min-rating":4,"maxLevel":2}"#, #"{"price":{"max":12,"maxLevel":2},"rating":{"min":4}}"#),
      (#"{"bbox":[9.1,48.7,9.3,48.9],"total":"true"}"#, #"{"within":{"bbox":[9.1,48.7,9.3,48.9]},"total":true}"#),
      (#"{"bbox":"9.1,48.7,9.3,48.9"}"#, #"{"within":{"bbox":[9.1,48.7,9.3,48.9]}}"#),
      (#"{"filter":["price < 5","rating > 4"]}"#, #"{"filter":{"and":["price < 5","rating > 4"]}}"#),
      (
        #"{"filter":{"op":"<","args":[{"property":"price"},5]}}"#,
        #"{"filter":{"op":"<","args":[{"property":"price"},5]}}"#
      ),
      (
        #"{"within":{"type":"Polygon","coordinates":[[[9,48],[10,48],[10,49],[9,48]]]}}"#,
        #"{"within":{"geometry":{"type":"Polygon","coordinates":[[[9,48],[10,48],[10,49],[9,48]]]}}}"#
      ),
    ])
  func forms(arguments: String, form: String) throws {
    var expected = try Query(parsing: form)
    expected.limit = QueryArguments.usualLimit
    #expect(try query(arguments) == expected)
  }

  @Test(
    "that are wrong are named, with what to write",
    arguments: [
      (#"{"naer":"1,2"}"#, "unknown key naer; did you mean near? (unknown-key)"),
      (#"{"tags":"jazz"}"#, "unknown key tags; did you mean tag? (unknown-key)"),
      (#"{"max_price":5,"max-price":6}"#, "max_price is given twice"),
      (#"{"open":"someday"}"#, "open: \"someday\" is not a time"), (#"{"min_rating":7}"#, "min_rating: 7"),
      (#"{"limit":51}"#, "limit: 51 is not allowed, must be a whole number from 0 to 50. Continue with `after`"),
      (#"{"limit":"many"}"#, "limit: \"many\" is not allowed, must be a whole number from 0 to 50"),
      (#"{"city":"Stuttgart"}"#, "unknown key city; did you mean near?"),
      (#"{"query":"pizza"}"#, "unknown key query; did you mean text?"),
      (#"{"open":5}"#, "open: expected a time, found 5; for example"),
      (#"{"tag":{"a":1}}"#, "tag: expected a tag, found an object"),
      (#"{"guests":2}"#, "guests needs stay; add stay FROM..TO"), (#"{"near":{"lat":91,"lon":9}}"#, "near"),
      (#"{"radius":"5 parsecs","near":"1,2"}"#, "radius: cannot read \"5 parsecs\""),
      (#"{"max_night_price":5}"#, "max_night_price needs stay"), (#"{"sort":"nmae"}"#, "did you mean name?"),
      (#"{"near":"Stuttgart"}"#, "give latitude and longitude. (no-gazetteer)"),
      (#"{"near":[1,2,3]}"#, "near: expected"),
      (#"{"near":[{"lat":1,"lon":2,"member":"ana"},{"lat":1,"lon":2}],"sort":"recommended"}"#, "near: expected"),
      (#"{"near":{"lat":1,"lon":2,"member":"ana"}}"#, "near: expected"), (#"{"near":[[1],[2]]}"#, "near: expected"),
      (#"{"after":"xyz"}"#, "is not a cursor"), (#"{"now":"2026-11-27T21:00:00Z"}"#, "unknown key now"),
      (#"{"caller":"ana"}"#, "unknown key caller"), (#"{"as":"ana"}"#, "unknown key as"),
    ])
  func wrong(arguments: String, words: String) throws {
    let called = world.call("search", try JSONValue(parsing: arguments))
    #expect(called.isError && called.data == nil && called.text.contains(words), "\(called.text)")
  }

  @Test("have a schema, from the table of query parts")
  func schemas() throws {
    for tool in Tool.all {
      let schema = try #require(tool.json.object?["inputSchema"]?.object)
      let properties = try #require(schema["properties"]?.object)
      #expect(schema["additionalProperties"] == false && schema["type"] == "object")
      for property in properties.members {
        #expect(property.value.object?["type"] != nil, "\(tool.name) \(property.key)")
        #expect(property.value.object?["description"]?.string?.isEmpty == false, "\(tool.name) \(property.key)")
        #expect(property.key.allSatisfy { $0.isLowercase || $0 == "_" }, "\(property.key)")
      }
      for name in schema["required"]?.array ?? [] { #expect(properties[name.string ?? ""] != nil, "\(tool.name)") }
    }
    let search = try #require(Tool.search.json.object?["inputSchema"]?.object?["properties"]?.object)
    for input in QueryPart.inputs where input.door == .everywhere {
      let isLeft = ["cluster", "facets", "facet-limit", "metric", "weights", "front", "relax", "now"].contains(
        input.name)
      #expect((search[input.argument] != nil) != isLeft, "\(input.name)")
    }
    #expect(search["limit"]?.object?["maximum"] == 50 && search["kind"]?.object?["items"]?.object?["enum"] != nil)
  }
}
