import Streams
import Testing
import Vicinity

@testable import VicinityMCP

@Suite("The Model Context Protocol")
struct MCPEndpointTests {
  private let world: ModelWorld

  init() throws { world = try ModelWorld() }

  private static let meta =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#

  private func message(_ method: String, _ parameters: String = "") -> String {
    #"{"jsonrpc":"2.0","id":"a","method":"\#(method)","params":{\#(parameters)}}"#
  }

  @Test(
    "a client gets the version that it names, or the latest with a handshake",
    arguments: [
      ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
      ("2025-11-25", "2025-11-25"), ("2026-07-28", "2025-11-25"), ("1.0", "2025-11-25"),
    ])
  func handshake(wanted: String, given: String) throws {
    let reply = try #require(world.ask(message("initialize", #""protocolVersion":"\#(wanted)""#)))
    let result = try #require(reply.result)
    #expect(result["protocolVersion"]?.string == given)
    #expect(result["capabilities"]?.object?.keys == ["tools", "resources"])
    #expect(result["serverInfo"]?.object?["version"]?.string == ProgramVersion.current)
    #expect(result["instructions"]?.string?.contains("does not mean closed") == true)
    #expect(reply.json.object?["id"] == "a")
    #expect(result["resultType"] == nil)
  }

  @Test("the newest version needs no handshake")
  func discovery() throws {
    let result = try #require(world.ask(message("server/discover", Self.meta))?.result)
    #expect(result["supportedVersions"]?.array?.first == "2026-07-28")
    #expect(result["supportedVersions"]?.array?.count == 5)
    for (key, value) in [("resultType", "complete"), ("cacheScope", "public")] as [(String, JSONValue)] {
      #expect(result[key] == value)
    }
    #expect(result["_meta"]?.object?["io.modelcontextprotocol/serverInfo"] != nil)
    #expect(world.ask(message("initialize", Self.meta))?.errorCode == -32601)
    let tools = try #require(world.ask(message("tools/list", Self.meta))?.result)
    #expect(tools["ttlMs"]?.integer ?? 0 > 0 && tools["cacheScope"] == "private")
    let called = world.ask(message("tools/call", Self.meta + #","name":"suggest","arguments":{"text":"jaz"}"#))
    #expect(called?.result?["resultType"] == "complete")
  }

  private static let refusals: [(String, Int, Int)] = [
    ("{", -32700, 400), ("\u{FEFF}{}", -32700, 400), (String(repeating: "[", count: 5000), -32700, 400),
    ("[]", -32600, 400), (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600, 400), ("5", -32600, 400),
    (#"{"id":1,"method":"ping"}"#, -32600, 200), (#"{"jsonrpc":"2.0","id":1}"#, -32600, 200),
    (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, 400),
    (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600, 400),
    (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600, 400),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32600, 200),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":null}"#, -32600, 200),
    (#"{"jsonrpc":"2.0","method":"tools/list","params":"all","id":1}"#, -32600, 200),
    (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600, 200),
    (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600, 200),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/sing"}"#, -32601, 200),
    (#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#, -32601, 200),
    (#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#, -32602, 200),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}"#, -32602, 200),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}"#, -32602, 200),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"serch"}}"#, -32602, 200),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"book"}}"#, -32602, 200),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":[]}}"#, -32602, 200),
    (#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}"#, -32602, 200),
    (#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"vicinity://listing/none"}}"#, -32602, 200),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/sing","params":{\#(meta)}}"#, -32601, 404),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{\#(meta)}}"#, -32602, 400),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
      -32602, 400
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{\#(meta.replacing("2026-07-28", with: "2031-01-01"))}}"#,
      -32022, 400
    ),
  ]

  @Test("what cannot be answered is refused with a code", arguments: refusals)
  func refusal(text: String, code: Int, status: Int) throws {
    let reply = try #require(world.ask(text))
    #expect(reply.errorCode == code && reply.status == status, "\(reply.json.text)")
    #expect(!reply.errorText.isEmpty)
    let hasID = text.hasPrefix("{") && (text.contains(#""id":1,"#) || text.contains(#""id":1}"#))
    #expect(reply.json.object?["id"] == (hasID ? 1 : .null), "\(reply.json.text)")
  }

  @Test("bytes that are not UTF-8 are not JSON")
  func encoding() {
    #expect(world.ask(Array(#"{"jsonrpc":""#.utf8) + [0xFF, 0xFE] + Array(#"2.0"}"#.utf8))?.errorCode == -32700)
  }

  @Test(
    "notifications and responses get no answer",
    arguments: [
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}"#,
      #"{"jsonrpc":"2.0","method":"of/nothing"}"#, #"{"jsonrpc":"2.0","id":4,"result":{}}"#,
      #"{"jsonrpc":"2.0","id":4,"error":{"code":1,"message":"no"}}"#,
    ])
  func silence(text: String) { #expect(world.ask(text) == nil) }

  @Test("header fields have to repeat the message, in the version that has them")
  func fields() {
    let call = message("tools/call", Self.meta + #","name":"suggest","arguments":{"text":"jaz"}"#)
    func code(_ version: String?, _ method: String?, _ name: String?, _ text: String? = nil) -> Int? {
      world.ask(text ?? call, RoutingFields(version: version, method: method, name: name))?.errorCode
    }
    #expect(code("2026-07-28", "tools/call", "suggest") == nil)
    #expect(code("2026-07-28", "tools/call", "=?base64?c3VnZ2VzdA==?=") == nil)
    for (version, method, name) in [
      (nil, "tools/call", "suggest"), ("2025-11-25", "tools/call", "suggest"), ("2026-07-28", nil, "suggest"),
      ("2026-07-28", "tools/list", "suggest"), ("2026-07-28", "tools/call", nil),
      ("2026-07-28", "tools/call", "search"),
      ("2026-07-28", "tools/call", "=?base64?%?="),
    ] as [(String?, String?, String?)] {
      #expect(code(version, method, name) == -32020, "\(version ?? "-") \(method ?? "-") \(name ?? "-")")
    }
    // With a handshake there is only the version, which may be missing.
    let plain = message("ping")
    for version in [nil, "2025-03-26", "2025-11-25"] { #expect(code(version, nil, nil, plain) == nil) }
    #expect(code("1999-01-01", nil, nil, plain) == -32022)
    #expect(code("2026-07-28", "ping", nil, plain) == -32602, "the message has to name its version, too")
    let notification = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#
    #expect(code("1999-01-01", nil, nil, notification) == -32022)
    #expect(code("2025-06-18", nil, nil, notification) == nil)
  }

  @Test("a wrong name is answered with the one that was meant")
  func misspelled() {
    let reply = world.ask(message("tools/call", #""name":"serch""#))
    #expect(reply?.errorText == "No tool is called serch. Did you mean search?")
    let refused = world.ask(message("tools/call", #""name":"book""#))
    #expect(refused?.errorText == "This client may not call book. Advice for book.")
  }

  @Test("listings are resources by their ids, percent-encoded")
  func resources() throws {
    let templates = try #require(world.ask(message("resources/templates/list"))?.result?["resourceTemplates"]?.array)
    #expect(templates.first?.object?["uriTemplate"] == "vicinity://listing/{id}")
    #expect(world.ask(message("resources/list"))?.result?["resources"]?.array == [])
    let read = message("resources/read", #""uri":"vicinity://listing/stuttgart%2Dbrennglas""#)
    let contents = try #require(world.ask(read)?.result?["contents"]?.array?.first?.object)
    let listing = try #require(try world.catalog.listing("stuttgart-brennglas"))
    #expect(contents["text"]?.string == listing.jsonText && contents["mimeType"] == "application/json")
  }
}
