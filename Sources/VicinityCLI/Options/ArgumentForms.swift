import ArgumentParser
import CommandSupport
import Foundation
import Streams

/// Degrees as users write them, separated by commas, spaces or both.
enum Degrees {
  /// Whether a text is two numbers.
  static func isCoordinate(_ text: String) -> Bool {
    let parts = text.split { $0 == "," || $0 == " " }
    return parts.count == 2 && parts.allSatisfy { $0.typedNumber != nil }
  }

  static func parse(_ text: String, count: Int, form: String, example: String) throws -> [Double] {
    let parts = text.split { $0 == "," || $0 == " " }
    let numbers = parts.compactMap(\.typedNumber)
    guard parts.count == count, numbers.count == count else {
      let commas = parts.count == 2 * count ? " Write decimals with a point, not a comma." : ""
      throw ValidationError(
        "\(form): cannot read \"\(text.asTyped)\"; write \(count) numbers such as \(example).\(commas)")
    }
    return numbers
  }
}

/// Two times joined by `..`.
struct Span {
  var from: String
  var to: String

  var object: JSONObject { JSONObject([("from", .string(from)), ("to", .string(to))]) }
  var form: JSONValue { .object(object) }
  var pair: JSONValue { .array([.string(from), .string(to)]) }
}

extension String {
  /// Parses `from..to`, or with a slash (ISO 8601).
  func span(of option: String) throws -> Span {
    for separator in ["..", "/"] {
      let parts = components(separatedBy: separator)
      if parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty { return Span(from: parts[0], to: parts[1]) }
    }
    throw ValidationError("\(option): cannot read \"\(asTyped)\"; write FROM..TO, such as 2026-12-01..2026-12-05")
  }

  private func components(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }

  /// The number in the text; other text stays text, and the query reports what is wrong with it.
  var numberForm: JSONValue {
    let form = JSONValue(numberIn: filter { $0 != " " })
    return form.number == nil ? .string(asTyped) : form
  }

  /// The text without the space that keeps a minus sign from looking like an option (`CommandLineArguments`).
  var asTyped: String { hasPrefix(" -") ? String(dropFirst()) : self }
}

extension [String] {
  /// All words, split at commas.
  var words: JSONValue {
    .array(flatMap { $0.split(separator: ",") }.map { .string($0.trimmingCharacters(in: .whitespaces)) })
  }

  /// Nil if the option is absent; for `""` the empty word, which the query refuses.
  var wordsIfAny: JSONValue? {
    if isEmpty { return nil }
    return allSatisfy(\.isEmpty) ? .array([.string("")]) : words
  }
}
