import Foundation
import HTTPTypes
import ServerTestSupport
import Streams
import Testing
import Vicinity
import VicinityAccounts
import VicinityHTTP
import VicinityMCP

@testable import VicinityServer

@Suite("Language models over HTTP")
struct ModelRouteTests {
  private typealias Field = (String, String)
  private static let json = ("Content-Type", "application/json")
  private static let accept = ("Accept", "application/json, text/event-stream")

  private func send(
    _ world: ServerWorld, _ method: String, _ parameters: JSONValue = .object(JSONObject()), _ fields: [Field] = [],
    as caller: String? = nil
  ) async throws -> ServerWorld.Answered {
    let message: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": parameters]
    let path = "/mcp" + (caller.map { "?caller=\($0)" } ?? "")
    return try await world.ask(path, .post, fields + [Self.json, Self.accept], text: message.text)
  }

  private func call(
    _ world: ServerWorld, _ tool: String, _ arguments: JSONValue, _ fields: [Field] = [], as caller: String? = nil
  ) async throws -> (text: String, data: JSONValue?) {
    let answered = try await send(
      world, "tools/call", ["name": .string(tool), "arguments": arguments], fields, as: caller)
    #expect(answered.status == 200, "\(answered.text)")
    let result = try #require(try answered.json["result"]?.object, "\(answered.text)")
    return (result["content"]?.array?.first?.object?["text"]?.string ?? "", result["structuredContent"])
  }

  private func tools(
    _ world: ServerWorld, _ fields: [Field] = [], as caller: String? = nil
  ) async throws -> [String] {
    let answered = try await send(world, "tools/list", .object(JSONObject()), fields, as: caller)
    let tools = try answered.json["result"]?.object?["tools"]
    return tools?.array?.compactMap { $0.object?["name"]?.string } ?? []
  }

