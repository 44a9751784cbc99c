import Streams

/// A message of JSON-RPC 2.0.
enum RPCMessage {
  case request(RPCRequest)
  case notification
  /// A response: this side sends no requests, so it belongs to none.
  case response

  init(parsing text: some Sequence<UInt8>) throws(RefusedMessage) {
    let value: JSONValue
    do { value = try JSONParser.parse(text) } catch {
      throw RefusedMessage(error: .notJSON("The message is \(error)."), id: nil)
    }
    do { self = try Self.message(value) } catch {
      throw RefusedMessage(error: error, id: value.object?["id"].flatMap(RPCRequest.validID))
    }
  }

  private static func message(_ value: JSONValue) throws(RPCError) -> RPCMessage {
    if value.array != nil {
      throw .badRequest("The message is an array; send each message of a batch by itself.")
    }
    guard let members = value.object else { throw .badRequest("The message is \(value.typeName), not an object.") }
    guard members["jsonrpc"] == "2.0" else { throw .badRequest("The member jsonrpc must be \"2.0\".") }
    guard let method = members["method"] else {
      guard members["result"] != nil || members["error"] != nil else {
        throw .badRequest("The message has no method.")
      }
      return .response
    }
    guard let name = method.string else { throw .badRequest("The member method must be a string.") }
    guard let given = members["id"] else { return .notification }
    guard let id = RPCRequest.validID(given) else {
      throw .badRequest("The member id must be a string or a whole number.")
    }
    let parameters = members["params"] ?? .object(JSONObject())
    guard let object = parameters.object else {
      throw .badRequest(
        "The member params must be an object, not \(parameters.typeName); leave it out if there are none.")
    }
    return .request(RPCRequest(id: id, method: name, parameters: object))
  }
}

/// Why a message cannot be read as one of JSON-RPC.
struct RefusedMessage: Error {
  let error: RPCError
  /// The id that the answer repeats; nil where the message has none, or where it cannot be read.
  let id: JSONValue?
}

/// A message that needs an answer.
struct RPCRequest {
  var id: JSONValue
  var method: String
  var parameters: JSONObject

  /// The value if it can be an id: a string or a whole number.
  static func validID(_ value: JSONValue) -> JSONValue? {
    switch value {
    case .string, .int: value
    default: nil
    }
  }

  /// The protocol version that it names; nil for versions with a handshake.
  var versionName: JSONValue? { metadata?[MetadataKey.version] }
  var metadata: JSONObject? { parameters["_meta"]?.object }
}

/// Keys of `_meta`.
enum MetadataKey {
  static let version = "io.modelcontextprotocol/protocolVersion"
  static let capabilities = "io.modelcontextprotocol/clientCapabilities"
  static let server = "io.modelcontextprotocol/serverInfo"
}

/// The answer to a message.
package struct RPCReply: Sendable {
  /// One line of JSON, without its end.
  package let json: JSONValue
  /// The status of the answer over HTTP.
  package let status: Int

  init(_ result: JSONValue, to id: JSONValue) {
    json = ["jsonrpc": "2.0", "id": id, "result": result]
    status = 200
  }

  /// - Parameters:
  ///   - id: nil where the message is none that has one.
  ///   - version: of the request; nil where it is not known.
  init(_ error: RPCError, to id: JSONValue?, _ version: ProtocolVersion?) {
    json = ["jsonrpc": "2.0", "id": id ?? .null, "error": error.json]
    // Clients of versions with a handshake take a status for a failure of the whole session.
    status = id == nil || version?.hasHandshake == false ? error.status : 200
  }

  /// The answer to a message that cannot be read.
  package init(refusing error: RPCError) { self.init(error, to: nil, nil) }
}
