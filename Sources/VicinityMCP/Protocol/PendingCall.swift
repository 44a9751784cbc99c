import Foundation
import Streams

/// A request whose answer needs the work of a tool.
package struct PendingCall: Sendable {
  package let tool: Tool
  package let arguments: JSONObject
  let id: JSONValue
  let results: ResultForm
  /// The resource that is read; nil for a call of a tool.
  let uri: String?

  /// The answer to the request.
  package func reply(_ answer: ToolAnswer) -> RPCReply {
    guard let uri else { return RPCReply(.object(results.complete(answer.result)), to: id) }
    guard let structured = answer.structured else {
      return RPCReply(.badParameters(answer.text), to: id, results.version)
    }
    let contents: JSONValue = [
      "uri": .string(uri), "mimeType": "application/json", "text": .string(structured.text),
    ]
    return RPCReply(.object(results.lasting(["contents": [contents]], seconds: 0)), to: id)
  }
}

/// The form of results in a version of the protocol.
struct ResultForm {
  let version: ProtocolVersion

  /// A result with the members that a version without a handshake demands.
  func complete(_ result: JSONObject) -> JSONObject {
    guard !version.hasHandshake else { return result }
    var result = result
    result["resultType"] = "complete"
    result["_meta"] = .object(JSONObject([(MetadataKey.server, MCPEndpoint.serverInfo)]))
    return result
  }

  /// A result that a client may reuse for some seconds.
  func lasting(_ result: JSONObject, seconds: Int64, isPublic: Bool = false) -> JSONObject {
    guard !version.hasHandshake else { return result }
    var result = complete(result)
    result["ttlMs"] = .int(seconds * 1000)
    result["cacheScope"] = isPublic ? "public" : "private"
    return result
  }
}

/// Listings as resources, which a client can attach by their URI.
enum ListingResource {
  static let form = "vicinity://listing/{id}"
  private static let prefix = "vicinity://listing/"

  static let template: JSONValue = [
    "uriTemplate": .string(form), "name": "listing", "title": "A listing",
    "description": "A bar, event or couch with all its fields, as JSON.", "mimeType": "application/json",
  ]

  /// The id in a URI; nil in that of another resource.
  static func id(in uri: String) -> String? {
    guard uri.hasPrefix(prefix), uri.count > prefix.count else { return nil }
    return String(uri.dropFirst(prefix.count)).removingPercentEncoding
  }
}
