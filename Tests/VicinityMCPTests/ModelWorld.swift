import CivilTime
import Foundation
import Streams
import TestSupport
import Vicinity
import VicinityFormats

@testable import VicinityMCP

/// The shipped listings, as a language model sees them.
struct ModelWorld {
  /// 2026-11-27T21:00:00+01:00, a Friday.
  static let now = Instant(secondsSince1970: 1_795_809_600)

  let temporary: TemporaryCatalog
  let member: String?
  let endpoint: MCPEndpoint

  var catalog: Catalog { temporary.catalog }

  init(member: String? = nil, mayWrite: Bool = false) throws {
    temporary = try TemporaryCatalog()
    for name in ["stuttgart-bars", "targu-mures-events", "targu-mures-couches"] {
      let path = Project.root.appending(path: "datasets/\(name).jsonl").path
      _ = try Importer(path: path, options: ImportOptions()).run(into: temporary.catalog)
    }
    self.member = member
    endpoint = MCPEndpoint(tools: Tool.offered(to: member, mayWrite: mayWrite)) { "Advice for \($0.name)." }
  }

  /// The answer to a message; nil if it gets none.
  func ask(_ text: String, _ fields: RoutingFields? = nil) -> RPCReply? { ask(Array(text.utf8), fields) }

  func ask(_ bytes: [UInt8], _ fields: RoutingFields? = nil) -> RPCReply? {
    switch endpoint.reaction(to: bytes, fields) {
    case .nothing: nil
    case .reply(let reply): reply
    case .call(let call): call.reply(answer(to: call))
    }
  }

  private func answer(to call: PendingCall) -> ToolAnswer {
    do {
      if call.tool.changes, let member {
        let action = try call.tool.action(call.arguments, by: member)
        return ToolAnswer(try catalog.perform(action, as: .member(member), at: Self.now))
      }
      return try call.tool.read(call.arguments, ToolContext(catalog, at: Self.now, for: member))
    } catch { return ToolAnswer(failing: error) }
  }

  /// The answer of a tool.
  func call(_ tool: String, _ arguments: JSONValue = .object(JSONObject())) -> Called {
    let parameters: JSONValue = ["name": .string(tool), "arguments": arguments]
    let message: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": parameters]
    let result = ask(message.text)?.result
    let text = result?["content"]?.array?.first?.object?["text"]?.string ?? ""
    return Called(
      text: text, data: result?["structuredContent"], isError: result?["isError"]?.bool ?? true)
  }

  /// The answer of a tool as a client gets it.
  struct Called {
    var text: String
    var data: JSONValue?
    var isError: Bool

    subscript(key: String) -> JSONValue? { data?.object?[key] }
    var ids: [String] { self["results"]?.array?.compactMap { $0.object?["id"]?.string } ?? [] }
  }
}

extension RPCReply {
  var result: JSONObject? { json.object?["result"]?.object }
  var errorCode: Int? { json.object?["error"]?.object?["code"]?.integer }
  var errorText: String { json.object?["error"]?.object?["message"]?.string ?? "" }
}
