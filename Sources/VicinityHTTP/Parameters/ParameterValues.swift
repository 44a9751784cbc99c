import CodedErrors
import Foundation
import Streams

/// The query parameters of a request, checked against those of its route: known ones only, each once.
package struct ParameterValues: Sendable {
  private var pairs: [(name: String, value: String)] = []

  /// - Throws: `Problem` for unknown, repeated and missing parameters, values of another form, and bad encoding.
  package init(_ text: Substring?, of known: [Parameter]) throws {
    if let text, !text.isEmpty {
      let parts = text.split(separator: "&")
      // A form in a browser sends also the fields that were left empty.
      let isForm = parts.contains("f=html")
      for part in parts where !(isForm && part.hasSuffix("=")) {
        let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = Self.decoded(halves[0]), let value = halves.count > 1 ? Self.decoded(halves[1]) : "" else {
          throw Problem(.badRequest, "bad-encoding", "the query string is not percent-encoded UTF-8")
        }
        try add(name, value, to: known)
      }
    }
    for parameter in known where parameter.isRequired && parameter.place == .query {
      if self[parameter.name] == nil {
        let example = parameter.example.map { ", such as \(parameter.name)=\($0)" } ?? ""
        throw Problem.parameter(parameter.name, code: "missing", "this request needs the parameter\(example)")
      }
    }
  }

  private mutating func add(_ name: String, _ value: String, to known: [Parameter]) throws {
    guard let index = known.firstIndex(where: { $0.name == name && $0.place == .query }) else {
      let names = known.filter { $0.place == .query }.map(\.name)
      let nearest = Suggestion.nearest(to: name, among: names)
      let advice =
        nearest.map { "did you mean \($0)?" }
        ?? (names.isEmpty ? "this request takes none" : "possible are \(names.joined(separator: ", "))")
      var problem = Problem(.badRequest, "unknown-parameter", "unknown parameter \(name.shortened); \(advice)")
      (problem.parameter, problem.suggestion) = (name, nearest)
      throw problem
    }
    let parameter = known[index]
    if self[name] != nil {
      let advice = if case .list = parameter.schema { "; join several values with commas" } else { "" }
      throw Problem.parameter(name, code: "repeated", "it is given twice\(advice)")
    }
    if !parameter.isCheckedByRoute, let complaint = parameter.schema.complaint(about: value) {
      throw Problem.parameter(name, code: parameter.schema.hasWords ? "unknown-word" : "out-of-range", complaint)
    }
    if value.utf8.contains(0) { throw Problem.parameter(name, "a NUL character is not allowed") }
    pairs.append((name, value))
  }

  /// The names of the given parameters.
  var names: some Sequence<String> { pairs.lazy.map(\.name) }

  /// The value of a parameter.
  package subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  /// A whole number; its form has been checked.
  package func integer(_ name: String) -> Int? { self[name].flatMap { Int($0) } }

  /// Whether a flag is set.
  package func flag(_ name: String) -> Bool { self[name].map { $0 != "false" } ?? false }

  /// The query string with some parameters set or, to nil, left out.
  package func text(setting changes: [(String, String?)]) -> String {
    var pairs = pairs.filter { pair in !changes.contains { $0.0 == pair.name } }
    for (name, value) in changes { if let value { pairs.append((name, value)) } }
    return pairs.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: "&")
  }

  /// Percent-decoded, with `+` as a space.
  private static func decoded(_ text: Substring) -> String? {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else { return String(text) }
    return text.replacing("+", with: " ").removingPercentEncoding
  }

  /// All but the unreserved characters of RFC 3986, commas and colons percent-encoded.
  package static func encoded(_ text: String) -> String {
    if text.utf8.allSatisfy(\.isPlainInQueries) { return text }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte.isPlainInQueries {
        bytes.append(byte)
      } else {
        bytes += Array("%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isPlainInQueries: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"), UInt8(ascii: ","), UInt8(ascii: ":"):
      true
    default: false
    }
  }
}
