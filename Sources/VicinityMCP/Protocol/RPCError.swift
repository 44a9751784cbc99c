import Streams

/// An error of the protocol: the message is not one that can be answered. What goes wrong within a tool is a result.
package struct RPCError: Error, Hashable, Sendable {
  package let code: Int
  package let message: String
  package var data: JSONValue?

  private init(_ code: Int, _ message: String, data: JSONValue? = nil) {
    (self.code, self.message, self.data) = (code, message, data)
  }

  static func notJSON(_ message: String) -> RPCError { RPCError(-32700, message) }
  package static func badRequest(_ message: String) -> RPCError { RPCError(-32600, message) }
  static func unknownMethod(_ name: String) -> RPCError {
    RPCError(-32601, "The method \(name.shortened) is not known.")
  }
  static func badParameters(_ message: String) -> RPCError { RPCError(-32602, message) }
  static func differentField(_ name: String) -> RPCError {
    RPCError(-32020, "The header field \(name) is missing, or does not match the message.")
  }
  static func unknownVersion(_ name: String) -> RPCError {
    RPCError(
      -32022, "The protocol version \(name.shortened) is not supported.",
      data: ["supported": .array(ProtocolVersion.namesWithoutHandshake), "requested": .string(name)])
  }

  var json: JSONValue {
    var object = JSONObject([("code", .int(Int64(code))), ("message", .string(message))])
    object["data"] = data
    return .object(object)
  }

  /// The status of HTTP for a request of a version without a handshake.
  var status: Int { code == -32601 ? 404 : 400 }
}