  @Test("every tool has a route that does the same")
  func equivalents() { #expect(Set(Tool.all.map(\.name)) == Set(ModelRoutes.equivalents.keys)) }

  @Test("a call is answered as the route that does the same")
  func same() async throws {
    let world = try ServerWorld()
    let form =
      #"{"near":{"lat":48.7758,"lon":9.1829},"radius":2000,"open":"now","limit":5,"fields":["id","name","open"]}"#
    let found = try await call(
      world, "search",
      ["near": "48.7758,9.1829", "radius": "2km", "open": "now", "limit": 5, "fields": ["id", "name", "open"]])
    #expect(found.data == .object(try await world.ask("/v1/query", .post, text: form).json))
    for (tool, path) in [
      ("details", "/v1/listings/stuttgart-brennglas"), ("hours", "/v1/listings/stuttgart-brennglas/hours"),
      ("availability", "/v1/listings/stuttgart-brennglas/availability?open=now"),
    ] {
      let called = try await call(world, tool, ["id": "stuttgart-brennglas"])
      #expect(called.data == .object(try await world.ask(path).json), "\(tool)")
    }
  }

  @Test("the transport keeps the rules of the protocol")
  func transport() async throws {
    let world = try ServerWorld()
    for method in [HTTPRequest.Method.get, .delete] {
      let answered = try await world.ask("/mcp", method)
      #expect(answered.status == 405 && answered.headers[.allow] == "OPTIONS, POST")
    }
    let notification = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#
    let accepted = try await world.ask("/mcp", .post, [Self.json, Self.accept], text: notification)
    #expect(accepted.status == 202 && accepted.bytes.isEmpty)
    for (text, code) in [("{", -32700), ("[]", -32600)] {
      let refused = try await world.ask("/mcp", .post, [Self.json], text: text)
      #expect(refused.status == 400 && refused.headers[.contentType] == "application/json")
      #expect(try refused.json["error"]?.object?["code"]?.integer == code)
    }
    #expect(try await world.ask("/mcp", .post, [("Content-Type", "text/plain")], text: "{}").status == 415)
    #expect(try await world.ask("/mcp", .post, [Self.json, ("Accept", "text/event-stream")], text: "{}").status == 406)
    #expect(
      try await send(world, "ping", .object(JSONObject()), [("MCP-Protocol-Version", "1999-01-01")]).status == 400)
    #expect(try await send(world, "tools/sing").status == 200)
    let meta: JSONValue = [
      "_meta": [
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": .object(JSONObject()),
      ]
    ]
    func newest(_ method: String) -> [Field] { [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", method)] }
    #expect(try await send(world, "tools/sing", meta, newest("tools/sing")).status == 404)
    #expect(try await send(world, "tools/list", meta, newest("tools/call")).status == 400)
    #expect(try await send(world, "tools/list", meta, newest("tools/list")).status == 200)
  }

  @Test("pages of other sites are refused, also where their name leads here")
  func origins() async throws {
    func status(_ origin: String, _ change: (inout ServerSettings) -> Void) async throws -> Int {
      try await send(ServerWorld([], change), "ping", .object(JSONObject()), [("Origin", origin)]).status
    }
    // The requests name the host `test`.
    for origin in ["http://evil.example", "http://test", "null", "http://127.0.0.1"] {
      #expect(try await status(origin) { _ in } == 403, "\(origin)")
    }
    #expect(try await status("http://test") { $0.publicURL = "http://test" } == 200)
    #expect(try await status("http://evil.example") { $0.publicURL = "http://test" } == 403)
    #expect(try await status("https://models.example") { $0.corsOrigins = ["https://models.example"] } == 200)
    for origin in ["http://127.0.0.1:8080", "http://[::1]:8080", "https://localhost", "http://192.0.2.1"] {
      #expect(ModelRoutes.isAddress(origin), "\(origin)")
    }
    for origin in ["http://evil.example:8080", "null", "", "http://localhost.evil.example", "http://127.0.0.1.example"]
    {
      #expect(!ModelRoutes.isAddress(origin), "\(origin)")
    }
  }

  @Test("a client gets the tools that the other routes would let it use")
  func permissions() async throws {
    let world = try ServerWorld()
    let reading = Tool.offered(to: nil, mayWrite: true).map(\.name)
    #expect(try await tools(world) == reading)
    #expect(try await tools(world, [world.key(.search)]) == reading)
    #expect(try await tools(world, [world.key(.admin)]) == reading, "a key is no member")
    #expect(try await tools(world, [world.member("ana", role: .member)]) == Tool.all.map(\.name))
    let hidden = try await send(world, "tools/call", ["name": "book", "arguments": .object(JSONObject())])
    #expect(try hidden.json["error"]?.object?["code"]?.integer == -32602)
    #expect(
      hidden.text.contains("This client may not call book. It acts for a member: send the token"), "\(hidden.text)")

    let closed = try ServerWorld { $0.isPublic = false }
    #expect(try await send(closed, "ping").status == 401)
    #expect(try await send(closed, "ping", .object(JSONObject()), [closed.key(.import)]).status == 403)
    #expect(try await tools(closed, [closed.key(.search)]) == reading)
  }

  @Test("a member acts under the rules of the other routes")
  func acting() async throws {
    var couch = Listing(id: "couch", kind: .couch, coordinate: .init(latitude: 46.5425, longitude: 24.5575))
    (couch.host, couch.publicRadiusMeters, couch.timeZone) = ("hana", 800, "UTC")
    (couch.address, couch.guests) = ("Kert utca 7", 2)
    let world = try ServerWorld([couch])
    let (host, guest) = (try world.member("hana"), try world.member("gyula", role: .member))
    let stay: JSONValue = ["id": "couch", "from": "2026-12-01", "to": "2026-12-03"]
    #expect(try await !call(world, "details", ["id": "couch"], [guest]).text.contains("Kert"))
    #expect(try await call(world, "details", ["id": "couch"], [host]).text.contains("Kert"))
    let booked = try await call(world, "book", stay, [guest])
    #expect(booked.data?.object?["status"] == "requested", "\(booked.text)")
    #expect(try await call(world, "book", stay, [guest]).text.contains("(unavailable)"))
    #expect(try await world.ask("/v1/bookings/booking-1/confirm", .post, [host]).status == 200)
    #expect(try await call(world, "details", ["id": "couch"], [guest]).text.contains("Kert"))
    #expect(try await call(world, "search", ["fields": ["address"]], [guest]).data?.text.contains("Kert") == true)
    #expect(try await call(world, "my_bookings", .object(JSONObject()), [guest]).text.contains("confirmed"))
    #expect(try await call(world, "my_bookings", .object(JSONObject()), [host]).text == "no bookings")
    #expect(
      try await call(world, "cancel_booking", ["id": "booking-1"], [guest]).data?.object?["status"] == "cancelled")
    // One of them has blocked the other: see the routes of bookings.
    #expect(try await world.ask("/v1/me/blocked/gyula", .put, [host]).status < 300)
    let later: JSONValue = ["id": "couch", "from": "2026-12-08", "to": "2026-12-09"]
    #expect(try await call(world, "book", later, [guest]).text.contains("(blocked)"))
  }

