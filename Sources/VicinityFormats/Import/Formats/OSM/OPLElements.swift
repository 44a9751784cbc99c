import Streams

/// Streams elements in OPL, the text form of osmium with one element per line, in the form of the Overpass API
/// (https://osmcode.org/opl-file-format/).
///
/// A way has a `geometry` where its line has the positions of nodes. Metadata, such as the version, are left out.
final class OPLElements: JSONElementStream {
  private let lines: LineReader
  private var current = JSONObject()

  init(_ buffer: InputBuffer) { lines = LineReader(buffer) }

  func next() throws(InputError) -> JSONElement? {
    guard let line = try lines.next() else { return nil }
    current = Self.element(line)
    return JSONElement(line: lines.lineNumber, value: .success(.object(current)))
  }

  var text: String { JSONValue.object(current).text }
  /// OPL is UTF-8.
  var firstForeignLine: Int? { nil }

  // MARK: Fields

  private static let types: [UInt8: String] = [
    UInt8(ascii: "n"): "node", UInt8(ascii: "w"): "way", UInt8(ascii: "r"): "relation",
  ]

  private static func element(_ line: UnsafeBufferPointer<UInt8>) -> JSONObject {
    var element = JSONObject()
    for field in line.split(separator: UInt8(ascii: " ")) {
      guard let letter = field.first else { continue }
      let value = String(decoding: field.dropFirst(), as: UTF8.self)
      if let type = types[letter] {
        element["type"] = .string(type)
        element["id"] = Int64(value).map { .int($0) }
      }
      switch letter {
      case UInt8(ascii: "T"): if !value.isEmpty { element["tags"] = .object(tags(value)) }
      case UInt8(ascii: "x"): element["lon"] = number(value)
      case UInt8(ascii: "y"): element["lat"] = number(value)
      case UInt8(ascii: "N"): setNodes(value, &element)
      case UInt8(ascii: "M"): element["members"] = .array(value.split(separator: ",").compactMap(member))
      default: break
      }
    }
    return element
  }

  private static func tags(_ text: String) -> JSONObject {
    JSONObject(
      text.split(separator: ",").compactMap { tag in
        let parts = tag.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 ? (unescaped(parts[0]), .string(unescaped(parts[1]))) : nil
      })
  }

  /// `n12` or `n12x9.1y48.7`, separated by commas; without a position also `n12xy`.
  private static func setNodes(_ text: String, _ way: inout JSONObject) {
    var (nodes, geometry, hasPosition): ([JSONValue], [JSONValue], Bool) = ([], [], false)
    for node in text.split(separator: ",") {
      let parts = node.dropFirst().split(omittingEmptySubsequences: false) { $0 == "x" || $0 == "y" }
      guard let id = Int64(parts[0]) else { continue }
      nodes.append(.int(id))
      if parts.count == 3, let x = number(parts[1]), let y = number(parts[2]) {
        geometry.append(.object(["lat": y, "lon": x]))
        hasPosition = true
      } else {
        geometry.append(.null)
      }
    }
    way["nodes"] = .array(nodes)
    if hasPosition { way["geometry"] = .array(geometry) }
  }

  /// `w12@outer`.
  private static func member(_ text: Substring) -> JSONValue? {
    guard let type = text.utf8.first.flatMap({ types[$0] }), let id = Int64(text.dropFirst().prefix { $0 != "@" })
    else { return nil }
    return .object(["type": .string(type), "ref": .int(id)])
  }

  private static func number(_ text: some StringProtocol) -> JSONValue? { Double(text).map { .double($0) } }

  /// A text with its characters instead of their hexadecimal numbers, `%2c%`.
  private static func unescaped(_ text: Substring) -> String {
    var (result, rest) = ("", text)
    while let start = rest.firstIndex(of: "%") {
      result += rest[..<start]
      rest = rest[rest.index(after: start)...]
      guard let end = rest.firstIndex(of: "%") else { break }
      if let scalar = UInt32(rest[..<end], radix: 16).flatMap(Unicode.Scalar.init) {
        result.unicodeScalars.append(scalar)
      }
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}
