import Foundation
import Streams
import VicinityHTTP

/// The addresses of the tiles of another server: `https://{s}.tiles.example.org/{z}/{x}/{y}.png`.
struct TileTemplate: Sendable {
  /// The template as written.
  let text: String
  let attribution: Attribution

  /// The values of `{s}`.
  static let subdomains = ["a", "b", "c"]

  /// Whether a text is meant as addresses, and not as a file.
  static func isAddress(_ text: String) -> Bool { text.contains("://") }

  /// - Throws: `SettingError` for an invalid template, and without an attribution, which tile providers require.
  init(_ text: String, attribution: Attribution?) throws {
    func failure(_ problem: String) -> SettingError {
      SettingError(name: "base-map", problem: "\"\(text.shortened)\" \(problem)")
    }
    guard text.hasPrefix("https://") || text.hasPrefix("http://") else {
      throw failure("is neither a file nor a URL that begins with https:// or http://")
    }
    let places = text.matches(of: /\{([^{}]*)\}/).map { String($0.output.1) }
    if let missing = ["z", "x", "y"].first(where: { !places.contains($0) }) {
      throw failure("lacks {\(missing)}; write a tile URL such as https://tiles.example.org/{z}/{x}/{y}.png")
    }
    if let unknown = places.first(where: { !["z", "x", "y", "s"].contains($0) }) {
      throw failure("has {\(unknown)}; a template may have {z}, {x}, {y} and {s}")
    }
    let host = Self.host(of: text)
    let labels = host.hasPrefix("{s}.") ? host.dropFirst(4) : host[...]
    guard !labels.isEmpty, labels.utf8.allSatisfy(\.isOfHost) else {
      throw failure("has no valid host; {s} may replace its first part, as in https://{s}.example.org")
    }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"'<>\\;,".utf8.contains($0) }) else {
      throw failure("has characters that must be percent-encoded in an address")
    }
    guard let attribution else {
      throw SettingError(
        name: "base-map-attribution",
        problem: "tiles of another server need a credit line, such as © OpenStreetMap contributors")
    }
    (self.text, self.attribution) = (text, attribution)
  }

  private static func host(of text: String) -> String {
    String(text.split(separator: "/", maxSplits: 2)[1].prefix { !"/?#".contains($0) })
  }

  /// The addresses without `{s}`.
  var addresses: [String] {
    text.contains("{s}") ? Self.subdomains.map { text.replacing("{s}", with: $0) } : [text]
  }

  /// The origin of the tiles, in the form of a Content-Security-Policy.
  var origin: String {
    let scheme = text.prefix { $0 != "/" }
    return "\(scheme)//\(Self.host(of: text).replacing("{s}", with: "*"))"
  }

  /// Determined by the end of the path.
  var isVector: Bool {
    let path = text.prefix { $0 != "?" }
    return path.hasSuffix(".pbf") || path.hasSuffix(".mvt")
  }

  /// The usual zooms of tile providers.
  var zooms: ClosedRange<Int> { 0...(isVector ? 14 : 19) }

  /// TileJSON 3.0.
  var json: JSONValue {
    var object = JSONObject.tileJSON(addresses, zooms)
    object["attribution"] = .string(attribution.html)
    if isVector { object["vector_layers"] = .array([]) }
    return .object(object)
  }
}

extension UInt8 {
  /// Whether it may occur in a host with its port.
  fileprivate var isOfHost: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":")].contains(self)
    }
  }
}