  @Test("no argument names a member, whoever sends it")
  func otherMembers() async throws {
    let world = try ServerWorld()
    _ = try world.member("ana")
    let queries: [(JSONValue, String)] = [
      (["caller": "ana"], "unknown key caller"), (["as": "ana"], "unknown key as"),
      (["member": "ana"], "unknown key member"), (["members": ["ana"]], "unknown key members"),
      (["near": [["lat": 1, "lon": 2, "member": "ana"]]], "near: expected"),
      (["near": ["lat": 1, "lon": 2, "member": "ana"]], "near: expected"),
    ]
    for fields in [[], [try world.key(.actAs, .search)]] {
      for (query, words) in queries {
        for given in [query, .string(query.text)] {
          let refused = try await call(world, "why", ["query": given], fields)
          #expect(refused.data == nil && refused.text.contains(words), "\(refused.text)")
        }
        let refused = try await call(world, "search", query, fields)
        #expect(refused.data == nil && refused.text.contains(words), "\(refused.text)")
      }
    }
  }

  @Test("a key that may act for members acts for the one in the address")
  func actingByKey() async throws {
    var couch = Listing(id: "couch", kind: .couch, coordinate: .init(latitude: 46.5425, longitude: 24.5575))
    (couch.host, couch.publicRadiusMeters, couch.timeZone, couch.guests) = ("hana", 800, "UTC", 2)
    couch.address = "Kert utca 7"
    let bar = Listing(id: "bar", kind: .bar, coordinate: .init(latitude: 46.5425, longitude: 24.5575))
    let world = try ServerWorld([couch, bar])
    let key = try world.key(.actAs, .search)
    let host = try world.member("hana")
    for (name, role) in [("ana", Role.member), ("edit", .editor)] { _ = try world.member(name, role: role) }
    #expect(try await tools(world, [key], as: "ana") == Tool.all.map(\.name))
    let stay: JSONValue = ["id": "couch", "from": "2026-12-01", "to": "2026-12-03", "key": "k"]
    let booked = try await call(world, "book", stay, [key], as: "ana")
    #expect(booked.data?.object?["status"] == "requested", "\(booked.text)")
    let again = try await call(world, "book", stay, [key], as: "ana")
    #expect(again.data?.object?["booking"] == booked.data?.object?["booking"], "the same key is the same booking")
    #expect(try await call(world, "book", stay, [key], as: "edit").text.contains("(unavailable)"), "of each member")
    #expect(try await call(world, "my_bookings", .object(JSONObject()), [key], as: "ana").text.contains("booking-1"))
    #expect(try await call(world, "my_bookings", .object(JSONObject()), [key], as: "edit").text == "no bookings")
    #expect(try await !call(world, "details", ["id": "couch"], [key], as: "ana").text.contains("Kert"))
    #expect(try await call(world, "details", ["id": "couch"], [key], as: "hana").text.contains("Kert"))
    for (tool, arguments) in [
      ("add_favorite", ["id": "couch"]), ("remove_favorite", ["id": "couch"]), ("rate", ["id": "bar", "stars": 4]),
    ] as [(String, JSONValue)] {
      let done = try await call(world, tool, arguments, [key], as: "ana")
      #expect(done.data != nil, "\(tool): \(done.text)")
    }
    let other = try await call(world, "cancel_booking", ["id": "booking-1"], [key], as: "edit")
    #expect(other.data == nil, "the rights of a member, also for an editor: \(other.text)")
    let cancelled = try await call(world, "cancel_booking", ["id": "booking-1"], [key], as: "ana")
    #expect(cancelled.data?.object?["status"] == "cancelled", "\(cancelled.text)")
    #expect(try await world.ask("/v1/me/blocked/ana", .put, [host]).status < 300)
    let later: JSONValue = ["id": "couch", "from": "2026-12-08", "to": "2026-12-09"]
    #expect(try await call(world, "book", later, [key], as: "ana").text.contains("(blocked)"))
  }

