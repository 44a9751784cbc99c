import CivilTime
import HTTPTypes
import Hummingbird
import Streams

/// A line per request: a JSON object, without the query.
///
/// Query strings and bodies, with search words and positions, are left out, as are keys and cookies.
package final class AccessLog: Sendable {
  private let output: LogOutput
  private let addresses: String

  /// - Throws: `SettingError` for a file that cannot be written.
  package init?(_ settings: ServerSettings) throws {
    guard let path = settings.accessLog else { return nil }
    output = try LogOutput(path: path, name: "access-log")
    addresses = settings.accessAddresses
  }

  package func reopen() -> Bool { output.reopen() }

  /// - Parameters:
  ///   - address: of the client.
  ///   - name: the name of the member or the key, if there is one.
  ///   - seconds: until the head of the answer.
  package func note(
    _ request: Request, _ response: Response, address: String, name: String?, seconds: Double, at now: Instant
  ) {
    var line = JSONObject([
      ("time", .string(now.description)), ("method", .string(request.method.rawValue)),
      ("path", .string(request.uri.path)), ("status", .int(Int64(response.status.code))),
    ])
    line["bytes"] = response.body.contentLength.map { .int(Int64($0)) }
    line["ms"] = .double((seconds * 1e5).rounded() / 100)
    line["client"] = Self.shortened(address, addresses).map { .string($0) }
    if addresses == "full" { line["as"] = name.map { .string($0) } }
    line["agent"] = request.headers[.userAgent].map { .string(String($0.prefix(300))) }
    line["referer"] = request.headers[.referer].map {
      .string(String($0.prefix { $0 != "?" && $0 != "#" }.prefix(300)))
    }
    output.write(JSONValue.object(line).text)
  }

  /// An address without the part that identifies a client within its network: the last byte of IPv4, and all but the
  /// first 48 bits of IPv6.
  static func shortened(_ address: String, _ extent: String) -> String? {
    if extent == "none" { return nil }
    guard extent == "network", let bytes = AddressRange.bytes(address) else { return address }
    if bytes.count == 4 { return bytes.prefix(3).map { "\($0)" }.joined(separator: ".") + ".0" }
    let groups = stride(from: 0, to: 6, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
    return groups.joined(separator: ":") + "::"
  }
}
