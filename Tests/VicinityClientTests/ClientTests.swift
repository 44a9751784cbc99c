import CivilTime
import Geography
import ServerTestSupport
import Streams
import Testing
import Vicinity
import VicinityClient

@Suite("The Swift client with a server on a socket")
struct ClientTests {
  @Test("answers, pages and completions are those of the engine")
  func questions() async throws {
    try await ServerWorld.listening { world, address in
      let client = VicinityClient(address + "/")
      var query = Query()
      (query.near, query.limit, query.total) = (Coordinate(latitude: 48.7758, longitude: 9.1829), 7, true)
      query.kinds = [.bar]
      let expected = try world.catalog.answer(query, at: ServerWorld.now)
      let answered = try await client.answer(query)
      #expect(answered.results.map(\.id) == expected.matches.map(\.id) && answered.total == expected.total)
      #expect(answered.results.first?.coordinate == expected.matches.first?.coordinate)
      var ids: [String] = []
      for try await page in client.pages(query) { ids += page.results.map(\.id) }
      #expect(ids.count == expected.total && Set(ids).count == ids.count)
      #expect(try await client.suggest("jaz", near: "48.7758,9.1829", limit: 3).isEmpty == false)
      let form = try JSONParser.parse(#"{"near":{"lat":48.7758,"lon":9.1829},"start":"20:00","stops":2}"#.utf8)
      #expect(try await client.ask("/v1/crawl", form).object?["crawls"]?.array?.isEmpty == false)
    }
  }

  @Test("batches come line by line, with errors in their place")
  func batches() async throws {
    try await ServerWorld.listening { _, address in
      let forms = (0..<2000).map { number -> JSONValue in
        number % 10 == 3
          ? .object(JSONObject([("limt", .int(1))]))
          : .object(JSONObject([("id", .string("\(number)")), ("limit", .int(1))]))
      }
      let lines = AsyncStream<JSONValue> { stream in
        for form in forms { stream.yield(form) }
        stream.finish()
      }
      var number = 0
      for try await line in try await VicinityClient(address).batch(lines) {
        if number % 10 == 3 {
          #expect(line.object?["error"]?.object?["code"]?.string == "unknown-key")
        } else {
          #expect(line.object?["id"]?.string == "\(number)")
        }
        number += 1
      }
      #expect(number == forms.count)
      // One that ends early leaves nothing behind.
      for try await line in try await VicinityClient(address).batch(lines) where line.object != nil { break }
      #expect(try await VicinityClient(address).suggest("a").isEmpty == false)
    }
  }

  @Test("listings are written, read and removed, and problems are reported")
  func listings() async throws {
    try await ServerWorld.listening([]) { world, address in
      let key = try world.key(.admin).1.dropFirst("Bearer ".count)
      let client = VicinityClient(address, key: String(key))
      let forms = (0..<500).map { number in
        JSONObject([
          ("id", .string("bar/\(number)")), ("kind", .string("bar")), ("name", .string("Bar \(number)")),
          ("lat", .double(48 + Double(number) / 1000)), ("lon", .double(9)),
        ])
      }
      let stream = AsyncStream<JSONObject> { stream in
        for form in forms { stream.yield(form) }
        stream.finish()
      }
      #expect(try await client.importListings(stream, source: "test")["added"]?.integer == 500)
      let (listing, tag) = try await client.listing("bar/7")
      #expect(listing["name"]?.string == "Bar 7")
      let changed = try await client.patch("bar/7", JSONObject([("price", .int(5))]), tag: tag)
      await #expect(throws: ServerProblem.self) {
        try await client.patch("bar/7", JSONObject([("price", .int(6))]), tag: tag)
      }
      try await client.delete("bar/7", tag: changed)
      var exported = 0
      for try await _ in try await client.export() { exported += 1 }
      #expect(exported == 499)
      let problem = try await #require(throws: ServerProblem.self) { try await client.listing("bar/7") }
      #expect(problem.status == 404 && problem.code == "unknown-listing")
      let anonymous = try await #require(throws: ServerProblem.self) {
        try await VicinityClient(address).put(forms[0], id: "x")
      }
      #expect(anonymous.status == 401)
    }
  }
}