  @Test("without a member, or without the scope, a key only reads")
  func readingByKey() async throws {
    let world = try ServerWorld()
    let ana = try world.member("ana")
    let reading = Tool.offered(to: nil, mayWrite: true).map(\.name)
    let book: JSONValue = ["name": "book", "arguments": .object(JSONObject())]
    let key = try world.key(.actAs, .search)
    #expect(try await tools(world, [key]) == reading)
    let unnamed = try await send(world, "tools/call", book, [key])
    #expect(
      try unnamed.json["error"]?.object?["message"]?.string
        == "This client may not call book. It acts for a member: name one in the address, /mcp?caller=NAME.")
    let unknown = try await send(world, "tools/list", .object(JSONObject()), [key], as: "nemo")
    #expect(unknown.status == 403 && unknown.code == "unknown-member", "\(unknown.text)")
    for fields in [[], [try world.key(.search)], [try world.key(.import, .batch)], [ana]] {
      let refused = try await send(world, "tools/call", book, fields, as: "ana")
      #expect(refused.status == 403 && refused.code == "forbidden", "\(refused.text)")
      #expect(refused.text.contains("members:act-as"), "\(refused.text)")
    }
    #expect(try await tools(world, [world.key(.admin)], as: "ana") == Tool.all.map(\.name), "it includes all scopes")
  }

  @Test("calls cost as much as the routes that do the same, and the model learns when to go on")
  func rates() async throws {
    let world = try ServerWorld { ($0.rate, $0.burst) = (1, 8) }
    let count: JSONValue = ["name": "why", "arguments": ["query": ["kind": "couch", "limit": 0]]]
    // A slow machine earns more calls in between, or even so few that the message itself is refused.
    for _ in 0..<100 {
      let answered = try await send(world, "tools/call", count)
      if answered.status == 429 { return }
      guard try answered.json["result"]?.object?["isError"] == true else { continue }
      #expect(answered.text.contains("Too many requests") && answered.text.contains("(limit)"), "\(answered.text)")
      return
    }
    Issue.record("a hundred calls at once are not refused")
  }

  @Test("nothing is written where the catalog is only read")
  func readOnly() async throws {
    let world = try ServerWorld()
    let catalog = try Catalog(path: world.catalog.path)
    let server = try VicinityServer(
      catalog: catalog, settings: world.server.services.settings, logger: world.server.services.logger
    ) { ServerWorld.now }
    let reading = ServerWorld(reading: world, server)
    #expect(try await tools(reading) == Tool.offered(to: nil, mayWrite: true).map(\.name))
    let refused = try await send(reading, "tools/call", ["name": "book", "arguments": .object(JSONObject())])
    #expect(refused.text.contains("This client may not call book. This server only reads its catalog."))
    #expect(try await call(reading, "suggest", ["text": "jaz"]).data != nil)
  }

  @Test("errors of the server keep the paths of its files to themselves")
  func paths() async throws {
    let world = try ServerWorld()
    let answered = try await call(world, "search", ["near": "Stuttgart"])
    #expect(answered.text.contains("(no-gazetteer)") && !answered.text.contains(world.catalog.path), "\(answered.text)")
    #expect(answered.text.contains("give latitude and longitude"))
  }
}
