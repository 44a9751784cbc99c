import Foundation
import Streams

/// The header fields of a request over HTTP that repeat parts of its message, so that proxies need not read it.
package struct RoutingFields: Sendable {
  private let version: String?
  private let method: String?
  private let name: String?

  /// - Parameters:
  ///   - version: the field `MCP-Protocol-Version`.
  ///   - method: the field `Mcp-Method`.
  ///   - name: the field `Mcp-Name`.
  package init(version: String?, method: String?, name: String?) {
    (self.version, self.method, self.name) = (version, method, name)
  }

  /// Refuses a version that is not known.
  ///
  /// - Returns: whether the version has no handshake; then each message has to name it.
  func check() throws(RPCError) -> Bool {
    guard let version else { return false }
    guard let known = ProtocolVersion(rawValue: version) else { throw .unknownVersion(version) }
    return !known.hasHandshake
  }

  /// Refuses fields that contradict a message of a version without a handshake.
  func check(_ request: RPCRequest) throws(RPCError) {
    guard version.map({ .string($0) }) == request.versionName else { throw .differentField("MCP-Protocol-Version") }
    guard method == request.method else { throw .differentField("Mcp-Method") }
    let key = request.method == "resources/read" ? "uri" : "name"
    guard ["tools/call", "resources/read"].contains(request.method),
      let expected = request.parameters[key]?.string
    else { return }
    guard name.flatMap(Self.decoded) == expected else { throw .differentField("Mcp-Name") }
  }

  /// The text of a field: other characters than those of ASCII are in Base64, as in `=?base64?Zm9v?=`.
  private static func decoded(_ field: String) -> String? {
    guard field.hasPrefix("=?base64?"), field.hasSuffix("?="), field.count > 10 else { return field }
    let payload = field.dropFirst("=?base64?".count).dropLast(2)
    return Data(base64Encoded: String(payload)).flatMap { String(data: $0, encoding: .utf8) }
  }
}
